"""Admin pages of summaries, works (pyramids and peer annotations) and releases."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse

from annotator.admin.read_only import ReadOnlyAdmin, inline, project_column, project_filter
from annotator.matching.models import Unit
from annotator.projects.models import Summary
from annotator.pyramids.models import ReleasedScu, Scu
from annotator.work.models import Work
from annotator.work.release_models import Release

PROJECT_COLUMN = project_column("topic__project")
RELEASE_PROJECT_COLUMN = project_column("pyramid__topic__project")

Summary._meta.verbose_name_plural = "summaries"  # set here, because in the model it would need a migration


@admin.register(Summary)
class SummaryAdmin(ReadOnlyAdmin):
    list_display = ("summarizer", "kind", "topic", "length", "mask", "segmenter", PROJECT_COLUMN)
    list_filter = ("kind", project_filter("topic__project"))
    search_fields = ("summarizer", "mask", "title", "topic__key", "topic__project__slug")
    row_select_related = ("topic__project",)
    exclude = ("words", "sentences")


ITEM_INLINES = {
    "scu": (inline(Scu, "uid", "position", "label", "comment"),),
    "unit": (inline(Unit, "position", "scu", "label", "comment", select_related=("scu",)),),
}
"""The inlines on the page of a work, by what the work consists of (`Kind.item`)."""


@admin.register(Work)
class WorkAdmin(ReadOnlyAdmin):
    list_display = ("kind", "topic", "summary", "owner", "release", "state", "revision", PROJECT_COLUMN)
    list_filter = ("kind", "state", "created_at", project_filter("topic__project"))
    search_fields = (
        *("summary__summarizer", "summary__mask", "owner__name", "topic__key", "topic__title"),
        *("topic__project__slug", "match_file__name"),
    )
    row_select_related = (
        *("topic__project", "summary", "owner", "release"),
        *("derived_from__summary", "derived_from__owner"),
    )

    def get_inlines(self, request: HttpRequest, obj: Any = None) -> Any:
        return ITEM_INLINES.get(obj.work_kind.item, ()) if obj else ()

    def view_on_site(self, work: Work) -> str:
        """Returns the URL of the workspace; `pin` is the id of the release that a peer is matched to."""
        url = reverse(work.work_kind.route, args=work.url_args)
        return f"{url}?pin={work.release_id}" if work.release_id else url


@admin.register(Release)
class ReleaseAdmin(ReadOnlyAdmin):
    list_display = (
        "pyramid",
        "number",
        "model_count",
        "weight_source",
        "created_at",
        "created_by",
        RELEASE_PROJECT_COLUMN,
    )
    list_filter = ("weight_source", "created_at", project_filter("pyramid__topic__project"))
    search_fields = ("pyramid__topic__key", "pyramid__owner__name", "pyramid__topic__project__slug", "file_name")
    row_select_related = ("pyramid__topic__project", "pyramid__owner", "created_by")
    exclude = ("document",)
    inlines = (inline(ReleasedScu, "uid", "weight", "label", "comment"),)
