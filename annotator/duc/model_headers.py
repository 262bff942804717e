"""Finds where each model summary of a pyramid's text begins and ends.

In most files `startDocumentRegEx` matches the header of each summary. In about one file in ten it does not. Such a text
is searched for headers of known formats; if it has none, the user is asked for the number of models or a separator.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from annotator.duc.documents import ModelSpan, Repair
from annotator.texts.errors import FormatError
from annotator.texts.patterns import PatternError, find_all

MAX_MODELS = 200
_MAX_NAME = 80

_LINE_OF_DASHES = re.compile(r"^[ \t]*-{3,}[ \t]*$", re.MULTILINE)
_NAME_BETWEEN_LINES_OF_DASHES = re.compile(
    rf"^[ \t]*-{{3,}}[ \t]*\n[ \t]*(?![ \t-])[^\n]{{1,{_MAX_NAME}}}\n[ \t]*-{{3,}}[ \t]*$", re.MULTILINE
)
_LONGEST_HEADER = 400  # characters; the next expression would take too long on longer lines
_NAME_WITHIN_DASHES = re.compile(
    rf"^(?=[^\n]{{0,{_LONGEST_HEADER}}}$)"
    rf"[ \t]*-{{2,}}\+?[ \t]*(?![ \t-])[^\n]{{1,{_MAX_NAME}}}?[ \t]*\+?-{{2,}}\+?[ \t]*$",
    re.MULTILINE,
)
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_LINE_END = re.compile(r"\n")

_ADVICE = "say --models N or --separator REGEX"
_FALLBACK = "the text was searched for document headers"

Bounds = tuple[int, int]


class Split(NamedTuple):
    """The summaries of a text that is split at certain headers or gaps. `clue` describes these in a repair."""

    clue: str
    spans: list[ModelSpan]


@dataclass(frozen=True, slots=True)
class Hints:
    """Hints besides the text: the file's `numModels`, and the user's options `--models` and `--separator`."""

    num_models: int | None = None
    model_count: int | None = None
    separator: str | None = None

    @property
    def expected_count(self) -> int | None:
        """The number of model summaries given by the user or, if absent, by the file; None if neither gives it."""
        return self.model_count or self.num_models


def find_model_spans(
    text: str, regex: str | None, hints: Hints, *, first_part: int | None = None
) -> tuple[tuple[ModelSpan, ...], list[Repair]]:
    """The spans of the model summaries, in text order, and a repair for each guess.

    Args:
        text: the pyramid's text, headers included.
        regex: the file's `startDocumentRegEx`, or None.
        first_part: the start of the earliest part; if it is before the first header, the text there is a summary too.

    Raises:
        FormatError: the text is blank, has no headers that can be found, or has more than `MAX_MODELS` summaries.
    """
    if not text.strip():
        raise FormatError("Its pyramid has no text.")
    repairs: list[Repair] = []
    spans: list[ModelSpan] = []
    if regex is not None:
        spans = _split_at_file_pattern(text, regex, first_part, repairs)
    if not spans and hints.separator is not None:
        spans = _split_at_separator(text, hints.separator)
    if not spans:
        spans = _split_at_known_headers(text, hints, repairs)
    if len(spans) > MAX_MODELS:
        raise FormatError(f"It seems to hold {len(spans)} model summaries; at most {MAX_MODELS} are read.")
    return _without_shared_names(spans, repairs), repairs


def _split_at_file_pattern(text: str, pattern: str, first_part: int | None, repairs: list[Repair]) -> list[ModelSpan]:
    """The summaries after the matches of the file's pattern; none, with a repair, if it is invalid or never matches."""
    try:
        headers = find_all(pattern, text)
    except PatternError as error:
        repairs.append(Repair(None, f"startDocumentRegEx {error}; {_FALLBACK}"))
        return []
    if not headers:
        repairs.append(Repair(None, f"startDocumentRegEx matches nowhere in the text; {_FALLBACK}"))
        return []
    starts_without_header = first_part is not None and first_part < headers[0][0]
    spans = _spans_after(text, headers, include_text_before=starts_without_header)
    if starts_without_header and spans and spans[0].start < headers[0][0]:
        repairs.append(Repair(None, "text before the first document header was read as a model summary"))
    empty_count = len(headers) + starts_without_header - len(spans)
    if empty_count:
        repairs.append(Repair(None, f"{empty_count} document header(s) without text were ignored"))
    return spans


def _split_at_separator(text: str, separator: str) -> list[ModelSpan]:
    try:
        headers = find_all(separator, text)
    except PatternError as error:
        raise FormatError(f"The separator {error}.") from error
    if not headers:
        raise FormatError("The separator matches nowhere in its text.")
    return _spans_after(text, headers, include_text_before=True)


