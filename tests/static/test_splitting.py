"""Which pieces an SCU falls into at the words selected, and the edits of one gesture that divide it."""

from typing import Any

from tests.static.conftest import Run

# Words: [0, 2) [3, 6) [7, 11) [12, 14) [15, 19); the full stop is at 19.
TEXT = "We met Anna in 1991. "
SCU = {
    "id": "s",
    "uid": 1,
    "label": "old",
    "contributors": [{"summary": 7, "comment": "", "parts": [{"id": "p", "start": 0, "end": 20}]}],
}
IMPORT = 'const { piecesOf, splitEdits } = await import("pyramidion/pyramids/splitting.js");'
TEXT_OF = """
const points = { slice: (start, end) => given.text.slice(start, end) };
const words = [[0, 2], [3, 6], [7, 11], [12, 14], [15, 19]].map(([start, end]) => ({ start, end }));
const textOf = () => ({ words, points });
const pieces = piecesOf(given.scu, given.selected, textOf);
"""


def _given(*spans: tuple[int, int], scu: dict[str, Any] = SCU) -> dict[str, Any]:
    selected = [{"summary": 7, "start": start, "end": end} for start, end in spans]
    return {"text": TEXT, "scu": scu, "selected": selected}


def _pieces(run: Run, *spans: tuple[int, int]) -> list[tuple[int, int, bool]]:
    pieces = run(f"{IMPORT} {TEXT_OF} return pieces;", _given(*spans))
    return [(piece["start"], piece["end"], piece["moves"]) for piece in pieces]


def _edits(run: Run, *spans: tuple[int, int], old_label: str = "old") -> list[dict[str, Any]]:
    how = f'{{ newScu: "n", label: "new", restLabel: "{old_label}" }}'
    edits: list[dict[str, Any]] = run(
        f"{IMPORT} {TEXT_OF} return splitEdits(given.scu, pieces, {how});", _given(*spans)
    )
    return edits


def test_a_part_is_cut_at_the_selected_words_without_the_spaces_between(run: Run) -> None:
    assert _pieces(run, (7, 11)) == [(0, 6, False), (7, 11, True), (12, 20, False)]
    assert _pieces(run, (0, 2), (12, 14)) == [(0, 2, True), (3, 11, False), (12, 14, True), (15, 20, False)]


def test_what_would_be_left_without_a_word_goes_along(run: Run) -> None:
    assert _pieces(run, (0, 19)) == [(0, 20, True)]
    assert _pieces(run, (12, 19)) == [(0, 11, False), (12, 19, True)]


def test_a_selection_that_touches_no_word_of_a_part_cuts_nothing(run: Run) -> None:
    assert _pieces(run) == [(0, 20, False)]
    assert _pieces(run, (19, 20)) == [(0, 20, False)]


def test_the_part_keeps_its_id_where_something_stays(run: Run) -> None:
    first, second, third, split = _edits(run, (7, 11))
    assert first == {"verb": "set_part", "part": "p", "start": 0, "end": 6}
    assert (second["verb"], second["start"], second["end"]) == ("add_part", 7, 11)
    assert (third["verb"], third["start"], third["end"]) == ("add_part", 12, 20)
    assert split == {"verb": "split_scu", "scu": "s", "new_scu": "n", "parts": [second["part"]], "label": "new"}


def test_a_whole_part_goes_as_it_is(run: Run) -> None:
    (split,) = _edits(run, (0, 19))
    assert split["parts"] == ["p"]


def test_another_label_for_what_stays_is_part_of_the_gesture(run: Run) -> None:
    assert _edits(run, (12, 19), old_label="less")[-1] == {
        "verb": "relabel_scu",
        "scu": "s",
        "label": "less",
        "was": "old",
    }
