"""What becomes of every field of every model in the JSON of a project. A test fails for a field that is not here.

``PLAIN``: written under its own name, as it is. ``OTHERWISE``: how else the file has it, or why it is left out. Both
are by model; works by the name of their kind, as the file has a list of each kind.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import DateField, DateTimeField, Model

from annotator.interchange.models import ImportedFile
from annotator.interchange.project_file.json import timestamp
from annotator.matching.models import KIND as MATCH
from annotator.matching.models import Absence, MatchFile, Unit, UnitPart
from annotator.projects.models import Invitation, Membership, Project, Summary, Topic
from annotator.pyramids.models import KIND as PYRAMID
from annotator.pyramids.models import Contributor, Part, ReleasedScu, Scu, SetAside
from annotator.work.adjudication.models import ConsensusSource, Decision
from annotator.work.log.models import Edit, UsedId
from annotator.work.models import Release, Work
from annotator.work.notes.models import Note, NoteThread
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment

Of = type[Model] | str
"""A model, or the name of a kind of work."""

PLAIN: dict[Of, tuple[str, ...]] = {
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
    SetAside: (),
    Release: ("number", "revision", "created_at", "model_count", "weight_source", "file_name", "document"),
    ReleasedScu: ("uid", "position", "label", "comment", "weight"),
    MATCH: ("state", "revision", "next_position", "created_at"),  # positions of units are whole numbers
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
}

_KEY = "left out: a key of this database"
_ABOVE = "derived: what the file has it under"
_NAME = "by the name"
_ID = "as “id”"
_PLACE = "derived: the place in the list"
_KEPT = "with the account of the same role: its user name, here or where the project comes from"
_LIST = "derived: the list it is in"
_NONE = "left out: works of this kind have none"
_WORK = {"id": _KEY, "kind": _LIST, "topic": _ABOVE, "owner": _NAME, "slot": _NONE, "editors": _NAME}

OTHERWISE: dict[Of, dict[str, str]] = {
    Project: {"id": _KEY},
    Membership: {
        "id": _KEY,
        "project": _ABOVE,
        "user": "as “account”, the user name; never passwords or addresses",
        "account_name": _KEPT,
        "host": "left out: somebody of this installation who was let in by an import; so is the member, if idle",
    },
    Topic: {"id": _KEY, "project": _ABOVE},
    Summary: {"id": _KEY, "topic": _ABOVE, "kind": "in “models” or “peers”", "length": "derived from the text"},
    TopicRole: {"id": _KEY, "topic": _ABOVE, "member": _NAME},
    Assignment: {
        "id": _KEY,
        "kind": "derived: of a peer or not",
        "topic": _ABOVE,
        "member": _NAME,
        "summary": "as “peer”",
        "release": "by owner and number",
        "slot": _NONE,
        "created_by": "the user name",
        "creator_name": _KEPT,
    },
    PYRAMID: {**_WORK, "summary": _NONE, "release": _NONE, "derived_from": _NONE},
    Scu: {"id": _KEY, "pyramid": _ABOVE, "uuid": _ID},
    Contributor: {"id": _KEY, "scu": _ABOVE, "summary": _NAME, "position": _PLACE},
    Part: {"id": _KEY, "contributor": _ABOVE, "pyramid": _ABOVE, "uuid": _ID, "position": _PLACE},
    SetAside: {"id": _KEY, "pyramid": _ABOVE, "summary": _NAME, "start": "in “spans”", "end": "in “spans”"},
    Release: {"id": _KEY, "pyramid": _ABOVE, "created_by": "the user name", "creator_name": _KEPT},
    ReleasedScu: {"id": _KEY, "release": _ABOVE, "uuid": _ID, "contributors": "with names of summaries"},
    MATCH: {
        **_WORK,
        "summary": "as “peer”",
        "release": "by owner and number",
        "derived_from": "by peer, owner and release",
        "next_uid": "left out: units have no numbers",
    },
    MatchFile: {"work": _ABOVE, "name": "as “file_name”", "revision": "as “document_revision”"},
    Unit: {"id": _KEY, "annotation": _ABOVE, "uuid": _ID, "scu": "by its id in the release"},
    UnitPart: {"id": _KEY, "unit": _ABOVE, "annotation": _ABOVE, "uuid": _ID, "position": _PLACE},
    Absence: {"id": _KEY, "annotation": _ABOVE, "scu": "by its id in the release"},
    Edit: {
        "id": _KEY,
        "work": _ABOVE,
        "uuid": _ID,
        "actor": "as “by”, the user name",
        "actor_name": _KEPT,
        "payload": "with names of summaries and annotations",
        "before": "with names of summaries",
        "after": "with names of summaries",
    },
    UsedId: {"id": _KEY, "work": _ABOVE, "uuid": "the items themselves"},
    ConsensusSource: {"id": _KEY, "work": _ABOVE, "source": "by its owner", "kind": _LIST, "position": _PLACE},
    Decision: {"id": _KEY, "work": _ABOVE},
    NoteThread: {
        "id": _KEY,
        "work": _ABOVE,
        "item": "as “scu” or “unit”",
        "summary": _NAME,
        "resolved_by": "the user name",
        "resolver_name": _KEPT,
    },
    Note: {"id": _KEY, "thread": _ABOVE, "author": _NAME, "uuid": _ID},
    ImportedFile: {"id": _KEY, "project": _ABOVE, "report": "with names of topic and release"},
}

WITHOUT: dict[str, str] = {
    Invitation.__name__: "left out: links let people into this installation, and whoever has one comes in",
    "AccountSession": "left out: who is signed in to this installation",
    "ApiToken": "left out: a secret of an account of this installation",
}


def plain(of: Of, row: Mapping[str, Any]) -> dict[str, Any]:
    """The plain fields of a row as the file has them."""
    return {name: _as_json(row[name]) for name in PLAIN[of]}


def _as_json(value: Any) -> Any:
    if isinstance(value, datetime):
        return timestamp(value)
    return str(value) if isinstance(value, UUID | date) else value


def columns(of: Of, item: Mapping[str, Any]) -> dict[str, Any]:
    """The plain fields of an item of the file as columns of a row."""
    return {name: _as_column(of, name, item[name]) for name in PLAIN[of]}


def _as_column(of: Of, name: str, value: Any) -> Any:
    field = (Work if isinstance(of, str) else of)._meta.get_field(name)
    if value is None or not isinstance(field, DateField):
        return value
    return datetime.fromisoformat(value) if isinstance(field, DateTimeField) else date.fromisoformat(value)
