"""Words for comparison: without case, accents and common endings, and as character n-grams."""

import re
import unicodedata
from functools import lru_cache

LONGEST_GRAM = 5
SHORTEST_GRAM = 3
SHORTEST_GRAM_EAST_ASIAN = 2
"""One character of Han, kana or Hangul says what takes several letters."""

_APOSTROPHES = re.compile("['’ʼ`]")
_LATIN = re.compile("[a-z]{4,}")
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", "e"), ("ly", ""), ("s", ""))
_ACCENTS = {220, 230, *range(10, 37)}
"""Combining classes of accents, Hebrew points and Arabic vowel signs. Vowel signs of Indic and Thai letters have
others: without them different words would become the same."""
_EAST_ASIAN = "\u2e80"


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Words with the same stem count as the same: the longest piece between apostrophes, folded, without its ending if
    in Latin letters. Not empty unless ``word`` is."""
    folded = max((fold(piece) for piece in _APOSTROPHES.split(word)), key=len)
    return _without_ending(folded) if _LATIN.fullmatch(folded) else folded or word


def fold(word: str) -> str:
    """Only letters, digits and vowel signs, in lower case, without accents and compatibility forms."""
    if word.isascii() and word.isalnum():
        return word.lower()
    characters = filter(_is_significant, unicodedata.normalize("NFKD", word.casefold()))
    return unicodedata.normalize("NFC", "".join(characters))


def _is_significant(character: str) -> bool:
    if character.isalnum():
        return True
    return unicodedata.category(character)[0] == "M" and unicodedata.combining(character) not in _ACCENTS


def _without_ending(word: str) -> str:
    for ending, replacement in _ENDINGS:
        length = len(word) - len(ending)
        if word.endswith(ending) and length >= 3 and not word.endswith("ss"):
            word = word[:length] + replacement
            break
    if word.endswith("e") and len(word) > 4:
        word = word[:-1]
    doubled = len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls"
    return word[:-1] if doubled else word


@lru_cache(maxsize=65_536)
def grams(word: str) -> tuple[str, ...]:
    """The distinct character n-grams of a stem, with its ends marked to distinguish beginnings and endings."""
    marked = f"^{word}$"
    shortest = SHORTEST_GRAM_EAST_ASIAN if max(word, default="") >= _EAST_ASIAN else SHORTEST_GRAM
    return tuple(
        dict.fromkeys(
            marked[start : start + length]
            for length in range(shortest, LONGEST_GRAM + 1)
            for start in range(max(1, len(marked) - length + 1))
        )
    )
