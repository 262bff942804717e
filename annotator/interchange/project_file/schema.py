"""The JSON Schema (2020-12) of a project file. The import checks files against it; docs/project.schema.json is a copy.

Keys that earlier versions of Pyramidion did not write are optional: without the key, the file has no such data.
"""

from annotator.interchange.models import ImportedFile
from annotator.interchange.project_file.judgment_schema import DOCUMENT, EXTRACT, INSTRUMENT, ITEM_LIST
from annotator.interchange.project_file.plain_schema import plain  # returns the schemas of a model's plain fields
from annotator.interchange.project_file.schema_types import (
    ACCOUNT,
    FILE_NAME,
    INTEGER,
    NAME,
    NAMES,
    NATURAL,
    PAIR,
    TEXT,
    TOKENS,
    UUID,
    UUID_PATTERN,
    UUIDS,
    XML_TEXT,
    Schema,
    keyed_object,
    list_of,
    object_of,
    or_null,
    set_of,
    text,
)
from annotator.matching.models import KIND as MATCH
from annotator.matching.models import Unit, UnitPart
from annotator.matching.verbs.table import FLAG_REASONS
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.pyramids.models import KIND as PYRAMID
from annotator.pyramids.models import Contributor, Part, ReleasedScu, Scu, ScuRelation
from annotator.pyramids.verbs.relations import RELATION_KINDS
from annotator.work.adjudication.models import ConsensusSource, Decision
from annotator.work.log.models import Edit
from annotator.work.notes.models import Note, NoteThread
from annotator.work.release_models import Release
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment

FORMAT = "pyramidion-project"
VERSION = 1


RELEASE_REFERENCE = object_of("A release of this topic: its pyramid's owner, its number.", pyramid=NAME, number=NATURAL)
PART = object_of(id=UUID, **plain(Part))
SPAN = object_of(**plain(Part))
FLAGS = set_of({"enum": ["unsure", "discuss"]})
RELATION = object_of(
    "A relation to another SCU of the pyramid or release: this SCU makes no sense without it, or also says it.",
    to=UUID,
    **plain(ScuRelation, kind={"enum": list(RELATION_KINDS)}),
)
RELATIONS = list_of(RELATION, description="Sorted by kind, then by id.")
CONTRIBUTOR = object_of(
    summary=NAME,
    **plain(Contributor, comment=XML_TEXT, flags=FLAGS),
    parts=list_of(PART, minItems=1),
    optional=("flags",),
)
SCU = object_of(
    id=UUID,
    **plain(Scu, label=XML_TEXT, comment=XML_TEXT, flags=FLAGS),
    contributors=list_of(CONTRIBUTOR),
    relations=RELATIONS,
    optional=("flags", "relations"),
)
MATCHED_SCU = {**or_null(UUID), "description": "The id of an SCU of the release; null for text that matches none."}
UNIT = object_of(
    id=UUID,
    **plain(Unit, label=XML_TEXT, comment=XML_TEXT, flags=set_of({"enum": list(FLAG_REASONS)})),
    scu=MATCHED_SCU,
    parts=list_of(object_of(id=UUID, **plain(UnitPart)), minItems=1),
    optional=("label", "flags"),
)
ASIDE_PROPERTIES = {"summary": NAME, "spans": list_of(PAIR)}
DECISION_PROPERTIES = plain(
    Decision,
    key={**text(16, 16, "[0-9a-f]{16}"), "description": "Identifies the difference that was decided."},
    choice=text(max_length=20, pattern="([A-Z]|agree|both|merge|free)"),
    sources=keyed_object("The ids of the SCUs or units of a source, by the letter of the source.", {"[A-Z]$": UUIDS}),
    made={**UUIDS, "description": "The ids of the SCUs or units that the decision created."},
)


