"""Words and sentences of a text, as half-open spans of Unicode code points.

Pure: no Django, no database. A text is segmented once, when it is imported, and the spans are stored together with
``SEGMENTER_VERSION``; pages use these tokens and never segment text themselves.

Words are ICU's (UAX #29, with dictionaries for Chinese, Japanese, Thai, Lao, Khmer and Burmese). Sentences are found in
three steps: line breaks (``blocks``); possible starts of sentences (from pysbd for the languages whose abbreviations it
knows, from ICU for English and all others); and rules that reject some of these starts (``sentence_rules``).
"""

from dataclasses import dataclass
from typing import Literal

from annotator.texts.segmentation.icu import word_spans
from annotator.texts.segmentation.language import direction_of, language_of
from annotator.texts.segmentation.sentences import sentence_spans

SEGMENTER_VERSION = "1"
"""Change this whenever a text may be segmented differently than before."""


@dataclass(frozen=True, slots=True)
class Segmentation:
    """The tokens of one text.

    ``words`` and ``sentences`` are flat: ``(s0, e0, s1, e1, ...)``, ascending, not overlapping. A word has at least
    one letter or digit; every letter and digit is in a word. A sentence begins and ends with something other than white
    space and has at least one word; every word is inside exactly one sentence. ``direction`` is the text's base
    direction; ``language`` a BCP 47 code guessed from the text, or None.
    """

    words: tuple[int, ...]
    sentences: tuple[int, ...]
    direction: Literal["ltr", "rtl"]
    language: str | None


def segment(text: str) -> Segmentation:
    """The words and sentences of ``text``. Never raises; its time is proportional to the text's length."""
    language = language_of(text)
    words = word_spans(text, language)
    sentences = sentence_spans(text, words, language)
    return Segmentation(
        words=tuple(bound for span in words for bound in span),
        sentences=tuple(bound for span in sentences for bound in span),
        direction=direction_of(text),
        language=language,
    )
