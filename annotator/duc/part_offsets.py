"""Locates the parts of a DUCView file: checks their UTF-16 offsets against their labels, and repairs wrong offsets.

A part's label is the text that the part had when it was made in DUCView. If the text at the offsets is the label
(except for newlines), the part stays unchanged. If not, the label is searched for nearby, then in the same summary.
Searches use the *flat* text, which is the text without newlines, because labels have none.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from annotator.duc.documents import Part
from annotator.texts.errors import FormatError

MAX_SHIFT = 10
"""A label is nearby if it is at most this many characters away from its part's offsets (in real files only one)."""

MAX_SEARCHES = 1_000
"""A file is refused if more of its labels than this must be searched for in a whole summary."""

MAX_DOUBTFUL_CHARACTERS = 20_000_000
"""A file is refused if the parts whose label is not exactly their text have more characters than this in all."""

_REPLACEMENTS = "?\ufffd"  # characters that a wrong encoding leaves in place of others

Bounds = tuple[int, int]
Located = tuple[Part | None, str | None]
"""(The part, or None if it was dropped; the description of its repair, or None if it needed no repair)."""


class PartLocator:
    """Locates the parts of one text. `summaries`: the bounds of its summaries in code points, in text order.

    In all methods, `low` and `high` are offsets in code points.
    """

    def __init__(self, text: str, summaries: Sequence[Bounds]) -> None:
        self.text = text
        self.summaries = tuple(summaries)
        self._offsets = Utf16Offsets(text)
        self._offsets_are_code_points = self._offsets.is_identity
        self._flat: str | None = None
        self._newlines: list[int] = []  # their offsets in the text
        self._newlines_flat: list[int] = []  # for each newline, the offset in the flat text of what follows it
        self._last_shift = 0  # how far the label of the last moved part was from its offsets
        self._search_count = 0
        self._doubtful_length = 0

    def part_if_exact(self, start: int, end: int, label: str) -> Part | None:
        """The part if the text at its UTF-16 offsets is exactly its label, as it is for nearly all parts; else None."""
        if not self._offsets_are_code_points:
            if self._offsets.splits_pair(start) or self._offsets.splits_pair(end):
                return None
            start, end = self._offsets.to_code_point(start), self._offsets.to_code_point(end)
        if label and start >= 0 and end - start == len(label) and self.text.startswith(label, start):
            return Part(start, end, label)
        return None

    def bounds_near(self, start: int, end: int, label: str | None) -> Bounds | None:
        """The bounds of a part in code points: its UTF-16 offsets ``start`` and ``end``, converted, if ``label`` is the
        text there or None; otherwise the place nearby where the label is found, or None. Raises FormatError for more
        than `MAX_DOUBTFUL_CHARACTERS`.
        """
        part = None if label is None else self.part_if_exact(start, end, label)
        if part is not None:
            return part.start, part.end
        self._check_doubtful_length(start, end)
        if not 0 <= start < end <= self._offsets.utf16_length:
            return None
        low, high = self._offsets.to_code_point(start), self._offsets.to_code_point(end)
        if label is None or _label_matches(self.text, low, high, label):
            return low, high
        if high - low <= 2 * len(label) + MAX_SHIFT and _label_nearly_matches(self.text[low:high], label):
            return low, high
        return self._find_near(low, label)

    def summary_of(self, offset: int) -> int | None:
        """Index of the summary that contains a code point offset; None if it is in none, as in a header."""
        index = bisect_right(self.summaries, (offset, len(self.text) + 1)) - 1  # the last that starts up to the offset
        return index if index >= 0 and offset < self.summaries[index][1] else None

    def locate(self, start: int | None, end: int | None, label: str | None, summary: int | None) -> Located:
        """Locates a part for which `part_if_exact` is None. ``start``, ``end``: UTF-16 offsets as in the file, None if
        they are not numbers; ``label``: as in the file, None if missing; ``summary``: the index of the summary that has
        all exact parts of the contributor, None if there is none. Raises FormatError for more than `MAX_SEARCHES`
        searches or `MAX_DOUBTFUL_CHARACTERS`.
        """
        self._check_doubtful_length(start, end)
        stated_span = f"{'?' if start is None else start}-{'?' if end is None else end}"
        if start is None or end is None or not 0 <= start < end <= self._offsets.utf16_length:
            return self._locate_invalid(start, end, label or "", summary, stated_span)
        low, high = self._offsets.to_code_point(start), self._offsets.to_code_point(end)
        cuts_character = self._offsets.splits_pair(start) or self._offsets.splits_pair(end)
        high += self._offsets.splits_pair(end)  # include the character that the end cuts
        if cuts_character and label is not None:
            return self._locate_split(low, high, label, stated_span)
        if label is not None and _label_matches(self.text, low, high, label):
            return Part(low, high, label), None
        if label is None or not label.strip():
            return Part(low, high, flatten(self.text[low:high])), f"part {stated_span} had no label"
        return self._locate_by_label(low, high, label, summary, stated_span)

    def _check_doubtful_length(self, start: int | None, end: int | None) -> None:
        """Count the characters of parts with wrong offsets, which take time. Raises FormatError if too many."""
        length = self._offsets.utf16_length
        if start is not None and end is not None:
            self._doubtful_length += abs(min(max(end, 0), length) - min(max(start, 0), length))
        if self._doubtful_length > MAX_DOUBTFUL_CHARACTERS:
            raise FormatError("Its parts span far more text than their labels.")

    def _locate_split(self, low: int, high: int, label: str, stated_span: str) -> Located:
        """Locates a part that cuts a character in two: at its label if that is nearby, else at whole characters."""
        near = None if _label_matches(self.text, low, high, label) else self._find_near(low, label)
        return self._moved(near or (low, high), f"part {stated_span} cut a character in two")

    def _locate_by_label(self, low: int, high: int, label: str, summary: int | None, stated_span: str) -> Located:
        """Locates a part whose offsets are valid, but whose label is not the text there."""
        is_comparable = high - low <= 2 * len(label) + MAX_SHIFT  # comparing a far longer span would only take time
        if is_comparable and _label_nearly_matches(self.text[low:high], label):
            fault = f"part {stated_span} differs from its label “{_shorten(label)}” in single characters"
            return Part(low, high, label), fault
        near = self._find_near(low, label)
        if near:
            self._last_shift = near[0] - low
            return self._moved(near, f"part {stated_span} was {abs(near[0] - low)} off its label “{_shorten(label)}”")
        unique = self._find_unique(label, self.summary_of(low) if summary is None else summary)
        if unique:
            return self._moved(unique, f"part {stated_span} was not at its label “{_shorten(label)}”")
        fault = f"part {stated_span} is not its label “{_shorten(label)}”, which does not occur exactly once elsewhere"
        return Part(low, high, label), f"{fault}; its offsets were kept"

    def _locate_invalid(
        self, start: int | None, end: int | None, label: str, summary: int | None, stated_span: str
    ) -> Located:
        """Locates a part whose offsets are not a span of the text."""
        fault = f"part {stated_span} {_fault_of_offsets(start, end)}"
        if not label.strip():
            return None, f"{fault} and was dropped"
        length = self._offsets.utf16_length
        if start is not None and end is not None and 0 <= min(start, end) < length:
            first, last = sorted((start, end))
            bounds = self._offsets.to_code_point(first), self._offsets.to_code_point(min(last, length))
            if _label_matches(self.text, *bounds, label):
                return self._moved(bounds, fault)
        for offset in (start, end):
            if summary is None and offset is not None and 0 <= offset < length:
                summary = self.summary_of(self._offsets.to_code_point(offset))
        unique = self._find_unique(label, summary)
        if unique:
            return self._moved(unique, fault)
        return None, f"{fault}, “{_shorten(label)}” does not occur exactly once, and it was dropped"

    def _moved(self, bounds: Bounds, fault: str) -> Located:
        """The part at other bounds, labelled with its text there."""
        low, high = bounds
        new_span = f"{self._offsets.to_utf16(low)}-{self._offsets.to_utf16(high)}"
        return Part(low, high, flatten(self.text[low:high])), f"{fault}; moved to {new_span}"

    def _find_near(self, low: int, label: str) -> Bounds | None:
        """The bounds of an occurrence of the label within `MAX_SHIFT`; None if there is none. Prefers an occurrence
        that is shifted as far as the last moved part (`_last_shift`), then the nearest.
        """
        target = flatten(label)
        if not target.strip():
            return None
        flat = self._flat_text()
        stated_start = self._to_flat(low)
        starts: list[int] = []
        start = flat.find(target, max(0, stated_start - MAX_SHIFT), stated_start + MAX_SHIFT + len(target))
        while start >= 0:
            starts.append(start)
            start = flat.find(target, start + 1, stated_start + MAX_SHIFT + len(target))
        if not starts:
            return None
        best = min(starts, key=lambda start: (start - stated_start != self._last_shift, abs(start - stated_start)))
        return self._from_flat(best, best + len(target))

    def _find_unique(self, label: str, summary: int | None) -> Bounds | None:
        """The bounds of the label if it occurs exactly once in the summary (in the whole text if `summary` is None)."""
        target = flatten(label)
        if not target.strip():
            return None
        self._search_count += 1
        if self._search_count > MAX_SEARCHES:
            raise FormatError(f"More than {MAX_SEARCHES} of its parts are not where their labels are.")
        flat = self._flat_text()
        low, high = (0, len(self.text)) if summary is None else self.summaries[summary]
        first, last = self._to_flat(low), self._to_flat(high)
        start = flat.find(target, first, last)
        if start < 0 or flat.find(target, start + 1, last) >= 0:
            return None
        return self._from_flat(start, start + len(target))

    def _flat_text(self) -> str:
        """The flat text, computed at the first search."""
        if self._flat is None:
            self._flat = flatten(self.text)
            self._newlines = [index for index, char in enumerate(self.text) if char == "\n"]
            self._newlines_flat = [index - newlines_before for newlines_before, index in enumerate(self._newlines)]
        return self._flat

    def _to_flat(self, offset: int) -> int:
        return offset - bisect_right(self._newlines, offset - 1)

    def _from_flat(self, start: int, end: int) -> Bounds:
        last = end - 1
        return start + bisect_right(self._newlines_flat, start), last + bisect_right(self._newlines_flat, last) + 1


