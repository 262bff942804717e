"""What people read of a gesture: one sentence after their name."""

from typing import Any

import pytest

from annotator.matching.verbs.table import PEER_REDUCER, PEER_VERBS
from annotator.matching.verbs.units import PeerState
from annotator.pyramids.verbs.scus import PyramidState
from annotator.pyramids.verbs.table import PYRAMID_REDUCER, PYRAMID_VERBS
from annotator.work.edits.describe import LONGEST_NAME, describe
from annotator.work.edits.request import parse_request
from annotator.work.edits.verb import HistoryEdit, verb_names
from tests.annotator.work.edits.strategies import LENGTH
from tests.factories import EDIT_IDS, GROUP_IDS, PART_IDS, SCU_IDS, UNIT_IDS, client_id, scu_snapshot, unit_snapshot

s, p, u = (lambda n, kind=kind: client_id(kind, n) for kind in (SCU_IDS, PART_IDS, UNIT_IDS))


def _pyramid() -> PyramidState:
    """Last keeper left, The lamp, one without a label, and The fog."""
    scus: list[Any] = [
        scu_snapshot(1, (11, [(1, 0, 4), (2, 10, 14)]), label="Last keeper left"),
        scu_snapshot(2, (12, [(3, 0, 4)]), label="The lamp"),
        scu_snapshot(3, (12, [(4, 6, 8)]), label=""),
        scu_snapshot(4, label="The fog"),
    ]
    snapshots = {scu["id"]: scu for scu in scus}
    snapshots["decision:00000000000000a2"] = {"id": "decision:00000000000000a2"}
    return PyramidState(
        snapshots=snapshots, lengths={11: LENGTH, 12: LENGTH}, next_uid=5, next_position=5, may_decide=True
    )


def _peer() -> PeerState:
    units: list[Any] = [
        unit_snapshot(1, 1, (1, 0, 4), (2, 10, 14)),
        unit_snapshot(2, None, (3, 20, 24), label="the end"),
    ]
    snapshots = {one["id"]: one for one in [*units, {"id": "decision:00000000000000a2"}]}
    return PeerState(snapshots=snapshots, length=LENGTH, release_scus={s(1), s(2)}, next_position=3, may_decide=True)


def _said(reducer: Any, verbs: Any, state: Any, *edits: dict[str, Any]) -> str:
    numbered = [{"id": client_id(EDIT_IDS, i), **edit} for i, edit in enumerate(edits)]
    _, groups = parse_request({"base": 0, "groups": [{"group": client_id(GROUP_IDS, 1), "edits": numbered}]}, verbs)
    _, applied = reducer.apply_group(state, groups[0])
    return describe([HistoryEdit(one.edit.verb, one.edit.payload, one.before, one.after) for one in applied], verbs)


def _edit(verb: str, **payload: Any) -> dict[str, Any]:
    return {"verb": verb, **payload}


def _decide(choice: str, **made: list[str]) -> dict[str, Any]:
    return _edit("decide", difference="00000000000000a1", choice=choice, note="", sources={}, **made)


SPAN = {"start": 16, "end": 18}
UNDECIDE = _edit("undecide", difference="00000000000000a2")
PYRAMID_CASES = [
    (_edit("create_scu", scu=s(9), label="New"), "made “New”"),
    (_edit("create_scu", scu=s(9)), "made SCU 5"),
    (_edit("relabel_scu", scu=s(1), label="No keeper", was="Last keeper left"), "relabelled “No keeper”"),
    (_edit("comment_scu", scu=s(3), comment="x", was=""), "commented on SCU 3"),
    (_edit("reorder_scu", scu=s(2), after=None), "moved “The lamp” in the list"),
    (_edit("delete_scu", scu=s(2)), "deleted “The lamp”"),
    (_edit("merge_scus", into=s(1), scus=[s(2)]), "merged “The lamp” into “Last keeper left”"),
    (_edit("merge_scus", into=s(1), scus=[s(2), s(3), s(4)]), "merged 3 SCUs into “Last keeper left”"),
    (_edit("split_scu", scu=s(1), new_scu=s(9), parts=[p(2)]), "split “Last keeper left” into two"),
    (_edit("add_part", part=p(9), scu=s(2), summary=11, **SPAN), "added words to “The lamp”"),
    (_edit("set_part", part=p(3), **SPAN), "changed the bounds of a part of “The lamp”"),
    (_edit("remove_part", part=p(4)), "removed a part of SCU 3"),
    (_edit("move_part", part=p(1), to_scu=s(2)), "moved a part to “The lamp”"),
    (_edit("copy_part", part=p(1), to_scu=s(2), new_part=p(9)), "copied a part to “The lamp”"),
    (_edit("move_contributor", scu=s(1), summary=11, to_scu=s(4)), "moved a contributor to “The fog”"),
    (_edit("remove_contributor", scu=s(1), summary=11), "removed a contributor of “Last keeper left”"),
    (
        _edit("comment_contributor", scu=s(2), summary=12, comment="x", was=""),
        "commented on a contributor of “The lamp”",
    ),
    (_edit("flag", scu=s(1), reason="unsure"), "flagged “Last keeper left” as unsure"),
    (_edit("unflag", scu=s(3), reason="discuss"), "unflagged SCU 3 as discuss"),
    (_edit("relate_scus", scu=s(2), to_scu=s(3), kind="implies"), "noted an SCU that “The lamp” implies"),
    (_edit("relate_scus", scu=s(3), to_scu=s(2), kind="depends"), "noted an SCU that SCU 3 needs"),
    (_edit("unrelate_scus", scu=s(2), to_scu=s(3), kind="implies"), "removed a relation of “The lamp”"),
    (_edit("set_aside", summary=11, **SPAN), "set text aside"),
    (_edit("unset_aside", summary=11, **SPAN), "included text that had been set aside"),
    (_decide("B", scus=[s(2)]), "decided an SCU: B"),
    (_decide("B", scus=[]), "decided a difference: B"),
    (_decide("both", scus=[s(2), s(1)]), "decided an SCU: both"),
    (_decide("merge", scus=[s(2)]), "decided an SCU: merged"),
    (_decide("free", scus=[s(2)]), "decided an SCU: edited freely"),
    (_decide("agree", scus=[s(2)]), "accepted an SCU, on which all sources agree"),
    (UNDECIDE, "reopened a difference"),
]
PEER_CASES = [
    (_edit("match_part", unit=u(9), part=p(9), scu=s(1), **SPAN), "matched words to an SCU"),
    (_edit("match_part", unit=u(9), part=p(9), scu=None, **SPAN), "marked words as non-matching"),
    (_edit("set_part", part=p(3), **SPAN), "changed the bounds of a part of “the end”"),
    (_edit("remove_part", part=p(1)), "removed a part of a unit"),
    (_edit("rematch_unit", unit=u(1), scu=s(2)), "matched a unit to another SCU"),
    (_edit("rematch_unit", unit=u(1), scu=None), "marked a unit as non-matching"),
    (_edit("split_unit", unit=u(1), new_unit=u(9), parts=[p(1)]), "split a unit"),
    (_edit("join_units", into=u(1), units=[u(2)]), "joined units"),
    (_edit("label_unit", unit=u(1), label="x", was=""), "labelled a unit"),
    (_edit("comment_unit", unit=u(1), comment="x", was=""), "commented on a unit"),
    (_edit("remove_unit", unit=u(1)), "removed a unit"),
    (_edit("flag", unit=u(2), reason="partial"), "flagged “the end” as partial"),
    (_edit("unflag", unit=u(1), reason="partial"), "unflagged a unit as partial"),
    (_edit("mark_absent", scu=s(1)), "marked an SCU as absent"),
    (_edit("unmark_absent", scu=s(1)), "removed the mark of an absent SCU"),
    (_decide("A", units=[u(1)]), "decided a difference: A"),
    (UNDECIDE, "reopened a difference"),
]


