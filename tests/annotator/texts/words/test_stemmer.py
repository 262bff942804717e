"""ROUGE-1.5.5's stemmer. The stems were compared with the script's on 24,000 pairs of words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer

from annotator.texts.words.stemmer import LONGEST_CACHED_WORD, porter_stem, stem

SUFFIXES = [
    "s", "es", "ed", "ing", "eed", "ational", "tional", "enci", "anci", "izer", "bli", "alli",
    "entli", "eli", "ousli", "ization", "ation", "ator", "alism", "iveness", "fulness", "ousness", "aliti", "iviti",
    "biliti", "logi", "icate", "ative", "alize", "iciti", "ical", "ful", "ness", "al", "ance", "ence",
    "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "sion", "tion", "ou", "ism",
    "ate", "iti", "ous", "ive", "ize", "y", "ly", "e", "ll", "ies", "sses",
]  # fmt: skip
WORDS = st.builds(
    "{}{}{}".format, st.text("abeilnosty", min_size=1, max_size=6), *[st.sampled_from(["", *SUFFIXES])] * 2
)


class OtherFourthStep(PorterStemmer):
    """nltk's stemmer with Porter's later changes, whose fourth step goes on with -ment, and then with -ent and -ion."""

    def __init__(self) -> None:
        super().__init__(self.MARTIN_EXTENSIONS)

    def _step4(self, word: str) -> str:
        for group in ("al ance ence er ic able ible ant ement ou ism ate iti ous ive ize", "ment", "ent sion tion"):
            for suffix in sorted(group.split(), key=len, reverse=True):
                if word.endswith(suffix):
                    kept = suffix[0] if suffix in ("sion", "tion") else ""
                    rest = word.removesuffix(suffix) + kept
                    word = rest if self._measure(rest) > 1 else word
                    break
        return word


@given(word=WORDS)
def test_all_steps_but_the_fourth_are_porters(word: str) -> None:
    if len(word) > 3 and "yy" not in word:  # nltk takes yy for a double consonant
        assert porter_stem(word) == OtherFourthStep().stem(word)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("document", "docum"),
        ("additionally", "addit"),
        ("agreement", "agreem"),
        ("analogy", "analog"),
        ("possibly", "possibl"),
        ("generalizations", "gener"),
        ("hopping", "hop"),
        ("agreed", "agre"),
        ("1990s", "1990"),
        ("sky", "sky"),
        ("playing", "plai"),
    ],
)
def test_regular_words_are_stemmed_as_by_the_script(word: str, expected: str) -> None:
    assert stem(word) == expected


@pytest.mark.parametrize(("word", "expected"), [("mice", "mouse"), ("best", "well"), ("comics", "comic_strip")])
def test_irregular_forms_become_wordnets_base_form_and_are_not_stemmed(word: str, expected: str) -> None:
    # So "mice" and "mouse", whose stem is "mous", do not match, as in the script.
    assert stem(word) == expected
    assert stem("mouse") == "mous"


@pytest.mark.parametrize("word", ["is", "was", "ies", "ing", "s", ""])
def test_words_of_up_to_three_letters_stay(word: str) -> None:
    assert stem(word) == word


def test_long_words_are_stemmed_too() -> None:
    assert stem("ab" * LONGEST_CACHED_WORD + "ing") == "ab" * LONGEST_CACHED_WORD
