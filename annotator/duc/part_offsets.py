"""Locates the parts of a DUCView file: UTF-16 offsets are checked against labels and repaired by them.

The label is the text that DUCView showed when the part was made; the offsets are what it stored. If both agree (except
for newlines), the part is kept as it is; if not, the label is searched nearby, then in the same summary.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from annotator.duc.documents import Part
from annotator.texts.errors import FormatError

NEAR = 10
"""How many characters a label may be off its offsets (in real files: one)."""

MAX_SEARCHES = 1_000
"""How many labels of one file are searched in a whole summary before the file is refused."""

MAX_DOUBTFUL = 20_000_000
"""How many characters the parts of one file may span whose labels do not agree exactly."""

_LOST_IN_ENCODING = "?\ufffd"

Bounds = tuple[int, int]
Located = tuple[Part | None, str | None]
"""A part and its repair, if any; no part if it was dropped."""


class PartLocator:
    """Locates the parts of one text. A sound part only costs the comparison with its label."""

    def __init__(self, text: str, summaries: Sequence[Bounds]) -> None:
        """`summaries` are the bounds of the summaries in the text, in order."""
        self.text = text
        self.summaries = tuple(summaries)
        self._offsets = Utf16Offsets(text)
        self._same = self._offsets.same
        self._flat: str | None = None
        self._newlines: list[int] = []
        self._newlines_flat: list[int] = []
        self._usual_shift = 0
        self._searches = 0
        self._doubtful = 0

    def exact(self, start: int, end: int, label: str) -> Part | None:
        """The part if its offsets and its label agree exactly, as nearly all do."""
        if not self._same:
            if self._offsets.splits_pair(start) or self._offsets.splits_pair(end):
                return None
            start, end = self._offsets.to_code_point(start), self._offsets.to_code_point(end)
        if end - start == len(label) > 0 <= start and self.text.startswith(label, start):
            return Part(start, end, label)
        return None

    def summary_of(self, offset: int) -> int | None:
        """Index of the summary that a code point offset is in; None for a header."""
        index = bisect_right(self.summaries, (offset, len(self.text) + 1)) - 1
        return index if index >= 0 and offset < self.summaries[index][1] else None

    def locate(self, start: int | None, end: int | None, label: str | None, summary: int | None) -> Located:
        """A part whose offsets and label do not agree exactly.

        Args:
            start, end: UTF-16 offsets as in the file, None if they are not numbers.
            label: as in the file, None if missing.
            summary: index of the summary of the contributor's sound parts, None if it has none.

        Raises:
            FormatError: too many parts of this file were searched for.
        """
        self._count_doubtful(start, end)
        place = f"{'?' if start is None else start}-{'?' if end is None else end}"
        if start is None or end is None or not 0 <= start < end <= self._offsets.utf16_length:
            return self._locate_unsound(start, end, label or "", summary, place)
        low, high = self._offsets.to_code_point(start), self._offsets.to_code_point(end)
        split = self._offsets.splits_pair(start) or self._offsets.splits_pair(end)
        high += self._offsets.splits_pair(end)
        if split and label is not None:
            return self._locate_split(low, high, label, place)
        if label is not None and _agrees(self.text, low, high, label):
            return Part(low, high, label), None
        if label is None or not label.strip():
            return Part(low, high, flatten(self.text[low:high])), f"part {place} had no label"
        return self._locate_by_label(low, high, label, summary, place)

    def _count_doubtful(self, start: int | None, end: int | None) -> None:
        """Bound the work for a file of wrong offsets."""
        length = self._offsets.utf16_length
        if start is not None and end is not None:
            self._doubtful += abs(min(max(end, 0), length) - min(max(start, 0), length))
        if self._doubtful > MAX_DOUBTFUL:
            raise FormatError("Its parts span far more text than their labels say.")

    def _locate_split(self, low: int, high: int, label: str, place: str) -> Located:
        """Locates a part that cuts a character in two: at its label, else widened to whole characters."""
        near = None if _agrees(self.text, low, high, label) else self._near(low, label)
        return self._repaired(near or (low, high), f"part {place} cut a character in two")

    def _locate_by_label(self, low: int, high: int, label: str, summary: int | None, place: str) -> Located:
        """Locates a part with possible offsets and another label."""
        if _alike(self.text[low:high] if high - low <= 2 * len(label) + NEAR else "", label):
            return Part(low, high, label), f"part {place} differs from its label “{_short(label)}” in single characters"
        near = self._near(low, label)
        if near:
            self._usual_shift = near[0] - low
            return self._repaired(near, f"part {place} was {abs(near[0] - low)} off its label “{_short(label)}”")
        home = self.summary_of(low) if summary is None else summary
        once = self._once(label, home)
        if once:
            return self._repaired(once, f"part {place} was not at its label “{_short(label)}”")
        repair = (
            f"part {place} is not its label “{_short(label)}”, which is not found once elsewhere; its offsets were kept"
        )
        return Part(low, high, label), repair

    def _locate_unsound(
        self, start: int | None, end: int | None, label: str, summary: int | None, place: str
    ) -> Located:
        """Locates a part whose offsets are not a span of the text."""
        why = self._why(start, end)
        if not label.strip():
            return None, f"part {place} {why} and was dropped"
        length = self._offsets.utf16_length
        if start is not None and end is not None and 0 <= min(start, end) < length:
            low, high = sorted((start, end))
            bounds = self._offsets.to_code_point(low), self._offsets.to_code_point(min(high, length))
            if _agrees(self.text, *bounds, label):
                return self._repaired(bounds, f"part {place} {why}")
        home = summary
        for offset in (start, end):
            if home is None and offset is not None and 0 <= offset < length:
                home = self.summary_of(self._offsets.to_code_point(offset))
        once = self._once(label, home)
        if once:
            return self._repaired(once, f"part {place} {why}")
        return None, f"part {place} {why}, “{_short(label)}” is not found once, and it was dropped"

    def _why(self, start: int | None, end: int | None) -> str:
        if start is None or end is None:
            return "has offsets that are no numbers"
        if start == end:
            return "is empty"
        if start > end:
            return "starts after its end"
        return "starts before the text" if start < 0 else "ends past the text"

    def _repaired(self, bounds: Bounds, repair: str) -> Located:
        low, high = bounds
        place = f"{self._offsets.to_utf16(low)}-{self._offsets.to_utf16(high)}"
        return Part(low, high, flatten(self.text[low:high])), f"{repair}; moved to {place}"

    def _near(self, low: int, label: str) -> Bounds | None:
        """The label within `NEAR` characters: at the shift of the file's other labels, else the nearest."""
        target = flatten(label)
        if not target.strip():
            return None
        flat = self._flat_text()
        origin = self._to_flat(low)
        places: list[int] = []
        at = flat.find(target, max(0, origin - NEAR), origin + NEAR + len(target))
        while at >= 0:
            places.append(at)
            at = flat.find(target, at + 1, origin + NEAR + len(target))
        if not places:
            return None
        best = min(places, key=lambda place: (place - origin != self._usual_shift, abs(place - origin)))
        return self._from_flat(best, best + len(target))

    def _once(self, label: str, summary: int | None) -> Bounds | None:
        """The label if it occurs exactly once in the summary (in the whole text, if the summary is unknown)."""
        target = flatten(label)
        if not target.strip():
            return None
        self._searches += 1
        if self._searches > MAX_SEARCHES:
            raise FormatError(f"More than {MAX_SEARCHES} of its parts are not where their labels are.")
        flat = self._flat_text()
        low, high = (0, len(self.text)) if summary is None else self.summaries[summary]
        first, last = self._to_flat(low), self._to_flat(high)
        at = flat.find(target, first, last)
        if at < 0 or flat.find(target, at + 1, last) >= 0:
            return None
        return self._from_flat(at, at + len(target))

    def _flat_text(self) -> str:
        """The text as labels have it, computed at the first search."""
        if self._flat is None:
            self._flat = flatten(self.text)
            self._newlines = [index for index, char in enumerate(self.text) if char == "\n"]
            self._newlines_flat = [index - before for before, index in enumerate(self._newlines)]
        return self._flat

    def _to_flat(self, offset: int) -> int:
        return offset - bisect_right(self._newlines, offset - 1)

    def _from_flat(self, start: int, end: int) -> Bounds:
        last = end - 1
        return start + bisect_right(self._newlines_flat, start), last + bisect_right(self._newlines_flat, last) + 1


