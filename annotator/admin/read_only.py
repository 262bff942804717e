"""Admin pages on which rows can be read but not changed, because changes in the admin would not be logged."""

import json
from functools import reduce
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from annotator.projects.models import Project


class ProjectFilter(admin.SimpleListFilter):
    """Filters rows by their project; ``path`` is the lookup from a row to its project."""

    title = "project"
    parameter_name = "project"
    path = "project"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return list(Project.objects.values_list("slug", "name"))

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset if self.value() is None else queryset.filter(**{f"{self.path}__slug": self.value()})


def project_filter(path: str) -> type[ProjectFilter]:
    """Returns a filter by project; ``path`` is the lookup from a row to its project, such as "topic__project"."""
    return type("ProjectFilter", (ProjectFilter,), {"path": path})


def project_column(path: str) -> Any:
    """Returns a column with the project of each row; ``path`` is the lookup from a row to its project."""

    @admin.display(description="project", ordering=path)
    def project(row: Any) -> Any:
        return reduce(getattr, path.split("__"), row)

    return project


class _ReadOnly:
    """Only superusers can read, because the admin shows what blind projects hide. Nobody can write."""

    row_select_related: ClassVar[tuple[str, ...]] = ()
    """The foreign keys to join, because each row shows the rows that they refer to."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(request.user.is_superuser)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Joins the rows of `row_select_related`, so that the number of queries does not grow with the list."""
        rows: QuerySet[Any] = super().get_queryset(request)  # type: ignore[misc]  # this is a mixin for admin classes
        return rows.select_related(*self.row_select_related)


class ReadOnlyAdmin(_ReadOnly, admin.ModelAdmin):
    """A list of rows, and a page for each row."""

    list_per_page = 50
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuses lookups in excluded fields: filters such as `code__startswith` would reveal them step by step."""
        is_excluded = lookup.partition("__")[0] in (self.exclude or ())
        return not is_excluded and super().lookup_allowed(lookup, value, request)


class ReadOnlyInline(_ReadOnly, admin.TabularInline):
    """Rows shown on the page of the row that they refer to."""

    extra = 0
    max_num = 0
    can_delete = False


def inline(
    model: type[Model], *fields: str, select_related: tuple[str, ...] = (), link: bool = False
) -> type[ReadOnlyInline]:
    """Returns an inline that lists rows of a model with these fields; ``link``: each row links to its admin page."""
    options = {"model": model, "fields": fields, "row_select_related": select_related, "show_change_link": link}
    return type(f"{model.__name__}Inline", (ReadOnlyInline,), options)


def json_column(field: str) -> Any:
    """Returns a column that shows a field as indented JSON."""

    @admin.display(description=field)
    def column(row: Any) -> SafeString:
        return format_html("<pre>{}</pre>", json.dumps(getattr(row, field), indent=2, ensure_ascii=False))

    return column
