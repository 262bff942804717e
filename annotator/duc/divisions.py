"""Divides a pyramid's text into model summaries.

In most files `startDocumentRegEx` matches the header of each summary. In about every tenth file it does not, and
headers must be guessed: every division of the text at headers of known formats is a candidate, and the candidate that
fits the contributors best is chosen. These faults count against a candidate: a summary without contributors, a
contributor in two summaries or outside all of them, two contributors of one SCU in the same summary, and faults of the
headers. If no candidate is clearly the best, the file is refused and the user is asked for hints. Text before the first
header is a summary only if a contributor points into it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import NamedTuple

from annotator.duc.candidate_divisions import (
    Division,
    Separators,
    candidates_at_headers,
    candidates_without_headers,
    count_in_words,
)
from annotator.duc.documents import ModelSpan, Repair
from annotator.duc.model_headers import Header, headers_of, spans_after
from annotator.duc.part_bounds import Misfits, PartBounds
from annotator.texts.errors import FormatError
from annotator.texts.patterns import PatternError, find_all

MAX_MODELS = 200
MARGIN = 2
"""A division is chosen only if all others cost (see `Division.cost`) at least this much more, because a smaller
difference can come from a few wrong parts.
"""
_MAX_LISTED_DIVISIONS = 4
_CONTRIBUTORS_PER_TOLERATED_MISFIT = 10
"""One in this many contributors may contradict the chosen division."""

_FEWEST_TO_DOUBT = 10
"""A file's own pattern, or the user's, is doubted only if the file has at least this many contributors."""

_ADVICE = "say --models N or --separator REGEX"
_FALLBACK = "the text was searched for document headers"


@dataclass(frozen=True, slots=True)
class Hints:
    """Help for dividing the text: the file's `numModels`, and the user's options `--models` and `--separator`."""

    num_models: int | None = None
    model_count: int | None = None
    separator: str | None = None


class ModelSummaries(NamedTuple):
    """The spans of the model summaries in text order, and what the user should know about how they were found.
    ``guess``: a clause on how the text was divided, if the division is doubtful; otherwise "".
    """

    spans: tuple[ModelSpan, ...]
    repairs: tuple[Repair, ...] = ()
    guess: str = ""


def find_model_summaries(text: str, regex: str | None, hints: Hints, part_bounds: PartBounds) -> ModelSummaries:
    """The model summaries of a pyramid's ``text``, which includes their headers. ``regex``: the file's
    `startDocumentRegEx`, or None. ``part_bounds``: where the contributors are in the text; falsy if there are none.
    Raises FormatError if there is no text or no header, if several divisions are equally good, or for more than
    `MAX_MODELS` summaries.
    """
    if not text.strip():
        raise FormatError("Its pyramid has no text.")
    repairs: list[Repair] = []
    summaries = _by_file_pattern(text, regex, part_bounds, repairs) if regex is not None else None
    if summaries is None and hints.separator is not None:
        summaries = _by_separator(text, hints, part_bounds)
    if summaries is None:
        summaries = _by_known_headers(text, hints, part_bounds)
    if len(summaries.spans) > MAX_MODELS:
        raise FormatError(f"It seems to hold {len(summaries.spans)} model summaries; at most {MAX_MODELS} are read.")
    spans, name_repairs = _without_shared_names(summaries.spans)
    return ModelSummaries(spans, (*repairs, *summaries.repairs, *name_repairs), summaries.guess)


def _by_file_pattern(text: str, pattern: str, part_bounds: PartBounds, repairs: list[Repair]) -> ModelSummaries | None:
    """The summaries after the matches of the file's pattern. If the pattern is invalid or never matches: None, and a
    repair is added to ``repairs``.
    """
    try:
        headers = headers_of(text, find_all(pattern, text))
    except PatternError as error:
        repairs.append(Repair(None, f"startDocumentRegEx {error}; {_FALLBACK}"))
        return None
    if not headers:
        repairs.append(Repair(None, f"startDocumentRegEx matches nowhere in the text; {_FALLBACK}"))
        return None
    starts_without_header = part_bounds.has_part_in(0, headers[0].start)
    spans = spans_after(text, headers, include_text_before=starts_without_header)
    if not spans:
        repairs.append(Repair(None, f"startDocumentRegEx matches only where no text follows; {_FALLBACK}"))
        return None
    if starts_without_header:
        repairs.append(Repair(None, "text before the first document header was read as a model summary"))
    empty_count = len(headers) + starts_without_header - len(spans)  # `spans_after` leaves out summaries without text
    if empty_count:
        repairs.append(Repair(None, f"{empty_count} document header(s) without text were ignored"))
    doubt = _doubt(text, Division("startDocumentRegEx", tuple(spans)), part_bounds)
    return ModelSummaries(tuple(spans), (Repair(None, doubt),) if doubt else (), doubt)


def _doubt(text: str, division: Division, part_bounds: PartBounds) -> str:
    """Returns a clause for the user if a division into another number of summaries fits clearly better than
    ``division``, which was made with the file's own pattern or the user's separator; else "".
    """
    cost = division.cost(part_bounds)
    if cost < MARGIN or part_bounds.contributor_count < _FEWEST_TO_DOUBT:
        return ""
    better = min(
        candidates_at_headers(text, part_bounds), key=lambda candidate: candidate.cost(part_bounds), default=None
    )
    if better is None or better.cost(part_bounds) + MARGIN > cost or len(better.spans) == len(division.spans):
        return ""
    return (
        f"{division.clue} gives {count_in_words(division)}, but the contributors fit better into {len(better.spans)}, "
        f"found by {better.clue}"
    )


def _by_separator(text: str, hints: Hints, part_bounds: PartBounds) -> ModelSummaries:
    """The summaries between the matches of the user's separator."""
    try:
        headers = headers_of(text, find_all(hints.separator or "", text))
    except PatternError as error:
        raise FormatError(f"The separator {error}.") from error
    if not headers:
        raise FormatError("The separator matches nowhere in its text.")
    count = hints.model_count
    all_pieces = Separators("the separator", headers).division_without_names(
        text, part_bounds, include_text_before=True
    )
    candidates = list(_divide_at_separator(text, headers, part_bounds, is_count_known=count is not None))
    if count is not None:
        candidates = [candidate for candidate in candidates if len(candidate.spans) == count]
        if not candidates:
            raise FormatError(f"The separator gives {len(all_pieces.spans)} model summaries, not {count}.")
    division = min(candidates, key=lambda candidate: candidate.cost(part_bounds))
    if doubt := _doubt(text, division, part_bounds):
        return ModelSummaries(division.spans, (Repair(None, doubt),), doubt)
    if division.spans == all_pieces.spans:
        return ModelSummaries(division.spans)
    note = (
        f"{count_in_words(division)} found by the separator, which divides the text into {len(all_pieces.spans)} pieces"
    )
    return ModelSummaries(division.spans, (Repair(None, note),), note)


