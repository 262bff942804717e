"""Where sentences may begin: proposals of ICU and pysbd, before the rules have their say."""

import re
import warnings
from functools import cache
from importlib import import_module
from typing import Any

from . import icu

PYSBD_LANGUAGES = frozenset(
    [
        "am",
        "ar",
        "bg",
        "da",
        "de",
        "el",
        "es",
        "fa",
        "fr",
        "hi",
        "hy",
        "it",
        "ja",
        "kk",
        "mr",
        "my",
        "nl",
        "pl",
        "ru",
        "sk",
        "ur",
        "zh",
    ]
)
"""All that pysbd knows but English. For English, ICU with our rules was right on every sentence of the test set; pysbd
fails on 14 of 46 ("5 p.m. Monday", "Washington, D.C. It ...") and is ten times slower."""

_PYSBD_MAX_BLOCK = 2_000  # characters; pysbd's time grows with the square of a block's length
PYSBD_MAX_TEXT = 20_000

# Signs that pysbd uses inside for "a full stop that ends nothing" and the like, and would turn into punctuation.
_PYSBD_SIGNS = str.maketrans(dict.fromkeys("∯∮♬♭☉☈☇☄✂⌬⎋ȸȹᓰᓱᓳᓴᓷᓸ", "x"))

# What ICU passes over: it looks past a number to the next letter ("It was 3-2. 5,000 people watched"), and takes the
# one-character ellipsis for a comma.
_PASSED_OVER = re.compile(r"[.!?…][\"'”’)\]]*\s+(?=[\"'“‘(\[$£€]?\d)|…[\"'”’)\]]*\s+")


def candidate_starts(block: str, language: str | None, *, allow_pysbd: bool) -> list[int]:
    """Offsets in ``block`` at which a sentence may begin, ascending, 0 and the end left out.

    ``block`` holds no line breaks.
    """
    if allow_pysbd and language in PYSBD_LANGUAGES and len(block) <= _PYSBD_MAX_BLOCK:
        starts = _pysbd_starts(block, language)
    else:
        starts = {start for start, _ in icu.sentence_pieces(block, language)}
        starts |= {match.end() for match in _PASSED_OVER.finditer(block)}
    return sorted(starts - {0, len(block)})


def _pysbd_starts(block: str, language: str) -> set[int]:
    try:
        spans = _pysbd_segmenter(language).segment(block.translate(_PYSBD_SIGNS))
    except (IndexError, KeyError, TypeError, ValueError, AttributeError, re.error):  # met on stray punctuation
        return {start for start, _ in icu.sentence_pieces(block, language)}
    # Sentences that pysbd changed inside are missing from its spans, so a start counts as well as an end.
    return {span.start for span in spans} | {span.end for span in spans}


@cache
def _pysbd_segmenter(language: str) -> Any:
    with warnings.catch_warnings():
        # pysbd's patterns hold invalid escapes, of which Python warns when it first compiles the files.
        warnings.filterwarnings("ignore", message=".*invalid escape sequence")
        pysbd = import_module("pysbd")
    return pysbd.Segmenter(language=language, clean=False, char_span=True)
