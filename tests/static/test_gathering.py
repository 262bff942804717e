"""Sentences as texts of their own, the rows of the gather strip, and parts that were suggested."""

from typing import Any

from tests.static.conftest import Run

# "Dr. Ames left. He slept." : words Dr Ames left He slept
SUMMARY = {"word_steps": [0, 2, 2, 4, 1, 4, 2, 2, 1, 5], "sentences": [0, 14, 15, 24], "length": 24}


def test_an_excerpt_numbers_its_words_anew_and_keeps_its_offsets(run: Run) -> None:
    found = run(
        """
        const { excerpt, sentencesOf, wordSpans, spanOfWords } = await import("pyramidion/texts/pieces.js");
        const words = wordSpans(given);
        const some = excerpt(sentencesOf(given, given.length), words, 1, 1);
        return { ...some, span: spanOfWords(some.sentences[0]) };
        """,
        SUMMARY,
    )
    assert found["words"] == [{"start": 15, "end": 17}, {"start": 18, "end": 23}]
    assert [piece["word"] for piece in found["sentences"][0]["pieces"]] == [0, -1, 1, -1]
    assert found["span"] == {"start": 15, "end": 23}


def test_spans_are_cut_to_a_range(run: Run) -> None:
    found = run(
        """
        const { clipToRange } = await import("pyramidion/texts/pieces.js");
        return clipToRange([{ start: 0, end: 4 }, { start: 8, end: 20 }, { start: 30, end: 31 }], { start: 4, end: 10 });
        """
    )
    assert found == [{"start": 8, "end": 10}]


def _rows(run: Run, pinned: list[dict[str, int]], passages: list[dict[str, int]], sought: str = "") -> Any:
    return run(
        """
        const { rowContents } = await import("pyramidion/pyramids/gathering/gather_row.js");
        const { CodePoints } = await import("pyramidion/texts/code_points.js");
        const { searchPattern } = await import("pyramidion/texts/pieces.js");
        const sentences = [{ start: 0, end: 9 }, { start: 9, end: 24 }];
        const texts = [1, 2, 3].map((id) => {
          const text = `First ${id}. Second sentence.`;
          return { summary: { id, text }, points: new CodePoints(text), words: [{}], sentences };
        });
        const rows = rowContents(given.pinned, given.passages, texts, searchPattern(given.sought));
        return rows.map(({ summary, from, to, passage, key }) => [summary.id, from, to, passage, key]);
        """,
        {"pinned": pinned, "passages": passages, "sought": sought},
    )


def test_each_other_summary_has_a_row_with_its_best_passage(run: Run) -> None:
    pinned = [{"summary": 2, "start": 9, "end": 23}]
    passages = [
        {"summary": 3, "start": 6, "end": 15},
        {"summary": 3, "start": 0, "end": 5},
    ]
    assert _rows(run, pinned, passages) == [
        [2, 1, 1, None, "0"],
        [1, 0, 0, None, "1"],
        [3, 0, 1, {"start": 6, "end": 15}, "2"],
    ]


def test_without_a_passage_the_words_looked_for_lead(run: Run) -> None:
    rows = _rows(run, [{"summary": 1, "start": 0, "end": 5}], [], "second")
    assert [row[1] for row in rows] == [0, 1, 1]


def test_parts_that_touch_what_was_suggested_say_so(run: Run) -> None:
    found = run(
        """
        const { Selection } = await import("pyramidion/elements/text/selection.js");
        const selection = new Selection();
        selection.draw({ summary: 1, start: 0, end: 5 });
        selection.add({ summary: 2, start: 4, end: 9, from: "similar" });
        selection.draw({ summary: 2, start: 8, end: 12 });
        const seen = [selection.parts];
        selection.remove({ summary: 2, start: 6, end: 10 });
        seen.push(selection.parts);
        selection.markAllSuggested();
        seen.push(selection.parts.map((part) => part.from));
        selection.clear();
        selection.draw({ summary: 2, start: 4, end: 9 });
        return [...seen, selection.parts];
        """
    )
    assert found == [
        [{"summary": 1, "start": 0, "end": 5}, {"summary": 2, "start": 4, "end": 12, "from": "similar"}],
        [
            {"summary": 1, "start": 0, "end": 5},
            {"summary": 2, "start": 4, "end": 6},
            {"summary": 2, "start": 10, "end": 12},
        ],
        ["similar", "similar", "similar"],
        [{"summary": 2, "start": 4, "end": 9}],
    ]
