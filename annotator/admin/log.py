"""Admin pages of the log of edits, of adjudicators' decisions, and of notes."""

from django.contrib import admin

from annotator.admin.read_only import ReadOnlyAdmin, inline, json_column, project_column, project_filter
from annotator.work.adjudication.models import Decision
from annotator.work.log.models import Edit
from annotator.work.notes.models import Note, NoteThread

WORK_RELATIONS = ("work__topic__project", "work__summary", "work__owner")
PROJECT_COLUMN, PROJECT_FILTER = project_column("work__topic__project"), project_filter("work__topic__project")
JSON_COLUMNS = tuple(json_column(field) for field in ("payload", "before", "after"))
WORK_SEARCH_FIELDS = ("work__topic__key", "work__owner__name")


@admin.register(Edit)
class EditAdmin(ReadOnlyAdmin):
    list_display = ("at", "verb", "actor", "work", "revision", PROJECT_COLUMN)
    list_filter = ("at", PROJECT_FILTER, "verb")
    search_fields = ("verb", "actor__username", *WORK_SEARCH_FIELDS)
    date_hierarchy = "at"
    ordering = ("-pk",)
    row_select_related = ("actor", *WORK_RELATIONS)
    fields = (PROJECT_COLUMN, "work", "revision", "at", "actor", "verb", *JSON_COLUMNS, "group", "uuid")
    readonly_fields = (PROJECT_COLUMN, *JSON_COLUMNS)


@admin.register(Decision)
class DecisionAdmin(ReadOnlyAdmin):
    list_display = ("work", "choice", "note", "key", PROJECT_COLUMN)
    list_filter = ("choice", PROJECT_FILTER)
    search_fields = ("note", *WORK_SEARCH_FIELDS)
    row_select_related = WORK_RELATIONS
    ordering = ("-pk",)


@admin.register(NoteThread)
class NoteThreadAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "work", "resolved_at", "resolved_by", PROJECT_COLUMN)
    list_filter = (("resolved_at", admin.EmptyFieldListFilter), "created_at", PROJECT_FILTER)
    search_fields = ("notes__text", "notes__author__name", *WORK_SEARCH_FIELDS)
    row_select_related = ("resolved_by", "summary", *WORK_RELATIONS)
    ordering = ("-created_at", "-pk")
    inlines = (inline(Note, "at", "author", "text", select_related=("author",)),)