def _split_at_known_headers(text: str, hints: Hints, repairs: list[Repair]) -> list[ModelSpan]:
    """The summaries after headers of the first known format that gives the expected number of summaries, if any."""
    splits = [split for split in _splits_by_header_format(text) if split.spans]
    candidates = splits
    if (count := hints.expected_count) is not None:
        candidates = [split for split in splits + _split_without_headers(text, count) if len(split.spans) == count]
        if not candidates and splits and hints.model_count is None:
            candidates = splits
            header_count = len(splits[0].spans)
            repairs.append(Repair(None, f"numModels is {hints.num_models}, but there are {header_count} headers"))
    if not candidates:
        expected = f"{hints.model_count} model summaries" if hints.model_count else "document headers"
        raise FormatError(f"Its text shows no {expected} that could be found; {_ADVICE}.")
    clue, spans = candidates[0]
    repairs.append(Repair(None, f"no usable startDocumentRegEx: {len(spans)} model summaries found by {clue}"))
    return spans


def _splits_by_header_format(text: str) -> list[Split]:
    """The text split at each format of headers known from real files, the most reliable format first."""
    lines = [match.span() for match in _LINE_OF_DASHES.finditer(text)]
    names_between_lines = [match.span() for match in _NAME_BETWEEN_LINES_OF_DASHES.finditer(text)]
    names_within_dashes = [match.span() for match in _NAME_WITHIN_DASHES.finditer(text)]
    splits: list[Split] = []
    if _are_headers(text, names_between_lines, len(lines)):
        spans = _spans_after(text, names_between_lines, include_text_before=False)
        splits.append(Split("names between lines of dashes", spans))
    if names_within_dashes:
        splits.append(Split("names within dashes", _spans_after(text, names_within_dashes, include_text_before=True)))
    if lines:
        splits.append(Split("lines of dashes", _spans_after(text, lines, include_text_before=True)))
    return splits


def _are_headers(text: str, names: Sequence[Bounds], line_count: int) -> bool:
    """Whether names between lines of dashes are headers, not short summaries between single lines of dashes.

    They are headers if no text is before the first name, text follows each name, and there are fewer other lines of
    dashes (a summary may contain one) than names.
    """
    if not names or text[: names[0][0]].strip() or line_count - 2 * len(names) >= len(names):
        return False
    return len(_spans_after(text, names, include_text_before=False)) == len(names)


def _split_without_headers(text: str, count: int) -> list[Split]:
    """Ways to split a text without headers into `count` summaries: none if 1, otherwise blank lines or line ends."""
    if count == 1:
        return [Split("the given number", _spans_after(text, [], include_text_before=True))]
    splits = []
    for clue, boundary in (("blank lines", _BLANK_LINES), ("line ends", _LINE_END)):
        gaps = [match.span() for match in boundary.finditer(text)]
        splits.append(Split(clue, _without_names(_spans_after(text, gaps, include_text_before=True))))
    return splits


def _spans_after(text: str, headers: Sequence[Bounds], *, include_text_before: bool) -> list[ModelSpan]:
    """The spans after the headers, and before the first if `include_text_before`; blank spans are left out."""
    starts: list[tuple[str | None, int]] = [(None, 0)] if include_text_before else []
    starts += [(_name_in_header(text[start:end]), end) for start, end in headers]
    ends = [*[start for start, _ in headers][0 if include_text_before else 1 :], len(text)]
    spans = []
    for (name, start), end in zip(starts, ends, strict=True):
        bounds = trim_blank_lines(text, start, end)
        if bounds is not None:
            spans.append(ModelSpan(name, *bounds))
    return spans


def trim_blank_lines(text: str, start: int, end: int) -> Bounds | None:
    """`[start, end)` without the blank lines at both ends and the last newline; None if it is all blank."""
    piece = text[start:end]
    first = len(piece) - len(piece.lstrip())
    if first == len(piece):
        return None
    # The first line keeps its indentation, unless it is the remainder of the header's line.
    line_start = piece.rfind("\n", 0, first) + 1
    if line_start or start == 0 or text[start - 1] == "\n":
        first = line_start
    stop = piece.find("\n", len(piece.rstrip()))
    return start + first, (start + stop if stop >= 0 else end)


def _name_in_header(header: str) -> str | None:
    """The name in a header, without dashes: `` D0601.M.250.A.1``, ``-- Ann --`` -> ``D0601.M.250.A.1``, ``Ann``."""
    for line in header.split("\n"):
        name = line.strip().strip("-").strip("+").strip()
        if name:
            return name[:_MAX_NAME]
    return None


def _without_names(spans: Sequence[ModelSpan]) -> list[ModelSpan]:
    return [ModelSpan(None, span.start, span.end) for span in spans]


def _without_shared_names(spans: Sequence[ModelSpan], repairs: list[Repair]) -> tuple[ModelSpan, ...]:
    """The spans; a name that several of them have is removed from all of these."""
    counts = Counter(span.name for span in spans if span.name is not None)
    shared = sorted(name for name, count in counts.items() if count > 1)
    if not shared:
        return tuple(spans)
    repairs.append(Repair(None, f"several model summaries are headed “{shared[0]}”; they were read without names"))
    return tuple(ModelSpan(None, span.start, span.end) if span.name in shared else span for span in spans)
