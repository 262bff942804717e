"""Words as they are compared."""

import pytest

from annotator.texts.similarity.words import fold, grams, stem


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("closed", "closes"),
        ("closing", "close"),
        ("Properties", "property"),
        ("stopped", "stop"),
        ("ferries", "ferry"),
        ("object's", "objects"),
        ("l’énergie", "energie"),
        ("CAFÉ", "cafe"),
        ("Straße", "STRASSE"),
        ("ﬁsh", "fish"),
        ("مُدَرِّس", "مدرس"),  # Arabic with and without vowel signs
        ("שָׁלוֹם", "שלום"),  # Hebrew with and without points
        ("ｱﾒﾘｶ", "アメリカ"),  # half-width and full-width
    ],
)
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("mass", "mas"), ("is", "i"), ("ที่", "ทุ"), ("की", "का"), ("物質", "物理"), ("1990", "1991")],
)
def test_other_words_have_others(one: str, other: str) -> None:
    """Thai and Hindi words can differ in vowel signs alone."""
    assert stem(one) != stem(other)


def test_every_word_has_a_stem() -> None:
    assert all(stem(word) for word in ("'", "''", "a", "7", "①", "한국은", "ss", "ing", "👩‍🔬1"))


def test_hangul_stays_in_syllables() -> None:
    assert fold("한국은") == "한국은"


def test_n_grams_know_the_ends_of_a_word() -> None:
    assert set(grams("acid")) == {"^ac", "aci", "cid", "id$", "^aci", "acid", "cid$", "^acid", "acid$"}


def test_east_asian_words_are_cut_finer() -> None:
    assert {"^物", "物質", "質$"} <= set(grams("物質"))


def test_the_shortest_word_has_an_n_gram() -> None:
    assert grams("a") == ("^a$",)
