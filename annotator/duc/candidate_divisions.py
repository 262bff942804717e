"""Candidates for the division of a pyramid's text into model summaries: at headers of known formats or separators.

A *rule* is a line of dashes or other signs.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from annotator.duc.documents import ModelSpan
from annotator.duc.model_headers import (
    SIGNS,
    Bounds,
    Header,
    Rule,
    find_rules,
    lines_with_duc_names,
    names_between,
    names_within_rules,
    spans_after,
    trim_blank_lines,
)
from annotator.duc.part_bounds import PartBounds

_NAME_READ_AS_SUMMARY, _SUMMARY_WITHOUT_NAME = 1, 2  # penalties
_MAX_DISTINCT_LINES = 5
_MAX_MERGES = 5
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_LINE_END = re.compile(r"\n")


@dataclass(frozen=True, slots=True)
class Division:
    """A candidate for the division of a text into model summaries, the ``spans``. ``clue``: how the spans were found,
    in words. ``penalty``: a cost for faults of the headers. ``leaves_out_text``: whether text before the first span is
    in no span.
    """

    clue: str
    spans: tuple[ModelSpan, ...]
    penalty: int = 0
    leaves_out_text: bool = False

    def cost(self, part_bounds: PartBounds) -> int:
        """The penalty, plus 1 for each summary without a contributor, 1 for each wrong contributor (one that is not
        within one summary, or not the first of its SCU there: see `Misfits`), and a cost for each summary without a
        name if other summaries have names.
        """
        misfits = part_bounds.misfits(self.spans)
        named_count = sum(span.name is not None for span in self.spans)
        unnamed_count = len(self.spans) - named_count if named_count else 0
        return self.penalty + misfits.empty + misfits.wrong_contributors + _SUMMARY_WITHOUT_NAME * unnamed_count


def candidates_at_headers(text: str, part_bounds: PartBounds, *, is_count_known: bool = False) -> Iterator[Division]:
    """The divisions at headers of each known format, the most reliable format first. If the number of model summaries
    is known, text before the first header may also be a summary.
    """
    divisions = _divide_at_known_headers(text, part_bounds, is_count_known)
    return (division for division in divisions if division.spans)


def _divide_at_known_headers(text: str, part_bounds: PartBounds, is_count_known: bool) -> Iterator[Division]:
    rules_by_sign: dict[str, list[Rule]] = {}
    for rule in find_rules(text):
        rules_by_sign.setdefault(rule.sign, []).append(rule)
    headers_between = {
        f"names between lines of {SIGNS[sign]}": names_between(text, _bounds(rules), part_bounds.has_part_in)
        for sign, rules in rules_by_sign.items()
    }
    headers_within: dict[str, list[Header]] = {}
    for header in names_within_rules(text, part_bounds.has_part_in):
        sign = text[header.start : header.end].strip().strip("+")[0]
        headers_within.setdefault(f"names within {SIGNS[sign]}", []).append(header)
    for headers_by_clue in (headers_between, headers_within):
        for clue, headers in headers_by_clue.items():
            yield from _divide_at_headers(text, clue, headers, part_bounds)
        if len(headers_by_clue) > 1:
            all_headers = sorted(header for headers in headers_by_clue.values() for header in headers)
            yield from _divide_at_headers(text, " and ".join(headers_by_clue), all_headers, part_bounds)
    duc_names = lines_with_duc_names(text, part_bounds.has_part_in)
    yield from _divide_at_headers(text, "lines with document names", duc_names, part_bounds)
    for separators in _rule_sets(rules_by_sign, include_equal_lines=bool(part_bounds)):
        yield from _divide_at_rules(text, separators, part_bounds, is_count_known)


def _divide_at_headers(text: str, clue: str, headers: Sequence[Header], part_bounds: PartBounds) -> Iterator[Division]:
    """The division after these headers, if any. Text before them is a summary only if a contributor points into it."""
    if headers:
        starts_without_header = part_bounds.has_part_in(0, headers[0].start)
        yield _division(text, clue, headers, include_text_before=starts_without_header)


def _division(text: str, clue: str, headers: Sequence[Header], *, include_text_before: bool) -> Division:
    """The division into the texts after these headers, with a penalty for each header that has a name but no text
    after it.
    """
    spans = tuple(spans_after(text, headers, include_text_before=include_text_before))
    ends = [*(header.start for header in headers[1:]), len(text)]
    blank_count = sum(
        header.name is not None and not text[header.end : end].strip()
        for header, end in zip(headers, ends, strict=True)
    )
    leaves_out_text = not include_text_before and bool(text[: headers[0].start].strip())
    return Division(clue, spans, blank_count, leaves_out_text)


def _rule_sets(rules_by_sign: dict[str, list[Rule]], *, include_equal_lines: bool) -> Iterator["Separators"]:
    """Yield sets of rules that may separate summaries: all rules; all rules of one sign; and, if
    `include_equal_lines`, all rules with the same line.
    """
    if len(rules_by_sign) > 1:
        all_rules = sorted(rule for rules in rules_by_sign.values() for rule in rules)
        signs = " and ".join(SIGNS[sign] for sign in rules_by_sign)
        yield Separators(f"lines of {signs}", _nameless_headers(all_rules))
    for sign, rules in rules_by_sign.items():
        yield Separators(f"lines of {SIGNS[sign]}", _nameless_headers(rules))
        lines = Counter(rule.line for rule in rules)
        if include_equal_lines and len(lines) > 1:
            for line, _ in lines.most_common(_MAX_DISTINCT_LINES):
                clue = f"lines of {len(line)} {SIGNS[sign]}"
                yield Separators(clue, _nameless_headers([rule for rule in rules if rule.line == line]))


@dataclass(frozen=True, slots=True)
class Separators:
    """Rules, or matches of the user's `--separator`, that are between summaries, and perhaps also between a name and
    its summary. They are stored as ``headers`` without names.
    """

    clue: str
    headers: Sequence[Header]

    def headers_with_names(self, text: str, part_bounds: PartBounds) -> list[Header]:
        return names_between(text, _bounds(self.headers), part_bounds.has_part_in)

    def division_without_names(self, text: str, part_bounds: PartBounds, include_text_before: bool) -> Division:
        """The division that treats every piece of text as a summary, with a penalty for pieces that look like names."""
        division = _division(text, self.clue, self.headers, include_text_before=include_text_before)
        # Without contributors, only the look of a piece tells whether it is a summary or a name.
        weight = _NAME_READ_AS_SUMMARY if part_bounds else 2 * _NAME_READ_AS_SUMMARY
        return replace(division, penalty=weight * len(self.headers_with_names(text, part_bounds)))

    def divisions_with_names(self, text: str, part_bounds: PartBounds, include_text_before: bool) -> Iterator[Division]:
        """Yield the division that treats pieces that look like names as headers of the next piece, if there are any."""
        named_headers = self.headers_with_names(text, part_bounds)
        if named_headers:
            # A header with a name begins with the separator before the name and ends with the separator after it.
            used = {header.start for header in named_headers} | {header.end for header in named_headers}
            others = [header for header in self.headers if header.start not in used and header.end not in used]
            headers = sorted([*named_headers, *others])
            yield _division(text, f"{self.clue}, some with names", headers, include_text_before=include_text_before)


def _divide_at_rules(
    text: str, separators: Separators, part_bounds: PartBounds, is_count_known: bool
) -> Iterator[Division]:
    """Divisions at rules: every piece is a summary; or some pieces are names, are left out, or are merged."""
    has_parts_before = part_bounds.has_part_in(0, separators.headers[0].start)
    may_skip_text_before = (is_count_known or not part_bounds) and not has_parts_before
    for include_text_before in [True, False] if may_skip_text_before else [has_parts_before]:
        division = separators.division_without_names(text, part_bounds, include_text_before)
        named = list(separators.divisions_with_names(text, part_bounds, include_text_before))
        yield division
        yield from named
        if part_bounds:
            for candidate in (division, *named):
                yield from _without_empty(candidate, part_bounds)
            if not named:
                yield from _merge_unrelated(division, part_bounds)


def _without_empty(division: Division, part_bounds: PartBounds) -> Iterator[Division]:
    """The division without the spans that have neither a name nor a contributor, if there are any."""
    spans = [span for span in division.spans if span.name or part_bounds.has_part_in(span.start, span.end)]
    if left_out := len(division.spans) - len(spans):
        pieces = "1 piece" if left_out == 1 else f"{left_out} pieces"
        clue = f"{division.clue} without {pieces} that no contributor points into"
        yield replace(division, clue=clue, spans=tuple(spans), penalty=division.penalty + left_out)


def _merge_unrelated(division: Division, part_bounds: PartBounds) -> Iterator[Division]:
    """Divisions in which neighbours that share no SCU are merged: the rule between them may be inside one summary."""
    spans = division.spans
    unrelated = part_bounds.unrelated_neighbours(spans)
    clue = f"{division.clue}, except inside summaries"
    merge_all, merge_single = [unrelated], [[index] for index in unrelated]
    choices = [*merge_all, *merge_single] if 1 < len(unrelated) <= _MAX_MERGES else merge_all
    for merged_with_next in choices:
        if merged_with_next:
            firsts = [index for index in range(len(spans)) if index - 1 not in merged_with_next]
            lasts = [*(index - 1 for index in firsts[1:]), len(spans) - 1]
            bounds = ((spans[first].start, spans[last].end) for first, last in zip(firsts, lasts, strict=True))
            yield replace(division, clue=clue, spans=tuple(ModelSpan(None, start, end) for start, end in bounds))


def candidates_without_headers(text: str, count: int) -> Iterator[Division]:
    """Divisions of a text without headers: the whole text if `count` is 1, else paragraphs, or lines."""
    if count == 1:
        bounds = trim_blank_lines(text, 0, len(text))
        yield Division("the given number", (ModelSpan(None, *bounds),) if bounds else ())
        return
    for clue, boundary in (("blank lines", _BLANK_LINES), ("line ends", _LINE_END)):
        gaps = [Header(*match.span(), None) for match in boundary.finditer(text)]
        yield Division(clue, tuple(spans_after(text, gaps, include_text_before=True)))


def _bounds(headers: Sequence[Header] | Sequence[Rule]) -> list[Bounds]:
    return [(header.start, header.end) for header in headers]


def _nameless_headers(rules: Sequence[Rule]) -> list[Header]:
    return [Header(rule.start, rule.end, None) for rule in rules]


def count_in_words(division: Division) -> str:
    return "1 model summary" if len(division.spans) == 1 else f"{len(division.spans)} model summaries"
