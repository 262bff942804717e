"""Sentences of a text: blocks of lines, candidates within a block, rules that strike candidates out."""

import re
from bisect import bisect_left

from .blocks import blocks
from .candidates import PYSBD_MAX_TEXT, candidate_starts
from .sentence_rules import ends_before

_WHITE_SPACE = re.compile(r"\s")

Span = tuple[int, int]


def sentence_spans(text: str, words: list[Span], language: str | None) -> list[Span]:
    """Spans of the sentences of ``text``, ascending, trimmed; ``words`` are its words, none of which is cut."""
    allow_pysbd = len(text) <= PYSBD_MAX_TEXT
    word_starts = [start for start, _ in words]
    spans: list[Span] = []
    for start, end in blocks(text):
        cuts = _cuts(text[start:end], language, allow_pysbd=allow_pysbd)
        spans += _whole_sentences(text, [start, *(start + cut for cut in cuts), end], words, word_starts)
    return spans


def _cuts(block: str, language: str | None, *, allow_pysbd: bool) -> list[int]:
    line = _WHITE_SPACE.sub(" ", block)  # one for one: offsets stay
    cuts: list[int] = []
    for start in candidate_starts(line, language, allow_pysbd=allow_pysbd):
        if ends_before(line, start, since=cuts[-1] if cuts else 0, language=language):
            cuts.append(start)
    return cuts


def _whole_sentences(text: str, bounds: list[int], words: list[Span], word_starts: list[int]) -> list[Span]:
    """The pieces between ``bounds``, trimmed; one without a word joins the piece before it, else the one after."""
    pieces: list[Span] = []
    start = bounds[0]
    for end in bounds[1:]:
        first, after_last = bisect_left(word_starts, start), bisect_left(word_starts, end)
        cuts_word = after_last > 0 and words[after_last - 1][1] > end
        if cuts_word or (first == after_last and not pieces):
            continue
        if first == after_last:
            pieces[-1] = _trimmed(text, pieces[-1][0], end)
        else:
            pieces.append(_trimmed(text, start, end))
        start = end
    return pieces


def _trimmed(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
