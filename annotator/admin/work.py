"""Summaries, pyramids, releases and peer annotations."""

from typing import Any

from django.contrib import admin
from django.urls import reverse

from annotator.admin.to_read import RowsToRead, ToRead, in_project
from annotator.matching.models import PeerAnnotation, Unit
from annotator.projects.models import Project, Summary
from annotator.pyramids.models import Pyramid, ReleasedScu, Scu
from annotator.work.models import Release


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


@admin.register(Pyramid)
class PyramidAdmin(ToRead):
    list_display = ("topic", "owner", "state", "revision", "project")
    list_filter = ("state", in_project("topic__project"))
    search_fields = ("topic__key", "topic__title", "owner__name", "topic__project__slug")
    row_select_related = ("topic__project", "owner")
    inlines = (ScusToRead,)

    @admin.display(ordering="topic__project")
    def project(self, pyramid: Pyramid) -> Project:
        return pyramid.topic.project

    def view_on_site(self, pyramid: Pyramid) -> str:
        """Its workspace, which members see."""
        return reverse("pyramid", args=[pyramid.topic.project.slug, pyramid.topic.key, pyramid.owner.name])


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


@admin.register(PeerAnnotation)
class PeerAnnotationAdmin(ToRead):
    list_display = ("summary", "topic", "owner", "release", "state", "revision", "project")
    list_filter = ("state", "created_at", in_project("summary__topic__project"))
    search_fields = (
        *("summary__summarizer", "summary__mask", "owner__name", "summary__topic__key"),
        *("summary__topic__project__slug", "file_name"),
    )
    row_select_related = ("summary__topic__project", "owner", "release", "derived_from__summary", "derived_from__owner")
    exclude = ("document",)
    inlines = (UnitsToRead,)

    @admin.display(ordering="summary__topic__key")
    def topic(self, annotation: PeerAnnotation) -> Any:
        return annotation.summary.topic

    @admin.display(ordering="summary__topic__project")
    def project(self, annotation: PeerAnnotation) -> Project:
        return annotation.summary.topic.project

    def view_on_site(self, annotation: PeerAnnotation) -> str:
        """Its workspace, which members see."""
        peer, topic = annotation.summary, annotation.summary.topic
        place = reverse("peer", args=[topic.project.slug, topic.key, peer.summarizer, annotation.owner.name])
        return f"{place}?pin={annotation.release_id}"
