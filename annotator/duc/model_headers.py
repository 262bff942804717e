"""Finds where each model summary of a pyramid's text begins and ends.

In most files `startDocumentRegEx` matches the header of each summary. In about one file in ten it does not: then
headers of known shapes are searched; without any, the user is asked for the number of models or a separator.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.duc.documents import ModelSpan, Repair
from annotator.texts.errors import FormatError
from annotator.texts.patterns import PatternError, find_all

MAX_MODELS = 200
_MAX_NAME = 80

_RULE = re.compile(r"^[ \t]*-{3,}[ \t]*$", re.MULTILINE)
_BLOCK = re.compile(
    rf"^[ \t]*-{{3,}}[ \t]*\n[ \t]*(?![ \t-])[^\n]{{1,{_MAX_NAME}}}\n[ \t]*-{{3,}}[ \t]*$", re.MULTILINE
)
_LONGEST_HEADER = 400  # in longer lines the search for names within dashes would take too long
_NAME_IN_RULE = re.compile(
    rf"^(?=[^\n]{{0,{_LONGEST_HEADER}}}$)"
    rf"[ \t]*-{{2,}}\+?[ \t]*(?![ \t-])[^\n]{{1,{_MAX_NAME}}}?[ \t]*\+?-{{2,}}\+?[ \t]*$",
    re.MULTILINE,
)
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_LINE_END = re.compile(r"\n")

_ASK = "say --models N or --separator REGEX"
_SEARCHED = "document headers were looked for instead"

Bounds = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Hints:
    """What is known besides the text: the file's own number of models, and the user's options."""

    num_models: int | None = None
    models: int | None = None
    separator: str | None = None

    @property
    def expected(self) -> int | None:
        """The number of summaries by the user or else by the file; None if neither gives it."""
        return self.models or self.num_models


def find_models(
    text: str, regex: str | None, hints: Hints, *, first_part: int | None = None
) -> tuple[tuple[ModelSpan, ...], list[Repair]]:
    """The model summaries of a pyramid's text, in order, and repairs for what was guessed.

    Args:
        text: the whole text, headers included.
        regex: the file's `startDocumentRegEx`, or None.
        first_part: the start of the earliest part; if it is before the first header, the text there is a summary.

    Raises:
        FormatError: no text, or no headers found.
    """
    if not text.strip():
        raise FormatError("Its pyramid has no text.")
    repairs: list[Repair] = []
    spans: list[ModelSpan] = []
    if regex is not None:
        spans = _by_pattern(text, regex, first_part, repairs)
    if not spans and hints.separator is not None:
        spans = _by_separator(text, hints.separator)
    if not spans:
        spans = _by_shape(text, hints, repairs)
    if len(spans) > MAX_MODELS:
        raise FormatError(f"It seems to hold {len(spans)} model summaries; at most {MAX_MODELS} are read.")
    return _unique_names(spans, repairs), repairs


def _by_pattern(text: str, pattern: str, first_part: int | None, repairs: list[Repair]) -> list[ModelSpan]:
    """The summaries after the matches of the file's pattern; none, with a repair, if it is of no use."""
    try:
        headers = find_all(pattern, text)
    except PatternError as error:
        repairs.append(Repair(None, f"startDocumentRegEx {error}; {_SEARCHED}"))
        return []
    if not headers:
        repairs.append(Repair(None, f"startDocumentRegEx matches nowhere in the text; {_SEARCHED}"))
        return []
    leads = first_part is not None and first_part < headers[0][0]
    spans = _between(text, headers, lead=leads)
    if leads and spans and spans[0].start < headers[0][0]:
        repairs.append(Repair(None, "text before the first document header was read as a model summary"))
    empty = len(headers) + leads - len(spans)
    if empty:
        repairs.append(Repair(None, f"{empty} document header(s) without text were left out"))
    return spans


def _by_separator(text: str, separator: str) -> list[ModelSpan]:
    try:
        headers = find_all(separator, text)
    except PatternError as error:
        raise FormatError(f"The separator {error}.") from error
    if not headers:
        raise FormatError("The separator matches nowhere in its text.")
    return _between(text, headers, lead=True)


def _by_shape(text: str, hints: Hints, repairs: list[Repair]) -> list[ModelSpan]:
    """The summaries after headers of a known shape; with a number given, the first shape that gives that number."""
    shapes = [(shape, spans) for shape, spans in _shapes(text) if spans]
    fitting = shapes
    if hints.expected is not None:
        fitting = [pair for pair in shapes + _by_number(text, hints.expected) if len(pair[1]) == hints.expected]
        if not fitting and shapes and hints.models is None:
            fitting = shapes
            repairs.append(Repair(None, f"numModels is {hints.num_models}, but there are {len(shapes[0][1])} headers"))
    if not fitting:
        missing = f"{hints.models} model summaries" if hints.models else "document headers"
        raise FormatError(f"Its text shows no {missing} that could be found; {_ASK}.")
    shape, spans = fitting[0]
    repairs.append(Repair(None, f"no usable startDocumentRegEx: {len(spans)} model summaries found by {shape}"))
    return spans


