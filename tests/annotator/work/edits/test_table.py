"""What each entry of a kind's table must have, and that what an entry names is all that has to be loaded."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from annotator.matching.verbs.table import PEER_REDUCER, PEER_VERBS
from annotator.matching.verbs.units import PeerState
from annotator.pyramids.verbs.scus import PyramidState
from annotator.pyramids.verbs.table import PYRAMID_REDUCER, PYRAMID_VERBS
from annotator.work.edits.part_index import part_ids
from annotator.work.edits.reducer import AppliedEdit, Reducer, State
from annotator.work.edits.request import Group, parse_request
from annotator.work.edits.verb import Refused, ToLoad, Verbs, verb_names
from tests.annotator.work.edits.strategies import LENGTH, SUMMARIES, groups_of, peer_edits, pyramid_edits
from tests.factories import SCU_IDS, client_id
from tests.vectors import load_vectors

KINDS = pytest.mark.parametrize(("kind", "verbs"), [("pyramid", PYRAMID_VERBS), ("peer", PEER_VERBS)])
steady = settings(derandomize=True, deadline=None)
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# Ids of another work, and the group of an undo, whose step is loaded with the history.
NOT_LOADED = {"sources", "group"}


def _vector_edits(kind: str) -> list[dict[str, Any]]:
    return [edit for v in load_vectors(kind).values() for group in v["groups"] for edit in group["edits"]]


@KINDS
def test_each_verb_has_a_rank_of_its_own_and_a_vector(kind: str, verbs: Verbs) -> None:
    """Equal priorities would name a group after whichever edit comes first."""
    edits = verb_names(verbs, ["edit"])
    priorities = [verbs[name].priority for name in edits]
    assert len({*priorities}) == len(priorities)
    assert min(priorities) > 0
    assert {edit["verb"] for edit in _vector_edits(kind)} == {*edits, "undo", "redo"}


@KINDS
def test_events_have_no_rank(kind: str, verbs: Verbs) -> None:
    assert {verbs[name].priority for name in verb_names(verbs, ["event", "turn"])} == {0}


@KINDS
def test_each_verb_names_the_ids_in_its_fields(kind: str, verbs: Verbs) -> None:
    for edit in _vector_edits(kind):
        payload = {name: value for name, value in edit.items() if name not in ("id", "verb")}
        ids = {
            value
            for name in payload.keys() - NOT_LOADED
            for value in (payload[name] if isinstance(payload[name], list) else [payload[name]])
            if UUID.fullmatch(str(value))
        }
        assert verbs[edit["verb"]].what_to_load(payload).uuids == ids, edit["verb"]


def _loaded(state: Any, to_load: ToLoad) -> Any:
    """The part of a state that a store loads."""
    made = {
        key
        for name in to_load.prefixed_ids
        for field in ("scus", "units")
        for key in state.snapshots.get(name, {}).get(field, ())
    }
    related = {
        end
        for key, snapshot in state.snapshots.items()
        for relation in snapshot.get("relations", ())
        for end in (key, relation["to"])
    }
    wanted = to_load.uuids | to_load.prefixed_ids | made | _following(state, to_load) | related
    snapshots = {
        key: snapshot
        for key, snapshot in state.snapshots.items()
        if key in wanted or not part_ids(state.placed_parts([snapshot])).isdisjoint(to_load.uuids)
    }
    return replace(state.copy(), snapshots=snapshots, reserved_ids=state.reserved_ids & to_load.uuids)


def _following(state: Any, to_load: ToLoad) -> set[str]:
    """For each SCU whose next one matters the next that is not named itself."""
    others = sorted(
        (i["position"], key) for key, i in state.snapshots.items() if "uid" in i and key not in to_load.uuids
    )
    starts = [state.snapshots[key]["position"] for key in to_load.predecessors if key in state.snapshots]
    starts += [float("-inf")] if None in to_load.predecessors else []
    return {key for start in starts for position, key in [next((o for o in others if o[0] > start), (0, ""))] if key}


def _result(reducer: Reducer[Any, Any], state: State[Any], group: Group) -> tuple[Any, Any]:
    try:
        after, applied = reducer.apply_group(state, group)
    except Refused as refusal:
        return state, (refusal.code, refusal.edit, refusal.message)
    return after, [_snapshots(edit) for edit in applied]


def _snapshots(edit: AppliedEdit[Any]) -> tuple[Any, Any]:
    return edit.before, edit.after


def _check_loaded(reducer: Reducer[Any, Any], state: Any, groups: list[dict[str, Any]]) -> None:
    _, parsed = parse_request({"base": 0, "groups": groups}, reducer.verbs)
    for group in parsed:
        to_load = ToLoad()
        for edit in group.edits:
            to_load.add(reducer.verbs[edit.verb].what_to_load(edit.payload))
        part, result = _result(reducer, _loaded(state, to_load), group)
        gone = state.reserved_ids
        state, expected = _result(reducer, state, group)
        assert result == expected
        assert part.next_position == state.next_position
        assert state.reserved_ids - gone <= part.reserved_ids


@steady
@given(groups_of(pyramid_edits, turns=False))
def test_what_a_group_names_is_all_of_a_pyramid_that_it_needs(groups: list[dict[str, Any]]) -> None:
    _check_loaded(PYRAMID_REDUCER, PyramidState(lengths=dict.fromkeys(SUMMARIES, LENGTH), may_decide=True), groups)


@steady
@given(groups_of(peer_edits, turns=False))
def test_what_a_group_names_is_all_of_an_annotation_that_it_needs(groups: list[dict[str, Any]]) -> None:
    release = {client_id(SCU_IDS, number) for number in (1, 2)}
    _check_loaded(PEER_REDUCER, PeerState(length=LENGTH, release_scus=release, may_decide=True), groups)
