"""The same text twice, with other spacing, punctuation, separators or case: offsets of one become offsets of the other.

Words are aligned by a longest common subsequence (exact; difflib's is greedy and quadratic in Python). Words that the
two texts divide or spell differently are aligned letter by letter where their letters agree after all.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

import regex

from annotator.texts.errors import FormatError
from annotator.texts.spans import Span

MAX_CELLS = 400_000_000
"""Bound on words times words where two texts differ: 50 MB of bits, two texts of 20,000 words each."""

LEAST_SHARED = 0.5
"""Share of the words of the text to be mapped below which the two are no longer called the same text."""

_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}]*")
_LOST = "\ufffd"


class AlignmentError(FormatError):
    """Two texts, or a part of one, that cannot be aligned; the message is one sentence for people."""


class Alignment:
    """The way from offsets in one text (`theirs`) to offsets in another (`ours`); made by `align`."""

    def __init__(self, ours: str, theirs: str, places: Sequence[int], letters: Sequence[int], shared: float) -> None:
        """`letters` are the offsets of the letters of `theirs`; `places` are theirs in `ours`, -1 for none."""
        self.ours = ours
        self.theirs = theirs
        self.shared = shared
        """Share of the words of `theirs` that have their like in `ours`, 0 to 1."""
        self._places = places
        self._letters = letters

    @property
    def same(self) -> bool:
        """Whether the two texts are equal, so that every offset is its own."""
        return self.ours == self.theirs

    def span(self, start: int, end: int) -> Span:
        """Where in `ours` the stretch ``[start, end)`` of `theirs` is; punctuation and spaces at its edges go along.

        Raises:
            AlignmentError: a letter of it has no place in `ours`.
        """
        if self.same:
            return Span(start, end)
        first, last = bisect_left(self._letters, start), bisect_left(self._letters, end)
        places = self._places[first:last]
        if not places:
            return self._span_of_marks(start, end, first)
        if min(places) < 0:
            raise AlignmentError(f"“{_short(self.theirs[start:end])}” is not in the topic's text of this summary.")
        return self._with_edges(start, end, (self._letters[first], self._letters[last - 1] + 1), places)

    def places(self, start: int, end: int) -> Sequence[int]:
        """Where in `ours` the letters and digits of the stretch ``[start, end)`` of `theirs` are, those that are there.

        Where the texts are equal, every character of it.
        """
        if self.same:
            return range(start, end)
        first, last = bisect_left(self._letters, start), bisect_left(self._letters, end)
        return [place for place in self._places[first:last] if place >= 0]

    def _with_edges(self, start: int, end: int, core: tuple[int, int], places: Sequence[int]) -> Span:
        """The hull of the letters' places, and what stands equally around them as far as the part reaches."""
        low, high = places[0], places[-1] + 1
        before, after = core
        while before > start and low > 0 and self.theirs[before - 1] == self.ours[low - 1]:
            before, low = before - 1, low - 1
        while after < end and high < len(self.ours) and self.theirs[after] == self.ours[high]:
            after, high = after + 1, high + 1
        return Span(low, high)

    def _span_of_marks(self, start: int, end: int, following: int) -> Span:
        """The place of a stretch without letters: the same marks, between the letters on both sides of it."""
        low = self._places[following - 1] + 1 if following else 0
        high = self._places[following] if following < len(self._places) else len(self.ours)
        marks = self.theirs[start:end]
        at = self.ours.find(marks, low, max(low, high)) if marks else -1
        if at < 0 or (following and low == 0):
            raise AlignmentError(f"“{_short(marks)}” is not in the topic's text of this summary.")
        return Span(at, at + len(marks))


def align(ours: str, theirs: str) -> Alignment:
    """The alignment of a later text with the topic's, by words and letters; case, accents and punctuation do not count.

    Raises:
        AlignmentError: the texts share fewer than `LEAST_SHARED` of the words of `theirs`, or are too long to compare.
    """
    if ours == theirs:
        return Alignment(ours, theirs, (), (), 1.0)
    letters_a, letters_b = _letters(ours), _letters(theirs)
    places = [-1] * len(letters_b)
    words_a, words_b = _words(ours), _words(theirs)
    if [char for char, _ in letters_a] == [char for char, _ in letters_b]:
        places = [at for _, at in letters_a]
        shared = 1.0
    else:
        pairs = _common([word for word, _, _ in words_a], [word for word, _, _ in words_b])
        shared = len(pairs) / len(words_b) if words_b else 1.0
        _place_words(places, letters_a, letters_b, [(words_a[i], words_b[j]) for i, j in pairs])
        _place_gaps(places, (ours, theirs), (letters_a, letters_b), [(words_a[i], words_b[j]) for i, j in pairs])
    if shared < LEAST_SHARED:
        raise AlignmentError("It is not the topic's text of this summary: most of its words are others.")
    return Alignment(ours, theirs, places, [at for _, at in letters_b], shared)


