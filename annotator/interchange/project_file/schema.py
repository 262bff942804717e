"""The shape of a project's JSON as a JSON Schema (2020-12). The import checks files against it; docs publish it.

Fields that are stored as they are (``fields.PLAIN``) have the shape of their columns.
"""

from typing import Any

from django.db import models

from annotator.interchange.models import ImportedFile
from annotator.interchange.project_file.fields import PLAIN, ModelOrKind
from annotator.matching.models import KIND as MATCH
from annotator.matching.models import Unit, UnitPart
from annotator.matching.verbs.table import REASONS
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
MOST = 2**31 - 1
_UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_DAY = "[0-9]{4}-[0-9]{2}-[0-9]{2}"


def shape(description: str = "", /, *, optional: Any = (), **members: Schema) -> Schema:
    """An object with these members and no others; ``optional``: the names of those that may be missing."""
    required = [name for name in members if name not in optional]
    closed: Schema = {"type": "object", "required": required, "additionalProperties": False, "properties": members}
    return {"description": description, **closed} if description else closed


def by_key(description: str, patterns: dict[str, Schema]) -> Schema:
    """An object whose values depend on the pattern that their key matches."""
    return {
        "description": description,
        "type": "object",
        "additionalProperties": False,
        "patternProperties": {f"^{key}": value for key, value in patterns.items()},
    }


def many(item: Schema, **limits: Any) -> Schema:
    """A list."""
    return {"type": "array", "items": item, **limits}


def once(item: Schema, **notes: Any) -> Schema:
    """A list without repetitions."""
    return many(item, uniqueItems=True, **notes)


def maybe(value: Schema) -> Schema:
    """This or null."""
    return {"anyOf": [{"type": "null"}, value]}


def text(least: int = 0, most: int | None = None, pattern: str = "") -> Schema:
    """A text; ``pattern`` is that of the whole."""
    limits = {"minLength": least, "maxLength": most, "pattern": pattern and f"^{pattern}$"}
    return {"type": "string", **{name: limit for name, limit in limits.items() if limit}}


TEXT = text()
# What XML 1.0 cannot carry would make every later export to DUCView's files fail.
NOT_XML = "\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff"
XML_TEXT = text(pattern=f"[^{NOT_XML}]*")
FLAG = {"type": "boolean"}
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
    "description": "A user name where the project comes from; null for nobody.",
    "type": ["string", "null"],
    "minLength": 1,
    "maxLength": 150,
}
COUNT = {
    "description": "A whole number: a number of things, an index in a list from 0, an offset in code points.",
    "type": "integer",
    "minimum": 0,
    "maximum": MOST,
}
ANY_COUNT = {"type": "integer", "minimum": -MOST, "maximum": MOST}
PLACE = {
    "description": "Sorts SCUs; need not be whole.",
    "type": "number",
    "minimum": -1_000_000_000_000_000.0,
    "maximum": 1_000_000_000_000_000.0,
}
PAIR = many(COUNT, minItems=2, maxItems=2)
TOKENS = many(COUNT, description="Flat bounds [start, end, start, end, ...] in code points.")
NAMES, UUIDS = once(NAME), many(UUID)


def plain(model_or_kind: ModelOrKind, **special: Schema) -> dict[str, Schema]:
    """The plain fields of a model or kind of work; ``special`` ones are narrower than their columns, or JSON."""
    model = Work if isinstance(model_or_kind, str) else model_or_kind
    return {name: special.get(name) or _of_column(model._meta.get_field(name)) for name in PLAIN[model_or_kind]}


def _of_column(field: Any) -> Schema:
    if field.choices:
        value: Schema = {"enum": [choice for choice, _ in field.choices]}
    elif isinstance(field, models.CharField):
        value = text(most=field.max_length)
    else:
        value = next(value for kind, value in _COLUMNS.items() if isinstance(field, kind))
    return maybe(value) if field.null else value


