"""Finds the sentences of a text: possible starts within each block of lines, except those that rules reject."""

import re
import warnings
from bisect import bisect_left
from functools import cache
from importlib import import_module
from typing import Any

from annotator.texts.segmentation.blocks import blocks
from annotator.texts.segmentation.icu import sentence_pieces
from annotator.texts.segmentation.sentence_rules import ends_before

PYSBD_LANGUAGES = frozenset("am ar bg da de el es fa fr hi hy it ja kk mr my nl pl ru sk ur zh".split())  # noqa: SIM905  # 22 lines otherwise
"""All languages of pysbd except English. ICU with our rules is right on all 46 English sentences of the test set; pysbd
fails on 14 of them ("5 p.m. Monday", "Washington, D.C. It ...") and is ten times slower."""

_PYSBD_MAX_BLOCK = 2_000  # characters; pysbd's time grows with the square of a block's length
_PYSBD_MAX_TEXT = 20_000

# pysbd uses these signs internally, for example for a full stop within a sentence. In a text they would become stops.
_PYSBD_SIGNS = str.maketrans(dict.fromkeys("∯∮♬♭☉☈☇☄✂⌬⎋ȸȹᓰᓱᓳᓴᓷᓸ", "x"))

# What ICU misses: it looks past a number to the next letter ("It was 3-2. 5,000 people watched"), and takes the
# one-character ellipsis for a comma.
_MISSED_BY_ICU = re.compile(r"[.!?…][\"'”’)\]]*\s+(?=[\"'“‘(\[$£€]?\d)|…[\"'”’)\]]*\s+")
_WHITE_SPACE = re.compile(r"\s")

Span = tuple[int, int]


def sentence_spans(text: str, words: list[Span], language: str | None) -> list[Span]:
    """Spans of the sentences of ``text``, ascending and trimmed. No sentence begins or ends within one of ``words``."""
    use_pysbd = len(text) <= _PYSBD_MAX_TEXT and language in PYSBD_LANGUAGES
    word_starts = [start for start, _ in words]
    spans: list[Span] = []
    for start, end in blocks(text):
        line = _WHITE_SPACE.sub(" ", text[start:end])  # replaces single characters, so offsets stay the same
        cuts: list[int] = []
        for candidate in _possible_starts(line, language, use_pysbd=use_pysbd):
            if ends_before(line, candidate, begin=cuts[-1] if cuts else 0, language=language):
                cuts.append(candidate)
        spans += _whole_sentences(text, [start, *(start + cut for cut in cuts), end], words, word_starts)
    return spans


def _possible_starts(line: str, language: str | None, *, use_pysbd: bool) -> list[int]:
    """Offsets in ``line`` at which a sentence may begin, ascending, except 0 and the end."""
    if use_pysbd and language and len(line) <= _PYSBD_MAX_BLOCK:
        starts = _pysbd_starts(line, language)
    else:
        starts = {start for start, _ in sentence_pieces(line, language)}
        starts |= {match.end() for match in _MISSED_BY_ICU.finditer(line)}
    return sorted(starts - {0, len(line)})


def _pysbd_starts(line: str, language: str) -> set[int]:
    try:
        spans = _pysbd_segmenter(language).segment(line.translate(_PYSBD_SIGNS))
    except (IndexError, KeyError, TypeError, ValueError, AttributeError, re.error):  # all occurred on odd punctuation
        return {start for start, _ in sentence_pieces(line, language)}
    # Sentences that pysbd changed internally are missing from its spans, but they begin where the one before them ends.
    return {span.start for span in spans} | {span.end for span in spans}


@cache
def _pysbd_segmenter(language: str) -> Any:
    with warnings.catch_warnings():
        # pysbd's patterns have invalid escapes, about which Python warns when it first compiles the files.
        warnings.filterwarnings("ignore", message=".*invalid escape sequence")
        pysbd = import_module("pysbd")
    return pysbd.Segmenter(language=language, clean=False, char_span=True)


def _whole_sentences(text: str, bounds: list[int], words: list[Span], word_starts: list[int]) -> list[Span]:
    """The pieces between ``bounds``, trimmed. A piece without a word is joined to the piece before it; if it is the
    first piece, to the next piece. A bound within a word is ignored.
    """
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