def _shapes(text: str) -> list[tuple[str, list[ModelSpan]]]:
    """Summaries by the shapes of headers in real files, the most reliable shape first."""
    rules = [match.span() for match in _RULE.finditer(text)]
    blocks = [match.span() for match in _BLOCK.finditer(text)]
    names = [match.span() for match in _NAME_IN_RULE.finditer(text)]
    shapes: list[tuple[str, list[ModelSpan]]] = []
    if _all_are_headers(text, blocks, len(rules)):
        shapes.append(("names between lines of dashes", _between(text, blocks, lead=False)))
    if names:
        shapes.append(("names within dashes", _between(text, names, lead=True)))
    if rules:
        shapes.append(("lines of dashes", _between(text, rules, lead=True)))
    return shapes


def _all_are_headers(text: str, blocks: Sequence[Bounds], rules: int) -> bool:
    """Whether names between lines of dashes are headers, not short summaries between single lines of dashes.

    There is no text before the first, text follows each, and there are fewer other lines of dashes than names (a
    summary may have one of its own).
    """
    if not blocks or text[: blocks[0][0]].strip() or rules - 2 * len(blocks) >= len(blocks):
        return False
    return len(_between(text, blocks, lead=False)) == len(blocks)


def _by_number(text: str, expected: int) -> list[tuple[str, list[ModelSpan]]]:
    """Texts without any header whose number is known: the whole text, paragraphs, or lines."""
    whole = ("the given number", _between(text, [], lead=True))
    paragraphs = _between(text, [match.span() for match in _BLANK_LINES.finditer(text)], lead=True)
    lines = _between(text, [match.span() for match in _LINE_END.finditer(text)], lead=True)
    ways = [("blank lines", paragraphs), ("line ends", lines)]
    return [whole] if expected == 1 else [(way, _nameless(spans)) for way, spans in ways]


def _between(text: str, headers: Sequence[Bounds], *, lead: bool) -> list[ModelSpan]:
    """The texts after the headers (and, if `lead`, before the first), without empty ones."""
    starts: list[tuple[str | None, int]] = [(None, 0)] if lead else []
    starts += [(_name(text[start:end]), end) for start, end in headers]
    ends = [*[start for start, _ in headers][0 if lead else 1 :], len(text)]
    spans = []
    for (name, start), end in zip(starts, ends, strict=True):
        bounds = trimmed_lines(text, start, end)
        if bounds is not None:
            spans.append(ModelSpan(name, *bounds))
    return spans


def trimmed_lines(text: str, start: int, end: int) -> Bounds | None:
    """`[start, end)` without the blank lines at both ends and the last newline; None if all of it is blank."""
    piece = text[start:end]
    first = len(piece) - len(piece.lstrip())
    if first == len(piece):
        return None
    # Only whole blank lines go: the first line keeps its indentation, unless it began in the header's own line.
    line = piece.rfind("\n", 0, first) + 1
    if line or start == 0 or text[start - 1] == "\n":
        first = line
    stop = piece.find("\n", len(piece.rstrip()))
    return start + first, (start + stop if stop >= 0 else end)


def _name(header: str) -> str | None:
    """The name in a header, without dashes: `` D0601.M.250.A.1``, ``-- Ann --`` -> ``D0601.M.250.A.1``, ``Ann``."""
    for line in header.split("\n"):
        name = line.strip().strip("-").strip("+").strip()
        if name:
            return name[:_MAX_NAME]
    return None


def _nameless(spans: Sequence[ModelSpan]) -> list[ModelSpan]:
    return [ModelSpan(None, span.start, span.end) for span in spans]


def _unique_names(spans: Sequence[ModelSpan], repairs: list[Repair]) -> tuple[ModelSpan, ...]:
    """The spans, without names that several of them have."""
    times = Counter(span.name for span in spans if span.name is not None)
    doubled = sorted(name for name, count in times.items() if count > 1)
    if not doubled:
        return tuple(spans)
    repairs.append(Repair(None, f"several model summaries are headed “{doubled[0]}”; they were read without names"))
    return tuple(ModelSpan(None, s.start, s.end) if s.name in doubled else s for s in spans)
