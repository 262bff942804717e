"""Offsets of a later text in the topic's: spacing, punctuation, case and separators may differ, words may not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.duc.live import live_scus
from annotator.duc.readers import read_pyr
from annotator.texts import alignment
from annotator.texts.alignment import AlignmentError, align

MATTER = Path(__file__).parents[3].parent / "shared" / "data" / "matter"


def moved(ours: str, theirs: str, part: str) -> str:
    """What of `ours` the first occurrence of a part of `theirs` becomes."""
    start = theirs.index(part)
    span = align(ours, theirs).span(start, start + len(part))
    return ours[span.start : span.end]


@pytest.mark.parametrize(
    ("ours", "theirs", "part", "expected"),
    [
        pytest.param("One dam broke.", "One dam broke.", "dam", "dam", id="equal texts"),
        pytest.param("One  dam\nbroke.", "One dam broke.", "dam broke", "dam\nbroke", id="other spaces"),
        pytest.param("ONE DAM BROKE", "One dam broke.", "dam broke", "DAM BROKE", id="other case"),
        pytest.param("In “What?”, we", "In What?, we", "What", "What", id="quotation marks gone"),
        pytest.param("a 'b' c", "a 'b' c ", "'b'", "'b'", id="equal marks at the edges go along"),
        pytest.param("a b' c", "a 'b' c", "'b'", "b'", id="other marks at the edges stay out"),
        pytest.param("man made dams", "man-made dams", "man-made", "man made", id="another hyphen"),
        pytest.param("a manmade dam broke", "a man-made dam broke", "man-made", "manmade", id="no hyphen"),
        pytest.param("all in one go", "al lin one go", "al lin", "all in", id="words cut elsewhere"),
        pytest.param("the café is open", "the cafe is open", "cafe", "café", id="an accent"),
        pytest.param("the cafe\u0301 is open", "the café is open", "café is", "cafe\u0301 is", id="a combining accent"),
        pytest.param("the café is open", "the caf\ufffd is open", "caf\ufffd is", "café is", id="a lost letter"),
        pytest.param("the naïveté is", "the na\ufffdvet\ufffd is", "na\ufffdvet", "naïvet", id="lost letters inside"),
        pytest.param("a ﬁne day", "a fine day", "fine", "ﬁne", id="a ligature"),
        pytest.param("x the dam — it broke", "the dam, it broke", "dam, it", "dam — it", id="a word more in front"),
        pytest.param("the old dam broke", "the dam broke", "the dam", "the old dam", id="a word more inside"),
        pytest.param("大坝 溃决了", "大坝溃决了", "溃决", "溃决", id="no spaces"),
        pytest.param("the dam broke", "the dam  broke", "roke", "roke", id="part of a word"),
        pytest.param("yes, no; maybe", "yes,  no;  maybe", ";", ";", id="a mark alone"),
    ],
)
def test_a_part_goes_where_its_words_are(ours: str, theirs: str, part: str, expected: str) -> None:
    assert moved(ours, theirs, part) == expected


def test_a_part_with_a_word_of_its_own_is_refused() -> None:
    with pytest.raises(AlignmentError, match=r"^“large dam” is not in the topic's text of this summary\.$"):
        moved("The dam broke on Friday.", "The large dam broke on Friday.", "large dam")
    assert moved("The dam broke on Friday.", "The large dam broke on Friday.", "dam broke") == "dam broke"


def test_a_mark_that_the_topics_text_lacks_is_refused() -> None:
    with pytest.raises(AlignmentError, match=r"^“!” is not in the topic's text of this summary\.$"):
        moved("The dam broke", "The dam broke!", "!")


def test_another_text_is_refused() -> None:
    with pytest.raises(AlignmentError, match=r"^It is not the topic's text of this summary: most of its words"):
        align("The dam broke on Friday.", "Ferries sail on Monday and Tuesday.")


def test_texts_that_are_too_long_to_compare_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alignment, "MAX_CELLS", 10)
    with pytest.raises(AlignmentError, match=r"too long to be compared with it\.$"):
        align("a b c d e f", "f e d c b a")


def lcs_length(a: str, b: str) -> int:
    """The textbook table."""
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1][j + 1] = table[i][j] + 1 if x == y else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


@given(st.text("abc", max_size=14), st.text("abc", max_size=14))
def test_the_common_subsequence_is_a_longest_one(a: str, b: str) -> None:
    pairs = alignment._common_pairs(a, b)
    assert all(a[i] == b[j] for i, j in pairs)
    assert pairs == sorted(pairs)
    assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs) == lcs_length(a, b)


words = st.sampled_from(["Dam", "dam", "é", "cafe", "1,000", "it's", "漢字", "x"])
gaps = st.sampled_from([" ", "\n", " - ", ", ", "  ", ". "])


@given(st.data())
def test_the_same_words_with_other_gaps_align_word_by_word(data: st.DataObject) -> None:
    chosen = data.draw(st.lists(words, min_size=1, max_size=12))
    spots: list[list[tuple[int, int]]] = [[], []]
    texts = ["", ""]
    for side in (0, 1):
        for word in chosen:
            texts[side] += data.draw(gaps)
            spots[side].append((len(texts[side]), len(texts[side]) + len(word)))
            texts[side] += word
    aligned = align(texts[0], texts[1])
    assert aligned.shared_fraction == 1
    for ours, theirs in zip(*spots, strict=True):
        assert aligned.span(*theirs) == ours


@pytest.mark.skipif(not MATTER.exists(), reason="the folder ../shared/data is not here")
@pytest.mark.parametrize("annotator", ["annotator2", "annotator3"])
def test_every_part_of_matters_other_annotators_goes_to_the_first_ones_text(annotator: str) -> None:
    first = read_pyr((MATTER / "annotator1.pyr").read_bytes()).document
    other = read_pyr((MATTER / f"{annotator}.pyr").read_bytes()).document
    ways = [align(first.model_text(index), other.model_text(index)) for index in range(5)]
    scus, repairs = live_scus(other)
    assert repairs == ()
    for contributor in (contributor for scu in scus for contributor in scu.contributors):
        for start, end in contributor.parts:
            low, high = ways[contributor.model].span(start, end)
            ours, theirs = first.model_text(contributor.model)[low:high], other.model_text(contributor.model)[start:end]
            assert [letter for letter in ours if letter.isalnum()] == [letter for letter in theirs if letter.isalnum()]
