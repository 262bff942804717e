"""The annotation tables in Django's admin, to look things up; changes are made in the pages, where they are logged."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from annotator.models import (
    Edit,
    ImportedFile,
    Membership,
    PeerAnnotation,
    Project,
    Pyramid,
    Release,
    Summary,
    Topic,
)


class ToRead(admin.ModelAdmin):
    """Rows that can be looked at and not changed: a change here would be in no log."""

    list_per_page = 50
    show_full_result_count = False

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Superusers alone: here nothing is blind."""
        return request.user.is_superuser

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Project)
class ProjectAdmin(ToRead):
    list_display = ("name", "slug", "non_matching", "live_scores", "rounding", "created_at")
    search_fields = ("name", "slug")


@admin.register(Membership)
class MembershipAdmin(ToRead):
    list_display = ("name", "role", "project", "user")
    list_select_related = ("project", "user")
    search_fields = ("name", "project__slug")


@admin.register(Topic)
class TopicAdmin(ToRead):
    list_display = ("key", "title", "project")
    list_select_related = ("project",)
    search_fields = ("key", "title", "project__slug")


@admin.register(Summary)
class SummaryAdmin(ToRead):
    list_display = ("summarizer", "kind", "topic", "length", "segmenter")
    list_select_related = ("topic",)
    list_filter = ("kind",)
    search_fields = ("summarizer", "topic__key", "topic__project__slug")
    exclude = ("words", "sentences")


@admin.register(Pyramid)
class PyramidAdmin(ToRead):
    list_display = ("topic", "owner", "state", "revision")
    list_select_related = ("topic", "owner")
    list_filter = ("state",)
    search_fields = ("topic__key", "owner__name", "topic__project__slug")


@admin.register(Release)
class ReleaseAdmin(ToRead):
    list_display = ("pyramid", "number", "model_count", "weight_source", "created_at")
    list_select_related = ("pyramid__topic", "pyramid__owner")
    search_fields = ("pyramid__topic__key", "pyramid__topic__project__slug")
    exclude = ("document",)


@admin.register(PeerAnnotation)
class PeerAnnotationAdmin(ToRead):
    list_display = ("summary", "owner", "release", "state", "revision")
    list_select_related = ("summary", "owner", "release")
    list_filter = ("state",)
    search_fields = ("summary__summarizer", "owner__name", "summary__topic__project__slug")
    exclude = ("document",)


@admin.register(Edit)
class EditAdmin(ToRead):
    list_display = ("at", "verb", "actor", "pyramid", "annotation", "revision")
    list_select_related = ("actor", "pyramid__topic", "pyramid__owner", "annotation__summary", "annotation__owner")
    list_filter = ("verb",)


@admin.register(ImportedFile)
class ImportedFileAdmin(ToRead):
    list_display = ("name", "project", "imported_at")
    list_select_related = ("project",)
    search_fields = ("name", "project__slug")
