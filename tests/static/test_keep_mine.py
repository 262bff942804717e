"""Refused edits of a pyramid: what is said of them, and how they can still be done."""

from typing import Any

import pytest

from tests.static.conftest import Run

BODY = """
const { PYRAMID_KIND } = await import("pyramidion/pyramids/kind.js");
const { RefusedGroup } = await import("pyramidion/work/edits/refusals.js");
const state = { snapshots: new Map(given.scus.map((scu) => [scu.id, scu])) };
const labelOf = (id) => state.snapshots.get(id)?.label ?? given.known[id]?.label ?? "an SCU";
const lookup = { state: () => state, labelOf, words: () => "words", lastSaved: (id) => given.known[id] };
const group = { group: "g", edits: given.edits };
const refusal = { group: "g", edit: given.edits[0].id, message: "", went: {}, ...given.refusal };
const refused = new RefusedGroup(group, refusal, PYRAMID_KIND, lookup);
const { mine, current, keep } = refused.question;
return { mine, current, keep, edits: refused.alternative?.edits ?? null };
"""


def _scu(key: str, label: str, *parts: str) -> dict[str, Any]:
    spans = [{"id": part, "start": 3 * n, "end": 3 * n + 2} for n, part in enumerate(parts)]
    contributors = [{"summary": 1, "comment": "", "parts": spans}] if parts else []
    return {"id": key, "uid": 1, "label": label, "comment": "", "contributors": contributors}


OTHER = _scu("o", "other", "op")
GONE = _scu("s", "south", "p", "q")
RELABEL = {"id": "e", "verb": "relabel_scu", "scu": "s", "label": "mine", "was": "south"}


def _asked(run: Run, edits: list[dict[str, Any]], *scus: dict[str, Any], **refusal: Any) -> dict[str, Any]:
    given = {"edits": edits, "scus": list(scus), "known": {"s": GONE}, "refusal": refusal}
    answer: dict[str, Any] = run(BODY, given)
    return answer


def test_a_label_is_held_against_the_one_that_the_server_has(run: Run) -> None:
    said = _asked(run, [RELABEL], _scu("s", "theirs"), code="changed")
    assert (said["mine"], said["current"], said["keep"]) == ("Label: mine", "Label: theirs", "Keep mine")
    assert said["edits"] == [{**RELABEL, "was": "theirs"}]


def test_a_label_for_a_deleted_scu_makes_it_again_with_its_words(run: Run) -> None:
    said = _asked(run, [RELABEL], OTHER, code="gone")
    assert (said["current"], said["keep"]) == ("“south” is gone", "Make it again")
    made, *parts = said["edits"]
    assert (made["verb"], made["label"]) == ("create_scu", "mine")
    assert [(p["verb"], p["scu"], p["start"], p["end"]) for p in parts] == [
        ("add_part", made["scu"], 0, 2),
        ("add_part", made["scu"], 3, 5),
    ]
    assert {part["part"] for part in parts}.isdisjoint({"p", "q"})


def test_a_label_for_a_merged_scu_can_go_to_what_it_is_part_of(run: Run) -> None:
    said = _asked(run, [RELABEL], OTHER, code="gone", went={"s": "o"})
    assert (said["current"], said["keep"]) == ("“south” was merged into “other”", "Label the merged SCU")
    assert said["edits"] == [{**RELABEL, "scu": "o", "was": "other"}]


@pytest.mark.parametrize("verb", ["move_part", "copy_part"])
def test_a_part_for_an_scu_that_is_gone_goes_to_a_new_one(run: Run, verb: str) -> None:
    extra = {"new_part": "np"} if verb == "copy_part" else {}
    edit = {"id": "e", "verb": verb, "part": "op", "to_scu": "s", **extra}
    said = _asked(run, [edit], OTHER, code="gone")
    assert (said["current"], said["keep"]) == ("“south” is gone", "Keep mine in a new SCU")
    made, moved = said["edits"]
    assert (made["verb"], made["label"]) == ("create_scu", "south")
    assert (moved["verb"], moved["part"], moved["to_scu"]) == (verb, "op", made["scu"])
    assert moved.get("new_part") != "np"


def test_a_contributor_for_a_merged_scu_goes_where_that_went(run: Run) -> None:
    edit = {"id": "e", "verb": "move_contributor", "scu": "o", "summary": 1, "to_scu": "s"}
    said = _asked(run, [edit], OTHER, _scu("h", "heir"), code="gone", went={"s": "h"})
    assert said["keep"] == "Use the merged SCU"
    assert said["edits"] == [{**edit, "to_scu": "h"}]


@pytest.mark.parametrize(
    "edit",
    [
        {"verb": "move_part", "part": "nowhere", "to_scu": "o"},
        {"verb": "split_scu", "scu": "s", "new_scu": "n", "parts": ["p"], "label": "new"},
        {"verb": "flag", "scu": "s", "reason": "unsure"},
        {"verb": "reorder_scu", "scu": "s", "after": None},
        {"verb": "delete_scu", "scu": "s"},
    ],
)
def test_what_nothing_is_left_for_can_only_be_dropped(run: Run, edit: dict[str, Any]) -> None:
    said = _asked(run, [{"id": "e", **edit}], OTHER, code="gone")
    assert (said["keep"], said["edits"]) == (None, None)
    assert said["mine"]
    assert said["current"]


def test_a_gesture_of_several_edits_is_told_by_what_it_is_about(run: Run) -> None:
    edits: list[dict[str, Any]] = [
        {"id": "e", "verb": "set_part", "part": "p", "start": 0, "end": 1},
        {"id": "f", "verb": "split_scu", "scu": "s", "new_scu": "n", "parts": ["q"], "label": "new"},
    ]
    assert _asked(run, edits, OTHER, code="gone")["mine"] == "Split “south”, with a new SCU “new”"


RELATE = {"id": "e", "verb": "relate_scus", "scu": "s", "to_scu": "o", "kind": "implies"}


def test_a_relation_of_a_merged_scu_can_be_that_of_what_it_is_part_of(run: Run) -> None:
    said = _asked(run, [RELATE], OTHER, _scu("h", "heir"), code="gone", went={"s": "h"})
    assert said["mine"] == "“south” implies “other”"
    assert (said["current"], said["keep"]) == ("“south” was merged into “heir”", "Relate the merged SCU")
    assert said["edits"] == [{**RELATE, "scu": "h"}]


@pytest.mark.parametrize("went", [{}, {"s": "o"}])
def test_a_relation_to_a_deleted_scu_or_to_itself_is_not_kept(run: Run, went: dict[str, str]) -> None:
    assert _asked(run, [RELATE], OTHER, code="gone", went=went)["keep"] is None