_COLUMNS: dict[type, Schema] = {
    models.TextField: TEXT,
    models.DateTimeField: TIME,  # before DateField, from which it derives
    models.DateField: DATE,
    models.UUIDField: UUID,
    models.BooleanField: FLAG,
    models.FloatField: PLACE,
    models.PositiveIntegerField: COUNT,
}
RELEASE = shape("A release of the same topic, by the owner of its pyramid and its number.", pyramid=NAME, number=COUNT)
PART = shape(id=UUID, **plain(Part))
SPAN = shape(**plain(Part))
FLAGS = once({"enum": ["unsure", "discuss"]})
CONTRIBUTOR = shape(
    summary=NAME, **plain(Contributor, comment=XML_TEXT, flags=FLAGS), parts=many(PART, minItems=1), optional=("flags",)
)
SCU = shape(
    id=UUID,
    **plain(Scu, label=XML_TEXT, comment=XML_TEXT, flags=FLAGS),
    contributors=many(CONTRIBUTOR),
    optional=("flags",),
)
UNIT_SCU = {**maybe(UUID), "description": "The id of an SCU of the release; null for text that matches none."}
UNIT = shape(
    id=UUID,
    **plain(Unit, label=XML_TEXT, comment=XML_TEXT, flags=once({"enum": list(REASONS)})),
    scu=UNIT_SCU,
    parts=many(shape(id=UUID, **plain(UnitPart)), minItems=1),
    optional=("label", "flags"),
)
ASIDE = {"summary": NAME, "spans": many(PAIR)}
DECISION = plain(
    Decision,
    key={**text(16, 16, "[0-9a-f]{16}"), "description": "Names the difference that was decided."},
    choice=text(most=20, pattern="([A-Z]|agree|both|merge|free)"),
    sources=by_key("By letter of a source the ids of its SCUs or units.", {"[A-Z]$": UUIDS}),
    made=UUIDS,
)


def _edit(items: str, images: dict[str, Schema]) -> Schema:
    """An item of a log. ``items``: what a decision calls what it made."""
    decision = {name: value for name, value in DECISION.items() if name not in ("key", "made")}
    decided = shape(id=text(pattern="decision:[0-9a-f]{16}"), **decision, **{items: UUIDS})
    by_id = {**images, "decision:[0-9a-f]{16}$": decided}
    touched = by_key(
        "What the edit touched, by id; null where it does not exist.",
        {key: maybe(image) for key, image in by_id.items()},
    )
    payload = {
        "description": "The verb's own fields; summaries and annotations as everywhere in this file.",
        "type": "object",
    }
    verb = text(1, 30)
    return shape(id=UUID, **plain(Edit, verb=verb), by=ACCOUNT, payload=payload, before=touched, after=touched)


PYRAMID_EDIT = _edit("scus", {f"{_UUID}$": SCU, "aside:[^/]": shape(id=TEXT, **ASIDE)})
ANNOTATION_EDIT = _edit("units", {f"{_UUID}$": UNIT, "absent:[0-9a-f]": shape(id=TEXT, scu=UUID)})
NOTE = shape(id=UUID, author=NAME, **plain(Note, text=text(1)))
THREAD = shape(
    scu=maybe(UUID),
    summary=maybe(NAME),
    unit=maybe(UUID),
    **plain(NoteThread),
    resolved_by=ACCOUNT,
    notes=many(NOTE, minItems=1),
)
SOURCE = shape(
    "A work that a consensus is made from: of the same topic, or peer and release; by its owner, as at a revision.",
    owner=NAME,
    **plain(ConsensusSource),
)


def _shared(edit: Schema) -> dict[str, Schema]:
    """What works of every kind have after their own fields."""
    return {
        "decisions": many(shape(**DECISION)),
        "sources": many(SOURCE),
        "used_ids": once(UUID, description="Ids of what is gone, never used again."),
        "threads": many(THREAD),
        "log": many(edit, description="Every change, the oldest first. The log alone gives everything above."),
    }


