"""The log of changes, the decisions of adjudicators, and notes."""

from typing import Any

from django.contrib import admin
from django.utils.safestring import SafeString

from annotator.admin.to_read import RowsToRead, ToRead, as_json, in_project
from annotator.projects.models import Project
from annotator.work.adjudication.models import Decision
from annotator.work.log.models import Edit
from annotator.work.notes.models import Note, NoteThread

WORK = ("work__topic__project", "work__summary", "work__owner")
BY_PROJECT = in_project("work__topic__project")
BY_KEY = ("work__topic__key", "work__owner__name")


class OfWork(ToRead):
    """Rows of a work."""

    @admin.display(ordering="work__topic__project")
    def project(self, row: Any) -> Project:
        project: Project = row.work.topic.project
        return project


@admin.register(Edit)
class EditAdmin(OfWork):
    """Newest first. Rows are written by the edit protocol alone, and by nobody changed."""

    list_display = ("at", "verb", "actor", "work", "revision", "project")
    list_filter = ("at", BY_PROJECT, "verb")
    search_fields = ("verb", "actor__username", *BY_KEY)
    date_hierarchy = "at"
    ordering = ("-pk",)
    row_select_related = ("actor", *WORK)
    fields = (
        *("project", "work", "revision", "at", "actor", "verb", "shown_payload", "shown_before", "shown_after"),
        *("group", "uuid"),
    )
    readonly_fields = ("project", "shown_payload", "shown_before", "shown_after")

    @admin.display(description="payload")
    def shown_payload(self, edit: Edit) -> SafeString:
        return as_json(edit.payload)

    @admin.display(description="before")
    def shown_before(self, edit: Edit) -> SafeString:
        return as_json(edit.before)

    @admin.display(description="after")
    def shown_after(self, edit: Edit) -> SafeString:
        return as_json(edit.after)


@admin.register(Decision)
class DecisionAdmin(OfWork):
    list_display = ("work", "choice", "note", "key", "project")
    list_filter = ("choice", BY_PROJECT)
    search_fields = ("note", *BY_KEY)
    row_select_related = WORK
    ordering = ("-pk",)


class NotesToRead(RowsToRead):
    model = Note
    fields = ("at", "author", "text")
    row_select_related = ("author",)
    show_change_link = False


@admin.register(NoteThread)
class NoteThreadAdmin(OfWork):
    list_display = ("created_at", "work", "resolved_at", "resolved_by", "project")
    list_filter = (("resolved_at", admin.EmptyFieldListFilter), "created_at", BY_PROJECT)
    search_fields = ("notes__text", "notes__author__name", *BY_KEY)
    row_select_related = ("resolved_by", "summary", *WORK)
    ordering = ("-created_at", "-pk")
    inlines = (NotesToRead,)
