"""ROUGE-1.5.5's words, against its rules written as regular expressions."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.texts.words.tokenizers import ascii_words


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
