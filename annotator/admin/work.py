"""Summaries, works and releases."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse

from annotator.admin.to_read import RowsToRead, ToRead, in_project
from annotator.matching.models import Unit
from annotator.projects.models import Project, Summary
from annotator.pyramids.models import ReleasedScu, Scu
from annotator.work.models import Release, Work


class ScusToRead(RowsToRead):
    model = Scu
    fields = ("uid", "position", "label", "comment")
    show_change_link = False


class ReleasedScusToRead(RowsToRead):
    model = ReleasedScu
    fields = ("uid", "weight", "label", "comment")
    show_change_link = False


class UnitsToRead(RowsToRead):
    model = Unit
    fields = ("position", "scu", "label", "comment")
    row_select_related = ("scu",)
    show_change_link = False


Summary._meta.verbose_name_plural = "summaries"  # only here is it read; in the model it would be a migration


@admin.register(Summary)
class SummaryAdmin(ToRead):
    list_display = ("summarizer", "kind", "topic", "length", "mask", "segmenter", "project")
    list_filter = ("kind", in_project("topic__project"))
    search_fields = ("summarizer", "mask", "title", "topic__key", "topic__project__slug")
    row_select_related = ("topic__project",)
    exclude = ("words", "sentences")

    @admin.display(ordering="topic__project")
    def project(self, summary: Summary) -> Project:
        return summary.topic.project


@admin.register(Work)
class WorkAdmin(ToRead):
    list_display = ("kind", "topic", "summary", "owner", "release", "state", "revision", "project")
    list_filter = ("kind", "state", "created_at", in_project("topic__project"))
    search_fields = (
        *("summary__summarizer", "summary__mask", "owner__name", "topic__key", "topic__title"),
        *("topic__project__slug", "match_file__name"),
    )
    row_select_related = (
        "topic__project",
        "summary",
        "owner",
        "release",
        "derived_from__summary",
        "derived_from__owner",
    )

    @admin.display(ordering="topic__project")
    def project(self, work: Work) -> Project:
        return work.topic.project

    def get_inlines(self, request: HttpRequest, obj: Any = None) -> Any:
        """The items that a work of its kind has."""
        items = {"scu": (ScusToRead,), "unit": (UnitsToRead,)}
        return items.get(obj.of.item, ()) if obj else ()

    def view_on_site(self, work: Work) -> str:
        """Its workspace, which members see."""
        address = reverse(work.of.route, args=work.place)
        return f"{address}?pin={work.release_id}" if work.release_id else address


@admin.register(Release)
class ReleaseAdmin(ToRead):
    list_display = ("pyramid", "number", "model_count", "weight_source", "created_at", "created_by", "project")
    list_filter = ("weight_source", "created_at", in_project("pyramid__topic__project"))
    search_fields = ("pyramid__topic__key", "pyramid__owner__name", "pyramid__topic__project__slug", "file_name")
    row_select_related = ("pyramid__topic__project", "pyramid__owner", "created_by")
    exclude = ("document",)
    inlines = (ReleasedScusToRead,)

    @admin.display(ordering="pyramid__topic__project")
    def project(self, release: Release) -> Project:
        return release.pyramid.topic.project