def _divide_at_separator(
    text: str, headers: Sequence[Header], part_bounds: PartBounds, *, is_count_known: bool
) -> Iterator[Division]:
    """Yield divisions at the user's separator. The text before its first match is a summary if a contributor points
    into it or there are no contributors; if the number of summaries is known, divisions with and without it are tried.
    """
    separators = Separators("the separator", headers)
    if is_count_known or not part_bounds or part_bounds.has_part_in(0, headers[0].start):
        yield separators.division_without_names(text, part_bounds, include_text_before=True)
        yield from separators.divisions_with_names(text, part_bounds, include_text_before=True)
        if not is_count_known:
            return
    division = separators.division_without_names(text, part_bounds, include_text_before=False)
    with_names = list(separators.divisions_with_names(text, part_bounds, include_text_before=False))
    if not is_count_known and not with_names and part_bounds.misfits(division.spans).empty:
        # Other pieces have no contributor either, so the piece before the first separator is probably also a summary.
        division = separators.division_without_names(text, part_bounds, include_text_before=True)
    yield division
    yield from with_names


def _by_known_headers(text: str, hints: Hints, part_bounds: PartBounds) -> ModelSummaries:
    """The summaries after headers of known formats; if their number is known, preferably that many."""
    count = hints.model_count or hints.num_models
    candidates = list(candidates_at_headers(text, part_bounds, is_count_known=count is not None))
    repairs: tuple[Repair, ...] = ()
    with_count = _with_count(text, candidates, count, part_bounds) if count is not None else candidates
    if with_count or count is None:
        division = _clearly_best(with_count, part_bounds, is_count_known=count is not None)
    elif hints.model_count is None:
        division = _clearly_best(list(candidates_at_headers(text, part_bounds)), part_bounds)
        repairs = (Repair(None, f"numModels is {count}, but there are {len(division.spans)} headers"),)
    else:
        raise FormatError(f"Its text cannot be divided into {count} model summaries; {_ADVICE}.")
    note = f"no usable startDocumentRegEx: {count_in_words(division)} found by {division.clue}"
    if division.leaves_out_text:
        note += "; the text before the first header was left out"
    return ModelSummaries(division.spans, (*repairs, Repair(None, note)), note)


