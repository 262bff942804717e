"""Finds the letters of a parse in the stored text. White space does not count: parsers change it."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from annotator.texts.errors import FormatError
from scoring.measures.automatic.topic_texts import SentencePart

QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"'})
"""Marks that parsers exchange for each other. Letter and replacement have the same length."""

TREEBANK_TOKENS = {
    "``": ('"',),
    "''": ('"',),
    "-LRB-": ("(",),
    "-RRB-": (")",),
    "-LSB-": ("[",),
    "-RSB-": ("]",),
    "-LCB-": ("{",),
    "-RCB-": ("}",),
    "--": ("—", "–"),
    "...": ("…",),
}
"""What tokens of the Penn Treebank may stand for."""


class Letters:
    """The letters of a text, that is all characters but white space, and where they are in its sentences."""

    def __init__(self, content: str, sentences: Sequence[str]) -> None:
        """``content``: the stored text. Raises FormatError if it does not have its ``sentences``, in their order.
        Between sentences it may have marks, such as a line of hyphens.
        """
        self.content = content
        self._offsets = [offset for offset, character in enumerate(content) if not character.isspace()]
        self._letters = "".join(content[offset] for offset in self._offsets).translate(QUOTES)
        self._sentence_offsets = [  # for each sentence, the offsets of its letters
            [offset for offset, character in enumerate(sentence) if not character.isspace()] for sentence in sentences
        ]
        self._sentence_starts: list[int] = []  # the first letter of each sentence
        end = 0
        for sentence in sentences:
            letters = without_white_space(sentence)
            start = self._letters.find(letters, end)
            if start < 0:
                raise FormatError(f"The text does not have its sentence “{sentence[:30]}”.")
            self._sentence_starts.append(start)
            end = start + len(letters)

    @property
    def count(self) -> int:
        return len(self._letters)

    def match_word(self, word: str, start: int, word_before: str) -> int | None:
        """Returns the number of letters from index ``start`` on that a word stands for; None if the text differs.

        A full stop may stand for no letter if the word before ends with one: parsers write "Inc. ." for "Inc."
        """
        unescaped = word.replace("\\/", "/").replace("\\*", "*")
        for form in (unescaped, *TREEBANK_TOKENS.get(word, ())):
            letters = without_white_space(form)
            if self._letters.startswith(letters, start):
                return len(letters)
        return 0 if word == "." and word_before.endswith(".") else None

    def first_difference(self, raw_text: str, start: int, end: int) -> int | None:
        """Returns the index of the first letter that differs from the letters of ``raw_text``, which should be those
        from index ``start`` to ``end``; None if all are equal.
        """
        expected, letters = without_white_space(raw_text), self._letters[start:end]
        if expected == letters:
            return None
        pairs = zip(expected, letters, strict=False)
        equal_count = next(
            (index for index, (expected_letter, letter) in enumerate(pairs) if expected_letter != letter),
            min(len(expected), end - start),
        )
        return start + equal_count

    def range_of_characters(self, start: int, end: int) -> tuple[int, int]:
        """Returns the indexes of the letters among the characters ``start`` to ``end`` (not included)."""
        return bisect_left(self._offsets, start), bisect_left(self._offsets, end)

    def parts(self, start: int, end: int) -> tuple[SentencePart, ...]:
        """Returns the parts of sentences with the letters from index ``start`` to ``end`` (not included)."""
        parts = []
        first_number = max(bisect_right(self._sentence_starts, start) - 1, 0)
        for number in range(first_number, len(self._sentence_offsets)):
            sentence_start = self._sentence_starts[number]
            if sentence_start >= end:
                break
            offsets = self._sentence_offsets[number][max(start - sentence_start, 0) : end - sentence_start]
            if offsets:
                parts.append(SentencePart(number, offsets[0], offsets[-1] + 1))
        return tuple(parts)

    def line(self, index: int) -> int:
        """Returns the number of the line, from 1, that has a letter; of the last line if the text has ended."""
        return self.content.count("\n", 0, self._offset(index)) + 1

    def excerpt(self, index: int) -> str:
        """Returns up to 20 characters from a letter on, at most to the end of its line."""
        offset = self._offset(index)
        return self.content[offset : offset + 20].split("\n")[0]

    def place(self, index: int) -> str:
        """Returns what the text has at the letter with this index, for messages."""
        if index >= self.count:
            return "where the text has ended"
        return f"where the text has “{self.excerpt(index)}” (line {self.line(index)})"

    def _offset(self, index: int) -> int:
        return self._offsets[index] if index < self.count else len(self.content)


def without_white_space(text: str) -> str:
    """Returns the letters of a text, with QUOTES replaced."""
    return "".join(text.split()).translate(QUOTES)
