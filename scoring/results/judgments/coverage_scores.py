"""Scores of sheets that say how much of a model's units a summary expresses. A sheet is one judge's answers about one
summary; for each unit, the judge marks the sentences of the summary that express it.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from scoring.measures.judgments.coverage import UnitJudgment, coverage, length_adjusted
from scoring.measures.observation import Measure, Missing
from scoring.results.judgments.judged_scores import SheetScore, value_score
from scoring.results.judgments.settings import LengthTarget
from scoring.results.judgments.sheets import Answer, InstrumentData, JudgedSheet, QuestionScale

NO_UNITS = Missing("no_units", "The model has no units.")
LENGTH_UNKNOWN = Missing("length_unknown", "The length of the summary is not known.")

COVERAGE = Measure("coverage", "Coverage", (0, 1))
COVERAGE_OF_FOUR = Measure("coverage_4", "Coverage, 0 to 4", (0, 4))
RETENTION = Measure("retention_1", "Units with a mark", (0, 1))
MARKED_SENTENCES = Measure("marked_sentences", "Marked sentences", (0, 1))
SENTENCES_PER_UNIT = Measure("sentences_per_unit", "Marked sentences per model unit")
LENGTH_ADJUSTED = Measure("length_adjusted", "Coverage adjusted for length", (0, 1))


def coverage_scores(
    data: InstrumentData, sheets: Iterable[JudgedSheet], target: LengthTarget | None = None
) -> Iterator[SheetScore]:
    """Yields the scores of each sheet, and the values of the questions asked once a sheet. Names of scores begin with
    the question's key if several questions are asked of each unit. ``target``: also adjust coverage for length.
    """
    for sheet in sheets:
        for question in data.item_questions:
            prefix = f"{question.key}." if len(data.item_questions) > 1 else ""
            for measure, value, missing in _unit_scores(data, sheet, question, target):
                measure = _prefixed(measure, prefix)
                yield SheetScore(sheet, measure, value, missing if value is None else None)
        for question in data.sheet_questions:
            measure = Measure(question.key, question.title, (question.minimum, question.maximum))
            yield value_score(sheet, measure, sheet.value(question.key))


def _prefixed(measure: Measure, prefix: str) -> Measure:
    return Measure(prefix + measure.name, measure.title, measure.axis_range) if prefix else measure


def _unit_scores(
    data: InstrumentData, sheet: JudgedSheet, question: QuestionScale, target: LengthTarget | None
) -> Iterator[tuple[Measure, Fraction | None, Missing]]:
    """Yields each score of the sheet, with the reason why it may be missing."""
    length = data.lengths.get(sheet.summary)
    answers = [sheet.answers.get((question.key, item.key), Answer()) for item in data.items.get(sheet.list_key, ())]
    scores = coverage(
        [UnitJudgment(answer.value, answer.marks) for answer in answers],
        maximum=question.maximum,
        step=question.step,
        sentence_count=length.sentences if length else None,
    )
    if scores is None:
        yield COVERAGE, None, NO_UNITS
        return
    yield COVERAGE, scores.mean, NO_UNITS
    if question.maximum == 4:
        yield COVERAGE_OF_FOUR, 4 * scores.mean, NO_UNITS
    yield RETENTION, scores.retention, NO_UNITS
    for threshold, share in scores.recall.items():
        yield Measure(f"recall_{threshold}", f"Units with {threshold} or more", (0, 1)), share, NO_UNITS
    yield SENTENCES_PER_UNIT, scores.sentences_per_unit, NO_UNITS
    if data.lengths:
        yield MARKED_SENTENCES, scores.marked_share, LENGTH_UNKNOWN
    if data.lengths and target:
        adjusted = None
        if length:
            adjusted = length_adjusted(scores.mean, words=length.words, target=target.words, share=target.share)
        yield LENGTH_ADJUSTED, adjusted, LENGTH_UNKNOWN