DOCUMENT_PART = shape(start=COUNT, end=COUNT, label=XML_TEXT)
DOCUMENT_CONTRIBUTOR = shape(label=XML_TEXT, comment=XML_TEXT, parts=many(DOCUMENT_PART))
DOCUMENT_SCU = shape(uid=ANY_COUNT, label=XML_TEXT, comment=XML_TEXT, contributors=many(DOCUMENT_CONTRIBUTOR))
PYRAMID_DOCUMENT = shape(
    "An imported file's own form.",
    kind={"const": "pyramid"},
    text=XML_TEXT,
    regex={"type": ["string", "null"]},
    num_models={**ANY_COUNT, "type": ["integer", "null"]},
    models=many(shape(name={"type": ["string", "null"]}, start=COUNT, end=COUNT)),
    scus=many(DOCUMENT_SCU),
)
PEER_DOCUMENT = shape(text=XML_TEXT, scus=many(DOCUMENT_SCU))
RELEASED_CONTRIBUTOR = shape(summary=NAME, comment=XML_TEXT, parts=many(SPAN))
RELEASED_SCU = shape(
    id=UUID, **plain(ReleasedScu, label=XML_TEXT, comment=XML_TEXT), contributors=many(RELEASED_CONTRIBUTOR)
)
RELEASE_BODY = shape(
    **plain(Release, file_name=FILE_NAME, document=maybe(PYRAMID_DOCUMENT)),
    created_by=ACCOUNT,
    scus=many(RELEASED_SCU),
)
PYRAMID_WORK = shape(
    owner=NAME,
    editors=NAMES,
    **plain(PYRAMID),
    scus=many(SCU),
    asides=many(shape(**ASIDE), description="Text that was set aside."),
    releases=many(RELEASE_BODY),
    **_shared(PYRAMID_EDIT),
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
    derived_from=maybe(ANNOTATION),
    editors=NAMES,
    **plain(MATCH, next_position=COUNT),
    file_name=FILE_NAME,
    document=maybe(PEER_DOCUMENT),
    document_revision=maybe(COUNT),
    units=many(UNIT),
    absences=once(UUID, description="SCUs of the release that were looked for and are not in the peer."),
    **_shared(ANNOTATION_EDIT),
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
ASSIGNMENT = shape(member=NAME, peer=maybe(NAME), release=maybe(RELEASE), **plain(Assignment), created_by=ACCOUNT)
TOPIC = shape(
    **plain(Topic, key=NAME),
    models=many(SUMMARY),
    peers=many(SUMMARY),
    roles=many(shape(member=NAME, **plain(TopicRole))),
    pyramids=many(PYRAMID_WORK),
    annotations=many(PEER_ANNOTATION),
    assignments=many(ASSIGNMENT),
)
_COUNTED = ("files", "topics", "models", "peers", "scus", "contributors", "parts", "units")
_REPORTED: dict[str, Schema] = {
    **dict.fromkeys(_COUNTED, COUNT),
    "repairs": many(
        shape(file=TEXT, uid={"type": ["integer", "null"]}, what=TEXT, weight_changed=maybe(PAIR)),
    ),
    "refused": many(shape(file=TEXT, why=TEXT)),
    "same_as": maybe(
        shape(
            "A release, by its topic, the owner of its pyramid and its number.", topic=NAME, pyramid=NAME, number=COUNT
        )
    ),
}
IMPORTED_FILE = shape(
    "A file that was imported. Importing the same bytes again changes nothing.",
    **plain(ImportedFile, name=FILE_NAME, sha256=text(64, 64, "[0-9a-f]{64}")),
    report=shape(**_REPORTED, optional=tuple(_REPORTED)),
)
MEMBER = shape(
    **plain(Membership, name=NAME),
    account={
        **ACCOUNT,
        "description": "The member's user name where the project comes from: no account here by itself.",
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
        members=many(MEMBER),
        imported_files=many(IMPORTED_FILE),
        topics=many(TOPIC),
    ),
}
