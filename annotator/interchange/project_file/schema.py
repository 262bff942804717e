"""A JSON Schema (2020-12) for a project's JSON. The import checks files against it; docs/project.schema.json is a copy.

The schemas of plain fields (see ``fields``) are derived from their columns.
"""

from typing import Any

from django.db import models

from annotator.interchange.models import ImportedFile
from annotator.interchange.project_file.fields import PLAIN, ModelOrKind
from annotator.matching.models import KIND as MATCH
from annotator.matching.models import Unit, UnitPart
from annotator.matching.verbs.table import FLAG_REASONS
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.pyramids.models import KIND as PYRAMID
from annotator.pyramids.models import Contributor, Part, ReleasedScu, Scu
from annotator.work.adjudication.models import ConsensusSource, Decision
from annotator.work.log.models import Edit
from annotator.work.models import Release, Work
from annotator.work.notes.models import Note, NoteThread
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment

FORMAT = "pyramidion-project"
VERSION = 1
Schema = dict[str, Any]
MAX_INTEGER = 2**31 - 1
_UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_DAY = "[0-9]{4}-[0-9]{2}-[0-9]{2}"


def shape(description: str = "", /, *, optional: Any = (), **members: Schema) -> Schema:
    """The schema of an object with these members and no others; ``optional``: the names that may be missing."""
    required = [name for name in members if name not in optional]
    closed: Schema = {"type": "object", "required": required, "additionalProperties": False, "properties": members}
    return {"description": description, **closed} if description else closed


def keyed_object(description: str, patterns: dict[str, Schema]) -> Schema:
    """The schema of an object with free keys; the pattern that a key matches decides the schema of its value."""
    return {
        "description": description,
        "type": "object",
        "additionalProperties": False,
        "patternProperties": {f"^{key}": value for key, value in patterns.items()},
    }


def list_of(item: Schema, **limits: Any) -> Schema:
    return {"type": "array", "items": item, **limits}


def set_of(item: Schema, **notes: Any) -> Schema:
    return list_of(item, uniqueItems=True, **notes)


def or_null(value: Schema) -> Schema:
    return {"anyOf": [{"type": "null"}, value]}


def text(least: int = 0, most: int | None = None, pattern: str = "") -> Schema:
    """The schema of a text of this length that fully matches ``pattern``."""
    limits = {"minLength": least, "maxLength": most, "pattern": pattern and f"^{pattern}$"}
    return {"type": "string", **{name: limit for name, limit in limits.items() if limit}}


TEXT = text()
# Characters that XML 1.0 forbids; with one of them, no DUCView file could be exported.
NOT_XML = "\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff"
XML_TEXT = text(pattern=f"[^{NOT_XML}]*")
BOOLEAN = {"type": "boolean"}
UUID = text(36, 36, _UUID)
DATE = {**text(10, 10, _DAY), "format": "date"}
TIME = {
    **text(27, 27, f"{_DAY}T[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}[.][0-9]{{6}}Z"),
    "format": "date-time",
    "description": "A time in UTC, exact to the microsecond.",
}
FILE_NAME = text(most=255, pattern=r"[^/\\]*")
NAME = {
    **text(1, 100, "[^/]+"),
    "description": "A name that can be a step of a URL: a member, a topic's key, a summarizer.",
}
ACCOUNT = {
    "description": "A user name on the site that exported the project; null for nobody.",
    "type": ["string", "null"],
    "minLength": 1,
    "maxLength": 150,
}
COUNT = {
    "description": "A whole number: a number of things, an index in a list from 0, an offset in code points.",
    "type": "integer",
    "minimum": 0,
    "maximum": MAX_INTEGER,
}
INTEGER = {"type": "integer", "minimum": -MAX_INTEGER, "maximum": MAX_INTEGER}
POSITION = {
    "description": "Sorts SCUs; need not be whole.",
    "type": "number",
    "minimum": -1_000_000_000_000_000.0,
    "maximum": 1_000_000_000_000_000.0,
}
PAIR = list_of(COUNT, minItems=2, maxItems=2)
TOKENS = list_of(COUNT, description="Flat bounds [start, end, start, end, ...] in code points.")
NAMES, UUIDS = set_of(NAME), list_of(UUID)


def plain(model_or_kind: ModelOrKind, **overrides: Schema) -> dict[str, Schema]:
    """Schemas of a model's or kind's plain fields; ``overrides`` for JSON columns and for stricter schemas."""
    model = Work if isinstance(model_or_kind, str) else model_or_kind
    return {name: overrides.get(name) or _column_schema(model._meta.get_field(name)) for name in PLAIN[model_or_kind]}


