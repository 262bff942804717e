"""SCUs as snapshots (JSON dictionaries), the state of a pyramid, and the verbs that change whole SCUs."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NotRequired, TypeAlias, TypedDict, cast

from annotator.pyramids.verbs.relations import RelationSnapshot, redirect_relations, relations_of, with_relations
from annotator.work.edits.decisions import DecisionSnapshot
from annotator.work.edits.part_index import PlacedPart
from annotator.work.edits.parts import PartSnapshot, absorb_all, join_comments, with_flags
from annotator.work.edits.reducer import State, check_new_id
from annotator.work.edits.verb import Payload, Refused


class ContributorSnapshot(TypedDict):
    """The parts of one model summary that express an SCU. The key ``flags`` is left out if there are none."""

    summary: int
    comment: str
    parts: list[PartSnapshot]
    flags: NotRequired[list[str]]


class ScuSnapshot(TypedDict):
    """An SCU. Contributors and parts are in order of addition. The keys ``flags`` and ``relations`` are left out if
    there are none.
    """

    id: str
    uid: int
    position: float
    label: str
    comment: str
    contributors: list[ContributorSnapshot]
    flags: NotRequired[list[str]]
    relations: NotRequired[list[RelationSnapshot]]


class AsideSnapshot(TypedDict):
    """Text of a summary that was deliberately left out of all SCUs, as separate spans in text order."""

    id: str
    summary: int
    spans: list[list[int]]


PyramidSnapshot: TypeAlias = ScuSnapshot | AsideSnapshot | DecisionSnapshot  # all that an edit can change
Snapshots: TypeAlias = dict[str, PyramidSnapshot | None]  # by id; None for a deleted item

ASIDE = "aside:"  # the summary's id follows, as in "aside:17"


@dataclass(slots=True)
class PyramidState(State[PyramidSnapshot]):
    """The state that the verbs read and change. ``lengths``: the text length of each model summary, by its id."""

    next_uid: int = 1
    next_position: float = 1.0
    lengths: dict[int, int] = field(default_factory=dict)

    def placed_parts(self, snapshots: Iterable[PyramidSnapshot | None]) -> list[PlacedPart]:
        return [
            PlacedPart(snapshot["id"], contributor["summary"], part)
            for snapshot in snapshots
            if snapshot
            for contributor in cast("list[ContributorSnapshot]", snapshot.get("contributors", []))
            for part in contributor["parts"]
        ]


def part_ids(scu: ScuSnapshot) -> set[str]:
    """The ids of all parts of an SCU."""
    return {part["id"] for contributor in scu["contributors"] for part in contributor["parts"]}


def find_scu(state: PyramidState, scu_id: str) -> ScuSnapshot:
    """The SCU with this id. Raises Refused if there is none."""
    scu = state.snapshots.get(scu_id)
    if scu is None:
        raise Refused("gone", "That SCU is no longer there.")
    return cast("ScuSnapshot", scu)


def find_part(state: PyramidState, part_id: str) -> tuple[ScuSnapshot, ContributorSnapshot, PartSnapshot]:
    """The part with this id, with its SCU and contributor. Raises Refused if there is none."""
    placed = state.parts.by_id.get(part_id)
    if placed is None:
        raise Refused("gone", "That part is no longer there.")
    scu = find_scu(state, placed.item)
    return scu, find_contributor(scu, placed.summary), placed.part


def find_contributor(scu: ScuSnapshot, summary: int) -> ContributorSnapshot:
    """The SCU's contributor from this summary. Raises Refused if there is none."""
    for contributor in scu["contributors"]:
        if contributor["summary"] == summary:
            return contributor
    raise Refused("gone", "That SCU has no contributor from this summary any more.")


def check_span(state: PyramidState, summary: int, end: int) -> None:
    """Raise Refused unless this is a model summary of the topic with at least ``end`` characters."""
    if summary not in state.lengths:
        raise Refused("out_of_text", "This topic has no such model summary.")
    if end > state.lengths[summary]:
        raise Refused("out_of_text", "The part ends after the end of the summary.")


def with_contributor(scu: ScuSnapshot, contributor: ContributorSnapshot) -> ScuSnapshot:
    """Returns the SCU with this contributor, which replaces its contributor from the same summary, if any.

    A contributor without parts is removed from the SCU.
    """
    others = [other for other in scu["contributors"] if other["summary"] != contributor["summary"]]
    if not contributor["parts"]:
        return {**scu, "contributors": others}
    if len(others) == len(scu["contributors"]):
        return {**scu, "contributors": [*others, contributor]}
    contributors = [contributor if old["summary"] == contributor["summary"] else old for old in scu["contributors"]]
    return {**scu, "contributors": contributors}


def join_contributor(scu: ScuSnapshot, new: ContributorSnapshot) -> ScuSnapshot:
    """Returns the SCU with this contributor added, or joined with its contributor from the same summary, if any."""
    for old in scu["contributors"]:
        if old["summary"] == new["summary"]:
            joined: ContributorSnapshot = {
                "summary": new["summary"],
                "comment": join_comments(old["comment"], new["comment"]),
                "parts": absorb_all(old["parts"], new["parts"]),
            }
            flags = {*old.get("flags", []), *new.get("flags", [])}
            return with_contributor(scu, with_flags(joined, flags))
    return with_contributor(scu, new)


