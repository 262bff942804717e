"""The *plain* fields of each model or kind of work, which have the same names in the file and in the database.

``tests/annotator/interchange/test_project_file_fields.py`` lists how the file represents all other fields, or why it
omits them. It fails for a new field that is listed neither there nor here.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from django.db.models import DateField, DateTimeField, Model, Value
from django.db.models.functions import Coalesce, NullIf

from annotator.interchange.models import ImportedFile
from annotator.judgments.models import KIND as SHEET
from annotator.judgments.models import (
    Extract,
    ExtractedItem,
    Instrument,
    Item,
    ItemList,
    Judgment,
    Mark,
    Question,
    Sheet,
)
from annotator.matching.models import KIND as MATCH
from annotator.matching.models import Absence, MatchFile, Unit, UnitPart
from annotator.projects.documents.models import Document
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.pyramids.models import KIND as PYRAMID
from annotator.pyramids.models import Contributor, Part, ReleasedScu, Scu, ScuRelation, SetAside
from annotator.work.adjudication.models import ConsensusSource, Decision
from annotator.work.log.models import Edit, UsedId
from annotator.work.models import Work
from annotator.work.notes.models import Note, NoteThread
from annotator.work.release_models import Release
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment

ModelOrKind = type[Model] | str
"""A model, or the name of a kind of work."""

PLAIN_FIELDS: dict[ModelOrKind, tuple[str, ...]] = {
    Project: (
        "slug",
        "name",
        "guidelines",
        "overlap_models",
        "overlap_peers",
        "non_matching",
        "live_scores",
        "rounding",
        "suggestions",
        "blind",
        "mask_summarizers",
        "shuffle_peers",
        "anonymous_owners",
        "created_at",
    ),
    Membership: ("name", "role"),
    Topic: ("key", "title", "statement", "revealed_at", "created_at"),
    Summary: (
        "summarizer",
        "title",
        "mask",
        "position",
        "text",
        "ends_with_newline",
        "direction",
        "segmenter",
        "words",
        "sentences",
    ),
    TopicRole: ("role",),
    Assignment: ("due", "created_at"),
    PYRAMID: ("state", "revision", "next_uid", "next_position", "created_at"),
    Scu: ("uid", "position", "label", "comment", "flags"),
    Contributor: ("comment", "flags"),
    Part: ("start", "end"),
    ScuRelation: ("kind",),
    SetAside: (),
    Release: ("number", "revision", "created_at", "model_count", "weight_source", "file_name", "document"),
    ReleasedScu: ("uid", "position", "label", "comment", "weight"),
    MATCH: ("state", "revision", "next_position", "created_at"),
    MatchFile: ("document",),
    Unit: ("position", "label", "comment", "flags"),
    UnitPart: ("start", "end"),
    Absence: (),
    Edit: ("group", "revision", "at", "verb"),
    UsedId: (),
    ConsensusSource: ("revision",),
    Decision: ("key", "choice", "note", "sources", "made"),
    NoteThread: ("created_at", "resolved_at"),
    Note: ("at", "text"),
    ImportedFile: ("name", "sha256", "imported_at"),
    Document: (
        *("key", "title", "position", "text", "ends_with_newline", "direction", "segmenter", "words", "sentences"),
    ),
    ItemList: ("source", "number", "name", "created_at", "file_name"),
    Item: ("key", "text", "start", "end", "weight", "importance", "heading", "judged"),
    Extract: ("summarizer", "label", "file_name", "created_at"),
    ExtractedItem: (),
    Instrument: (
        *("key", "name", "kind", "state", "guidelines", "shows_statement", "shows_models", "shows_documents"),
        *("subjects", "walk", "every_value", "blind", "by_assignment", "against", "size", "size_unit", "seed"),
        "created_at",
    ),
    Question: ("key", "name", "text", "per", "minimum", "maximum", "step", "labels", "anchors", "optional"),
    SHEET: ("state", "revision", "created_at"),
    Sheet: ("file_name",),
    Judgment: ("value", "skipped", "comment"),
    Mark: (),
}


def json_fields(model: ModelOrKind, row: Mapping[str, Any]) -> dict[str, Any]:
    """The plain fields of a database row, as JSON values."""
    return {name: as_json_value(row[name]) for name in PLAIN_FIELDS[model]}


def as_json_value(value: Any) -> Any:
    """The value of a column in the form that the file has: times in UTC, dates and ids as text."""
    if isinstance(value, datetime):  # in UTC, with microseconds even if they are 0
        return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    return str(value) if isinstance(value, UUID | date) else value


def user_name_expression(*, account: str, fallback: str) -> Coalesce:
    """SQL for the user name of the account in the column ``account``, else the name in ``fallback``, else null."""
    return Coalesce(f"{account}__username", NullIf(fallback, Value("")))


def column_values(model: ModelOrKind, item: Mapping[str, Any]) -> dict[str, Any]:
    """The plain fields of a JSON object, as values for database columns."""
    return {name: _as_column_value(model, name, item[name]) for name in PLAIN_FIELDS[model]}


def _as_column_value(model: ModelOrKind, name: str, value: Any) -> Any:
    field = (Work if isinstance(model, str) else model)._meta.get_field(name)
    if value is None or not isinstance(field, DateField):
        return value
    return datetime.fromisoformat(value) if isinstance(field, DateTimeField) else date.fromisoformat(value)
