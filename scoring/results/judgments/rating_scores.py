"""Scores of ratings: the values themselves, their mean over questions, and their ranks within a topic."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from scoring.measures.judgments.midranks import midranks
from scoring.measures.observation import Measure
from scoring.results.judgments.judged_scores import (
    SheetScore,
    SummaryScore,
    fraction,
    mean_over_judges,
    summary_score,
    value_score,
)
from scoring.results.judgments.sheets import InstrumentData, JudgedSheet, SummaryKey

MEAN_OF_QUESTIONS = "mean_of_questions"
SCALED = "scaled"


class ScoreColumn(NamedTuple):
    """The scores of sheets by one measure. ``values`` has the score of each sheet; None if it is missing."""

    measure: Measure
    values: Sequence[Fraction | None]


def rating_scores(data: InstrumentData, sheets: Iterable[JudgedSheet]) -> Iterator[SheetScore]:
    """Yields the scores of each sheet: the value of each question; the mean over questions if there are several and all
    have the same scale; and the midranks if the instrument asks to use every value.
    """
    chosen = list(sheets)
    for column in _columns(data, chosen):
        for sheet, value in zip(chosen, column.values, strict=True):
            yield value_score(sheet, column.measure, value)


def rating_means(data: InstrumentData, sheets: Sequence[JudgedSheet]) -> list[SummaryScore]:
    """Returns the scores of each summary: the means over its judges. Equal to `mean_over_judges` of `rating_scores`,
    but without an object for each score of a sheet, because an instrument can have tens of thousands of sheets.
    """
    groups: dict[SummaryKey, dict[str, int]] = defaultdict(dict)  # the index of each judge's sheet of each summary
    for index, sheet in enumerate(sheets):
        groups[sheet.summary][sheet.judge] = index
    if sum(map(len, groups.values())) < len(sheets):  # some judge has several sheets of a summary
        return mean_over_judges(rating_scores(data, sheets))
    summaries = [(sheets[next(iter(by_judge.values()))].subject, by_judge) for by_judge in groups.values()]
    return [
        summary_score(subject, measure, {judge: values[index] for judge, index in by_judge.items()})
        for measure, values in _columns(data, sheets)
        for subject, by_judge in summaries
    ]


def has_mean_of_questions(data: InstrumentData) -> bool:
    """Whether a mean over questions makes sense: there are several, and all have the same scale."""
    scales = {(question.minimum, question.maximum, question.step) for question in data.questions}
    return len(data.questions) > 1 and len(scales) == 1


def _columns(data: InstrumentData, sheets: Sequence[JudgedSheet]) -> Iterator[ScoreColumn]:
    """Yields the scores of these sheets, measure by measure."""
    answers = [[sheet.value(question.key) for sheet in sheets] for question in data.questions]
    for question, values in zip(data.questions, answers, strict=True):
        measure = Measure(question.key, question.title, (question.minimum, question.maximum))
        yield ScoreColumn(measure, [None if value is None else fraction(value) for value in values])
        if data.uses_every_value:
            scaled = Measure(f"{question.key}.{SCALED}", f"{question.title} (rank in topic)")
            yield ScoreColumn(scaled, _ranks_in_topic(sheets, values))
    if has_mean_of_questions(data):
        first = data.questions[0]
        measure = Measure(MEAN_OF_QUESTIONS, "Mean of questions", (first.minimum, first.maximum))
        yield ScoreColumn(measure, [_mean_of_all(sheet_values) for sheet_values in zip(*answers, strict=True)])


def _mean_of_all(values: Sequence[int | None]) -> Fraction | None:
    """The mean of the values; None if one is missing."""
    known = [value for value in values if value is not None]
    return fraction(sum(known), len(known)) if len(known) == len(values) else None


def _ranks_in_topic(sheets: Sequence[JudgedSheet], values: Sequence[int | None]) -> list[Fraction | None]:
    """The rank of each value among the values of the same judge on the same topic. ``values``: of the sheets."""
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, sheet in enumerate(sheets):
        if values[index] is not None:
            groups[sheet.topic, sheet.judge].append(index)
    ranks: dict[int, Fraction] = {}
    for group in groups.values():
        known = [value for index in group if (value := values[index]) is not None]
        ranks |= zip(group, midranks(known), strict=True)
    return [ranks.get(index) for index in range(len(sheets))]
