"""Scores of single sheets (one judge's answers about one summary), and of summaries by all their judges."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.measures.observation import Measure, Missing, Subject
from scoring.results.judgments.sheets import JudgedSheet

NOT_ANSWERED = Missing("not_answered", "The question was skipped or not answered.")


@dataclass(frozen=True, slots=True)
class SheetScore:
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


def value_score(sheet: JudgedSheet, measure: Measure, value: int | Fraction | None) -> SheetScore:
    """Returns ``value`` as a score of the sheet; the score is missing if the value is None."""
    if value is None:
        return SheetScore(sheet, measure, None, NOT_ANSWERED)
    return SheetScore(sheet, measure, Fraction(value))


def mean_over_judges(scores: Iterable[SheetScore]) -> list[SummaryScore]:
    """Returns the mean over judges for each summary and measure; a judge's value is the mean over the judge's sheets
    of the summary (for coverage: over models). Missing values are left out.
    """
    groups: dict[tuple[str, tuple[str, str, str]], dict[str, list[SheetScore]]] = {}
    for score in scores:
        by_judge = groups.setdefault((score.measure.name, score.sheet.summary), {})
        by_judge.setdefault(score.sheet.judge, []).append(score)
    return [_mean_over_judges(by_judge) for by_judge in groups.values()]


def mean_of_known(values: Iterable[Fraction | None]) -> Fraction | None:
    """Returns the mean of the values that are not None; None if all are."""
    known = [value for value in values if value is not None]
    if len(known) < 2:  # the usual case, without the costly arithmetic of fractions
        return known[0] if known else None
    return sum(known, Fraction(0)) / len(known)


def _mean_over_judges(by_judge: Mapping[str, Sequence[SheetScore]]) -> SummaryScore:
    means = {judge: mean_of_known(score.value for score in scores) for judge, scores in by_judge.items()}
    first = next(iter(by_judge.values()))[0]
    value = mean_of_known(means.values())
    missing = first.missing if value is None else None
    return SummaryScore(first.sheet.subject, first.measure, value, means, missing)
