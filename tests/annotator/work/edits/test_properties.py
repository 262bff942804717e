"""What holds after any sequence of edits, whatever is refused on the way."""

import copy
from collections.abc import Iterator
from graphlib import TopologicalSorter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.matching.verbs.table import PEER_REDUCER, PEER_VERBS
from annotator.matching.verbs.units import PeerState
from annotator.pyramids.verbs.relations import RELATION_KINDS
from annotator.pyramids.verbs.scus import PyramidState
from annotator.pyramids.verbs.table import PYRAMID_REDUCER, PYRAMID_VERBS
from annotator.work.edits.history import HISTORY_VERBS
from annotator.work.edits.parts import PartSnapshot, absorb, overlap, reshape
from annotator.work.edits.reducer import AppliedEdit, Reducer, State
from annotator.work.edits.request import EditRequest, Group, parse_request
from annotator.work.edits.verb import Refused
from tests.annotator.work.edits.strategies import LENGTH, SUMMARIES, groups_of, peer_edits, pyramid_edits
from tests.factories import SCU_IDS, client_id

steady = settings(derandomize=True, deadline=None)
Groups = list[dict[str, Any]]
overlaps = st.sampled_from(["allow", "warn", "forbid"])


def _states(
    reducer: Reducer[Any, Any], verbs: dict[str, Any], state: State[Any], groups: Groups, rule: str
) -> Iterator[tuple[State[Any], State[Any], list[AppliedEdit[Any]]]]:
    """(before, after, applied) of each group that applies; no group, refused or not, changes the state it meets."""
    _, parsed = parse_request({"base": 0, "groups": groups}, verbs)
    for group in parsed:
        kept = copy.deepcopy(state)
        try:
            after, applied = reducer.apply_group(state, group, overlap=rule)
        except Refused as refusal:
            after, applied = state, []
            named = refusal.edit in {edit.id for edit in group.edits}
        else:
            named = True
        assert named, "a refusal names an edit of its group"
        assert state == kept, "the state was changed in place"
        if applied:
            yield state, after, applied
        state = after


def _pyramid() -> PyramidState:
    return PyramidState(lengths=dict.fromkeys(SUMMARIES, LENGTH))


def _peer() -> PeerState:
    return PeerState(length=LENGTH, release_scus={client_id(SCU_IDS, number) for number in (1, 2)})


def _apart(parts: list[PartSnapshot]) -> bool:
    return not any(overlap(a, b) for i, a in enumerate(parts) for b in parts[:i])


def _scus(state: State[Any]) -> list[Any]:
    return [snapshot for snapshot in state.snapshots.values() if "contributors" in snapshot]


def _units(state: State[Any]) -> list[Any]:
    return [snapshot for snapshot in state.snapshots.values() if "parts" in snapshot]


def _pyramid_parts(state: State[Any]) -> list[PartSnapshot]:
    return [part for scu in _scus(state) for c in scu["contributors"] for part in c["parts"]]


def _check_ids(
    before: set[str], after: list[str], was: State[Any], now: State[Any], applied: list[AppliedEdit[Any]]
) -> None:
    """``before``, ``after``: what stands. Used once is used for ever, but for what undo and redo bring back."""
    assert len(set(after)) == len(after)
    assert was.reserved_ids <= now.reserved_ids
    assert before <= set(after) | now.reserved_ids
    if applied[0].edit.verb not in HISTORY_VERBS:
        assert not (set(after) - before) & was.reserved_ids
        assert not (now.reserved_ids - was.reserved_ids) & set(after)


@steady
@given(groups_of(pyramid_edits), overlaps)
def test_contributors_keep_their_rules(groups: Groups, rule: str) -> None:
    for _, after, _ in _states(PYRAMID_REDUCER, PYRAMID_VERBS, _pyramid(), groups, rule):
        for scu in _scus(after):
            summaries = [contributor["summary"] for contributor in scu["contributors"]]
            assert len(set(summaries)) == len(summaries), "two contributors of one summary"
            for contributor in scu["contributors"]:
                assert contributor["parts"], "a contributor without parts"
                assert _apart(contributor["parts"]), "parts of one contributor overlap"


