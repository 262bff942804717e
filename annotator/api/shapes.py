"""The JSON that pages and the API share, as schemas: images of SCUs and units, workspaces, edits, notes, problems.

These answers are built without serializers, for speed; here is what they hold. Members may be added to them.
"""

from typing import Any

from annotator.formats.json_schema import (
    ANYTHING,
    FLAG,
    NUMBER,
    TEXT,
    TIME,
    UUID,
    WHOLE,
    Schema,
    many,
    maybe,
    one_of,
    shape,
)
from annotator.models.visibility import WorkState
from annotator.reducers.peer import PEER_VERBS
from annotator.reducers.pyramid import PYRAMID_VERBS
from annotator.reducers.request import (
    MAX_ID,
    MAX_LIST,
    MAX_OFFSET,
    Field,
    Verb,
    id_check,
    offset_check,
    uuid_check,
    uuid_or_null_check,
    uuids_check,
)
from annotator.services.states import TURNS


def ref(name: str) -> Schema:
    """A component."""
    return {"$ref": f"#/components/schemas/{name}"}


def _edits(said: str, verbs: dict[str, Verb]) -> Schema:
    edits = {"type": "array", "minItems": 1, "items": {"oneOf": [_edit(name, verb) for name, verb in verbs.items()]}}
    group = shape("One gesture: all of it applies, or nothing.", group=UUID, edits=edits)
    body = shape(said, base={**WHOLE, "minimum": 0, "description": "The revision you know."}, groups=many(group))
    return {**body, "additionalProperties": False}


def _edit(name: str, verb: Verb) -> Schema:
    required = ["id", "verb", *(field for field, told in verb.fields.items() if told.required)]
    fields = {field: _field(told) for field, told in verb.fields.items()}
    properties = {"id": UUID, "verb": {"const": name}, **fields}
    return {
        "type": "object",
        "title": name,
        "required": required,
        "properties": properties,
        "additionalProperties": False,
    }


def _field(field: Field) -> Schema:
    known: list[tuple[Any, Schema]] = [
        (uuid_check, UUID),
        (uuid_or_null_check, maybe(UUID)),
        (uuids_check, {**many(UUID), "minItems": 1, "maxItems": MAX_LIST, "uniqueItems": True}),
        (id_check, {**WHOLE, "minimum": 1, "maximum": MAX_ID}),
        (offset_check, {**WHOLE, "minimum": 0, "maximum": MAX_OFFSET}),
    ]
    return next((schema for check, schema in known if field.check is check), {})


