"""The page's way from a choice to edits of the consensus (static/js/work/adjudication)."""

from typing import Any

import pytest

from tests.static.conftest import Run

DECIDE = """
const { Comparison } = await import("pyramidion/work/adjudication/comparison.js");
const { Choices } = await import("pyramidion/work/adjudication/choices.js");
await import("pyramidion/pyramids/kind.js");
await import("pyramidion/matching/kind.js");
const { kindOf } = await import("pyramidion/work/kinds.js");
let made = 0;
const comparison = new Comparison(given.data);
const choices = new Choices(comparison, kindOf(given.kind ?? "pyramid").decisions, () => `new${(made += 1)}`);
const state = { snapshots: new Map((given.snapshots ?? []).map((snapshot) => [snapshot.id, snapshot])) };
const difference = comparison.differences[0];
if (given.ask === "possible") return choices.choicesFor(difference);
if (given.ask === "alike") return comparison.sources.map((_, at) => comparison.sidesWithSameWords(difference, at));
if (given.ask === "reopening") return choices.reopenEdits(state, difference);
if (given.ask === "passages") {
  const sides = comparison.itemsBySide(difference);
  return sides.map((items, at) => items.map((item) => comparison.passages(difference, at, item, 1)));
}
return choices.edits(state, difference, given.choice, { note: given.note ?? "" });
"""
KEY = "00000000000000a1"
SUMMARY = {"id": 1, "letter": "A", "summarizer": "M1", "title": "", "text": "One two three.", "dir": "ltr"}
SUMMARY |= {"word_steps": [0, 3, 1, 3, 1, 5], "sentences": [0, 14]}


def item(key: str, start: int, end: int, **fields: Any) -> dict[str, Any]:
    own = {"id": key, "uid": 1, "label": f"Label {key}", "comment": "", "matched": None, "parts": [[1, start, end]]}
    return {**own, **fields}


def data(a: list[dict[str, Any]], b: list[dict[str, Any]], kind: str = "extent", key: str = KEY) -> dict[str, Any]:
    ids = [[one["id"] for one in items] for items in (a, b)]
    sources = [{"letter": letter, "owner": letter, "items": items} for letter, items in (("A", a), ("B", b))]
    differences = [{"key": key, "kind": kind, "shape": kind, "items": ids}]
    return {"comparison": {"sources": sources, "differences": differences}, "summaries": [SUMMARY]}


EXTENT = data([item("a1", 0, 7)], [item("b1", 4, 13)])


def decided(key: str, made: list[str], **sources: list[str]) -> dict[str, Any]:
    return {"id": f"decision:{key}", "choice": "A", "note": "", "sources": sources, "scus": made}


def test_taking_a_side_makes_its_scus_and_says_so(run: Run) -> None:
    assert run(DECIDE, {"data": EXTENT, "choice": "B", "note": "longer"}) == [
        {"verb": "create_scu", "scu": "new1", "label": "Label b1"},
        {"verb": "add_part", "part": "new2", "scu": "new1", "summary": 1, "start": 4, "end": 13},
        {
            "verb": "decide",
            "difference": KEY,
            "choice": "B",
            "note": "longer",
            "sources": {"A": ["a1"], "B": ["b1"]},
            "scus": ["new1"],
        },
    ]


def test_a_side_that_has_nothing_leaves_it_out(run: Run) -> None:
    (edit,) = run(DECIDE, {"data": data([item("a1", 0, 7)], [], "only"), "choice": "B"})
    assert (edit["verb"], edit["choice"], edit["scus"]) == ("decide", "B", [])


def test_merging_makes_one_scu_of_all_words(run: Run) -> None:
    edits = run(DECIDE, {"data": EXTENT, "choice": "merge"})
    assert [edit["verb"] for edit in edits] == ["create_scu", "add_part", "decide"]
    assert (edits[0]["label"], edits[1]["start"], edits[1]["end"]) == ("Label a1", 0, 13)


