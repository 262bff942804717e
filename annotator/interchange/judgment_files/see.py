"""Reads and writes SEE's files of model units: HTML in which each unit of a model summary is a link to itself."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import escape
from html.parser import HTMLParser

from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile, Reading
from annotator.tables.csv_records import TableError, decode_table

_NAME = re.compile(r"([^.]+)\.([^.]+)\.([^.]+)\.([^.]+)\.([^.]+)\.html?", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"[1-9]\d{0,4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class SeeName:
    """The name of a file, such as ``D061.M.050.J.A.html``.

    ``kind``: "M" for a model summary. ``length``: the number of its words. ``selector``: who chose the documents.
    """

    topic: str
    kind: str
    length: str
    selector: str
    summarizer: str

    def __str__(self) -> str:
        return f"{self.topic}.{self.kind}.{self.length}.{self.selector}.{self.summarizer}.html"


@dataclass
class _Units(HTMLParser):
    """Parses a file of units.

    ``texts``: the units' texts by number, in the order of the file. ``unit``: the number of the link being parsed.
    """

    texts: dict[str, str] = field(default_factory=dict)
    repeated: list[str] = field(default_factory=list)
    unit: str = ""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        number = dict(attrs).get("id") or ""
        if tag == "a" and _NUMBER.fullmatch(number):
            if number in self.texts:
                self.repeated.append(number)
            self.unit = number
            self.texts.setdefault(number, "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self.unit = ""

    def handle_data(self, data: str) -> None:
        if self.unit:
            self.texts[self.unit] += data


def see_name(file_name: str) -> SeeName:
    """Returns the parts of a file's name. Raises TableError."""
    match = _NAME.fullmatch(file_name)
    if match is None:
        raise TableError([f"The name “{file_name[:80]}” is not like D061.M.050.J.A.html (topic ... summarizer)."])
    return SeeName(*match.groups())


def read_units(data: bytes, name: SeeName) -> JudgmentFile:
    """Returns the units of a model summary, without their places in it. Raises TableError with all errors."""
    parser = _Units()
    parser.feed(decode_table(data))
    parser.close()
    reading = Reading()
    for number in parser.repeated:
        reading.refuse(f"Unit {number}", "there are two units with this number.")
    for number, text in parser.texts.items():
        item = ItemRow(name.topic, "", "model_units", name.summarizer, number, " ".join(text.split()))
        reading.add_item(item, f"Unit {number}")
    return reading.result(if_empty='The file has no units: no <a href="#1" id=1>.')


def place_units(units: Sequence[ItemRow], text: str) -> JudgmentFile:
    """Returns the units with their spans in the model's text. A repair reports how many words are in no unit.

    Words are compared without case and punctuation. Raises TableError if the words of a unit do not follow those of the
    previous unit in the text.
    """
    words = [(match[0].casefold(), match.start(), match.end()) for match in _WORD.finditer(text)]
    reading, position, previous_end, skipped = Reading(), 0, 0, 0
    for unit in units:
        unit_words = words_of(unit.text)
        begin = _first_match(words, unit_words, position)  # the index of a word; start and end are offsets
        if begin is None:
            reading.refuse(
                f"Unit {unit.key}",
                f"its words “{unit.text[:80]}” are not in the model after those of the previous unit.",
            )
            continue
        skipped += begin - position
        position = begin + len(unit_words)
        start, end = _with_punctuation(text, words[begin][1], words[position - 1][2], previous_end)
        previous_end = end
        placed = replace(unit, start=start, end=end, text=text[start:end])
        reading.add_item(placed, f"Unit {unit.key}")
    if skipped := skipped + len(words) - position:
        reading.repair("The model", f"{skipped} of its words are in no unit.")
    return reading.result(if_empty="There are no units.")


def words_of(text: str) -> list[str]:
    """Returns the words of a text as units are compared: without case and punctuation."""
    return [match[0].casefold() for match in _WORD.finditer(text)]


def write_units(units: Sequence[ItemRow], name: SeeName) -> str:
    lines = [
        f'<a name="{unit.key}">[{unit.key}]</a> <a href="#{unit.key}" id={unit.key}>'
        f"{escape(' '.join(unit.text.split()), quote=False)}</a>"
        for unit in units
    ]
    head = f'<html>\n<head><title>{escape(str(name))}</title></head>\n<body bgcolor="white">\n'
    return head + "".join(f"{line}\n" for line in lines) + "</body>\n</html>\n"


def _first_match(words: Sequence[tuple[str, int, int]], unit: Sequence[str], position: int) -> int | None:
    """Returns the first index from ``position`` on at which the unit's words occur in sequence; None if they do not."""
    if not unit:
        return None
    for begin in range(position, len(words) - len(unit) + 1):
        if words[begin][0] == unit[0] and [word for word, _, _ in words[begin : begin + len(unit)]] == list(unit):
            return begin
    return None


def _with_punctuation(text: str, start: int, end: int, previous_end: int) -> tuple[int, int]:
    """Returns the span with the punctuation that touches it, but without any of the previous unit."""
    while start > previous_end and not text[start - 1].isspace() and not _WORD.match(text[start - 1]):
        start -= 1
    while end < len(text) and not text[end].isspace() and not _WORD.match(text[end]):
        end += 1
    return start, end