def flatten(text: str) -> str:
    """The text as in a label: DUCView deletes newlines, and XML parsers turn tabs and carriage returns into spaces."""
    return text.replace("\n", "").replace("\t", " ").replace("\r", " ")


def _label_matches(text: str, low: int, high: int, label: str) -> bool:
    """Whether the text at the bounds is the label, apart from deleted newlines."""
    newlines = text.count("\n", low, high)
    return 0 <= high - low - len(label) <= newlines and flatten(text[low:high]) == flatten(label)


def _label_nearly_matches(text: str, label: str) -> bool:
    """Whether text and label differ only in white space, or in characters that a wrong encoding replaced."""
    text, label = flatten(text), flatten(label)
    if len(text) != len(label):
        return "".join(text.split()) == "".join(label.split())
    return all(
        a == b or a in _REPLACEMENTS or b in _REPLACEMENTS or (a.isspace() and b.isspace())
        for a, b in zip(text, label, strict=True)
    )


def _fault_of_offsets(start: int | None, end: int | None) -> str:
    if start is None or end is None:
        return "has offsets that are not numbers"
    if start == end:
        return "is empty"
    if start > end:
        return "starts after its end"
    return "starts before the text" if start < 0 else "ends past the text"


def _shorten(label: str) -> str:
    return label if len(label) <= 40 else f"{label[:39]}…"