def test_both_makes_the_scus_of_both(run: Run) -> None:
    edits = run(DECIDE, {"data": EXTENT, "choice": "both"})
    assert [edit["scu"] for edit in edits if edit["verb"] == "create_scu"] == ["new1", "new3"]
    assert edits[-1]["scus"] == ["new1", "new3"]


def test_deciding_again_takes_away_what_was_made_before(run: Run) -> None:
    snapshots = [decided(KEY, ["old"], A=["a1"]), {"id": "old"}]
    edits = run(DECIDE, {"data": EXTENT, "choice": "A", "snapshots": snapshots})
    assert edits[0] == {"verb": "delete_scu", "scu": "old"}


def test_what_another_decision_names_too_stays(run: Run) -> None:
    snapshots = [decided(KEY, ["old"], A=["a1"]), {"id": "old"}, decided("b" * 16, ["old"], A=["x"])]
    edits = run(DECIDE, {"data": EXTENT, "choice": "A", "snapshots": snapshots})
    assert "delete_scu" not in [edit["verb"] for edit in edits]


def test_a_decision_about_what_the_sources_were_before_is_replaced(run: Run) -> None:
    snapshots = [decided("c" * 16, ["old"], A=["a1"]), {"id": "old"}]
    edits = run(DECIDE, {"data": EXTENT, "choice": "A", "snapshots": snapshots})
    assert edits[:2] == [{"verb": "delete_scu", "scu": "old"}, {"verb": "undecide", "difference": "c" * 16}]


def test_leaving_open_again_takes_away_what_was_made(run: Run) -> None:
    snapshots = [decided(KEY, ["old", "gone"], A=["a1"]), {"id": "old"}]
    edits = run(DECIDE, {"data": EXTENT, "ask": "reopening", "snapshots": snapshots})
    assert edits == [{"verb": "delete_scu", "scu": "old"}, {"verb": "undecide", "difference": KEY}]
    assert run(DECIDE, {"data": EXTENT, "ask": "reopening"}) == []


def test_units_are_made_with_their_match(run: Run) -> None:
    units = data([item("a1", 0, 7, matched="s1")], [item("b1", 0, 7, uid=None)], "nonmatching")
    edits = run(DECIDE, {"data": units, "choice": "A", "kind": "peer"})
    assert edits[0] == {"verb": "match_part", "unit": "new1", "part": "new2", "scu": "s1", "start": 0, "end": 7}
    assert edits[1]["units"] == ["new1"]


@pytest.mark.parametrize(
    ("kind", "choices"),
    [
        ("same", ["agree"]),
        ("label", ["A", "B", "free"]),
        ("extent", ["A", "B", "both", "merge", "free"]),
        ("match", ["A", "B", "both", "free"]),
        ("nonmatching", ["A", "B", "free"]),
    ],
)
def test_which_choices_there_are_depends_on_the_kind(run: Run, kind: str, choices: list[str]) -> None:
    both = data([item("a1", 0, 7)], [item("b1", 4, 13)], kind)
    assert run(DECIDE, {"data": both, "ask": "possible"}) == choices


def test_sides_of_the_very_same_words_are_told(run: Run) -> None:
    assert run(DECIDE, {"data": EXTENT, "ask": "alike"}) == [[], []]
    same = data([item("a1", 0, 7)], [item("b1", 0, 3), item("b2", 4, 7)], "grouping")
    assert run(DECIDE, {"data": same, "ask": "alike"}) == [["B"], ["A"]]
    assert run(DECIDE, {"data": data([item("a1", 0, 7)], [], "only"), "ask": "alike"}) == [[], []]


def test_words_are_lit_by_whose_they_are(run: Run) -> None:
    a, b = run(DECIDE, {"data": EXTENT, "ask": "passages"})
    assert [(one["text"], one["presence"]) for one in a[0][0]["segments"]] == [
        ("One", "own"),
        (" ", ""),
        ("two", "shared"),
        (" ", ""),
        ("three", "theirs"),
        (".", ""),
    ]
    assert b[0][0]["segments"][-2] == {"text": "three", "presence": "own"}
