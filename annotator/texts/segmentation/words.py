"""Word-like tokens: the pieces between ICU's word breaks that hold a letter or a digit."""

from . import icu


def word_spans(text: str, language: str | None) -> list[tuple[int, int]]:
    """Spans of the words of ``text``, ascending. Marks, joiners and apostrophes inside a word belong to it."""
    return [(start, end) for start, end in icu.word_pieces(text, language) if _is_word_like(text[start:end])]


def _is_word_like(piece: str) -> bool:
    return any(character.isalnum() for character in piece)
