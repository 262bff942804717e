"""Maps offsets between two versions of a text with different spacing, punctuation, separators or case.

Words are aligned by a longest common subsequence (exact; difflib's is greedy and quadratic in Python). Words that the
two texts divide differently are aligned letter by letter if their letters are the same.
"""

import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

import regex

from annotator.texts.errors import FormatError
from annotator.texts.spans import Span

MAX_CELLS = 400_000_000
"""The most words times words in the parts that differ: 50 MB of bits, two texts of 20,000 words each."""

LEAST_SHARED = 0.5
"""Two texts are the same if they share at least this part of the words of the text to be mapped."""

_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}]*")
_LOST = "\ufffd"


class AlignmentError(FormatError):
    """Two texts, or a part of one, that cannot be aligned; the message is one sentence for people."""


class Alignment:
    """Maps offsets in one text (`theirs`) to offsets in another (`ours`); made by `align`."""

    def __init__(self, ours: str, theirs: str, places: Sequence[int], letters: Sequence[int], shared: float) -> None:
        """`letters` are the offsets of the letters of `theirs`; `places` are their offsets in `ours`, -1 for none."""
        self.ours = ours
        self.theirs = theirs
        self.shared = shared
        """Share of the words of `theirs` that are aligned with words of `ours`, 0 to 1."""
        self._places = places
        self._letters = letters

    @property
    def same(self) -> bool:
        """Whether the two texts are equal."""
        return self.ours == self.theirs

    def span(self, start: int, end: int) -> Span:
        """The span in `ours` of ``[start, end)`` of `theirs`, with equal punctuation and spaces at its edges.

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
        """The offsets in `ours` of the letters and digits of ``[start, end)`` of `theirs` that have one.

        If the texts are equal, the offsets of all its characters.
        """
        if self.same:
            return range(start, end)
        first, last = bisect_left(self._letters, start), bisect_left(self._letters, end)
        return [place for place in self._places[first:last] if place >= 0]

    def _with_edges(self, start: int, end: int, core: tuple[int, int], places: Sequence[int]) -> Span:
        """The hull of the letters' places, extended over equal characters around it as far as the part reaches."""
        low, high = places[0], places[-1] + 1
        before, after = core
        while before > start and low > 0 and self.theirs[before - 1] == self.ours[low - 1]:
            before, low = before - 1, low - 1
        while after < end and high < len(self.ours) and self.theirs[after] == self.ours[high]:
            after, high = after + 1, high + 1
        return Span(low, high)

    def _span_of_marks(self, start: int, end: int, following: int) -> Span:
        """The span of a stretch without letters: the same marks, between the letters on both sides of it."""
        low = self._places[following - 1] + 1 if following else 0
        high = self._places[following] if following < len(self._places) else len(self.ours)
        marks = self.theirs[start:end]
        at = self.ours.find(marks, low, max(low, high)) if marks else -1
        if at < 0 or (following and low == 0):
            raise AlignmentError(f"“{_short(marks)}” is not in the topic's text of this summary.")
        return Span(at, at + len(marks))


def align(ours: str, theirs: str) -> Alignment:
    """The alignment of a file's text with the topic's, by words and letters; case, accents and punctuation don't count.

    Raises:
        AlignmentError: the texts share fewer than `LEAST_SHARED` of the words of `theirs`, or are too long to compare.
    """
    if ours == theirs:
        return Alignment(ours, theirs, (), (), 1.0)
    a, b = _Letters(ours), _Letters(theirs)
    shared, stretches = 1.0, [((0, len(ours)), (0, len(theirs)))]
    if a.letters != b.letters:
        words_a, words_b = _words(ours), _words(theirs)
        pairs = _common([word for word, _ in words_a], [word for word, _ in words_b])
        shared = len(pairs) / len(words_b) if words_b else 1.0
        stretches = _stretches([(words_a[i][1], words_b[j][1]) for i, j in pairs], len(ours), len(theirs))
    if shared < LEAST_SHARED:
        raise AlignmentError("It is not the topic's text of this summary: most of its words are different.")
    places = [-1] * len(b.offsets)
    for bounds_a, bounds_b in stretches:
        in_a, in_b = a.between(*bounds_a), b.between(*bounds_b)
        if a.letters[in_a] == b.letters[in_b]:
            places[in_b] = a.offsets[in_a]
        elif (shift := _through_lost(ours[slice(*bounds_a)], theirs[slice(*bounds_b)])) is not None:
            places[in_b] = [at - bounds_b[0] + bounds_a[0] + shift for at in b.offsets[in_b]]
    return Alignment(ours, theirs, places, b.offsets, shared)


Bounds = tuple[int, int]


class _Letters:
    """The folded letters and digits of a text, and the offset of each; one offset may give several."""

    def __init__(self, text: str) -> None:
        folded = [_fold(char) for char in text]
        self.letters = "".join(folded)
        self.offsets = [at for at, letters in enumerate(folded) for _ in letters]

    def between(self, start: int, end: int) -> slice:
        """The letters with offsets in ``[start, end)``."""
        return slice(bisect_left(self.offsets, start), bisect_left(self.offsets, end))


def _words(text: str) -> list[tuple[str, Bounds]]:
    """The words of a text, folded, with their bounds."""
    return [(_fold(match.group()), match.span()) for match in _WORD.finditer(text)]


def _stretches(pairs: Sequence[tuple[Bounds, Bounds]], end_a: int, end_b: int) -> list[tuple[Bounds, Bounds]]:
    """The aligned words, and the gaps between them, which may have the same letters too ("man made", "manmade")."""
    stretches: list[tuple[Bounds, Bounds]] = []
    last_a = last_b = 0
    for a, b in [*pairs, ((end_a, end_a), (end_b, end_b))]:
        stretches += [((last_a, a[0]), (last_b, b[0])), (a, b)]
        last_a, last_b = a[1], b[1]
    return stretches


def _fold(text: str) -> str:
    """Letters and digits without case, accents and compatibility forms."""
    if text.isascii():
        return text.lower() if text.isalnum() else "".join(char for char in text.lower() if char.isalnum())
    return "".join(map(_fold_character, text))


@lru_cache(maxsize=4096)
def _fold_character(char: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", char.casefold())))


def _through_lost(ours: str, theirs: str) -> int | None:
    """The shift of a stretch that is equal if U+FFFD matches any character; None if it is not equal."""
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
        raise AlignmentError("It differs from the topic's text of this summary and is too long to be compared with it.")
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
        # If the length rises at a[i-1] without b[j-1], b[j-1] is not needed.
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