def _column_schema(field: Any) -> Schema:
    if field.choices:
        value: Schema = {"enum": [choice for choice, _ in field.choices]}
    elif isinstance(field, models.CharField):
        value = text(most=field.max_length)
    else:
        value = next(schema for field_type, schema in _COLUMNS.items() if isinstance(field, field_type))
    return or_null(value) if field.null else value


_COLUMNS: dict[type, Schema] = {
    models.TextField: TEXT,
    models.DateTimeField: TIME,  # before DateField, from which it derives
    models.DateField: DATE,
    models.UUIDField: UUID,
    models.BooleanField: BOOLEAN,
    models.FloatField: POSITION,
    models.PositiveIntegerField: COUNT,
}
RELEASE = shape("A release of the same topic, by the owner of its pyramid and its number.", pyramid=NAME, number=COUNT)
PART = shape(id=UUID, **plain(Part))
SPAN = shape(**plain(Part))
FLAGS = set_of({"enum": ["unsure", "discuss"]})
CONTRIBUTOR = shape(
    summary=NAME,
    **plain(Contributor, comment=XML_TEXT, flags=FLAGS),
    parts=list_of(PART, minItems=1),
    optional=("flags",),
)
SCU = shape(
    id=UUID,
    **plain(Scu, label=XML_TEXT, comment=XML_TEXT, flags=FLAGS),
    contributors=list_of(CONTRIBUTOR),
    optional=("flags",),
)
UNIT_SCU = {**or_null(UUID), "description": "The id of an SCU of the release; null for text that matches none."}
UNIT = shape(
    id=UUID,
    **plain(Unit, label=XML_TEXT, comment=XML_TEXT, flags=set_of({"enum": list(FLAG_REASONS)})),
    scu=UNIT_SCU,
    parts=list_of(shape(id=UUID, **plain(UnitPart)), minItems=1),
    optional=("label", "flags"),
)
ASIDE = {"summary": NAME, "spans": list_of(PAIR)}
DECISION = plain(
    Decision,
    key={**text(16, 16, "[0-9a-f]{16}"), "description": "Names the difference that was decided."},
    choice=text(most=20, pattern="([A-Z]|agree|both|merge|free)"),
    sources=keyed_object("By the letter of a source: the ids of its SCUs or units.", {"[A-Z]$": UUIDS}),
    made=UUIDS,
)


def _edit(items: str, snapshots: dict[str, Schema]) -> Schema:
    """The schema of an edit in a log. ``items``: the key for the items that a decision has made, "scus" or "units"."""
    decision = {name: value for name, value in DECISION.items() if name not in ("key", "made")}
    decided = shape(id=text(pattern="decision:[0-9a-f]{16}"), **decision, **{items: UUIDS})
    by_id = {**snapshots, "decision:[0-9a-f]{16}$": decided}
    touched = keyed_object(
        "What the edit touched, by id; null if it did not exist then.",
        {key: or_null(snapshot) for key, snapshot in by_id.items()},
    )
    payload = {
        "description": "The verb's own fields; they refer to summaries and annotations as this file does.",
        "type": "object",
    }
    verb = text(1, 30)
    return shape(id=UUID, **plain(Edit, verb=verb), by=ACCOUNT, payload=payload, before=touched, after=touched)


PYRAMID_EDIT = _edit("scus", {f"{_UUID}$": SCU, "aside:[^/]": shape(id=TEXT, **ASIDE)})
ANNOTATION_EDIT = _edit("units", {f"{_UUID}$": UNIT, "absent:[0-9a-f]": shape(id=TEXT, scu=UUID)})
NOTE = shape(id=UUID, author=NAME, **plain(Note, text=text(1)))
THREAD = shape(
    scu=or_null(UUID),
    summary=or_null(NAME),
    unit=or_null(UUID),
    **plain(NoteThread),
    resolved_by=ACCOUNT,
    notes=list_of(NOTE, minItems=1),
)
SOURCE = shape(
    "A work that a consensus was made from, on the same topic, or peer and release: its owner, and its revision then.",
    owner=NAME,
    **plain(ConsensusSource),
)


def _common_fields(edit: Schema) -> dict[str, Schema]:
    """The schemas of the fields that works of every kind have."""
    return {
        "decisions": list_of(shape(**DECISION)),
        "sources": list_of(SOURCE),
        "used_ids": set_of(UUID, description="Ids of deleted items, which are never used again."),
        "threads": list_of(THREAD),
        "log": list_of(edit, description="Every change, the oldest first. The log alone gives everything above."),
    }


