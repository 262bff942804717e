"""Summaries cut into words and gaps, and selections snapped to words."""

from typing import Any

from tests.static.conftest import Run

# "Dr. Ames left. He slept." : words Dr Ames left He slept
TEXT = "Dr. Ames left. He slept."
SUMMARY = {
    "text": TEXT,
    "words": [0, 2, 4, 8, 9, 13, 15, 17, 18, 23],
    "sentences": [0, 14, 15, 24],
}


def _sentences(run: Run, summary: dict[str, Any]) -> list[dict[str, Any]]:
    return run(
        """
        const { sentencesOf } = await import("pyramidion/text/pieces.js");
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
    sentences = _sentences(run, {"text": "abcdef", "words": [0, 6], "sentences": [0, 3, 3, 6]})
    assert [[(p["start"], p["end"], p["word"]) for p in s["pieces"]] for s in sentences] == [[(0, 3, 0)], [(3, 6, 0)]]


def _snap(run: Run, start: int, end: int) -> Any:
    return run(
        """
        const { snapToWords, spans } = await import("pyramidion/text/pieces.js");
        return snapToWords(spans(given.words), given.from, given.to);
        """,
        {"words": SUMMARY["words"], "from": start, "to": end},
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
        const { spans, touchedWords } = await import("pyramidion/text/pieces.js");
        return touchedWords(spans(given), [{ start: 5, end: 6 }, { start: 4, end: 10 }, { start: 23, end: 24 }]);
        """,
        SUMMARY["words"],
    )
    assert found == 2
