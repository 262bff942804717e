"""The verbs of a peer annotation, one entry each: pure functions from state and edit to images (DESIGN §4)."""

from annotator.matching.verbs.unit_verbs import (
    comment_unit,
    flag,
    join_units,
    label_unit,
    mark_absent,
    match_part,
    rematch_unit,
    remove_part,
    remove_unit,
    set_part,
    split_unit,
    unflag,
    unmark_absent,
)
from annotator.matching.verbs.units import ABSENT, PeerImage, PeerState, find_unit, part_ids, units
from annotator.work.edits.decisions import decision_verbs
from annotator.work.edits.describe import fixed, flagging, naming_touched
from annotator.work.edits.events import EVENTS, NUMBER, STATE, event, holding
from annotator.work.edits.history import HISTORY_VERBS
from annotator.work.edits.parts import overlap
from annotator.work.edits.reducer import Applied, Reducer
from annotator.work.edits.refusal import Refused
from annotator.work.edits.request import (
    COMMENT,
    LABEL,
    OFFSET,
    PROVENANCE,
    UUID,
    UUID_OR_NULL,
    UUIDS,
    apart,
    one_of,
    optional,
    span_between,
)
from annotator.work.edits.verb import Done, Named, Payload, Verb

REASONS = ("unsure", "partial", "discuss")


def _refuse_new_overlaps(start: PeerState, end: PeerState, applied: list[Applied[PeerImage]]) -> None:
    """Refuse a group that makes two units share words; what was shared before (imports) stands."""
    old = {part["id"]: part for image in units(start) for part in image["parts"]}
    for image in units(end):
        key = image["id"]
        others = [part for other in units(end) if other["id"] != key for part in other["parts"]]
        for part in image["parts"]:
            if part != old.get(part["id"]) and any(overlap(part, other) for other in others):
                edit = next(step.edit.id for step in reversed(applied) if key in step.after)
                raise Refused("overlap", "These words belong to another unit already.", edit)


def _match_between(payload: Payload) -> tuple[str, str] | None:
    if payload["unit"] == payload["part"]:
        return "part", "A part and its unit need different ids."
    return span_between(payload)


def _absence(payload: Payload) -> Named:
    return Named(others={f"{ABSENT}{payload['scu']}"})


def _matched(_: Done, edit: Done) -> str:
    return "matched words to an SCU" if edit.payload["scu"] else "marked words as matching nothing"


def _is_texts(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


_FLAG = {"unit": UUID, "reason": one_of(*REASONS)}

PEER_VERBS: dict[str, Verb] = {
    "match_part": Verb(
        {"unit": UUID, "part": UUID, "scu": UUID_OR_NULL, "start": OFFSET, "end": OFFSET, **PROVENANCE},
        match_part,
        _matched,
        rank=70,
        between=_match_between,
    ),
    "set_part": Verb(
        {"part": UUID, "start": OFFSET, "end": OFFSET},
        set_part,
        naming_touched("changed the bounds of a part of {}"),
        rank=30,
        between=span_between,
    ),
    "remove_part": Verb({"part": UUID}, remove_part, naming_touched("removed a part of {}"), rank=40),
    "rematch_unit": Verb(
        {"unit": UUID, "scu": UUID_OR_NULL, **PROVENANCE}, rematch_unit, fixed("matched a unit to another SCU"), rank=80
    ),
    "split_unit": Verb(
        {"unit": UUID, "new_unit": UUID, "parts": UUIDS},
        split_unit,
        fixed("split a unit"),
        rank=90,
        between=apart("unit", "new_unit", "The new unit needs an id of its own."),
    ),
    "join_units": Verb(
        {"into": UUID, "units": UUIDS},
        join_units,
        fixed("joined units"),
        rank=100,
        between=apart("into", "units", "A unit cannot be joined to itself."),
    ),
    "label_unit": Verb({"unit": UUID, "label": LABEL, "was": LABEL}, label_unit, fixed("labelled a unit"), rank=110),
    "comment_unit": Verb(
        {"unit": UUID, "comment": COMMENT, "was": COMMENT}, comment_unit, fixed("commented on a unit"), rank=120
    ),
    "remove_unit": Verb({"unit": UUID}, remove_unit, fixed("removed a unit"), rank=130),
    "flag": Verb(_FLAG, flag, flagging("unit", "flagged"), rank=50),
    "unflag": Verb(_FLAG, unflag, flagging("unit", "unflagged"), rank=60),
    "mark_absent": Verb({"scu": UUID}, mark_absent, fixed("marked an SCU as absent"), rank=140, also_names=_absence),
    "unmark_absent": Verb(
        {"scu": UUID}, unmark_absent, fixed("took back that an SCU is absent"), rank=150, also_names=_absence
    ),
    **decision_verbs("units", find_unit, named=False),
    **HISTORY_VERBS,
    **EVENTS,
    "carry_over": event(
        fixed("carried over from another release"),
        revision=optional(NUMBER),
        decisions=optional(holding(_is_texts)),
        state=optional(STATE),
        **{"from": optional(holding(lambda _: True))},
    ),
}

PEER: Reducer[PeerState, PeerImage] = Reducer(PEER_VERBS, part_ids, _refuse_new_overlaps)
