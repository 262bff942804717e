"""Scores of ratings: the values themselves, their mean over questions, and their ranks within a topic."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction

from scoring.measures.judgments.midranks import midranks
from scoring.measures.observation import Measure
from scoring.results.judgments.judged_scores import SheetScore, value_score
from scoring.results.judgments.sheets import InstrumentData, JudgedSheet, QuestionScale

MEAN_OF_QUESTIONS = "mean_of_questions"
SCALED = "scaled"


def rating_scores(data: InstrumentData, sheets: Iterable[JudgedSheet]) -> Iterator[SheetScore]:
    """Yields the scores of each sheet: the value of each question; the mean over questions if there are several and all
    have the same scale; and the midranks if the instrument asks to use every value.
    """
    chosen = list(sheets)
    for question in data.questions:
        measure = Measure(question.key, question.title, (question.minimum, question.maximum))
        for sheet in chosen:
            yield value_score(sheet, measure, sheet.value(question.key))
        if data.uses_every_value:
            yield from _scaled(question, chosen)
    if has_mean_of_questions(data):
        yield from _means(data, chosen)


def has_mean_of_questions(data: InstrumentData) -> bool:
    """Whether a mean over questions makes sense: there are several, and all have the same scale."""
    scales = {(question.minimum, question.maximum, question.step) for question in data.questions}
    return len(data.questions) > 1 and len(scales) == 1


def _means(data: InstrumentData, sheets: Iterable[JudgedSheet]) -> Iterator[SheetScore]:
    """Yields the mean over all questions; None if the sheet lacks a value."""
    first = data.questions[0]
    measure = Measure(MEAN_OF_QUESTIONS, "Mean of questions", (first.minimum, first.maximum))
    for sheet in sheets:
        values = [sheet.value(question.key) for question in data.questions]
        known = [value for value in values if value is not None]
        yield value_score(sheet, measure, Fraction(sum(known), len(known)) if len(known) == len(values) else None)


def _scaled(question: QuestionScale, sheets: Iterable[JudgedSheet]) -> Iterator[SheetScore]:
    """Yields the rank of each value among the values of the same judge on the same topic."""
    measure = Measure(f"{question.key}.{SCALED}", f"{question.title} (rank in topic)")
    groups: dict[tuple[str, str], list[JudgedSheet]] = defaultdict(list)
    for sheet in sheets:
        groups[sheet.topic, sheet.judge].append(sheet)
    for group in groups.values():
        values = {index: value for index, sheet in enumerate(group) if (value := sheet.value(question.key)) is not None}
        ranks = dict(zip(values, midranks(list(values.values())), strict=True))
        for index, sheet in enumerate(group):
            yield value_score(sheet, measure, ranks.get(index))