@steady
@given(groups_of(pyramid_edits))
def test_relations_lead_to_scus_and_never_back(groups: Groups) -> None:
    for _, after, _ in _states(PYRAMID_REDUCER, PYRAMID_VERBS, _pyramid(), groups, "allow"):
        for kind in RELATION_KINDS:
            targets = {
                scu["id"]: {relation["to"] for relation in scu.get("relations", ()) if relation["kind"] == kind}
                for scu in _scus(after)
            }
            assert list(TopologicalSorter(targets).static_order()) or not targets  # raises CycleError at a circle
            assert {to for related in targets.values() for to in related} <= targets.keys()
        for scu in _scus(after):
            pairs = [(relation["kind"], relation["to"]) for relation in scu.get("relations", ())]
            assert pairs == sorted(set(pairs))
            assert pairs or "relations" not in scu


@steady
@given(groups_of(pyramid_edits), overlaps)
def test_ids_and_uids_of_a_pyramid_stand_for_one_thing(groups: Groups, rule: str) -> None:
    for before, after, applied in _states(PYRAMID_REDUCER, PYRAMID_VERBS, _pyramid(), groups, rule):
        assert isinstance(before, PyramidState)
        assert isinstance(after, PyramidState)
        stood, stands = (
            [*(scu["id"] for scu in _scus(state)), *(part["id"] for part in _pyramid_parts(state))]
            for state in (before, after)
        )
        _check_ids(set(stood), stands, before, after, applied)
        uids = [scu["uid"] for scu in _scus(after)]
        assert len(set(uids)) == len(uids)
        assert all(uid < after.next_uid for uid in uids)
        assert before.next_uid <= after.next_uid


@steady
@given(groups_of(pyramid_edits), overlaps)
def test_parts_of_a_pyramid_stay_in_their_texts(groups: Groups, rule: str) -> None:
    for _, after, _ in _states(PYRAMID_REDUCER, PYRAMID_VERBS, _pyramid(), groups, rule):
        assert all(0 <= part["start"] < part["end"] <= LENGTH for part in _pyramid_parts(after))


@steady
@given(groups_of(pyramid_edits))
def test_where_overlap_is_forbidden_no_two_scus_share_words(groups: Groups) -> None:
    for _, after, _ in _states(PYRAMID_REDUCER, PYRAMID_VERBS, _pyramid(), groups, "forbid"):
        for summary in SUMMARIES:
            scus = [c for scu in _scus(after) for c in scu["contributors"] if c["summary"] == summary]
            assert _apart([part for contributor in scus for part in contributor["parts"]])


@steady
@given(groups_of(pyramid_edits), overlaps)
def test_the_snapshots_after_each_edit_of_a_pyramid_lead_to_the_state(groups: Groups, rule: str) -> None:
    _check_snapshots(PYRAMID_REDUCER, PYRAMID_VERBS, _pyramid(), groups, rule)


@steady
@given(groups_of(peer_edits), overlaps)
def test_the_snapshots_after_each_edit_of_an_annotation_lead_to_the_state(groups: Groups, rule: str) -> None:
    _check_snapshots(PEER_REDUCER, PEER_VERBS, _peer(), groups, rule)


def _check_snapshots(reducer: Reducer[Any, Any], verbs: Any, start: State[Any], groups: Groups, rule: str) -> None:
    snapshots: dict[str, Any] = {}
    for _, after, applied in _states(reducer, verbs, start, groups, rule):
        for step in applied:
            assert step.before == {key: snapshots.get(key) for key in step.after}
            snapshots |= step.after
        assert {key: snapshot for key, snapshot in snapshots.items() if snapshot} == after.snapshots


@steady
@given(groups_of(peer_edits), overlaps, st.booleans())
def test_units_keep_their_rules(groups: Groups, rule: str, may_mark: bool) -> None:
    start = _peer()
    start.may_mark_non_matching = may_mark
    for before, after, applied in _states(PEER_REDUCER, PEER_VERBS, start, groups, rule):
        assert isinstance(before, PeerState)
        assert isinstance(after, PeerState)
        for unit in _units(after):
            assert unit["parts"], "a unit without parts"
            assert _apart(unit["parts"])
            assert unit["scu"] in after.release_scus or (unit["scu"] is None and may_mark)
            assert all(0 <= part["start"] < part["end"] <= LENGTH for part in unit["parts"])
        parts = [part for unit in _units(after) for part in unit["parts"]]
        stood, stands = (
            [*(unit["id"] for unit in _units(state)), *(part["id"] for unit in _units(state) for part in unit["parts"])]
            for state in (before, after)
        )
        _check_ids(set(stood), stands, before, after, applied)
        assert rule != "forbid" or _apart(parts)


