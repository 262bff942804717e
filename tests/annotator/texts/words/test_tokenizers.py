"""The tokenizers; ROUGE-1.5.5's words against its rules written as regular expressions."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.texts.segmentation import segment
from annotator.texts.words.tokenizers import TOKENIZERS, ascii_words, loses_letters


def script_words(text: str) -> list[str]:
    """Hyphens become words, everything but letters, digits and hyphens a space; words begin with a letter or digit."""
    spaced = re.sub("[^A-Za-z0-9-]", " ", text.replace("-", " - "))
    lower = re.sub("[A-Z]", lambda letter: letter[0].lower(), spaced)
    return [word for word in lower.split() if re.match("[a-z0-9$]", word)]


@given(text=st.text("aZ09-$_'. \nİKß中é\ud800"))
def test_words_are_runs_of_ascii_letters_and_digits(text: str) -> None:
    assert ascii_words(text) == script_words(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("U.S.-led forces' 3.5%", ["u", "s", "led", "forces", "3", "5"]),
        ("naïve café", ["na", "ve", "caf"]),
        ("İstanbul \u212aelvin", ["stanbul", "elvin"]),
        ("大坝溃决了 شكر 😀", []),
        ("\ud800 alone", ["alone"]),
    ],
)
def test_other_letters_split_words(text: str, words: list[str]) -> None:
    assert ascii_words(text) == words


@pytest.mark.parametrize(
    ("tokenizer", "words"),
    [
        ("unicode1", ["the", "u.s", "led", "forces", "3.5", "naïve", "it's", "strasse"]),
        ("marks1", ["The", "U.S", ".", "-", "led", "forces", "'", "3.5", "%", "naïve", "it’s", "—", "Straße"]),
        ("spaces", ["The", "U.S.-led", "forces'", "3.5%", "naïve", "it’s", "—", "Straße"]),
    ],
)
def test_tokenizers_treat_case_and_marks_each_in_its_way(tokenizer: str, words: list[str]) -> None:
    tokens = TOKENIZERS[tokenizer]("The U.S.-led forces' 3.5%\nnaïve it’s — Straße")
    assert [token.replace("’", "'") if tokenizer == "unicode1" else token for token in tokens] == words


def test_marks_inside_words_split_none() -> None:
    assert TOKENIZERS["marks1"]("F-16s, B-1Bs (C-5B) 1,000.5 o'clock!") == [
        *("F-16s", ",", "B-1Bs", "(", "C-5B", ")", "1,000.5", "o'clock", "!")
    ]


@pytest.mark.parametrize(
    "text", ["大坝在星期五溃决了。", "السد انهار يوم الجمعة", "ฝนตกหนักมาก", "👩‍👩‍👧 the dam", "the \ud800 dam"]
)
def test_the_words_of_unicode1_are_those_of_the_segmentation(text: str) -> None:
    words = segment(text).words
    assert TOKENIZERS["unicode1"](text) == [
        text[start:end].casefold() for start, end in zip(words[::2], words[1::2], strict=True)
    ]


@pytest.mark.parametrize(
    ("text", "loses"),
    [("", False), ("café " + "a" * 16, False), ("café " + "a" * 15, True), ("— “2024”", False), ("大坝", True)],
)
def test_a_text_loses_letters_if_over_a_twentieth_are_not_ascii(text: str, loses: bool) -> None:
    assert loses_letters(text) is loses  # of 20 letters 1 is a twentieth
