"""The index of parts answers as a scan of all parts does."""

from dataclasses import replace
from typing import Any

from hypothesis import given, settings

from annotator.matching.verbs.table import PEER_REDUCER
from annotator.matching.verbs.units import PeerState
from annotator.pyramids.verbs.scus import PyramidState
from annotator.pyramids.verbs.table import PYRAMID_REDUCER
from annotator.work.edits.part_index import PlacedPart
from annotator.work.edits.parts import overlap
from annotator.work.edits.reducer import AppliedEdit, Reducer, State
from annotator.work.edits.request import Group, parse_request
from annotator.work.edits.verb import Refused
from tests.annotator.work.edits.strategies import LENGTH, SUMMARIES, groups_of, peer_edits, pyramid_edits
from tests.factories import SCU_IDS, client_id, scu_snapshot, unit_snapshot

steady = settings(derandomize=True, deadline=None, max_examples=40)


def _all_parts(state: State[Any]) -> list[PlacedPart]:
    return state.placed_parts(state.snapshots.values())


def _refusal_after_scan(before: State[Any], after: State[Any], applied: list[AppliedEdit[Any]]) -> str:
    """The refusal that a scan of all parts leads to; "" if none."""
    old = {placed.part["id"]: placed.part for placed in _all_parts(before)}
    parts = _all_parts(after)
    for item, summary, part in parts:
        if part != old.get(part["id"]) and any(
            other_item != item and other_summary == summary and overlap(part, other)
            for other_item, other_summary, other in parts
        ):
            return "overlap " + next(entry.edit.id for entry in reversed(applied) if item in entry.after)
    return ""


def _refusal(reducer: Reducer[Any, Any], state: State[Any], group: Group) -> str:
    try:
        reducer.apply_group(state, group, overlap="forbid")
    except Refused as refusal:
        return f"{refusal.code} {refusal.edit}"
    return ""


def _check_index(state: State[Any]) -> None:
    new = replace(state).parts  # made from the snapshots
    assert state.parts.by_id == new.by_id
    assert {summary: spans for summary, spans in state.parts._spans.items() if spans} == new._spans


def _check(reducer: Reducer[Any, Any], state: State[Any], groups: list[dict[str, Any]]) -> None:
    """Every group is applied with overlap allowed, so that there are items that overlap already."""
    _, parsed = parse_request({"base": 0, "groups": groups}, reducer.verbs)
    for group in parsed:
        try:
            after, applied = reducer.apply_group(state, group)
        except Refused:
            continue
        assert _refusal(reducer, state, group) == _refusal_after_scan(state, after, applied)
        _check_index(state)
        _check_index(after)
        state = after


@steady
@given(groups_of(pyramid_edits, fewest=15))
def test_in_a_pyramid(groups: list[dict[str, Any]]) -> None:
    first, second = SUMMARIES
    scus: list[Any] = [
        scu_snapshot(1, (first, [(1, 0, 4), (2, 10, 14)]), (second, [(3, 0, 20)])),
        scu_snapshot(2, (first, [(4, 2, 8)]), (second, [(5, 5, 7), (6, 9, 12)])),
        scu_snapshot(3, (first, [(7, 16, 20)])),
    ]
    state = PyramidState(
        snapshots={scu["id"]: scu for scu in scus},
        lengths=dict.fromkeys(SUMMARIES, LENGTH),
        next_uid=4,
        next_position=4,
    )
    _check(PYRAMID_REDUCER, state, groups)


@steady
@given(groups_of(peer_edits, fewest=15))
def test_in_a_peer_annotation(groups: list[dict[str, Any]]) -> None:
    units: list[Any] = [
        unit_snapshot(1, 1, (1, 0, 4), (2, 10, 24)),
        unit_snapshot(2, 2, (3, 2, 8)),
        unit_snapshot(3, None, (4, 9, 12)),
    ]
    state = PeerState(
        snapshots={unit["id"]: unit for unit in units},
        length=LENGTH,
        release_scus={client_id(SCU_IDS, number) for number in (1, 2)},
        next_position=4,
    )
    _check(PEER_REDUCER, state, groups)
