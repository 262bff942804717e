"""The server's reducers on the vectors that the page's reducers run too (tests/static/test_vectors.py)."""

import copy
from typing import Any, get_args

import pytest

from annotator.matching.verbs.table import PEER_VERBS
from annotator.pyramids.verbs.table import PYRAMID_VERBS
from annotator.work.edits.verb import RefusalCode, verb_names
from tests.annotator.work.edits.states import run
from tests.vectors import comparable, load_vectors

VECTORS = [
    pytest.param(kind, vector, id=f"{kind}-{name}")
    for kind in ("pyramid", "peer")
    for name, vector in load_vectors(kind).items()
]


@pytest.mark.parametrize(("kind", "vector"), VECTORS)
def test_the_reducer_does_what_the_vector_says(kind: str, vector: dict[str, Any]) -> None:
    given = copy.deepcopy(vector)
    found, expected = run(kind, given), vector["expect"]
    assert found["applied"] == expected["applied"]
    assert found["refused"] == expected["refused"]
    assert comparable(found["state"]) == comparable(expected["state"])
    assert given == vector, "the state was changed in place"


@pytest.mark.parametrize(("kind", "verbs"), [("pyramid", PYRAMID_VERBS), ("peer", PEER_VERBS)])
def test_the_vectors_cover_each_verb_applied_and_refused(kind: str, verbs: dict[str, Any]) -> None:
    applied, refused = set(), set()
    for vector in load_vectors(kind).values():
        stop = vector["expect"]["refused"]
        for group in vector["groups"]:
            for edit in group["edits"]:
                if group["group"] in vector["expect"]["applied"]:
                    applied.add(edit["verb"])
                if stop and edit["id"] == stop["edit"]:
                    refused.add(edit["verb"])
    assert applied == refused == set(verb_names(verbs, ("edit", "turn")))


@pytest.mark.parametrize("kind", ["pyramid", "peer"])
def test_the_vectors_cover_each_code_of_a_refusal(kind: str) -> None:
    codes = {v["expect"]["refused"]["code"] for v in load_vectors(kind).values() if v["expect"]["refused"]}
    assert codes == set(get_args(RefusalCode))