def _edit_schema(items: str, snapshot_schemas: dict[str, Schema]) -> Schema:
    """The schema of an edit in a log. ``items``: "scus" or "units". ``snapshot_schemas``: by pattern of their ids."""
    decision = {name: value for name, value in DECISION_PROPERTIES.items() if name not in ("key", "made")}
    decision_snapshot = object_of(id=text(pattern="decision:[0-9a-f]{16}"), **decision, **{items: UUIDS})
    schemas = {**snapshot_schemas, "decision:[0-9a-f]{16}$": decision_snapshot}
    snapshots = keyed_object(
        "What the edit changed, by id; null for what did not exist at that time.",
        {pattern: or_null(schema) for pattern, schema in schemas.items()},
    )
    payload = {
        "description": "The fields of this type of edit; references to summaries and annotations are as elsewhere.",
        "type": "object",
    }
    verb = text(1, 30)
    return object_of(id=UUID, **plain(Edit, verb=verb), by=ACCOUNT, payload=payload, before=snapshots, after=snapshots)


PYRAMID_EDIT = _edit_schema("scus", {f"{UUID_PATTERN}$": SCU, "aside:[^/]": object_of(id=TEXT, **ASIDE_PROPERTIES)})
ANNOTATION_EDIT = _edit_schema("units", {f"{UUID_PATTERN}$": UNIT, "absent:[0-9a-f]": object_of(id=TEXT, scu=UUID)})
NOTE = object_of(id=UUID, author=NAME, **plain(Note, text=text(1)))
THREAD = object_of(
    scu=or_null(UUID),
    summary=or_null(NAME),
    unit=or_null(UUID),
    **plain(NoteThread),
    resolved_by=ACCOUNT,
    notes=list_of(NOTE, minItems=1),
)
CONSENSUS_SOURCE = object_of(
    "A work that a consensus was made from (of the same topic, peer and release): its owner, and its revision then.",
    owner=NAME,
    **plain(ConsensusSource),
)


def _common_fields(edit: Schema) -> dict[str, Schema]:
    """The schemas of the fields that works of every kind have."""
    return {
        "decisions": list_of(object_of(**DECISION_PROPERTIES)),
        "sources": list_of(CONSENSUS_SOURCE),
        "used_ids": set_of(UUID, description="Ids of deleted items, which are never used again."),
        "threads": list_of(THREAD),
        "log": list_of(edit, description="All edits, the oldest first; applied in this order, they give the items."),
    }