def flatten(text: str) -> str:
    """A text as DUCView writes it into a label and XML gives it back: newlines deleted, other white space a space."""
    return text.replace("\n", "").replace("\t", " ").replace("\r", " ")


def _agrees(text: str, low: int, high: int, label: str) -> bool:
    """Whether the text at the bounds is the label, except for deleted newlines."""
    newlines = text.count("\n", low, high)
    return 0 <= high - low - len(label) <= newlines and flatten(text[low:high]) == flatten(label)


def _alike(piece: str, label: str) -> bool:
    """Whether text and label differ only by white space, or by characters that an encoding lost."""
    text, label = flatten(piece), flatten(label)
    if len(text) != len(label):
        return "".join(text.split()) == "".join(label.split())
    return all(
        a == b or a in _LOST_IN_ENCODING or b in _LOST_IN_ENCODING or (a.isspace() and b.isspace())
        for a, b in zip(text, label, strict=True)
    )


def _short(label: str) -> str:
    return label if len(label) <= 40 else f"{label[:39]}…"


class Utf16Offsets:
    """Code points <-> UTF-16 code units of one text (DUCView and JavaScript count the latter).

    Costs one pass over a text that is all in the basic plane, where both counts are the same.
    """

    __slots__ = ("_astral", "_astral_utf16", "length", "utf16_length")

    def __init__(self, text: str) -> None:
        plain = text.isascii() or max(text) <= "\uffff"
        self._astral = [] if plain else [index for index, char in enumerate(text) if char > "\uffff"]
        self._astral_utf16 = [index + before for before, index in enumerate(self._astral)]
        self.length = len(text)
        self.utf16_length = len(text) + len(self._astral)

    @property
    def same(self) -> bool:
        """Whether both counts are the same throughout the text."""
        return not self._astral

    def to_utf16(self, offset: int) -> int:
        """The UTF-16 offset of a code point offset ``0 <= offset <= length``."""
        return offset + bisect_left(self._astral, offset)

    def to_code_point(self, offset: int) -> int:
        """The code point offset of a UTF-16 offset; inside a surrogate pair, that of the pair's character."""
        return offset - bisect_left(self._astral_utf16, offset)

    def splits_pair(self, offset: int) -> bool:
        """Whether the UTF-16 offset lies between the two halves of a character."""
        before = bisect_left(self._astral_utf16, offset)
        return before > 0 and self._astral_utf16[before - 1] == offset - 1
