"""Maps offsets between two versions of a summary's text (the topic's and a file's) that differ in spacing, punctuation,
separators or case.

Words are aligned by a longest common subsequence. (difflib would be slower, and does not find the longest.) Words that
the texts divide differently ("man made", "manmade") are aligned letter by letter. Here, digits are letters too.
"""

import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

import regex

from annotator.texts.errors import FormatError
from annotator.texts.spans import Span

MAX_CELLS = 400_000_000
"""Limit of the product of both texts' word counts (the cells of a table of their words), without their common beginning
and end. Two texts of 20,000 words take 50 MB of memory.
"""

MIN_SHARED_FRACTION = 0.5
"""If less than this fraction of the words of `file_text` is shared, the texts are not versions of one text."""

_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}]*")
_REPLACEMENT = "\ufffd"  # replaces characters that a wrong encoding lost

Bounds = tuple[int, int]


class AlignmentError(FormatError):
    """Two texts, or a span of one, cannot be aligned; the message is one sentence for users."""


class Alignment:
    """Maps offsets in a file's text to offsets in the topic's text of the same summary; made by `align`.

    `file_offsets`: the offsets of the letters in `file_text`. `topic_offsets`: the offset of each of these letters in
    `topic_text`, -1 for a letter without a counterpart. `shared_fraction`: the fraction of the words of `file_text`
    that are aligned with words of `topic_text`.
    """

    def __init__(
        self,
        topic_text: str,
        file_text: str,
        topic_offsets: Sequence[int],
        file_offsets: Sequence[int],
        shared_fraction: float,
    ) -> None:
        self.topic_text = topic_text
        self.file_text = file_text
        self.shared_fraction = shared_fraction
        self._topic_offsets = topic_offsets
        self._file_offsets = file_offsets

    @property
    def is_identity(self) -> bool:
        return self.topic_text == self.file_text

    def span(self, start: int, end: int) -> Span:
        """The span of `topic_text` for ``[start, end)`` of `file_text`, with the punctuation and spaces at both ends
        that the texts share.

        Raises:
            AlignmentError: a letter of the span has no counterpart in `topic_text`.
        """
        if self.is_identity:
            return Span(start, end)
        first, last = bisect_left(self._file_offsets, start), bisect_left(self._file_offsets, end)
        topic_offsets = self._topic_offsets[first:last]
        if not topic_offsets:
            return self._span_without_letters(start, end, first)
        if min(topic_offsets) < 0:
            raise AlignmentError(f"“{_short(self.file_text[start:end])}” is not in the topic's text of this summary.")
        letters_span = Span(self._file_offsets[first], self._file_offsets[last - 1] + 1)
        return self._with_edges(start, end, letters_span, Span(topic_offsets[0], topic_offsets[-1] + 1))

    def letter_offsets(self, start: int, end: int) -> Sequence[int]:
        """The offsets in `topic_text` of the letters in ``[start, end)`` of `file_text` that have a counterpart.

        If the texts are equal, the offsets of all characters in the span.
        """
        if self.is_identity:
            return range(start, end)
        first, last = bisect_left(self._file_offsets, start), bisect_left(self._file_offsets, end)
        return [offset for offset in self._topic_offsets[first:last] if offset >= 0]

    def _with_edges(self, start: int, end: int, file_span: Span, topic_span: Span) -> Span:
        """`topic_span`, extended by the characters that also surround `file_span` within ``[start, end)``."""
        (low, high), (file_low, file_high) = topic_span, file_span
        while file_low > start and low > 0 and self.file_text[file_low - 1] == self.topic_text[low - 1]:
            file_low, low = file_low - 1, low - 1
        while file_high < end and high < len(self.topic_text) and self.file_text[file_high] == self.topic_text[high]:
            file_high, high = file_high + 1, high + 1
        return Span(low, high)

    def _span_without_letters(self, start: int, end: int, next_letter: int) -> Span:
        """The span in `topic_text` of a span with only punctuation: between the letters before and after it.

        ``next_letter``: the index in the offsets of the letter after it.
        """
        # If the letter before the span has no counterpart (-1), low is 0.
        low = self._topic_offsets[next_letter - 1] + 1 if next_letter else 0
        high = self._topic_offsets[next_letter] if next_letter < len(self._topic_offsets) else len(self.topic_text)
        punctuation = self.file_text[start:end]
        index = self.topic_text.find(punctuation, low, max(low, high)) if punctuation else -1
        if index < 0 or (next_letter and low == 0):
            raise AlignmentError(f"“{_short(punctuation)}” is not in the topic's text of this summary.")
        return Span(index, index + len(punctuation))


