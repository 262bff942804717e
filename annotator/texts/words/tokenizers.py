"""Functions that divide a text into words, by the names that they have in the signatures of measures.

A signature is a line of text that states all that could change a measure's values.
"""

import re
from collections.abc import Callable, Mapping

from annotator.texts.segmentation.icu import word_spans

LOWER_CASE_LETTERS_AND_DIGITS = bytes(
    ord(chr(code).lower()) if code < 128 and chr(code).isalnum() else ord(" ") for code in range(256)
)
"""For `bytes.translate`: ASCII letters become lower case, digits stay, everything else becomes a space."""


def ascii_words(text: str) -> list[str]:
    """ROUGE-1.5.5's words: runs of ASCII letters and digits, in lower case. Other letters split words."""
    letters = text.encode("ascii", "replace").translate(LOWER_CASE_LETTERS_AND_DIGITS)
    return letters.decode("ascii").split()


def unicode_words(text: str) -> list[str]:
    """The words with a letter or digit that ICU finds, as in the segmentation of texts but with no language's rules,
    then case-folded.
    """
    return [text[start:end].casefold() for start, end in word_spans(text, None)]


WORDS_AND_MARKS = re.compile(r"\w+(?:[-.,'’]\w+)*|[^\w\s]")


def words_and_marks(text: str) -> list[str]:
    """Words, which may have hyphens, points, commas and apostrophes inside, and single marks. Case is kept."""
    return WORDS_AND_MARKS.findall(text)


TOKENIZERS: Mapping[str, Callable[[str], list[str]]] = {
    "155": ascii_words,
    "unicode1": unicode_words,
    "marks1": words_and_marks,
    "spaces": str.split,
}

LARGEST_SHARE_LOST = 0.05
"""The share of a text's letters that `ascii_words` may lose without a warning."""


def loses_letters(text: str) -> bool:
    """Whether `ascii_words` loses more letters of this text than `LARGEST_SHARE_LOST`."""
    if text.isascii():
        return False
    letters = [letter for letter in text if letter.isalpha()]
    return sum(not letter.isascii() for letter in letters) > LARGEST_SHARE_LOST * len(letters)