def position_after(state: PyramidState, scu_id: str | None, *, moving: str = "") -> float | None:
    """A position between this SCU and the next SCU, or before the first SCU if ``scu_id`` is None.

    Returns None if no SCU would follow. ``moving``: the id of the SCU being moved, whose present position is ignored.
    """
    position = -math.inf if scu_id is None else find_scu(state, scu_id)["position"]
    # Keys with a colon, such as "aside:17", are not of SCUs.
    scus = [scu for key, scu in cast("dict[str, ScuSnapshot]", state.snapshots).items() if ":" not in key]
    later = [scu["position"] for scu in scus if scu["position"] > position and scu["id"] != moving]
    if not later:
        return None
    return min(later) - 1 if scu_id is None else (position + min(later)) / 2


def create_scu(state: PyramidState, payload: Payload) -> Snapshots:
    scu_id = payload["scu"]
    check_new_id(state, scu_id)
    return {scu_id: _new_scu(state, scu_id, payload.get("label", ""), payload.get("after"))}


def _new_scu(state: PyramidState, scu_id: str, label: str, after: str | None) -> ScuSnapshot:
    position = position_after(state, after) if after else None
    if position is None:
        position = state.next_position
        state.next_position += 1
    uid = state.next_uid
    state.next_uid += 1
    return {"id": scu_id, "uid": uid, "position": position, "label": label, "comment": "", "contributors": []}


def relabel_scu(state: PyramidState, payload: Payload) -> Snapshots:
    scu = find_scu(state, payload["scu"])
    if scu["label"] != payload["was"]:
        raise Refused("changed", f"The label has since been changed to “{scu['label']}”.")
    return {scu["id"]: {**scu, "label": payload["label"]}}


def comment_scu(state: PyramidState, payload: Payload) -> Snapshots:
    scu = find_scu(state, payload["scu"])
    if scu["comment"] != payload["was"]:
        raise Refused("changed", "The comment has since been changed.")
    return {scu["id"]: {**scu, "comment": payload["comment"]}}


def reorder_scu(state: PyramidState, payload: Payload) -> Snapshots:
    scu = find_scu(state, payload["scu"])
    position = position_after(state, payload["after"], moving=scu["id"])
    if position is None:
        position = state.next_position
        state.next_position += 1
    return {scu["id"]: {**scu, "position": position}}


def delete_scu(state: PyramidState, payload: Payload) -> Snapshots:
    scu_id = find_scu(state, payload["scu"])["id"]
    return {**redirect_relations(state.snapshots, {scu_id: None}), scu_id: None}


def merge_scus(state: PyramidState, payload: Payload) -> Snapshots:
    into = find_scu(state, payload["into"])
    targets: dict[str, str | None] = dict.fromkeys(payload["scus"], into["id"])
    redirected = redirect_relations(state.snapshots, targets)
    into = cast("ScuSnapshot", redirected.get(into["id"], into))
    for scu_id in payload["scus"]:
        source = find_scu(state, scu_id)
        for contributor in source["contributors"]:
            into = join_contributor(into, contributor)
        into = {**into, "comment": join_comments(into["comment"], source["comment"])}
        into = with_flags(into, {*into.get("flags", []), *source.get("flags", [])})
        # Relations between the merged SCUs now lead to ``into`` itself; with_relations() leaves them out.
        into = with_relations(into, [*relations_of(into), *relations_of(redirected.get(scu_id, source))])
    return {**redirected, into["id"]: into, **dict.fromkeys(payload["scus"])}


def relate_scus(state: PyramidState, payload: Payload) -> Snapshots:
    scu, target = find_scu(state, payload["scu"]), find_scu(state, payload["to_scu"])
    return {scu["id"]: with_relations(scu, [*relations_of(scu), {"to": target["id"], "kind": payload["kind"]}])}


def unrelate_scus(state: PyramidState, payload: Payload) -> Snapshots:
    scu, removed = find_scu(state, payload["scu"]), {"to": payload["to_scu"], "kind": payload["kind"]}
    return {scu["id"]: with_relations(scu, [relation for relation in relations_of(scu) if relation != removed])}


def split_scu(state: PyramidState, payload: Payload) -> Snapshots:
    """Move parts to a new SCU. If this divides a contributor, its comment stays with the parts that do not move."""
    scu, moved_ids = find_scu(state, payload["scu"]), set(payload["parts"])
    check_new_id(state, payload["new_scu"])
    if not moved_ids <= part_ids(scu):
        raise Refused("gone", "A part is no longer in that SCU.")
    new = _new_scu(state, payload["new_scu"], payload.get("label", ""), scu["id"])
    reduced = scu
    for contributor in scu["contributors"]:
        moved_parts = [part for part in contributor["parts"] if part["id"] in moved_ids]
        kept_parts = [part for part in contributor["parts"] if part["id"] not in moved_ids]
        if moved_parts:
            moved: ContributorSnapshot = {"summary": contributor["summary"], "comment": "", "parts": moved_parts}
            new = with_contributor(new, moved if kept_parts else contributor)
            reduced = with_contributor(reduced, {**contributor, "parts": kept_parts})
    return {scu["id"]: reduced, new["id"]: new}


def flag(state: PyramidState, payload: Payload) -> Snapshots:
    return _change_flags(state, payload, lambda flags: flags | {payload["reason"]})


def unflag(state: PyramidState, payload: Payload) -> Snapshots:
    return _change_flags(state, payload, lambda flags: flags - {payload["reason"]})


def _change_flags(state: PyramidState, payload: Payload, change: Callable[[set[str]], set[str]]) -> Snapshots:
    scu = find_scu(state, payload["scu"])
    if "summary" not in payload:
        return {scu["id"]: with_flags(scu, change(set(scu.get("flags", []))))}
    contributor = find_contributor(scu, payload["summary"])
    flagged = with_flags(contributor, change(set(contributor.get("flags", []))))
    return {scu["id"]: with_contributor(scu, flagged)}
