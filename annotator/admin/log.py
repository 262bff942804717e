"""The log of edits, decisions of adjudicators, and notes."""

from django.contrib import admin

from annotator.admin.read_only import ReadOnlyAdmin, inline, json_column, project_column, project_filter
from annotator.work.adjudication.models import Decision
from annotator.work.log.models import Edit
from annotator.work.notes.models import Note, NoteThread

WORK = ("work__topic__project", "work__summary", "work__owner")
PROJECT, BY_PROJECT = project_column("work__topic__project"), project_filter("work__topic__project")
CONTENT = tuple(json_column(field) for field in ("payload", "before", "after"))
BY_KEY = ("work__topic__key", "work__owner__name")


@admin.register(Edit)
class EditAdmin(ReadOnlyAdmin):
    """Edits, the newest first."""

    list_display = ("at", "verb", "actor", "work", "revision", PROJECT)
    list_filter = ("at", BY_PROJECT, "verb")
    search_fields = ("verb", "actor__username", *BY_KEY)
    date_hierarchy = "at"
    ordering = ("-pk",)
    row_select_related = ("actor", *WORK)
    fields = (PROJECT, "work", "revision", "at", "actor", "verb", *CONTENT, "group", "uuid")
    readonly_fields = (PROJECT, *CONTENT)


@admin.register(Decision)
class DecisionAdmin(ReadOnlyAdmin):
    list_display = ("work", "choice", "note", "key", PROJECT)
    list_filter = ("choice", BY_PROJECT)
    search_fields = ("note", *BY_KEY)
    row_select_related = WORK
    ordering = ("-pk",)


@admin.register(NoteThread)
class NoteThreadAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "work", "resolved_at", "resolved_by", PROJECT)
    list_filter = (("resolved_at", admin.EmptyFieldListFilter), "created_at", BY_PROJECT)
    search_fields = ("notes__text", "notes__author__name", *BY_KEY)
    row_select_related = ("resolved_by", "summary", *WORK)
    ordering = ("-created_at", "-pk")
    inlines = (inline(Note, "at", "author", "text", select_related=("author",)),)
