"""Words and sentences of a text, as half-open spans of Unicode code points.

Pure: no Django, no database. The spans are made once, when a text is imported, and stored together with
``SEGMENTER_VERSION``; the page thinks in these tokens and never cuts text itself.

Words are ICU's (UAX #29, with dictionaries for Chinese, Japanese, Thai, Lao, Khmer and Burmese). Sentences are decided
in three steps: line breaks (``blocks``), candidates (ICU for English and for what nothing else knows, pysbd for the
languages whose abbreviations it lists), and rules that strike candidates out (``sentence_rules``).
"""

from dataclasses import dataclass
from typing import Literal

from .language import direction_of, language_of
from .sentences import sentence_spans
from .words import word_spans

SEGMENTER_VERSION = "1"
"""Goes up whenever the same text may be cut differently than before."""


@dataclass(frozen=True, slots=True)
class Segmentation:
    """The tokens of one text.

    ``words`` and ``sentences`` are flat: ``(s0, e0, s1, e1, ...)``, ascending, not overlapping. A word holds at least
    one letter or digit; every letter and digit is in a word. A sentence begins and ends with something other than white
    space and holds at least one word; every word is inside exactly one sentence. ``direction`` is the text's base
    direction; ``language`` a BCP 47 code guessed from the text, or None.
    """

    words: tuple[int, ...]
    sentences: tuple[int, ...]
    direction: Literal["ltr", "rtl"]
    language: str | None


def segment(text: str) -> Segmentation:
    """Cut ``text`` into words and sentences. Never raises; takes time in proportion to the text's length."""
    language = language_of(text)
    words = word_spans(text, language)
    sentences = sentence_spans(text, words, language)
    return Segmentation(
        words=tuple(bound for span in words for bound in span),
        sentences=tuple(bound for span in sentences for bound in span),
        direction=direction_of(text),
        language=language,
    )


__all__ = ["SEGMENTER_VERSION", "Segmentation", "segment"]
