"""Reads texts and SCUs from a DUCView file's XML elements, with a repair for each faulty part, contributor or uid."""

from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element

from annotator.duc.documents import Contributor, Part, Repair, Scu
from annotator.duc.part_offsets import Bounds, PartLocator
from annotator.texts.errors import FormatError

MAX_TEXT = 1_000_000
MAX_PARTS = 20_000
MAX_PARTS_OF_AN_SCU = 500
MAX_SCUS = 20_000
_MAX_UID = 1_000_000_000
_MAX_DIGITS = 12  # more than any offset or uid has; Python refuses to parse very long numbers


def read_text(parent: Element) -> tuple[str, list[Repair]]:
    """The text of a ``<pyramid>`` or an ``<annotation>``: its lines, each with a newline. Raises FormatError if there
    is no ``<text>``, for text outside lines, and for more than `MAX_TEXT` characters.
    """
    element = parent.find("text")
    if element is None:
        raise FormatError(f"Its <{parent.tag}> element has no <text>.")
    if (element.text or "").strip() and not len(element):
        raise FormatError(f"The <text> of its {parent.tag} is not in <line> elements.")
    text = "".join(
        f"{''.join(line.itertext()) if len(line) else line.text or ''}\n" for line in element.findall("line")
    )
    if len(text) > MAX_TEXT:
        raise FormatError(f"The text of its {parent.tag} has more than {MAX_TEXT:,} characters.")
    if "\r" not in text:
        return text, []
    repair = Repair(None, f"carriage returns in the text of the {parent.tag} were read as spaces")
    return text.replace("\r", " "), [repair]


def read_bounds(scus: Iterable[Element], locator: PartLocator) -> list[list[list[Bounds]]]:
    """The bounds of the parts, by SCU and contributor. Parts whose label is not near their offsets are left out."""
    return [
        [
            [bounds for part in contributor.iter("part") if (bounds := _bounds(part, locator)) is not None]
            for contributor in scu.iter("contributor")
        ]
        for scu in scus
    ]


def _bounds(part: Element, locator: PartLocator) -> Bounds | None:
    start, end, label = _stated_values(part.attrib)
    return None if start is None or end is None else locator.bounds_near(start, end, label)


def check_size(root: Element) -> None:
    """Refuse a file that is far larger than any made by an annotator. Raises FormatError for more than `MAX_PARTS`
    parts or twice as many contributors, `MAX_SCUS` SCUs, or `MAX_PARTS_OF_AN_SCU` parts of one SCU.
    """
    all_part_count = 0
    for tag in ("scu", "peerscu"):
        scu_count = 0
        for scu in root.iter(tag):
            part_count = sum(1 for _ in scu.iter("part"))
            all_part_count += part_count
            scu_count += 1
            if part_count > MAX_PARTS_OF_AN_SCU:
                raise FormatError(f"SCU {(scu.get('uid') or '')[:40]} has more than {MAX_PARTS_OF_AN_SCU:,} parts.")
        if scu_count > MAX_SCUS:
            raise FormatError(f"It has more than {MAX_SCUS:,} SCUs.")
    if all_part_count > MAX_PARTS:
        raise FormatError(f"It has more than {MAX_PARTS:,} parts.")
    if sum(1 for _ in root.iter("contributor")) > 2 * MAX_PARTS:
        raise FormatError(f"It has more than {2 * MAX_PARTS:,} contributors.")


def read_uid(element: Element) -> int:
    """The uid of an SCU. Raises FormatError if there is none, or if it is not a number from 0 to `_MAX_UID`."""
    attribute = element.get("uid")
    if attribute is None:
        raise FormatError(f"A <{element.tag}> has no uid (its label is “{(element.get('label') or '')[:40]}”).")
    uid = _parse_int(attribute)
    if uid is None or not 0 <= uid <= _MAX_UID:
        raise FormatError(f"A uid is “{attribute[:20]}”, which is not a whole number from 0 to {_MAX_UID:,}.")
    return uid