def align(topic_text: str, file_text: str) -> Alignment:
    """The alignment of a file's text (`file_text`) with the topic's (`topic_text`), regardless of case, accents and
    punctuation.

    Raises:
        AlignmentError: the texts share less than `MIN_SHARED_FRACTION`, or are too long to compare.
    """
    if topic_text == file_text:
        return Alignment(topic_text, file_text, (), (), 1.0)
    topic_letters, file_letters = _Letters(topic_text), _Letters(file_text)
    # Stretches are pairs of bounds, in the topic's and in the file's text, whose letters may be equal.
    shared_fraction, stretches = 1.0, [((0, len(topic_text)), (0, len(file_text)))]
    if topic_letters.letters != file_letters.letters:
        topic_words, file_words = _words(topic_text), _words(file_text)
        pairs = _common_pairs([word for word, _ in topic_words], [word for word, _ in file_words])
        shared_fraction = len(pairs) / len(file_words) if file_words else 1.0
        stretches = _stretches(
            [(topic_words[i][1], file_words[j][1]) for i, j in pairs], len(topic_text), len(file_text)
        )
    if shared_fraction < MIN_SHARED_FRACTION:
        raise AlignmentError("It is not the topic's text of this summary: most of its words are different.")
    topic_offsets = [-1] * len(file_letters.offsets)
    for topic_bounds, file_bounds in stretches:
        topic_slice, file_slice = topic_letters.between(*topic_bounds), file_letters.between(*file_bounds)
        if topic_letters.letters[topic_slice] == file_letters.letters[file_slice]:
            topic_offsets[file_slice] = topic_letters.offsets[topic_slice]
        elif (shift := _shift_if_equal(topic_text[slice(*topic_bounds)], file_text[slice(*file_bounds)])) is not None:
            file_to_topic = topic_bounds[0] - file_bounds[0] + shift
            topic_offsets[file_slice] = [offset + file_to_topic for offset in file_letters.offsets[file_slice]]
    return Alignment(topic_text, file_text, topic_offsets, file_letters.offsets, shared_fraction)


class _Letters:
    """The folded letters of a text (see `_fold`), and the offset of each; a character may fold to several letters."""

    def __init__(self, text: str) -> None:
        folded = [_fold(char) for char in text]
        self.letters = "".join(folded)
        self.offsets = [offset for offset, letters in enumerate(folded) for _ in letters]

    def between(self, start: int, end: int) -> slice:
        """A slice of `letters` and `offsets`: those with offsets in ``[start, end)``."""
        return slice(bisect_left(self.offsets, start), bisect_left(self.offsets, end))


def _words(text: str) -> list[tuple[str, Bounds]]:
    """The words of a text, folded, with their bounds."""
    return [(_fold(match.group()), match.span()) for match in _WORD.finditer(text)]


def _stretches(pairs: Sequence[tuple[Bounds, Bounds]], end_a: int, end_b: int) -> list[tuple[Bounds, Bounds]]:
    """The bounds in both texts of the aligned words (``pairs``) and of the gaps between them, which may also have equal
    letters. ``end_a``, ``end_b``: the lengths of the texts.
    """
    stretches: list[tuple[Bounds, Bounds]] = []
    last_a = last_b = 0
    for a, b in [*pairs, ((end_a, end_a), (end_b, end_b))]:
        stretches += [((last_a, a[0]), (last_b, b[0])), (a, b)]
        last_a, last_b = a[1], b[1]
    return stretches


def _fold(text: str) -> str:
    """The letters of a text in lower case, without accents and in their compatibility form (NFKD)."""
    if text.isascii():
        return text.lower() if text.isalnum() else "".join(char for char in text.lower() if char.isalnum())
    return "".join(map(_fold_character, text))


@lru_cache(maxsize=4096)
def _fold_character(char: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", char.casefold())))


def _shift_if_equal(topic_text: str, file_text: str) -> int | None:
    """The offset of the same letter in `topic_text` minus that in `file_text`, if the texts differ only in outer spaces
    and U+FFFD; else None.
    """
    a, b = topic_text.strip(), file_text.strip()
    if len(a) != len(b) or (_REPLACEMENT not in a and _REPLACEMENT not in b):
        return None
    if any(x != y and _REPLACEMENT not in (x, y) for x, y in zip(a, b, strict=True)):
        return None
    return (len(topic_text) - len(topic_text.lstrip())) - (len(file_text) - len(file_text.lstrip()))


def _common_pairs(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of indexes (in `a`, in `b`) of a longest common subsequence, in ascending order.

    Raises:
        AlignmentError: too many words are between the common beginning and the common end (see `MAX_CELLS`).
    """
    head = 0
    while head < min(len(a), len(b)) and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < min(len(a), len(b)) - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    middle_a, middle_b = a[head : len(a) - tail], b[head : len(b) - tail]
    if len(middle_a) * len(middle_b) > MAX_CELLS:
        raise AlignmentError("It differs from the topic's text of this summary and is too long to be compared with it.")
    pairs = [(index, index) for index in range(head)]
    pairs += [(head + i, head + j) for i, j in _longest_common_subsequence(middle_a, middle_b)]
    return pairs + [(len(a) - from_end, len(b) - from_end) for from_end in range(tail, 0, -1)]


def _longest_common_subsequence(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    """As `_common_pairs`, by the recurrence of Hyyrö (2004), "Bit-parallel LCS-length computation revisited".

    Row j is about the first j words of `b`. Its bit i is 0 if their longest common subsequence with `a` up to and
    including `a[i]` is longer than without `a[i]`. The pairs are found by walking the rows back from the end.
    """
    masks: dict[str, int] = {}
    for index, word in enumerate(a):
        masks[word] = masks.get(word, 0) | 1 << index
    full = (1 << len(a)) - 1
    row, rows = full, [full]
    for word in b:
        hits = row & masks.get(word, 0)
        row = ((row + hits) | (row - hits)) & full
        rows.append(row)
    pairs = []
    i, j = len(a), len(b)
    while i and j:
        # If a[i-1] makes the subsequence longer even without b[j-1], b[j-1] is not needed.
        if not rows[j] >> (i - 1) & 1:
            if not rows[j - 1] >> (i - 1) & 1:
                j -= 1
                continue
            pairs.append((i - 1, j - 1))
            j -= 1
        i -= 1
    return pairs[::-1]


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:59]}…"