DOCUMENT_PART = shape(start=COUNT, end=COUNT, label=XML_TEXT)
DOCUMENT_CONTRIBUTOR = shape(label=XML_TEXT, comment=XML_TEXT, parts=list_of(DOCUMENT_PART))
DOCUMENT_SCU = shape(uid=INTEGER, label=XML_TEXT, comment=XML_TEXT, contributors=list_of(DOCUMENT_CONTRIBUTOR))
PYRAMID_DOCUMENT = shape(
    "The content of an imported DUCView file, with its own text and offsets.",
    kind={"const": "pyramid"},
    text=XML_TEXT,
    regex={"type": ["string", "null"]},
    num_models={**INTEGER, "type": ["integer", "null"]},
    models=list_of(shape(name={"type": ["string", "null"]}, start=COUNT, end=COUNT)),
    scus=list_of(DOCUMENT_SCU),
)
PEER_DOCUMENT = shape(text=XML_TEXT, scus=list_of(DOCUMENT_SCU))
RELEASED_CONTRIBUTOR = shape(summary=NAME, comment=XML_TEXT, parts=list_of(SPAN))
RELEASED_SCU = shape(
    id=UUID, **plain(ReleasedScu, label=XML_TEXT, comment=XML_TEXT), contributors=list_of(RELEASED_CONTRIBUTOR)
)
RELEASE_BODY = shape(
    **plain(Release, file_name=FILE_NAME, document=or_null(PYRAMID_DOCUMENT)),
    created_by=ACCOUNT,
    scus=list_of(RELEASED_SCU),
)
PYRAMID_WORK = shape(
    owner=NAME,
    editors=NAMES,
    **plain(PYRAMID),
    scus=list_of(SCU),
    asides=list_of(shape(**ASIDE), description="Text that was set aside."),
    releases=list_of(RELEASE_BODY),
    **_common_fields(PYRAMID_EDIT),
)
ANNOTATION = shape(
    "A peer annotation of the same topic: whose, of which peer, against which release.",
    peer=NAME,
    owner=NAME,
    pyramid=NAME,
    number=COUNT,
)
PEER_ANNOTATION = shape(
    peer=NAME,
    owner=NAME,
    release=RELEASE,
    derived_from=or_null(ANNOTATION),
    editors=NAMES,
    **plain(MATCH, next_position=COUNT),
    file_name=FILE_NAME,
    document=or_null(PEER_DOCUMENT),
    document_revision=or_null(COUNT),
    units=list_of(UNIT),
    absences=set_of(UUID, description="SCUs of the release that were looked for and are not in the peer."),
    **_common_fields(ANNOTATION_EDIT),
)
SUMMARY = shape(
    **plain(
        Summary,
        summarizer=NAME,
        direction={"enum": ["ltr", "rtl"]},
        words=TOKENS,
        sentences={**TOKENS, "description": "As segmented, or as a manager has corrected them."},
    )
)
ASSIGNMENT = shape(member=NAME, peer=or_null(NAME), release=or_null(RELEASE), **plain(Assignment), created_by=ACCOUNT)
TOPIC = shape(
    **plain(Topic, key=NAME),
    models=list_of(SUMMARY),
    peers=list_of(SUMMARY),
    roles=list_of(shape(member=NAME, **plain(TopicRole))),
    pyramids=list_of(PYRAMID_WORK),
    annotations=list_of(PEER_ANNOTATION),
    assignments=list_of(ASSIGNMENT),
)
_REPORT_COUNTS = ("files", "topics", "models", "peers", "scus", "contributors", "parts", "units")
_REPORT: dict[str, Schema] = {
    **dict.fromkeys(_REPORT_COUNTS, COUNT),
    "repairs": list_of(shape(file=TEXT, uid={"type": ["integer", "null"]}, what=TEXT, weight_changed=or_null(PAIR))),
    "refused": list_of(shape(file=TEXT, why=TEXT)),
    "same_as": or_null(
        shape(
            "A release, by its topic, the owner of its pyramid and its number.", topic=NAME, pyramid=NAME, number=COUNT
        )
    ),
}
IMPORTED_FILE = shape(
    "A file that was imported. Importing the same bytes again changes nothing.",
    **plain(ImportedFile, name=FILE_NAME, sha256=text(64, 64, "[0-9a-f]{64}")),
    report=shape(**_REPORT, optional=tuple(_REPORT)),
)
MEMBER = shape(
    **plain(Membership, name=NAME),
    account={
        **ACCOUNT,
        "description": "The member's user name on the site that exported it; the import may link an account here.",
    },
)
SCHEMA: Schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": f"urn:pyramidion:project:{VERSION}",
    "title": "A project of Pyramidion",
    **shape(
        f"Version {VERSION}. What the schema cannot say is in docs/project-format.md.",
        format={"const": FORMAT},
        version={"const": VERSION},
        project=shape(**plain(Project, slug=text(1, 60, "[-a-zA-Z0-9_]+"), name=text(1, 200))),
        members=list_of(MEMBER),
        imported_files=list_of(IMPORTED_FILE),
        topics=list_of(TOPIC),
    ),
}
