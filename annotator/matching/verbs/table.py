"""The verbs of a peer annotation, as pure functions from state and edit to the touched images (DESIGN §4)."""

from annotator.matching.verbs import unit_verbs
from annotator.matching.verbs.units import AbsenceImage, PeerImage, PeerState, UnitImage, find_unit, part_ids, units
from annotator.work.edits.decisions import decision_handlers, decision_verbs
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
    Payload,
    Verb,
    one_of,
    span_between,
)

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


def _split_between(payload: Payload) -> tuple[str, str] | None:
    return ("new_unit", "The new unit needs an id of its own.") if payload["unit"] == payload["new_unit"] else None


def _join_between(payload: Payload) -> tuple[str, str] | None:
    return ("units", "A unit cannot be joined to itself.") if payload["into"] in payload["units"] else None


_FLAG = Verb({"unit": UUID, "reason": one_of(*REASONS)})

PEER_VERBS: dict[str, Verb] = {
    "match_part": Verb(
        {"unit": UUID, "part": UUID, "scu": UUID_OR_NULL, "start": OFFSET, "end": OFFSET, **PROVENANCE}, _match_between
    ),
    "set_part": Verb({"part": UUID, "start": OFFSET, "end": OFFSET}, span_between),
    "remove_part": Verb({"part": UUID}),
    "rematch_unit": Verb({"unit": UUID, "scu": UUID_OR_NULL, **PROVENANCE}),
    "split_unit": Verb({"unit": UUID, "new_unit": UUID, "parts": UUIDS}, _split_between),
    "join_units": Verb({"into": UUID, "units": UUIDS}, _join_between),
    "label_unit": Verb({"unit": UUID, "label": LABEL, "was": LABEL}),
    "comment_unit": Verb({"unit": UUID, "comment": COMMENT, "was": COMMENT}),
    "remove_unit": Verb({"unit": UUID}),
    "flag": _FLAG,
    "unflag": _FLAG,
    "mark_absent": Verb({"scu": UUID}),
    "unmark_absent": Verb({"scu": UUID}),
    **decision_verbs("units"),
    **HISTORY_VERBS,
}

PEER: Reducer[PeerState, PeerImage] = Reducer(
    handlers={
        "match_part": unit_verbs.match_part,
        "set_part": unit_verbs.set_part,
        "remove_part": unit_verbs.remove_part,
        "rematch_unit": unit_verbs.rematch_unit,
        "split_unit": unit_verbs.split_unit,
        "join_units": unit_verbs.join_units,
        "label_unit": unit_verbs.label_unit,
        "comment_unit": unit_verbs.comment_unit,
        "remove_unit": unit_verbs.remove_unit,
        "flag": unit_verbs.flag,
        "unflag": unit_verbs.unflag,
        "mark_absent": unit_verbs.mark_absent,
        "unmark_absent": unit_verbs.unmark_absent,
        **decision_handlers("units", find_unit),
    },
    part_ids=part_ids,
    check_overlap=_refuse_new_overlaps,
)

__all__ = ["PEER", "PEER_VERBS", "AbsenceImage", "PeerImage", "PeerState", "UnitImage", "part_ids"]
