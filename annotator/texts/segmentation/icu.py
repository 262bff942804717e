"""ICU's break iterators, counted in code points."""

from collections.abc import Iterator

from icu4py.breakers import SentenceBreaker, WordBreaker

# ICU4py hands text over as UTF-16 and cannot encode a lone surrogate; imports refuse them, but no caller should crash.
_SURROGATES = dict.fromkeys(range(55296, 57344), "�")


def word_pieces(text: str, language: str | None) -> Iterator[tuple[int, int]]:
    """All pieces between word breaks, white space and punctuation included."""
    return _spans(WordBreaker(_encodable(text), language or "und"))


def sentence_pieces(text: str, language: str | None) -> Iterator[tuple[int, int]]:
    """All pieces between sentence breaks, each with the white space that follows it."""
    return _spans(SentenceBreaker(_encodable(text), language or "und"))


def _encodable(text: str) -> str:
    try:
        text.encode("utf-16-le")
    except UnicodeEncodeError:
        return text.translate(_SURROGATES)
    return text


def _spans(breaker: WordBreaker | SentenceBreaker) -> Iterator[tuple[int, int]]:
    # breaker.segments() counts UTF-16 units, which run ahead of code points after the first emoji; the strings don't.
    start = 0
    for piece in breaker:
        yield start, start + len(piece)
        start += len(piece)
