"""Rows that can be looked at and not changed: a change here would be in no log."""

import json
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from annotator.projects.models import Project


class InProject(admin.SimpleListFilter):
    """Rows of one project. The admin's ``projects_of`` are the ways from a row to its project."""

    title = "project"
    parameter_name = "project"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        """All projects, by name."""
        return list(Project.objects.values_list("slug", "name"))

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Those of the project that was chosen."""
        if self.value() is None:
            return queryset
        ways = Q()
        for way in self.ways:
            ways |= Q(**{f"{way}__slug": self.value()})
        return queryset.filter(ways)

    ways: tuple[str, ...] = ("project",)


def in_project(*ways: str) -> type[InProject]:
    """The filter for rows that are these ways from their project, as "topic__project"."""
    return type("InProject", (InProject,), {"ways": ways})


class _NoWriting:
    """Superusers look; nobody writes."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Superusers alone: here nothing is blind."""
        return bool(request.user.is_superuser)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ToRead(_NoWriting, admin.ModelAdmin):
    """A list and a page for each row."""

    list_per_page = 50
    show_full_result_count = False
    row_select_related: ClassVar[tuple[str, ...]] = ()
    """What the page of one row names."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Not by what no page shows: asked for beginning by beginning, a code or a hash would be found out."""
        hidden = lookup.partition("__")[0] in (self.exclude or ())
        return not hidden and super().lookup_allowed(lookup, value, request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With what the rows name, so that a list takes as many statements however long it is."""
        return super().get_queryset(request).select_related(*self.row_select_related)


class RowsToRead(_NoWriting, admin.TabularInline):
    """Rows that belong to another one, on its page."""

    extra = 0
    max_num = 0
    can_delete = False
    show_change_link = True
    row_select_related: ClassVar[tuple[str, ...]] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With what the rows name."""
        return super().get_queryset(request).select_related(*self.row_select_related)


def as_json(value: Any) -> SafeString:
    """A value as lines that people can read."""
    return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False))
