"""The page's tables of verbs say the same as the server's."""

from typing import Any

import pytest

from annotator.judgments.verbs.table import SHEET_VERBS
from annotator.matching.verbs.table import PEER_VERBS
from annotator.pyramids.verbs.table import PYRAMID_VERBS
from annotator.work.edits.verb import Verb, verb_names
from tests.static.conftest import Run

TABLES = """
const { PYRAMID_REDUCER } = await import("pyramidion/pyramids/kind.js");
const { MATCH_REDUCER } = await import("pyramidion/matching/kind.js");
const { SHEET_REDUCER } = await import("pyramidion/judgments/verbs.js");
const entries = Object.entries({ pyramid: PYRAMID_REDUCER, peer: MATCH_REDUCER, sheet: SHEET_REDUCER }[given].verbs);
return Object.fromEntries(entries.map(([name, { fields, makes = [], priority, apply, says, intention }]) => {
  const whole = [apply, says, intention].every((does) => typeof does === "function");
  return [name, { fields, makes, priority, whole }];
}));
"""
SERVER = {
    kind: {name: verbs[name] for name in verb_names(verbs, ("edit", "turn"))}
    for kind, verbs in (("pyramid", PYRAMID_VERBS), ("peer", PEER_VERBS), ("sheet", SHEET_VERBS))
}


@pytest.fixture(params=["pyramid", "peer", "sheet"])
def tables(request: pytest.FixtureRequest, run: Run) -> tuple[dict[str, Any], dict[str, Verb]]:
    """The page's verbs and the server's, of a kind of work."""
    return run(TABLES, request.param), SERVER[request.param]


def test_both_have_the_same_verbs(tables: tuple[dict[str, Any], dict[str, Verb]]) -> None:
    page, server = tables
    assert page.keys() == server.keys()


def test_a_verb_has_the_same_fields_and_the_same_ones_may_be_left_out(
    tables: tuple[dict[str, Any], dict[str, Verb]],
) -> None:
    page, server = tables
    fields = {
        name: {key if field.required else f"{key}?" for key, field in verb.fields.items()}
        for name, verb in server.items()
    }
    assert {name: set(verb["fields"]) for name, verb in page.items()} == fields


def test_each_entry_is_whole(tables: tuple[dict[str, Any], dict[str, Verb]]) -> None:
    page, _ = tables
    assert [name for name, verb in page.items() if not verb["whole"]] == []
    assert [name for name, verb in page.items() if not set(verb["makes"]) <= set(verb["fields"])] == []
    assert len({verb["priority"] for verb in page.values()}) == len(page)


def test_the_same_edit_names_a_gesture(tables: tuple[dict[str, Any], dict[str, Verb]]) -> None:
    page, server = tables
    edits = [name for name, verb in server.items() if verb.category == "edit"]
    assert sorted(edits, key=lambda name: page[name]["priority"]) == sorted(
        edits, key=lambda name: server[name].priority
    )
