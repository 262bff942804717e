"""Finds the words and sentences of a text with ICU, as spans in code points."""

from collections.abc import Iterator

from icu4py.breakers import SentenceBreaker, WordBreaker

# ICU4py passes text on as UTF-16 and cannot encode a lone surrogate; imports refuse them, but no caller should crash.
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


def word_spans(text: str, language: str | None) -> list[tuple[int, int]]:
    """The pieces between word breaks that contain a letter or digit, ascending, including marks and apostrophes."""
    pieces = _spans(WordBreaker(_encodable(text), language or "und"))
    return [(start, end) for start, end in pieces if any(character.isalnum() for character in text[start:end])]


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
    # breaker.segments() counts UTF-16 units, which differ from code points after an emoji; so measure the strings.
    start = 0
    for piece in breaker:
        yield start, start + len(piece)
        start += len(piece)
