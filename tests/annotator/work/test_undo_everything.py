"""Undo without limit: everything taken back gives the start, everything done again the end, row by row."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.pyramids.services import fill_pyramid
from annotator.pyramids.store import read_scus
from tests.annotator.work.edits.strategies import groups_of, peer_edits, pyramid_edits
from tests.annotator.work.twin import NOW, Groups, Twin, peer_twin, pyramid_twin, rows_of
from tests.factories import EDIT_IDS, GROUP_IDS, PART_IDS, SCU_IDS, client_id, scu_snapshot

pytestmark = pytest.mark.django_db

steady = settings(derandomize=True, deadline=None, max_examples=30)
lots = st.sampled_from([1, 3])
OWNER, EDITOR, MANAGER = 0, 1, 2


def _turns(verb: str, groups: Iterable[str], first: int) -> Groups:
    """Undos or redos, a gesture each, with ids from ``first`` on."""
    return [
        {
            "group": client_id(GROUP_IDS, first + i),
            "edits": [{"id": client_id(EDIT_IDS, first + i), "verb": verb, "group": group}],
        }
        for i, group in enumerate(groups)
    ]


def _check_there_and_back(twin: Twin, groups: Iterable[str], start: Any, *, who: int, lot: int = 1) -> None:
    """Undo groups, the last first, which gives the start; redo them, the first first, which gives what was."""
    made, end = list(groups), rows_of(twin.target)
    back, forth = _turns("undo", reversed(made), 10_000), _turns("redo", made, 20_000)
    assert len(twin.send_all(back, who=who, lot=lot)) == len(made)
    assert rows_of(twin.target) == start
    twin.check()
    assert len(twin.send_all(forth, who=who, lot=lot)) == len(made)
    assert rows_of(twin.target) == end
    twin.check()


def _standing(twin: Twin) -> list[str]:
    """The groups that can be undone, in order: no undos, and none that is undone."""
    return [group for group, step in twin.state.history.items() if step.done and step.before]


def _alone(twin: Twin, groups: Groups, lot: int) -> None:
    start = rows_of(twin.target)
    twin.send_all(groups, lot=lot)
    _check_there_and_back(twin, _standing(twin), start, who=OWNER, lot=lot)


@steady
@given(groups_of(pyramid_edits), lots)
def test_an_annotator_can_undo_all_of_a_pyramid_and_redo_it(groups: Groups, lot: int) -> None:
    _alone(pyramid_twin(), groups, lot)


@steady
@given(groups_of(peer_edits), lots)
def test_an_annotator_can_undo_all_of_an_annotation_and_redo_it(groups: Groups, lot: int) -> None:
    _alone(peer_twin(), groups, lot)


def _together(twin: Twin, groups: Groups, people: list[int]) -> None:
    start = rows_of(twin.target)
    for i, group in enumerate(groups):
        twin.send([group], who=people[i % len(people)])
    _check_there_and_back(twin, _standing(twin), start, who=MANAGER)


people = st.lists(st.sampled_from([OWNER, EDITOR]), min_size=1, max_size=5)


@steady
@given(groups_of(pyramid_edits, turns=False), people)
def test_a_manager_can_undo_what_two_people_did_to_a_pyramid(groups: Groups, people: list[int]) -> None:
    _together(pyramid_twin(), groups, people)


@steady
@given(groups_of(peer_edits, turns=False), people)
def test_a_manager_can_undo_what_two_people_did_to_an_annotation(groups: Groups, people: list[int]) -> None:
    _together(peer_twin(), groups, people)


s, p = (lambda n, kind=kind: client_id(kind, n) for kind in (SCU_IDS, PART_IDS))


def _span(start: int, end: int) -> dict[str, int]:
    return {"start": start, "end": end}


# An imported pyramid of two SCUs (parts 1 to 3), and what an annotator does to it: a gesture a line.
PYRAMID_GESTURES: list[list[dict[str, Any]]] = [
    [{"verb": "relabel_scu", "scu": s(1), "label": "The first", "was": "SCU 1"}],
    [
        {"verb": "create_scu", "scu": s(3), "label": "new"},
        {"verb": "add_part", "part": p(4), "scu": s(3), "summary": 11, **_span(0, 5)},
    ],
    [{"verb": "add_part", "part": p(5), "scu": s(3), "summary": 12, **_span(3, 9)}],
    [{"verb": "set_part", "part": p(5), **_span(3, 12)}],
    [{"verb": "add_part", "part": p(6), "scu": s(3), "summary": 12, **_span(10, 15)}],
    [{"verb": "flag", "scu": s(3), "reason": "unsure"}],
    [{"verb": "flag", "scu": s(3), "summary": 11, "reason": "discuss"}],
    [{"verb": "comment_scu", "scu": s(2), "comment": "why two?", "was": ""}],
    [{"verb": "comment_contributor", "scu": s(1), "summary": 11, "comment": "cut", "was": ""}],
    [{"verb": "set_aside", "summary": 12, **_span(20, 24)}],
    [{"verb": "set_aside", "summary": 12, **_span(16, 20)}, {"verb": "set_aside", "summary": 11, **_span(20, 22)}],
    [{"verb": "unset_aside", "summary": 12, **_span(18, 22)}],
    [{"verb": "copy_part", "part": p(1), "to_scu": s(2), "new_part": p(7)}],
    [{"verb": "move_part", "part": p(2), "to_scu": s(3)}],
    [{"verb": "reorder_scu", "scu": s(3), "after": None}],
    [{"verb": "split_scu", "scu": s(3), "new_scu": s(4), "parts": [p(2), p(4)], "label": "half"}],
    [{"verb": "merge_scus", "into": s(2), "scus": [s(4), s(1)]}],
    [{"verb": "unflag", "scu": s(3), "reason": "unsure"}],
    [{"verb": "create_scu", "scu": s(5), "after": s(3)}],
    [{"verb": "move_contributor", "scu": s(2), "summary": 12, "to_scu": s(5)}],
    [{"verb": "remove_part", "part": p(3)}],
    [{"verb": "add_part", "part": p(8), "scu": s(5), "summary": 11, **_span(1, 3)}],
    [{"verb": "remove_contributor", "scu": s(2), "summary": 11}],
    [{"verb": "delete_scu", "scu": s(2)}],
    [{"verb": "relabel_scu", "scu": s(5), "label": "last", "was": ""}],
    [{"verb": "add_part", "part": p(9), "scu": s(5), "summary": 12, **_span(0, 2)}],
    [{"verb": "set_part", "part": p(9), **_span(0, 14)}],
    [{"verb": "unset_aside", "summary": 11, **_span(0, 24)}],
    [{"verb": "merge_scus", "into": s(5), "scus": [s(3)]}],
    [{"verb": "delete_scu", "scu": s(5)}],
]


def _numbered(gestures: list[list[dict[str, Any]]]) -> Groups:
    return [
        {
            "group": client_id(GROUP_IDS, i),
            "edits": [{"id": client_id(EDIT_IDS, 10 * i + j), **edit} for j, edit in enumerate(edits)],
        }
        for i, edits in enumerate(gestures, start=1)
    ]


def test_thirty_mixed_gestures_undone_to_the_start_and_redone_to_the_end() -> None:
    """On a pyramid that an import made; every state on the way back is the one on the way there, row by row."""
    twin = pyramid_twin()
    snapshots: Any = [
        scu_snapshot(1, (twin.keys[11], [(1, 0, 4), (2, 10, 14)])),
        scu_snapshot(2, (twin.keys[12], [(3, 5, 8)])),
    ]
    fill_pyramid(pyramid=twin.target, scus=snapshots, payload={"file": "D1.pyr"}, by=None, now=NOW)
    twin.state.snapshots = {snapshot["id"]: snapshot for snapshot in read_scus(twin.target.pk)}
    twin.state.next_uid, twin.state.next_position = 3, 3.0  # type: ignore[attr-defined]
    groups = _numbered(PYRAMID_GESTURES)
    assert len(groups) == 30
    there = [rows_of(twin.target)]
    for group in groups:
        assert twin.send([group]) == [group["group"]]
        there.append(rows_of(twin.target))
    assert all(a != b for a, b in pairwise(there)), "each gesture changes something"
    made = [group["group"] for group in groups]
    for i, back in enumerate(_turns("undo", reversed(made), 1_000), start=1):
        assert twin.send([back])
        assert rows_of(twin.target) == there[-1 - i]
    for i, forth in enumerate(_turns("redo", made, 2_000), start=1):
        assert twin.send([forth])
        assert rows_of(twin.target) == there[i]
    twin.check()