# Here a document is the content of an imported file, not a source text as in `judgment_schema`.
DOCUMENT_PART = object_of(start=NATURAL, end=NATURAL, label=XML_TEXT)
DOCUMENT_CONTRIBUTOR = object_of(label=XML_TEXT, comment=XML_TEXT, parts=list_of(DOCUMENT_PART))
DOCUMENT_SCU = object_of(uid=INTEGER, label=XML_TEXT, comment=XML_TEXT, contributors=list_of(DOCUMENT_CONTRIBUTOR))
PYRAMID_DOCUMENT = object_of(
    "The content of an imported file; “guess” says how its text was divided into model summaries if this was guessed.",
    optional=("guess",),
    kind={"const": "pyramid"},
    text=XML_TEXT,
    regex={"type": ["string", "null"]},
    num_models={**INTEGER, "type": ["integer", "null"]},
    models=list_of(object_of(name={"type": ["string", "null"]}, start=NATURAL, end=NATURAL)),
    scus=list_of(DOCUMENT_SCU),
    guess=XML_TEXT,
)
PEER_DOCUMENT = object_of(
    "The content of an imported file; with its own “pyramid” if its copy differs from the pyramid of the release.",
    optional=("pyramid",),
    text=XML_TEXT,
    scus=list_of(DOCUMENT_SCU),
    pyramid=PYRAMID_DOCUMENT,
)
RELEASED_CONTRIBUTOR = object_of(summary=NAME, comment=XML_TEXT, parts=list_of(SPAN))
RELEASED_SCU = object_of(
    id=UUID,
    **plain(ReleasedScu, label=XML_TEXT, comment=XML_TEXT),
    contributors=list_of(RELEASED_CONTRIBUTOR),
    relations=RELATIONS,
    optional=("relations",),
)
RELEASE = object_of(
    **plain(Release, file_name=FILE_NAME, document=or_null(PYRAMID_DOCUMENT)),
    created_by=ACCOUNT,
    scus=list_of(RELEASED_SCU),
)
PYRAMID_WORK = object_of(
    owner=NAME,
    editors=NAMES,
    **plain(PYRAMID),
    scus=list_of(SCU),
    asides=list_of(object_of(**ASIDE_PROPERTIES), description="Text that was set aside."),
    releases=list_of(RELEASE),
    **_common_fields(PYRAMID_EDIT),
)
ANNOTATION_REFERENCE = object_of(
    "Identifies a peer annotation of the same topic: its peer, its owner, and its release (by pyramid and number).",
    peer=NAME,
    owner=NAME,
    pyramid=NAME,
    number=NATURAL,
)
PEER_ANNOTATION = object_of(
    peer=NAME,
    owner=NAME,
    release=RELEASE_REFERENCE,
    derived_from=or_null(ANNOTATION_REFERENCE),
    editors=NAMES,
    **plain(MATCH, next_position=NATURAL),  # positions of units, unlike those of SCUs, are whole numbers
    file_name=FILE_NAME,
    document=or_null(PEER_DOCUMENT),
    document_revision=or_null(NATURAL),
    units=list_of(UNIT),
    absences=set_of(UUID, description="Ids of the release's SCUs that were looked for in the peer and not found."),
    **_common_fields(ANNOTATION_EDIT),
)
SUMMARY = object_of(
    **plain(
        Summary,
        summarizer=NAME,
        direction={"enum": ["ltr", "rtl"]},
        words=TOKENS,
        sentences={**TOKENS, "description": "Bounds like those of words, as segmented or as corrected by a manager."},
    )
)
ASSIGNMENT = object_of(
    member=NAME,
    peer=or_null(NAME),
    release=or_null(RELEASE_REFERENCE),
    **plain(Assignment),
    created_by=ACCOUNT,
    slot={**text(1, 100), "description": "Of a task of judgments: the key of the instrument, and a model if any."},
    optional=("slot",),
)
TOPIC = object_of(
    **plain(Topic, key=NAME),
    models=list_of(SUMMARY),
    peers=list_of(SUMMARY),
    roles=list_of(object_of(member=NAME, **plain(TopicRole))),
    pyramids=list_of(PYRAMID_WORK),
    annotations=list_of(PEER_ANNOTATION),
    assignments=list_of(ASSIGNMENT),
    documents=list_of(DOCUMENT),
    item_lists=list_of(ITEM_LIST),
    extracts=list_of(EXTRACT),
    optional=("documents", "item_lists", "extracts"),
)
_REPORT_COUNTS = ("files", "topics", "models", "peers", "scus", "contributors", "parts", "units")
_REPORT_PROPERTIES: dict[str, Schema] = {
    **dict.fromkeys(_REPORT_COUNTS, NATURAL),
    "repairs": list_of(
        object_of(file=TEXT, uid={"type": ["integer", "null"]}, what=TEXT, weight_changed=or_null(PAIR))
    ),
    "refused": list_of(object_of(file=TEXT, why=TEXT)),
    "same_as": or_null(object_of("The release that this file repeats.", topic=NAME, pyramid=NAME, number=NATURAL)),
}
IMPORTED_FILE = object_of(
    "A file that was imported. Importing the same bytes again changes nothing.",
    **plain(ImportedFile, name=FILE_NAME, sha256=text(64, 64, "[0-9a-f]{64}")),
    report=object_of(**_REPORT_PROPERTIES, optional=tuple(_REPORT_PROPERTIES)),
)
MEMBER = object_of(
    **plain(Membership, name=NAME),
    program={**text(max_length=100), "description": "Only of a program that judged: its version."},
    optional=("program",),
    account={
        **ACCOUNT,
        "description": "The member's user name on the exporting site; imports may link it to an account.",
    },
)
SCHEMA: Schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": f"urn:pyramidion:project:{VERSION}",
    "title": "A project of Pyramidion",
    **object_of(
        f"Version {VERSION}. Rules that a schema cannot express are in docs/project-format.md.",
        format={"const": FORMAT},
        version={"const": VERSION},
        project=object_of(**plain(Project, slug=text(1, 60, "[-a-zA-Z0-9_]+"), name=text(1, 200))),
        members=list_of(MEMBER),
        imported_files=list_of(IMPORTED_FILE),
        topics=list_of(TOPIC),
        instruments=list_of(INSTRUMENT),
        optional=("instruments",),
    ),
}