class Utf16Offsets:
    """Converts offsets in one text between code points and UTF-16 code units, which DUCView and JavaScript count.

    Characters above U+FFFF ("astral" characters) have two code units, a surrogate pair; all others have one code unit.
    """

    __slots__ = ("_astral", "_astral_utf16", "utf16_length")

    def __init__(self, text: str) -> None:
        has_astral = not text.isascii() and max(text) > "\uffff"
        self._astral = [index for index, char in enumerate(text) if char > "\uffff"] if has_astral else []
        self._astral_utf16 = [index + astral_before for astral_before, index in enumerate(self._astral)]
        self.utf16_length = len(text) + len(self._astral)

    @property
    def is_identity(self) -> bool:
        """Whether every offset is the same in code points and in UTF-16."""
        return not self._astral

    def to_utf16(self, offset: int) -> int:
        """The UTF-16 offset of a code point offset from 0 to the text's length."""
        return offset + bisect_left(self._astral, offset)

    def to_code_point(self, offset: int) -> int:
        """The code point offset of a UTF-16 offset; the offset of the character if inside its surrogate pair."""
        return offset - bisect_left(self._astral_utf16, offset)

    def splits_pair(self, offset: int) -> bool:
        """Whether the UTF-16 offset is between the two halves of a character."""
        astral_before = bisect_left(self._astral_utf16, offset)
        return astral_before > 0 and self._astral_utf16[astral_before - 1] == offset - 1