def renumber(uids: Sequence[int]) -> tuple[list[int], dict[int, list[int]], list[Repair]]:
    """Makes a pyramid's uids unique: an SCU with uid 0, or with the uid of an earlier SCU, gets the next free uid.
    Returns the new uids of all SCUs; for each repeated uid and for 0, the new uids of its SCUs; and the repairs.
    """
    used = {0}
    next_free = max([0, *uids]) + 1
    unique_uids: list[int] = []
    new_uids: dict[int, list[int]] = {}
    repairs: list[Repair] = []
    for uid in uids:
        new_uid = uid
        if uid in used:
            new_uid, next_free = next_free, next_free + 1
            reason = "uid 0 is reserved for non-matching text" if uid == 0 else f"uid {uid} was used twice"
            repairs.append(Repair(new_uid, f"{reason}; this SCU is now uid {new_uid}"))
        used.add(new_uid)
        unique_uids.append(new_uid)
        new_uids.setdefault(uid, []).append(new_uid)
    return unique_uids, {uid: replacements for uid, replacements in new_uids.items() if replacements != [uid]}, repairs


class ScuReader:
    """Reads the SCUs of one text and collects ``repairs``. ``keep_empty_contributors``: whether to keep contributors
    that have no parts left, because DUCView counts them in an SCU's weight.
    """

    def __init__(self, locator: PartLocator, *, keep_empty_contributors: bool) -> None:
        self.locator = locator
        self.keep_empty_contributors = keep_empty_contributors
        self.repairs: list[Repair] = []

    def read(self, element: Element, uid: int) -> Scu:
        attributes = element.attrib
        label = attributes.get("label")
        if label is None:
            self.repairs.append(Repair(uid, "the SCU had no label"))
        contributors = (self._contributor(child, uid) for child in element if child.tag == "contributor")
        return Scu(uid, label or "", attributes.get("comment", ""), tuple(filter(None, contributors)))

    def _contributor(self, element: Element, uid: int) -> Contributor | None:
        elements = [child for child in element if child.tag == "part"]
        parts = self._exact_parts(elements) or self._repaired_parts(elements, uid)
        label = element.get("label")
        if not parts:
            action = "kept for the weight" if self.keep_empty_contributors else "dropped"
            self.repairs.append(Repair(uid, f"contributor “{(label or '')[:40]}” has no parts left and was {action}"))
            if not self.keep_empty_contributors:
                return None
        if label is None:
            label = "...".join(part.label for part in sorted(parts, key=lambda part: (part.start, part.end)))
        return Contributor(label, element.get("comment", ""), parts)

    def _exact_parts(self, elements: Sequence[Element]) -> tuple[Part, ...]:
        """The parts, if the text at the offsets of each is exactly its label; otherwise an empty tuple."""
        part_if_exact = self.locator.part_if_exact
        parts = []
        for element in elements:
            attributes = element.attrib
            try:
                part = part_if_exact(int(attributes["start"]), int(attributes["end"]), attributes["label"])
            except (KeyError, ValueError):
                return ()
            if part is None:
                return ()
            parts.append(part)
        return tuple(parts)

    def _repaired_parts(self, elements: Sequence[Element], uid: int) -> tuple[Part, ...]:
        """The parts that can be located. If all exact parts are in one summary, other labels are searched for there."""
        stated = [_stated_values(element.attrib) for element in elements]
        exact_parts = [
            None if start is None or end is None or label is None else self.locator.part_if_exact(start, end, label)
            for start, end, label in stated
        ]
        summaries = {self.locator.summary_of(part.start) for part in exact_parts if part is not None}
        summary = summaries.pop() if len(summaries) == 1 else None
        parts = []
        for values, part in zip(stated, exact_parts, strict=True):
            if part is None:
                part, repair = self.locator.locate(*values, summary)
                if repair is not None:
                    self.repairs.append(Repair(uid, repair))
            if part is not None:
                parts.append(part)
        return tuple(parts)


def _stated_values(attributes: Mapping[str, str]) -> tuple[int | None, int | None, str | None]:
    """Returns start, end and label of a part as in the file; None for a missing label or a malformed offset."""
    return _parse_int(attributes.get("start")), _parse_int(attributes.get("end")), attributes.get("label")


def _parse_int(attribute: str | None) -> int | None:
    digits = (attribute or "").strip()
    if len(digits) > _MAX_DIGITS or not digits.isascii() or not digits.removeprefix("-").isdecimal():
        return None
    return int(digits)