def _with_count(text: str, candidates: list[Division], count: int, part_bounds: PartBounds) -> list[Division]:
    """The candidates with ``count`` summaries. If there are none or all are contradicted, also divides at line ends."""
    with_count = [division for division in candidates if len(division.spans) == count]
    if all(_contradicts(part_bounds.misfits(division.spans), part_bounds) for division in with_count):
        with_count += [division for division in candidates_without_headers(text, count) if len(division.spans) == count]
    return with_count


def _clearly_best(candidates: Sequence[Division], part_bounds: PartBounds, *, is_count_known: bool = False) -> Division:
    """Returns the division with the least cost. Raises FormatError if another costs less than `MARGIN` more, or if
    contributors contradict the best division.
    """
    if not candidates:
        raise FormatError(f"No document headers were found in its text; {_ADVICE}.")
    costs = [division.cost(part_bounds) for division in candidates]
    best = candidates[costs.index(min(costs))]
    if not part_bounds and is_count_known:
        return best
    # Divisions that put all contributors into the same summaries give the same scores, so only the first is kept.
    distinct: dict[object, Division] = {}  # by number of summaries, and the summaries of each contributor
    limit = min(costs) + MARGIN
    for cost, division in sorted(zip(costs, candidates, strict=True), key=itemgetter(0)):
        if cost < limit:
            placement = part_bounds.models_by_contributor(division.spans) if part_bounds else division.spans
            distinct.setdefault((len(division.spans), placement), division)
    if len(distinct) > 1:
        reason = "its contributors fit all of them" if part_bounds else "it has no contributors that decide"
        options = list(
            dict.fromkeys(f"{count_in_words(division)} by {division.clue}" for division in distinct.values())
        )
        listed = ", or ".join(options[:_MAX_LISTED_DIVISIONS])
        raise FormatError(f"Its text can be divided in {len(distinct)} ways, and {reason}: {listed}; {_ADVICE}.")
    if not is_count_known and _contradicts(part_bounds.misfits(best.spans), part_bounds):
        best_in_words = f"{count_in_words(best)} by {best.clue}"
        raise FormatError(f"Its contributors contradict the only headers that were found: {best_in_words}; {_ADVICE}.")
    return best


def _contradicts(misfits: Misfits, part_bounds: PartBounds) -> bool:
    """Whether more contributors contradict a division than the few that are wrong in real files."""
    return misfits.wrong_contributors > max(1, part_bounds.contributor_count // _CONTRIBUTORS_PER_TOLERATED_MISFIT)


def _without_shared_names(spans: Sequence[ModelSpan]) -> tuple[tuple[ModelSpan, ...], tuple[Repair, ...]]:
    """The spans, without the names that several spans share, and a repair if there are such names."""
    counts = Counter(span.name for span in spans if span.name is not None)
    shared = sorted(name for name, count in counts.items() if count > 1)
    if not shared:
        return tuple(spans), ()
    repair = Repair(None, f"several model summaries are headed “{shared[0]}”; they were read without names")
    return tuple(replace(span, name=None) if span.name in shared else span for span in spans), (repair,)
