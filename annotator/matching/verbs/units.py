"""Units and absences as snapshots (JSON dictionaries), the state of a peer annotation, and its verbs."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NotRequired, TypeAlias, TypedDict, cast

from annotator.work.edits.decisions import DecisionSnapshot
from annotator.work.edits.part_index import PlacedPart
from annotator.work.edits.parts import PartSnapshot, absorb, absorb_all, join_comments, reshape, with_flags
from annotator.work.edits.reducer import State, check_new_id
from annotator.work.edits.verb import Payload, Refused


class UnitSnapshot(TypedDict):
    """Parts of a peer, matched to an SCU of the release or to none (``scu`` is None). Parts are in order of addition.

    The keys ``label`` and ``flags`` are left out if they are empty.
    """

    id: str
    position: int
    scu: str | None
    comment: str
    parts: list[PartSnapshot]
    label: NotRequired[str]
    flags: NotRequired[list[str]]


class AbsenceSnapshot(TypedDict):
    """An SCU that was looked for in the peer and not found. It has no effect on scores."""

    id: str
    scu: str


PeerSnapshot: TypeAlias = UnitSnapshot | AbsenceSnapshot | DecisionSnapshot  # all that an edit can change
Snapshots: TypeAlias = dict[str, PeerSnapshot | None]  # by id; None for a deleted item

ABSENT = "absent:"  # the SCU's id follows


@dataclass(slots=True)
class PeerState(State[PeerSnapshot]):
    """The state that the verbs read and change.

    ``length``: code points of the peer. ``release_scus``: ids of the release's SCUs.
    ``may_mark_non_matching``: the project's setting ``non_matching``.
    """

    next_position: int = 1
    length: int = 0
    release_scus: Collection[str] = frozenset()
    may_mark_non_matching: bool = True

    def placed_parts(self, snapshots: Iterable[PeerSnapshot | None]) -> list[PlacedPart]:
        return [
            PlacedPart(snapshot["id"], 0, part)  # 0: there is only one text
            for snapshot in snapshots
            if snapshot
            for part in cast("list[PartSnapshot]", snapshot.get("parts", []))
        ]


def part_ids(unit: UnitSnapshot) -> set[str]:
    """The ids of all parts of a unit."""
    return {part["id"] for part in unit["parts"]}


def find_unit(state: PeerState, unit_id: str) -> UnitSnapshot:
    """The unit with this id. Raises Refused if there is none."""
    unit = state.snapshots.get(unit_id)
    if unit is None:
        raise Refused("gone", "That unit is no longer there.")
    return cast("UnitSnapshot", unit)


def find_unit_of_part(state: PeerState, part_id: str) -> UnitSnapshot:
    """The unit that has this part. Raises Refused if there is none."""
    placed = state.parts.by_id.get(part_id)
    if placed is None:
        raise Refused("gone", "That part is no longer there.")
    return find_unit(state, placed.item)


def check_end(state: PeerState, end: int) -> None:
    """Raise Refused unless the peer has at least ``end`` characters."""
    if end > state.length:
        raise Refused("out_of_text", "The part ends after the end of the summary.")


def check_scu(state: PeerState, scu: str | None) -> None:
    """Raise Refused unless a unit may be matched to this SCU. None marks the unit as non-matching."""
    if scu is None and not state.may_mark_non_matching:
        raise Refused("gone", "This project does not mark non-matching text.")
    if scu is not None and scu not in state.release_scus:
        raise Refused("gone", "The release has no such SCU.")


def match_part(state: PeerState, payload: Payload) -> Snapshots:
    unit_id, scu = payload["unit"], payload["scu"]
    if unit_id not in state.snapshots:
        check_scu(state, scu)
    check_new_id(state, payload["part"])
    check_end(state, payload["end"])
    part: PartSnapshot = {"id": payload["part"], "start": payload["start"], "end": payload["end"]}
    unit = cast("UnitSnapshot | None", state.snapshots.get(unit_id))
    if unit is None:
        check_new_id(state, unit_id)
        unit = _new_unit(state, unit_id, scu)
    elif unit["scu"] != scu:
        raise Refused("changed", "The unit has since been matched to another SCU.")
    extended: UnitSnapshot = {**unit, "parts": absorb(unit["parts"], part)}
    if part["id"] not in part_ids(extended):  # another part absorbed it; its id must not be used again
        state.reserved_ids.add(part["id"])
    return {unit_id: extended}


def _new_unit(state: PeerState, unit_id: str, scu: str | None) -> UnitSnapshot:
    position = state.next_position
    state.next_position += 1
    return {"id": unit_id, "position": position, "scu": scu, "comment": "", "parts": []}


def set_part(state: PeerState, payload: Payload) -> Snapshots:
    unit = find_unit_of_part(state, payload["part"])
    check_end(state, payload["end"])
    part: PartSnapshot = {"id": payload["part"], "start": payload["start"], "end": payload["end"]}
    return {unit["id"]: {**unit, "parts": reshape(unit["parts"], part)}}


def remove_part(state: PeerState, payload: Payload) -> Snapshots:
    unit = find_unit_of_part(state, payload["part"])
    parts = [part for part in unit["parts"] if part["id"] != payload["part"]]
    return {unit["id"]: {**unit, "parts": parts} if parts else None}


def rematch_unit(state: PeerState, payload: Payload) -> Snapshots:
    unit = find_unit(state, payload["unit"])
    check_scu(state, payload["scu"])
    return {unit["id"]: {**unit, "scu": payload["scu"]}}


def split_unit(state: PeerState, payload: Payload) -> Snapshots:
    """Move parts to a new unit, matched to the same SCU. The old unit keeps its comment."""
    unit, moved_ids = find_unit(state, payload["unit"]), set(payload["parts"])
    check_new_id(state, payload["new_unit"])
    if not moved_ids <= part_ids(unit):
        raise Refused("gone", "A part is no longer in that unit.")
    if moved_ids == part_ids(unit):
        raise Refused("changed", "A part must stay in the unit.")
    new = _new_unit(state, payload["new_unit"], unit["scu"])
    return {
        unit["id"]: {**unit, "parts": [part for part in unit["parts"] if part["id"] not in moved_ids]},
        new["id"]: {**new, "parts": [part for part in unit["parts"] if part["id"] in moved_ids]},
    }


def join_units(state: PeerState, payload: Payload) -> Snapshots:
    """The unit ``into`` keeps its SCU and label, and gets the parts, comments and flags of the others."""
    into = find_unit(state, payload["into"])
    deleted: Snapshots = {}
    for unit_id in payload["units"]:
        other = find_unit(state, unit_id)
        into = {
            **into,
            "comment": join_comments(into["comment"], other["comment"]),
            "parts": absorb_all(into["parts"], other["parts"]),
        }
        into = with_flags(into, {*into.get("flags", []), *other.get("flags", [])})
        deleted[unit_id] = None
    return {into["id"]: into, **deleted}


def label_unit(state: PeerState, payload: Payload) -> Snapshots:
    unit = find_unit(state, payload["unit"])
    if unit.get("label", "") != payload["was"]:
        raise Refused("changed", "The label has since been changed.")
    unlabelled = cast("UnitSnapshot", {key: value for key, value in unit.items() if key != "label"})
    return {unit["id"]: {**unlabelled, "label": payload["label"]} if payload["label"] else unlabelled}


def comment_unit(state: PeerState, payload: Payload) -> Snapshots:
    unit = find_unit(state, payload["unit"])
    if unit["comment"] != payload["was"]:
        raise Refused("changed", "The comment has since been changed.")
    return {unit["id"]: {**unit, "comment": payload["comment"]}}


def remove_unit(state: PeerState, payload: Payload) -> Snapshots:
    return {find_unit(state, payload["unit"])["id"]: None}


def flag(state: PeerState, payload: Payload) -> Snapshots:
    unit = find_unit(state, payload["unit"])
    return {unit["id"]: with_flags(unit, {*unit.get("flags", []), payload["reason"]})}


def unflag(state: PeerState, payload: Payload) -> Snapshots:
    unit = find_unit(state, payload["unit"])
    return {unit["id"]: with_flags(unit, {*unit.get("flags", [])} - {payload["reason"]})}


def mark_absent(state: PeerState, payload: Payload) -> Snapshots:
    check_scu(state, payload["scu"])
    key = f"{ABSENT}{payload['scu']}"
    absence: AbsenceSnapshot = {"id": key, "scu": payload["scu"]}
    return {key: absence}


def unmark_absent(state: PeerState, payload: Payload) -> Snapshots:
    check_scu(state, payload["scu"])
    return {f"{ABSENT}{payload['scu']}": None}
