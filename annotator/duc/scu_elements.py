"""XML elements of a DUCView file -> texts and SCUs, with a repair for every fault of a part, contributor or uid."""

from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element

from annotator.duc.documents import Contributor, Part, Repair, Scu
from annotator.duc.part_offsets import PartLocator
from annotator.texts.errors import FormatError

MAX_TEXT = 1_000_000
MAX_PARTS = 20_000
MAX_PARTS_OF_AN_SCU = 500
MAX_SCUS = 20_000
_MAX_UID = 1_000_000_000


def read_text(parent: Element, what: str) -> tuple[str, list[Repair]]:
    """The text of a pyramid or an annotation: its lines, each with a newline.

    Raises:
        FormatError: no ``<text>``, text outside lines, or more than `MAX_TEXT` characters.
    """
    element = parent.find("text")
    if element is None:
        raise FormatError(f"Its {what} has no <text>.")
    if (element.text or "").strip() and not len(element):
        raise FormatError(f"The <text> of its {what} is not in <line> elements.")
    text = "".join(
        f"{''.join(line.itertext()) if len(line) else line.text or ''}\n" for line in element.findall("line")
    )
    if len(text) > MAX_TEXT:
        raise FormatError(f"The text of its {what} has more than {MAX_TEXT:,} characters.")
    if "\r" not in text:
        return text, []
    return text.replace("\r", " "), [Repair(None, f"carriage returns in the text of the {what} were read as spaces")]


def first_start(elements: Iterable[Element]) -> int | None:
    """The smallest start of any part of these SCUs."""
    starts = (_offset(part.get("start")) for scu in elements for part in scu.iter("part"))
    return min((start for start in starts if start is not None), default=None)


def check_size(root: Element) -> None:
    """Refuse files that are far larger than people make.

    Raises:
        FormatError: more than `MAX_PARTS` parts or twice as many contributors in all, more than `MAX_SCUS` SCUs, or
            `MAX_PARTS_OF_AN_SCU` parts of one SCU.
    """
    total = 0
    for tag in ("scu", "peerscu"):
        scus = 0
        for scu in root.iter(tag):
            count = sum(1 for _ in scu.iter("part"))
            total += count
            scus += 1
            if count > MAX_PARTS_OF_AN_SCU:
                raise FormatError(f"SCU {(scu.get('uid') or '')[:40]} has more than {MAX_PARTS_OF_AN_SCU:,} parts.")
        if scus > MAX_SCUS:
            raise FormatError(f"It has more than {MAX_SCUS:,} SCUs.")
    if total > MAX_PARTS:
        raise FormatError(f"It has more than {MAX_PARTS:,} parts.")
    if sum(1 for _ in root.iter("contributor")) > 2 * MAX_PARTS:
        raise FormatError(f"It has more than {2 * MAX_PARTS:,} contributors.")


def read_uid(element: Element) -> int:
    """The uid of an SCU.

    Raises:
        FormatError: it has none, or not a number from 0 to `_MAX_UID`.
    """
    value = element.get("uid")
    if value is None:
        raise FormatError(f"A <{element.tag}> has no uid (its label is “{(element.get('label') or '')[:40]}”).")
    number = _offset(value)
    if number is None or not 0 <= number <= _MAX_UID:
        raise FormatError(f"A uid is “{value[:20]}”, which is not a whole number from 0 to {_MAX_UID:,}.")
    return number


def renumber(uids: Sequence[int]) -> tuple[list[int], dict[int, list[int]], list[Repair]]:
    """Uids of a pyramid made unique: a second SCU of the same uid, or one with uid 0, gets the next free one.

    Returns:
        The new uids; for each doubled uid the new uids of its SCUs, in order; the repairs.
    """
    used = {0}
    free = max([0, *uids]) + 1
    unique: list[int] = []
    renamed: dict[int, list[int]] = {}
    repairs: list[Repair] = []
    for uid in uids:
        new = uid
        if uid in used:
            new, free = free, free + 1
            why = "uid 0 is kept for non-matching text" if uid == 0 else f"uid {uid} was used twice"
            repairs.append(Repair(new, f"{why}; this SCU is now uid {new}"))
        used.add(new)
        unique.append(new)
        renamed.setdefault(uid, []).append(new)
    return unique, {uid: new for uid, new in renamed.items() if new != [uid]}, repairs


class ScuReader:
    """Reads the SCUs of one text and collects `repairs`."""

    def __init__(self, locator: PartLocator, *, keep_empty: bool) -> None:
        """`keep_empty`: a contributor that loses all its parts stays, because DUCView counts it in the weight."""
        self.locator = locator
        self.keep_empty = keep_empty
        self.repairs: list[Repair] = []

    def read(self, element: Element, uid: int) -> Scu:
        """One ``<scu>`` or ``<peerscu>``."""
        attributes = element.attrib
        label = attributes.get("label")
        if label is None:
            self.repairs.append(Repair(uid, "the SCU had no label"))
        read = (self._contributor(child, uid) for child in element if child.tag == "contributor")
        contributors = tuple(contributor for contributor in read if contributor is not None)
        return Scu(uid, label or "", attributes.get("comment", ""), contributors)

    def _contributor(self, element: Element, uid: int) -> Contributor | None:
        elements = [child for child in element if child.tag == "part"]
        parts = self._sound_parts(elements) or self._repaired_parts(elements, uid)
        label = element.get("label")
        if not parts:
            fate = "kept for the weight" if self.keep_empty else "dropped"
            self.repairs.append(Repair(uid, f"contributor “{(label or '')[:40]}” has no parts left and was {fate}"))
            if not self.keep_empty:
                return None
        if label is None:
            label = "...".join(part.label for part in sorted(parts, key=lambda part: (part.start, part.end)))
        return Contributor(label, element.get("comment", ""), parts)

    def _sound_parts(self, elements: Sequence[Element]) -> tuple[Part, ...]:
        """The parts if all of them are where their labels are; else none."""
        exact = self.locator.exact
        parts = []
        for element in elements:
            attributes = element.attrib
            try:
                part = exact(int(attributes["start"]), int(attributes["end"]), attributes["label"])
            except (KeyError, ValueError):
                return ()
            if part is None:
                return ()
            parts.append(part)
        return tuple(parts)

    def _repaired_parts(self, elements: Sequence[Element], uid: int) -> tuple[Part, ...]:
        """The parts that can be located; those that agree with their labels give the summary of the others."""
        stated = [_stated(element.attrib) for element in elements]
        sound = [
            None if start is None or end is None or label is None else self.locator.exact(start, end, label)
            for start, end, label in stated
        ]
        homes = {self.locator.summary_of(part.start) for part in sound if part is not None}
        home = homes.pop() if len(homes) == 1 else None
        parts = []
        for values, part in zip(stated, sound, strict=True):
            if part is None:
                part, repair = self.locator.locate(*values, home)
                if repair is not None:
                    self.repairs.append(Repair(uid, repair))
            if part is not None:
                parts.append(part)
        return tuple(parts)


def _stated(attributes: Mapping[str, str]) -> tuple[int | None, int | None, str | None]:
    return _offset(attributes.get("start")), _offset(attributes.get("end")), attributes.get("label")


def _offset(value: str | None) -> int | None:
    digits = (value or "").strip()
    if len(digits) > 12 or not digits.isascii() or not digits.removeprefix("-").isdecimal():
        return None
    return int(digits)
