"""What the peer page decides without the page: what is open, what is asked before finishing, what can be kept."""

from typing import Any

import pytest

from tests.static.conftest import Run


def _unit(key: str, scu: str | None = None, parts: tuple[str, ...] = ("p",), **more: Any) -> dict[str, Any]:
    spans = [{"id": part, "start": 10 * n, "end": 10 * n + 5} for n, part in enumerate(parts)]
    return {"id": key, "position": 1, "scu": scu, "comment": "", "parts": spans, **more}


def _absent(scu: str) -> dict[str, Any]:
    return {"id": f"absent:{scu}", "scu": scu}


@pytest.mark.parametrize(
    ("start", "step", "found"),
    [("", 1, "b"), ("b", 1, "d"), ("d", 1, "b"), ("d", -1, "b"), ("b", -1, "d"), ("", -1, "d")],
)
def test_the_walk_goes_over_what_is_neither_matched_nor_absent(run: Run, start: str, step: int, found: str) -> None:
    snapshots = [_unit("u", "a"), _unit("v", None), _absent("c")]
    next_one = run(
        """
        const { decidedScus, nextUndecided } = await import("pyramidion/matching/absences.js");
        const decided = decidedScus({ snapshots: new Map(given.snapshots.map((one) => [one.id, one])) });
        return nextUndecided(["a", "b", "c", "d"], decided, given.from, given.step);
        """,
        {"snapshots": snapshots, "from": start, "step": step},
    )
    assert next_one == found


def test_the_only_open_one_is_found_again_and_none_when_all_is_decided(run: Run) -> None:
    found = run(
        """
        const { nextUndecided } = await import("pyramidion/matching/absences.js");
        return [nextUndecided(["a", "b"], new Set(["a"]), "b", 1), nextUndecided(["a"], new Set(["a"]), "", 1) ?? null];
        """
    )
    assert found == ["b", None]


@pytest.mark.parametrize(
    ("progress", "asked"),
    [
        ({"units": []}, "No unit is matched. Finish with a score of 0?"),
        ({"units": [_unit("u")]}, "No unit is matched to an SCU. Finish with a score of 0?"),
        ({"covered": 49, "decidedCount": 4}, "Only 49 % of the words are marked, and 4 of 10 SCUs are decided."),
        ({"covered": 50, "decidedCount": 1}, ""),
        ({"covered": 1, "decidedCount": 5}, ""),
    ],
)
def test_next_to_nothing_is_asked_about(run: Run, progress: dict[str, Any], asked: str) -> None:
    given = {"units": [_unit("u", "a")], "decidedCount": 1, "scuCount": 10, "covered": 10, "words": 100, **progress}
    body = 'const { confirmationQuestion } = await import("pyramidion/matching/finishing.js"); return confirmationQuestion(given);'
    said = run(body, given)
    assert said.replace("\N{NO-BREAK SPACE}", " ").startswith(asked)
    assert bool(said) == bool(asked)


def _kept(run: Run, edits: list[dict[str, Any]], code: str, snapshots: list[dict[str, Any]]) -> Any:
    return run(
        """
        const { MATCH_KIND } = await import("pyramidion/matching/kind.js");
        const { RefusedGroup } = await import("pyramidion/work/edits/refusals.js");
        const state = { snapshots: new Map(given.snapshots.map((one) => [one.id, one])) };
        const lookup = { state: () => state, labelOf: (scu) => `label of ${scu}`, words: () => "words", unitWords: (unit) => unit.id };
        const refusal = { code: given.code, edit: "e", message: "" };
        const group = { group: "g", edits: given.edits };
        const refused = new RefusedGroup(group, refusal, MATCH_KIND, lookup);
        const { mine, current, keep } = refused.question;
        return { edits: refused.alternative?.edits ?? null, mine, current, keep };
        """,
        {"edits": [{"id": "e", **edit} for edit in edits], "code": code, "snapshots": snapshots},
    )


def test_a_join_goes_on_with_the_units_that_stand(run: Run) -> None:
    join = {"verb": "join_units", "into": "gone", "units": ["u", "v"]}
    answer = _kept(run, [join], "gone", [_unit("u"), _unit("v")])
    assert answer == {
        "edits": [{"id": "e", "verb": "join_units", "into": "u", "units": ["v"]}],
        "mine": "Join 3 units into one",
        "current": "2 of the 3 units still exist: “u”, “v”",
        "keep": "Join the units that exist",
    }
    assert _kept(run, [join], "gone", [_unit("u")])["keep"] is None


def test_a_split_goes_on_with_the_parts_that_are_still_in_the_unit(run: Run) -> None:
    split = {"verb": "split_unit", "unit": "u", "new_unit": "n", "parts": ["p", "q"]}
    [edit] = _kept(run, [split], "gone", [_unit("u", parts=("q", "r"))])["edits"]
    assert (edit["parts"], edit["new_unit"] != "n") == (["q"], True)
    assert _kept(run, [split], "changed", [_unit("u", parts=("p", "q"))])["edits"] is None
    assert _kept(run, [split], "gone", [])["edits"] is None


def test_my_label_takes_the_place_of_the_one_that_stands(run: Run) -> None:
    label = {"verb": "label_unit", "unit": "u", "label": "mine", "was": "old"}
    answer = _kept(run, [label], "changed", [_unit("u", label="theirs")])
    assert answer["edits"] == [{"id": "e", "verb": "label_unit", "unit": "u", "label": "mine", "was": "theirs"}]
    assert (answer["mine"], answer["current"], answer["keep"]) == ("Label: mine", "Label: theirs", "Keep mine")
    assert _kept(run, [label], "changed", [_unit("u")])["edits"][0]["was"] == ""


def test_a_match_and_the_tick_it_takes_back_are_kept_together(run: Run) -> None:
    match = {"verb": "match_part", "unit": "u", "part": "p", "scu": "a", "start": 0, "end": 5}
    answer = _kept(run, [match, {"verb": "unmark_absent", "scu": "a"}], "changed", [_unit("u", "b")])
    assert [edit["verb"] for edit in answer["edits"]] == ["match_part", "unmark_absent"]
    assert answer["keep"] == "Keep mine as a separate unit"


@pytest.mark.parametrize("verb", ["flag", "remove_unit", "rematch_unit"])
def test_nothing_is_kept_for_a_unit_that_is_gone(run: Run, verb: str) -> None:
    answer = _kept(run, [{"verb": verb, "unit": "u", "reason": "unsure", "scu": "a"}], "gone", [])
    assert (answer["edits"], answer["keep"], answer["current"]) == (None, None, "The unit is gone")
