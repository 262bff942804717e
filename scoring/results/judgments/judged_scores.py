"""Scores of single sheets (one judge's answers about one summary), and of summaries by all their judges."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from scoring.measures.observation import Measure, Missing, Subject
from scoring.results.judgments.sheets import JudgedSheet, SummaryKey

GroupKey = tuple[str, SummaryKey]
"""The name of a measure, and a summary."""
NOT_ANSWERED = Missing("not_answered", "The question was skipped or not answered.")


class SheetScore(NamedTuple):
    """One score of one sheet. ``value`` is None for the reason in ``missing``."""

    sheet: JudgedSheet
    measure: Measure
    value: Fraction | None
    missing: Missing | None = None


@dataclass(frozen=True, slots=True)
class SummaryScore:
    """One score of one summary, from all judges together. ``by_judge``: the score by each judge alone; None if the
    judge gave no answer, or if the score cannot be computed for one judge alone.
    """

    subject: Subject
    measure: Measure
    value: Fraction | None
    by_judge: Mapping[str, Fraction | None]
    missing: Missing | None = None

    @property
    def judge_count(self) -> int:
        """The number of judges with a score of their own, or of all judges if none has one."""
        return sum(value is not None for value in self.by_judge.values()) or len(self.by_judge)


@lru_cache(maxsize=4096)
def fraction(numerator: int, denominator: int = 1) -> Fraction:
    """Returns the fraction. Cached, because most of the values and means of a scale are equal, and because fractions
    take long to make.
    """
    return Fraction(numerator, denominator)


def value_score(sheet: JudgedSheet, measure: Measure, value: int | Fraction | None) -> SheetScore:
    """Returns ``value`` as a score of the sheet; the score is missing if the value is None."""
    if value is None:
        return SheetScore(sheet, measure, None, NOT_ANSWERED)
    return SheetScore(sheet, measure, fraction(value) if isinstance(value, int) else value)


def mean_over_judges(scores: Iterable[SheetScore]) -> list[SummaryScore]:
    """Returns the mean over judges for each summary and measure; a judge's value is the mean over the judge's sheets
    of the summary (for coverage: over models). Missing values are left out.
    """
    first_scores: dict[GroupKey, SheetScore] = {}
    values_by_judge: dict[GroupKey, dict[str, Fraction | None]] = {}
    repeated: dict[tuple[GroupKey, str], list[Fraction | None]] = {}  # all values of judges with several sheets
    for score in scores:
        sheet, key = score.sheet, (score.measure.name, score.sheet.summary)
        by_judge = values_by_judge.get(key)
        if by_judge is None:
            first_scores[key], values_by_judge[key] = score, {sheet.judge: score.value}
        elif sheet.judge in by_judge:
            repeated.setdefault((key, sheet.judge), [by_judge[sheet.judge]]).append(score.value)
        else:
            by_judge[sheet.judge] = score.value
    for (key, judge), values in repeated.items():
        values_by_judge[key][judge] = mean_of_known(values)
    return [
        summary_score(first.sheet.subject, first.measure, values_by_judge[key], first.missing or NOT_ANSWERED)
        for key, first in first_scores.items()
    ]


def summary_score(
    subject: Subject, measure: Measure, by_judge: Mapping[str, Fraction | None], missing: Missing = NOT_ANSWERED
) -> SummaryScore:
    """Returns the mean over judges as the score of a summary. ``missing``: the reason if no judge has a score."""
    value = mean_of_known(by_judge.values())
    return SummaryScore(subject, measure, value, by_judge, missing if value is None else None)


def mean_of_known(values: Iterable[Fraction | None]) -> Fraction | None:
    """Returns the mean of the values that are not None; None if all are."""
    known = [value for value in values if value is not None]
    if len(known) < 2:  # the usual case, without the costly arithmetic of fractions
        return known[0] if known else None
    denominator = lcm(*[value.denominator for value in known])
    numerators = [value.numerator * (denominator // value.denominator) for value in known]
    return fraction(sum(numerators), denominator * len(known))
