"""Summaries cut into words and gaps, and selections snapped to words."""

from typing import Any

from tests.static.conftest import Run

# "Dr. Ames left. He slept." : words Dr (0 to 2) Ames (4 to 8) left (9 to 13) He (15 to 17) slept (18 to 23)
TEXT = "Dr. Ames left. He slept."
SUMMARY = {
    "text": TEXT,
    "word_steps": [0, 2, 2, 4, 1, 4, 2, 2, 1, 5],
    "sentences": [0, 14, 15, 24],
}


def _sentences(run: Run, summary: dict[str, Any]) -> list[dict[str, Any]]:
    return run(
        """
        const { sentencesOf } = await import("pyramidion/texts/pieces.js");
        return sentencesOf(given, [...given.text].length);
        """,
        summary,
    )


def test_pieces_touch_and_cover_the_text(run: Run) -> None:
    sentences = _sentences(run, SUMMARY)
    pieces = [piece for sentence in sentences for piece in sentence["pieces"]]
    assert "".join(TEXT[piece["start"] : piece["end"]] for piece in pieces) == TEXT
    assert [(s["start"], s["end"]) for s in sentences] == [(0, 15), (15, 24)]
    assert [piece["word"] for piece in pieces] == [0, -1, 1, -1, 2, -1, 3, -1, 4, -1]


def test_a_text_without_sentences_is_one(run: Run) -> None:
    assert len(_sentences(run, {**SUMMARY, "sentences": []})) == 1


def test_a_word_across_two_sentences_is_in_both(run: Run) -> None:
    sentences = _sentences(run, {"text": "abcdef", "word_steps": [0, 6], "sentences": [0, 3, 3, 6]})
    assert [[(p["start"], p["end"], p["word"]) for p in s["pieces"]] for s in sentences] == [[(0, 3, 0)], [(3, 6, 0)]]


def _snap(run: Run, start: int, end: int) -> Any:
    return run(
        """
        const { snapToWords, wordSpans } = await import("pyramidion/texts/pieces.js");
        return snapToWords(wordSpans(given.summary), given.from, given.to);
        """,
        {"summary": SUMMARY, "from": start, "to": end},
    )


def test_a_selection_snaps_to_the_words_it_touches(run: Run) -> None:
    assert _snap(run, 5, 11) == {"start": 4, "end": 13}


def test_a_selection_may_be_made_backwards(run: Run) -> None:
    assert _snap(run, 11, 5) == {"start": 4, "end": 13}


def test_punctuation_alone_is_no_selection(run: Run) -> None:
    assert _snap(run, 13, 15) is None


def test_coverage_counts_each_touched_word_once(run: Run) -> None:
    found = run(
        """
        const { wordSpans, countTouchedWords } = await import("pyramidion/texts/pieces.js");
        return countTouchedWords(wordSpans(given), [{ start: 5, end: 6 }, { start: 4, end: 10 }, { start: 23, end: 24 }]);
        """,
        SUMMARY,
    )
    assert found == 2