STATE = one_of(WorkState.values)
PART = shape("A span of code points; ends are exclusive.", id=UUID, start=WHOLE, end=WHOLE)
SUMMARY = shape(
    "A summary with its tokens. word_steps: starts and ends of the words in turn, each less the one before.",
    id=WHOLE,
    letter=TEXT,
    summarizer=TEXT,
    title=TEXT,
    text=TEXT,
    word_steps=many(WHOLE),
    sentences=many(WHOLE),
    dir=one_of(["ltr", "rtl"]),
)
CONTRIBUTOR = shape(
    "What one model summary says of an SCU.",
    summary=WHOLE,
    comment=TEXT,
    parts=many(ref("Part")),
    optional={"flags": many(TEXT)},
)
SCU = shape(
    "An SCU as it stands.",
    id=UUID,
    uid=WHOLE,
    position=NUMBER,
    label=TEXT,
    comment=TEXT,
    contributors=many(CONTRIBUTOR),
    optional={"flags": many(TEXT)},
)
UNIT = shape(
    "A mention in a peer, matched to an SCU of the release or to none.",
    id=UUID,
    position=WHOLE,
    scu=maybe(UUID),
    comment=TEXT,
    parts=many(ref("Part")),
    optional={"label": TEXT, "flags": many(TEXT)},
)
STAGE = shape(
    "Where a work stands, who brought it there, and what you may do next.",
    state=STATE,
    verb=TEXT,
    by=maybe(TEXT),
    at=maybe(TIME),
    note=TEXT,
    agreed=FLAG,
    actions=many(one_of(TURNS)),
)
_WORK: dict[str, Schema] = {
    "id": WHOLE,
    "revision": WHOLE,
    "state": STATE,
    "stage": ref("Stage"),
    "open_notes": WHOLE,
    "editable": FLAG,
    "owner": TEXT,
    "project": ANYTHING,
    "topic": ANYTHING,
    "settings": ANYTHING,
    "urls": {"type": "object", "additionalProperties": TEXT},
}
PYRAMID = shape(
    "A pyramid with its texts, as the workspace shows it.",
    **_WORK,
    latest_release=maybe(ANYTHING),
    summaries=many(ref("WorkspaceSummary")),
    scus=many(ref("ScuImage")),
    asides=many(ANYTHING),
    next_uid=WHOLE,
    next_position=NUMBER,
)
PEER_ANNOTATION = shape(
    "A peer annotation with its peer and release, as the workspace shows it.",
    **_WORK,
    peer=ref("WorkspaceSummary"),
    release=ANYTHING,
    units=many(ref("UnitImage")),
    absences=many(ANYTHING),
    next_position=WHOLE,
)
LOGGED = shape(
    "A row of the log; the fields of its verb stand beside these.",
    id=UUID,
    group=UUID,
    revision=WHOLE,
    by=maybe(TEXT),
    at=TIME,
    verb=TEXT,
)
EDITS_ANSWER = shape(
    "What became of the groups. edits: all since base; snapshot in its place where these are too many.",
    revision=WHOLE,
    applied=many(UUID),
    refused=maybe(ref("Refusal")),
    state={**ANYTHING, "description": "Each touched SCU or unit in full, by id; null where it is gone."},
    optional={"edits": many(ref("LoggedEdit")), "snapshot": ANYTHING},
)
REFUSAL = shape(
    "The first group that cannot apply; those before it stay.",
    group=UUID,
    edit=TEXT,
    message=TEXT,
    code=one_of(["gone", "changed", "overlap", "out_of_text", "duplicate", "blocked"]),
)
GESTURE = shape(
    "A group of the log, told in words.",
    group=UUID,
    revision=WHOLE,
    by=maybe(TEXT),
    mine=FLAG,
    at=TIME,
    kind=one_of(["edit", "turn", "event"]),
    turns=maybe(UUID),
    text=TEXT,
    undone=FLAG,
    barred=maybe(TEXT),
    before=ANYTHING,
    after=ANYTHING,
)
NOTE = shape("A note.", id=UUID, by=TEXT, mine=FLAG, at=TIME, text=TEXT)
THREAD = shape(
    "Notes about one thing.",
    id=TEXT,
    scu=maybe(UUID),
    summary=maybe(WHOLE),
    unit=maybe(UUID),
    moved=FLAG,
    resolved=FLAG,
    resolved_by=maybe(TEXT),
    notes=many(ref("Note")),
)
PROBLEM = shape(
    "A problem (RFC 9457). errors: the fields in question; state: that of a work that takes no edits.",
    type={"type": "string", "format": "uri-reference"},
    title=TEXT,
    status=WHOLE,
    detail=TEXT,
    optional={"errors": many(shape("A field.", field=TEXT, message=TEXT)), "state": STATE},
)

COMPONENTS: dict[str, Schema] = {
    "Part": PART,
    "WorkspaceSummary": SUMMARY,
    "ScuImage": SCU,
    "UnitImage": UNIT,
    "Stage": STAGE,
    "PyramidWorkspace": PYRAMID,
    "PeerWorkspace": PEER_ANNOTATION,
    "PyramidEdits": _edits("Groups of edits of a pyramid.", PYRAMID_VERBS),
    "PeerEdits": _edits("Groups of edits of a peer annotation.", PEER_VERBS),
    "EditsAnswer": EDITS_ANSWER,
    "LoggedEdit": LOGGED,
    "Refusal": REFUSAL,
    "Gesture": GESTURE,
    "History": shape("The newest first.", any_order=FLAG, gestures=many(ref("Gesture"))),
    "Note": NOTE,
    "NewNote": shape(
        "id is made by the client; on an SCU, its contributor of a summary, a unit, or the whole work.",
        id=UUID,
        text=TEXT,
        optional={"scu": UUID, "summary": WHOLE, "unit": UUID},
    ),
    "NoteAnswer": {
        "oneOf": [shape("A further note.", id=UUID, text=TEXT), shape("Closed, or open again.", resolved=FLAG)]
    },
    "Threads": shape("The oldest first.", may_write=FLAG, threads=many(THREAD)),
    "SimilarScus": shape(
        "The most alike first; scores are above 0 and at most 1.",
        scus=many(shape("An SCU.", id=UUID, score=NUMBER)),
        optional={"passages": many(shape("Words.", summary=WHOLE, start=WHOLE, end=WHOLE, score=NUMBER))},
    ),
    "Problem": PROBLEM,
}