Word = tuple[str, int, int]
Letter = tuple[str, int]


def _words(text: str) -> list[Word]:
    """The words of a text, folded, with their bounds."""
    return [(_fold(match.group()), *match.span()) for match in _WORD.finditer(text)]


def _letters(text: str) -> list[Letter]:
    """The folded letters and digits of a text with the offsets they come from; one offset may give several."""
    return [(folded, at) for at, char in enumerate(text) for folded in _fold(char)]


def _fold(text: str) -> str:
    """Letters and digits without case, accents and compatibility forms."""
    if text.isascii():
        return text.lower() if text.isalnum() else "".join(char for char in text.lower() if char.isalnum())
    return "".join(map(_fold_character, text))


@lru_cache(maxsize=4096)
def _fold_character(char: str) -> str:
    return "".join(one for one in unicodedata.normalize("NFKD", char.casefold()) if one.isalnum())


def _place_words(
    places: list[int], letters_a: Sequence[Letter], letters_b: Sequence[Letter], pairs: Sequence[tuple[Word, Word]]
) -> None:
    """Letters of aligned words go to one another; equal folded words have equally many letters."""
    offsets_a, offsets_b = [at for _, at in letters_a], [at for _, at in letters_b]
    for (_, start_a, end_a), (_, start_b, _) in pairs:
        first, last, into = (
            bisect_left(offsets_a, start_a),
            bisect_left(offsets_a, end_a),
            bisect_left(offsets_b, start_b),
        )
        places[into : into + last - first] = offsets_a[first:last]


def _place_gaps(
    places: list[int],
    texts: tuple[str, str],
    letters: tuple[Sequence[Letter], Sequence[Letter]],
    pairs: Sequence[tuple[Word, Word]],
) -> None:
    """Between aligned words, stretches with the same letters after all ("man made", "manmade") go letter by letter."""
    starts = [(0, 0), *((a[2], b[2]) for a, b in pairs)]
    ends = [*((a[1], b[1]) for a, b in pairs), (len(texts[0]), len(texts[1]))]
    offsets_a, offsets_b = ([at for _, at in one] for one in letters)
    for (start_a, start_b), (end_a, end_b) in zip(starts, ends, strict=True):
        first_b, last_b = bisect_left(offsets_b, start_b), bisect_left(offsets_b, end_b)
        if first_b == last_b:
            continue
        first_a, last_a = bisect_left(offsets_a, start_a), bisect_left(offsets_a, end_a)
        gap_a, gap_b = letters[0][first_a:last_a], letters[1][first_b:last_b]
        if [char for char, _ in gap_a] == [char for char, _ in gap_b]:
            places[first_b:last_b] = offsets_a[first_a:last_a]
        else:
            lost = _through_lost(texts[0][start_a:end_a], texts[1][start_b:end_b])
            if lost is not None:
                places[first_b:last_b] = [at - start_b + start_a + lost for at in offsets_b[first_b:last_b]]


def _through_lost(ours: str, theirs: str) -> int | None:
    """How far a stretch is moved that is equal but for U+FFFD, which stands for any character; None if it is not."""
    a, b = ours.strip(), theirs.strip()
    if len(a) != len(b) or (_LOST not in a and _LOST not in b):
        return None
    if any(x != y and _LOST not in (x, y) for x, y in zip(a, b, strict=True)):
        return None
    return (len(ours) - len(ours.lstrip())) - (len(theirs) - len(theirs.lstrip()))


def _common(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    """Index pairs of a longest common subsequence, rising in both.

    The bit-parallel recurrence of Hyyrö (2004), "Bit-parallel LCS-length computation revisited": row j keeps in bit i
    a 0 where the length rises at `a[i]`; the rows are walked back from the end.

    Raises:
        AlignmentError: the parts that differ are too long.
    """
    head = 0
    while head < min(len(a), len(b)) and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < min(len(a), len(b)) - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    middle_a, middle_b = a[head : len(a) - tail], b[head : len(b) - tail]
    if len(middle_a) * len(middle_b) > MAX_CELLS:
        raise AlignmentError(
            "It differs from the topic's text of this summary, and is too long to be compared with it."
        )
    pairs = [(index, index) for index in range(head)]
    pairs += [(head + i, head + j) for i, j in _common_middle(middle_a, middle_b)]
    return pairs + [(len(a) - rest, len(b) - rest) for rest in range(tail, 0, -1)]


def _common_middle(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
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
        # A length that rises at a[i-1] already without b[j-1] does not need b[j-1].
        if not rows[j] >> (i - 1) & 1:
            if not rows[j - 1] >> (i - 1) & 1:
                j -= 1
                continue
            pairs.append((i - 1, j - 1))
            j -= 1
        i -= 1
    return pairs[::-1]


def _short(text: str) -> str:
    shown = " ".join(text.split())
    return shown if len(shown) <= 60 else f"{shown[:59]}…"
