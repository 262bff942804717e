"""Words for comparison: without case, accents and common endings, and as character n-grams."""

import re
import unicodedata
from functools import lru_cache

MAX_GRAM_LENGTH = 5
MIN_GRAM_LENGTH = 3
MIN_GRAM_LENGTH_EAST_ASIAN = 2
"""One character of Han, kana or Hangul means as much as several letters."""

_APOSTROPHES = re.compile("['’ʼ`]")
_LATIN = re.compile("[a-z]{4,}")
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", "e"), ("ly", ""), ("s", ""))
_ACCENTS = {220, 230, *range(10, 37)}
"""Combining classes of accents, Hebrew points and Arabic vowel signs. The vowel signs of Indic and Thai scripts have
other classes and are kept, because without them different words would become the same."""
_FIRST_EAST_ASIAN = "\u2e80"
MAX_CACHED_LENGTH = 24
"""The results of longer words are not cached: people can write words of any length."""


def stem(word: str) -> str:
    """The longest piece of a word between apostrophes, folded (see `fold`) and, if Latin, without its ending.

    Words with the same stem count as the same word. Not empty unless ``word`` is."""
    return _cached_stem(word) if len(word) <= MAX_CACHED_LENGTH else _stem(word)


def _stem(word: str) -> str:
    folded = max((fold(piece) for piece in _APOSTROPHES.split(word)), key=len)
    return _without_ending(folded) if _LATIN.fullmatch(folded) else folded or word


_cached_stem = lru_cache(maxsize=65_536)(_stem)


def fold(word: str) -> str:
    """The letters, digits and vowel signs of a word, in lower case, without accents and in compatibility form."""
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
    has_double_end = len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls"
    return word[:-1] if has_double_end else word


def grams(word: str) -> tuple[str, ...]:
    """The distinct character n-grams of a stem; "^" and "$" mark its ends, so that beginnings and endings differ."""
    return _cached_grams(word) if len(word) <= MAX_CACHED_LENGTH else _grams(word)


def _grams(word: str) -> tuple[str, ...]:
    marked = f"^{word}$"
    shortest = MIN_GRAM_LENGTH_EAST_ASIAN if max(word, default="") >= _FIRST_EAST_ASIAN else MIN_GRAM_LENGTH
    return tuple(
        dict.fromkeys(
            marked[start : start + length]
            for length in range(shortest, MAX_GRAM_LENGTH + 1)
            for start in range(max(1, len(marked) - length + 1))
        )
    )


_cached_grams = lru_cache(maxsize=8_192)(_grams)
