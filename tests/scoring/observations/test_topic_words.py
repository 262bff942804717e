"""Words as units of agreement."""

import pytest

from scoring.observations.topic_words import sentence_numbers, touched_words, word_bounds


def words(text: str) -> list[str]:
    bounds = word_bounds(text)
    return [text[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“Don't” -- said 3% of man-made  U.S. dolls …", ["“Don't”", "said", "3%", "of", "man-made", "U.S.", "dolls"]),
        ("Ärger\u00a0mit\tÖl\n", ["Ärger", "mit", "Öl"]),
        ("한국어는 띄어 씁니다.", ["한국어는", "띄어", "씁니다."]),
        ("", []),
        ("--- *", []),
    ],
)
def test_white_space_divides_and_a_word_has_a_letter_or_digit(text, expected) -> None:
    assert words(text) == expected


@pytest.mark.parametrize("text", ["我们今天去学校。", "今日は学校に行きました。", "วันนี้เราไปโรงเรียน"])
def test_languages_without_spaces_have_the_segmenters_words(text) -> None:
    from annotator.texts.segmentation import segment

    assert word_bounds(text) == list(segment(text).words)
    assert len(words(text)) > 2
    assert word_bounds(text, [0, 1]) == [0, 1]


def test_a_word_belongs_to_what_a_part_touches() -> None:
    bounds = word_bounds("one two, three four")
    assert touched_words(bounds, [(1, 2), (6, 10)]) == {0, 1, 2}
    assert touched_words(bounds, [(3, 4), (8, 9)]) == set()


def test_words_know_their_sentence() -> None:
    text = "One two. Three! Four five."
    assert sentence_numbers(word_bounds(text), [0, 8, 9, 15, 16, 26], 7) == [7, 7, 8, 9, 9]
    assert sentence_numbers(word_bounds(text), [], 3) == [3] * 5
