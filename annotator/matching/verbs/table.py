"""The verbs of a peer annotation, one entry each: pure functions from state and edit to images (DESIGN §4)."""

from annotator.matching.verbs import unit_verbs
from annotator.matching.verbs.units import ABSENT, PeerImage, PeerState, find_unit, part_ids, units
from annotator.work.edits.decisions import decision_verbs
from annotator.work.edits.describe import fixed, flagging, naming_touched
from annotator.work.edits.events import EVENTS, NUMBER, STATE, TEXTS, event, holding
from annotator.work.edits.history import HISTORY_VERBS
from annotator.work.edits.parts import overlap
from annotator.work.edits.reducer import Applied, Reducer
from annotator.work.edits.refusal import Refused
from annotator.work.edits.request import (
    NEW_COMMENT,
    NEW_LABEL,
    PROVENANCE,
    SPAN,
    UUID,
    UUID_OR_NULL,
    UUIDS,
    apart,
    one_of,
    optional,
)
from annotator.work.edits.verb import Done, Verb, keyed

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


def _matched(_: Done, edit: Done) -> str:
    return "matched words to an SCU" if edit.payload["scu"] else "marked words as matching nothing"


_ABSENCE = keyed(ABSENT, "scu")
_FLAG = {"unit": UUID, "reason": one_of(*REASONS)}

PEER_VERBS: dict[str, Verb] = {
    "match_part": Verb(
        {"unit": UUID, "part": UUID, "scu": UUID_OR_NULL, **SPAN, **PROVENANCE},
        unit_verbs.match_part,
        _matched,
        rank=70,
        between=apart("unit", "part", "A part and its unit need different ids."),
    ),
    "set_part": Verb(
        {"part": UUID, **SPAN}, unit_verbs.set_part, naming_touched("changed the bounds of a part of {}"), rank=30
    ),
    "remove_part": Verb({"part": UUID}, unit_verbs.remove_part, naming_touched("removed a part of {}"), rank=40),
    "rematch_unit": Verb(
        {"unit": UUID, "scu": UUID_OR_NULL, **PROVENANCE},
        unit_verbs.rematch_unit,
        fixed("matched a unit to another SCU"),
        rank=80,
    ),
    "split_unit": Verb(
        {"unit": UUID, "new_unit": UUID, "parts": UUIDS},
        unit_verbs.split_unit,
        fixed("split a unit"),
        rank=90,
        between=apart("unit", "new_unit", "The new unit needs an id of its own."),
    ),
    "join_units": Verb(
        {"into": UUID, "units": UUIDS},
        unit_verbs.join_units,
        fixed("joined units"),
        rank=100,
        between=apart("into", "units", "A unit cannot be joined to itself."),
    ),
    "label_unit": Verb({"unit": UUID, **NEW_LABEL}, unit_verbs.label_unit, fixed("labelled a unit"), rank=110),
    "comment_unit": Verb(
        {"unit": UUID, **NEW_COMMENT}, unit_verbs.comment_unit, fixed("commented on a unit"), rank=120
    ),
    "remove_unit": Verb({"unit": UUID}, unit_verbs.remove_unit, fixed("removed a unit"), rank=130),
    "flag": Verb(_FLAG, unit_verbs.flag, flagging("unit", "flagged"), rank=50),
    "unflag": Verb(_FLAG, unit_verbs.unflag, flagging("unit", "unflagged"), rank=60),
    "mark_absent": Verb(
        {"scu": UUID}, unit_verbs.mark_absent, fixed("marked an SCU as absent"), rank=140, loads=_ABSENCE
    ),
    "unmark_absent": Verb(
        {"scu": UUID}, unit_verbs.unmark_absent, fixed("took back that an SCU is absent"), rank=150, loads=_ABSENCE
    ),
    **decision_verbs("units", find_unit, named=False),
    **HISTORY_VERBS,
    **EVENTS,
    "carry_over": event(
        fixed("carried over from another release"),
        revision=optional(NUMBER),
        decisions=optional(TEXTS),
        state=optional(STATE),
        **{"from": optional(holding(lambda _: True))},
    ),
}

PEER: Reducer[PeerState, PeerImage] = Reducer(PEER_VERBS, part_ids, _refuse_new_overlaps)
