"""Finds possible headers of model summaries: names between two rules or within a rule, single rules, DUC names.

A *rule* is a line of dashes, equals signs, underscores or the like. `divisions.py` decides which lines are headers.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from annotator.duc.documents import ModelSpan

MAX_NAME = 80
_LONGEST_HEADER = 400
_FEWEST_IN_RULE = 3  # signs
_FEWEST_AT_NAME = 2  # signs on each side of a name

SIGNS = {
    "-": "dashes",
    "=": "equals signs",
    "_": "underscores",
    "*": "asterisks",
    "#": "number signs",
    "~": "tildes",
    "+": "plus signs",
}
"""The characters that rules consist of, with their names."""

_DASHES = str.maketrans("–—", "--")
_DUC_NAME = re.compile(r"[A-Z]{1,3}\d{2,5}(?:-[A-Z])?\.[MP]\.\d+\.[A-Z]+\.[A-Z0-9]+(?:\.txt)?", re.IGNORECASE)

Bounds = tuple[int, int]
HasPartIn = Callable[[int, int], bool]
"""A function that returns whether a contributor has a part in the span of the text from one offset to another."""


class Header(NamedTuple):
    """A header's bounds in the text, and the name in it."""

    start: int
    end: int
    name: str | None


class Rule(NamedTuple):
    """A rule's bounds, the sign that it consists of (a key of SIGNS), and its line without white space at both ends."""

    start: int
    end: int
    sign: str
    line: str


def find_rules(text: str) -> list[Rule]:
    """The rules of a text, in order: lines that repeat one sign at least `_FEWEST_IN_RULE` times."""
    rules = []
    for start, end, line in _lines(text):
        if line[:1].translate(_DASHES) not in SIGNS:
            continue
        signs = "".join(line.split()).translate(_DASHES)
        if len(signs) >= _FEWEST_IN_RULE and signs.count(signs[0]) == len(signs):
            rules.append(Rule(start, end, signs[0], line))
    return rules


def names_between(text: str, separators: Sequence[Bounds], has_part_in: HasPartIn) -> list[Header]:
    """The headers that consist of two separators (such as rules) and a name between them. A name is a single line
    that no contributor points into. ``separators``: their bounds in the text.
    """
    headers = []
    for (start, name_start), (name_end, end) in pairwise(separators):
        name = text[name_start:name_end].strip() if name_end - name_start <= _LONGEST_HEADER else ""
        if _is_name(name) and "\n" not in name and not has_part_in(name_start, name_end):
            headers.append(Header(start, end, name))
    return headers


def names_within_rules(text: str, has_part_in: HasPartIn) -> list[Header]:
    """The headers that are a name between signs on one line, such as ``----- Ann -----`` or ``-----+ Ann +-----``."""
    headers = []
    for start, end, line in _lines(text):
        inner = line.strip("+")
        sign = inner[:1]
        if sign not in SIGNS or len(line) > _LONGEST_HEADER:
            continue
        name = inner.strip(sign).strip("+").strip()
        is_within = inner.startswith(sign * _FEWEST_AT_NAME) and inner.endswith(sign * _FEWEST_AT_NAME)
        if is_within and _is_name(name) and not has_part_in(start, end):
            headers.append(Header(start, end, name))
    return headers


def lines_with_duc_names(text: str, has_part_in: HasPartIn) -> list[Header]:
    """The headers that are a line with only a DUC document name; they include the rules above and below it."""
    headers = []
    lines = [line for line in _lines(text) if line[2]]
    rules = {rule.start: rule for rule in find_rules(text)}
    for index, (start, end, line) in enumerate(lines):
        if len(line) <= MAX_NAME and _DUC_NAME.fullmatch(line) and not has_part_in(start, end):
            above = rules.get(lines[index - 1][0]) if index else None
            below = rules.get(lines[index + 1][0]) if index + 1 < len(lines) else None
            headers.append(Header(above.start if above else start, below.end if below else end, line))
    return headers


def spans_after(text: str, headers: Sequence[Header], *, include_text_before: bool) -> list[ModelSpan]:
    """The spans after the headers, and before the first if `include_text_before`; blank spans are left out."""
    starts: list[tuple[str | None, int]] = [(None, 0)] if include_text_before else []
    starts += [(header.name, header.end) for header in headers]
    ends = [*[header.start for header in headers][0 if include_text_before else 1 :], len(text)]
    spans = []
    for (name, start), end in zip(starts, ends, strict=True):
        bounds = trim_blank_lines(text, start, end)
        if bounds is not None:
            spans.append(ModelSpan(name, *bounds))
    return spans


def trim_blank_lines(text: str, start: int, end: int) -> Bounds | None:
    """The bounds of `[start, end)` without the blank lines at both ends and the last newline; None if all are blank."""
    piece = text[start:end]
    first = len(piece) - len(piece.lstrip())
    if first == len(piece):
        return None
    # The first line keeps its indentation, unless it is the rest of the line that the header is on.
    line_start = piece.rfind("\n", 0, first) + 1
    if line_start or start == 0 or text[start - 1] == "\n":
        first = line_start
    stop = piece.find("\n", len(piece.rstrip()))
    return start + first, (start + stop if stop >= 0 else end)


def headers_of(text: str, matches: Iterable[Bounds]) -> list[Header]:
    """The matches of a regular expression as headers. The name of a header is its first line that has more than dashes
    and plus signs, without these: ``Ann`` for ``-- Ann --``.
    """
    return [Header(start, end, _name_in(text[start:end])) for start, end in matches]


def _name_in(header: str) -> str | None:
    for line in header.split("\n"):
        name = line.strip().strip("-").strip("+").strip()
        if name:
            return name[:MAX_NAME]
    return None


def _is_name(name: str) -> bool:
    return len(name) <= MAX_NAME and any(character.isalnum() for character in name)


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    """The start and end of each line, and the line without white space around it."""
    start = 0
    for line in text.split("\n"):
        yield start, start + len(line), line.strip()
        start += len(line) + 1
