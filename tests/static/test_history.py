"""The page undoes without the server what the server's history tells it."""

from typing import Any

from tests.factories import EDIT_IDS, GROUP_IDS, SCU_IDS, client_id, scu_snapshot
from tests.static.conftest import Run

TURN = """
const { applyGroup } = await import("pyramidion/work/edits/group.js");
const { stepsOf } = await import("pyramidion/work/edits/history.js");
const { PYRAMID_REDUCER } = await import("pyramidion/pyramids/kind.js");
const { pyramidState } = await import("pyramidion/pyramids/edits/scu_snapshots.js");
const state = pyramidState({ next_uid: 3, next_position: 3, lengths: {}, scus: given.scus, history: stepsOf(given.gestures) });
const results = given.groups.map((group) => applyGroup(PYRAMID_REDUCER, state, group));
return results.map(({ state, refused }) => refused?.message ?? [...state.snapshots.values()].map((scu) => scu.label));
"""


def _gesture(number: int, scu: int, label: str, kind: str = "edit", **fields: Any) -> dict[str, Any]:
    """A line of the history that relabelled an SCU."""
    key = client_id(SCU_IDS, scu)
    snapshots = {"before": {key: scu_snapshot(scu)}, "after": {key: scu_snapshot(scu, label=label)}}
    own = {"mine": True, "undone": False, "barred": "", **fields}
    return {"group": client_id(GROUP_IDS, number), "kind": kind, **snapshots, **own}


def _undo(number: int) -> dict[str, Any]:
    edit = {"id": client_id(EDIT_IDS, 100 + number), "verb": "undo", "group": client_id(GROUP_IDS, number)}
    return {"group": client_id(GROUP_IDS, 100 + number), "edits": [edit]}


def test_the_latest_own_step_can_be_undone_below_turns_and_steps_of_others(run: Run) -> None:
    gestures = [
        _gesture(4, 2, "x", kind="turn", barred="An undo is no step.", before={}, after={}),
        _gesture(3, 2, "theirs", mine=False, barred="Not yours."),
        _gesture(2, 1, "mine"),
        _gesture(1, 2, "older", undone=True),
    ]
    scus = [scu_snapshot(1, label="mine"), scu_snapshot(2, label="theirs")]
    found = run(TURN, {"gestures": gestures, "scus": scus, "groups": [_undo(n) for n in (2, 3, 4, 1)]})
    assert found == [["SCU 1", "theirs"], "Not yours.", "An undo is no step.", "That step has been undone already."]


def test_an_older_step_waits_for_the_later_one(run: Run) -> None:
    gestures = [_gesture(2, 2, "two"), _gesture(1, 1, "one")]
    scus = [scu_snapshot(1, label="one"), scu_snapshot(2, label="two")]
    found = run(TURN, {"gestures": gestures, "scus": scus, "groups": [_undo(1), _undo(2)]})
    assert found == ["You have made a later step; undo that first.", ["one", "SCU 2"]]