@pytest.mark.parametrize(("edit", "text"), PYRAMID_CASES)
def test_an_edit_of_a_pyramid_in_words(edit: dict[str, Any], text: str) -> None:
    assert _said(PYRAMID_REDUCER, PYRAMID_VERBS, _pyramid(), edit) == text


@pytest.mark.parametrize(("edit", "text"), PEER_CASES)
def test_an_edit_of_an_annotation_in_words(edit: dict[str, Any], text: str) -> None:
    assert _said(PEER_REDUCER, PEER_VERBS, _peer(), edit) == text


@pytest.mark.parametrize(("cases", "verbs"), [(PYRAMID_CASES, PYRAMID_VERBS), (PEER_CASES, PEER_VERBS)])
def test_each_verb_has_its_words(cases: Any, verbs: Any) -> None:
    """What undo and redo say depends on what they turn: that is the history's to tell."""
    assert {edit["verb"] for edit, _ in cases} == set(verb_names(verbs, ["edit"]))


@pytest.mark.parametrize(
    ("verb", "payload", "verbs", "text"),
    [
        ("import", {"file": "D1.pyr"}, PYRAMID_VERBS, "imported"),
        ("release", {"number": 3}, PYRAMID_VERBS, "made release 3"),
        ("submit", {}, PYRAMID_VERBS, "finished"),
        ("reopen", {}, PEER_VERBS, "reopened"),
        ("carry_over", {"from": 1}, PEER_VERBS, "carried over from another release"),
        ("some_later_verb", {}, PYRAMID_VERBS, "some later verb"),
    ],
)
def test_what_is_no_edit_in_words(verb: str, payload: dict[str, Any], verbs: Any, text: str) -> None:
    assert describe([HistoryEdit(verb, payload, {}, {})], verbs) == text


def test_nothing_done_is_said_too() -> None:
    assert describe([], PYRAMID_VERBS) == "did nothing"


def test_a_gesture_is_named_after_the_weightiest_of_its_edits() -> None:
    made = [_edit("create_scu", scu=s(9), label="New"), _edit("add_part", part=p(9), scu=s(9), summary=11, **SPAN)]
    assert _said(PYRAMID_REDUCER, PYRAMID_VERBS, _pyramid(), *made) == "made “New”"
    divided = [
        _edit("set_part", part=p(1), start=0, end=2),
        _edit("split_scu", scu=s(1), new_scu=s(9), parts=[p(2)], label="other half"),
        _edit("relabel_scu", scu=s(1), label="half", was="Last keeper left"),
    ]
    assert _said(PYRAMID_REDUCER, PYRAMID_VERBS, _pyramid(), *divided) == "split “half” into two"


def test_edits_of_one_kind_are_counted() -> None:
    both = [_edit("set_aside", summary=11, **SPAN), _edit("set_aside", summary=12, **SPAN)]
    assert _said(PYRAMID_REDUCER, PYRAMID_VERBS, _pyramid(), *both) == "set text aside and 1 more"


def test_long_labels_are_cut() -> None:
    text = _said(PYRAMID_REDUCER, PYRAMID_VERBS, _pyramid(), _edit("create_scu", scu=s(9), label="x" * 500))
    assert text == f"made “{'x' * (LONGEST_NAME - 1)}…”"


def test_a_decision_is_called_after_what_was_made_for_it() -> None:
    make = _edit("create_scu", scu=s(9), label="New")
    assert _said(PYRAMID_REDUCER, PYRAMID_VERBS, _pyramid(), make, _decide("A", scus=[s(9)])) == "decided “New”: A"
