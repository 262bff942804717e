"""The server's verbs of a sheet on the vectors that the page's verbs run too (tests/static/test_vectors.py)."""

import copy
from typing import Any

import pytest

from annotator.judgments.verbs.judgments import QuestionRule, SheetState
from annotator.judgments.verbs.table import SHEET_REDUCER, SHEET_VERBS
from annotator.work.edits.history import Step
from annotator.work.edits.request import parse_request
from annotator.work.edits.verb import Refused, verb_names
from tests.vectors import load_vectors

VECTORS = load_vectors("sheet")


def state_of(start: dict[str, Any]) -> SheetState:
    """The state that a vector's JSON describes."""
    rules = {
        question["key"]: QuestionRule(**{name: value for name, value in question.items() if name != "key"})
        for question in start["questions"]
    }
    return SheetState(
        snapshots={judgment["id"]: judgment for judgment in start["judgments"]},
        history={group: Step(**step) for group, step in start.get("history", {}).items()},
        questions=rules,
        items=set(start["items"]),
        targets=set(start["targets"]),
        marks="sentences",
    )


@pytest.mark.parametrize("vector", VECTORS.values(), ids=VECTORS)
def test_the_reducer_does_what_the_vector_says(vector: dict[str, Any]) -> None:
    unchanged = copy.deepcopy(vector)
    state: SheetState = state_of(vector["start"])
    _, groups = parse_request({"base": 0, "groups": vector["groups"]}, SHEET_VERBS)
    applied, refused = [], None
    for group in groups:
        try:
            state, _ = SHEET_REDUCER.apply_group(state, group)
        except Refused as refusal:
            refused = {"group": group.id, "edit": refusal.edit, "code": refusal.code}
            break
        applied.append(group.id)
    judgments = sorted(state.snapshots.values(), key=lambda judgment: judgment["id"])
    assert {"applied": applied, "refused": refused, "judgments": judgments} == vector["expect"]
    assert state.reserved_ids == set()
    assert vector == unchanged, "the state was changed in place"


def test_the_vectors_cover_each_verb_applied_and_refused() -> None:
    applied, refused = set(), set()
    for vector in VECTORS.values():
        stop = vector["expect"]["refused"]
        for group in vector["groups"]:
            for edit in group["edits"]:
                if group["group"] in vector["expect"]["applied"]:
                    applied.add(edit["verb"])
                if stop and edit["id"] == stop["edit"]:
                    refused.add(edit["verb"])
    assert applied == refused == set(verb_names(SHEET_VERBS, ("edit", "turn")))
