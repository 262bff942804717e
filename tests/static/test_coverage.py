"""How many words are covered, shared, set aside and open."""

from collections.abc import Sequence
from typing import Any

from tests.static.conftest import Run

WORDS = [(0, 2), (3, 6), (7, 11), (12, 14), (15, 19)]


def _coverage(run: Run, marks: list[tuple[str, int, int]], asides: Sequence[tuple[int, int]] = ()) -> dict[str, int]:
    given: dict[str, Any] = {
        "words": [{"start": start, "end": end} for start, end in WORDS],
        "marks": [{"key": key, "start": start, "end": end} for key, start, end in marks],
        "asides": [{"start": start, "end": end} for start, end in asides],
    }
    body = 'const { coverageOf } = await import("pyramidion/texts/pieces.js");'
    found: dict[str, int] = run(f"{body} return coverageOf(given.words, given.marks, given.asides);", given)
    return found


def test_nothing_is_covered(run: Run) -> None:
    assert _coverage(run, []) == {"words": 5, "covered": 0, "shared": 0, "aside": 0, "open": 5}


def test_a_word_of_several_scus_is_shared_and_counts_once(run: Run) -> None:
    marks = [("a", 0, 11), ("b", 9, 14), ("b", 10, 11)]
    assert _coverage(run, marks) == {"words": 5, "covered": 4, "shared": 1, "aside": 0, "open": 1}


def test_parts_of_one_scu_do_not_share(run: Run) -> None:
    assert _coverage(run, [("a", 7, 9), ("a", 9, 11)])["shared"] == 0


def test_two_scus_that_cut_a_word_share_it(run: Run) -> None:
    assert _coverage(run, [("a", 7, 9), ("b", 9, 11)])["shared"] == 1


def test_a_covered_word_is_not_set_aside(run: Run) -> None:
    assert _coverage(run, [("a", 0, 2)], [(0, 6), (15, 19)]) == {
        "words": 5,
        "covered": 1,
        "shared": 0,
        "aside": 2,
        "open": 2,
    }