@steady
@given(groups_of(pyramid_edits))
def test_text_set_aside_is_in_order_and_apart(groups: Groups) -> None:
    """Spans that touch are one: each further apart than its neighbour's end."""
    for _, after, _ in _states(PYRAMID_REDUCER, PYRAMID_VERBS, _pyramid(), groups, "allow"):
        for key, snapshot in after.snapshots.items():
            if key.startswith("aside:"):
                bounds = [place for span in snapshot["spans"] for place in span]
                assert bounds == sorted(set(bounds))
                assert bounds
                assert (bounds[0] >= 0, bounds[-1] <= LENGTH) == (True, True)


@steady
@given(groups_of(pyramid_edits), overlaps)
def test_undo_gives_what_was_and_redo_what_became(groups: Groups, rule: str) -> None:
    """After any edit, at any point: a group that has just applied can be taken back and done again."""
    for before, after, applied in _states(PYRAMID_REDUCER, PYRAMID_VERBS, _pyramid(), groups, rule):
        _check_turns(PYRAMID_REDUCER, before, after, applied, rule)


@steady
@given(groups_of(peer_edits), overlaps)
def test_undo_and_redo_of_units_in_the_same_way(groups: Groups, rule: str) -> None:
    for before, after, applied in _states(PEER_REDUCER, PEER_VERBS, _peer(), groups, rule):
        _check_turns(PEER_REDUCER, before, after, applied, rule)


def _check_turns(
    reducer: Reducer[Any, Any], before: Any, after: Any, applied: list[AppliedEdit[Any]], rule: str
) -> None:
    if applied[0].edit.verb in HISTORY_VERBS:
        return
    (step,) = after.history.keys() - before.history.keys()
    undo, redo = (Group(f"{verb} {step}", (EditRequest(verb, verb, {"group": step}),)) for verb in ("undo", "redo"))
    undone, _ = reducer.apply_group(after, undo, overlap=rule)
    assert undone.snapshots == before.snapshots
    assert reducer.apply_group(undone, redo, overlap=rule)[0].snapshots == after.snapshots


@st.composite
def _apart_parts(draw: st.DrawFn) -> list[PartSnapshot]:
    bounds = sorted(draw(st.sets(st.integers(0, 30), min_size=2, max_size=10)))
    spans = list(zip(bounds[::2], bounds[1::2], strict=False))
    ordered = draw(st.permutations(spans))
    return [{"id": str(number), "start": start, "end": end} for number, (start, end) in enumerate(ordered)]


@st.composite
def _part(draw: st.DrawFn, key: str = "new") -> PartSnapshot:
    start = draw(st.integers(0, 30))
    return {"id": key, "start": start, "end": start + draw(st.integers(1, 12))}


def _characters(parts: list[PartSnapshot]) -> set[int]:
    return {place for part in parts for place in range(part["start"], part["end"])}


@steady
@given(_apart_parts(), _part())
def test_absorbing_covers_the_union_and_nothing_else(parts: list[PartSnapshot], new: PartSnapshot) -> None:
    joined = absorb(parts, new)
    assert _apart(joined)
    assert _characters(joined) == _characters(parts) | _characters([new])
    order = [part["id"] for part in [*parts, new]]
    assert [part["id"] for part in joined] == [key for key in order if key in {part["id"] for part in joined}]
    assert len(joined) == len(parts) + 1 - sum(overlap(part, new) for part in parts)


@steady
@given(_apart_parts(), _part(), st.data())
def test_reshaping_covers_the_new_bounds_and_what_they_meet(
    parts: list[PartSnapshot], shape: PartSnapshot, data: st.DataObject
) -> None:
    old = data.draw(st.sampled_from(parts))
    changed: PartSnapshot = {**shape, "id": old["id"]}
    others = [part for part in parts if part["id"] != old["id"]]
    shaped = reshape(parts, changed)
    assert _apart(shaped)
    assert _characters(shaped) == _characters(others) | _characters([changed])
    assert old["id"] in {part["id"] for part in shaped}
