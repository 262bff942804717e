"""Scores of sheets that say which statements a summary or an answer expresses.

The score of a summary by several judges is not the mean of the judges' scores: first the votes on each statement become
one value, then these make a score.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from scoring.measures.judgments.nuggets import NuggetSupport, nugget_scores
from scoring.measures.judgments.presence import full_support, normalized_acu, presence, presence_score
from scoring.measures.observation import Measure, Missing
from scoring.results.judgments.judged_scores import SheetScore, SummaryScore, mean_of_known, mean_over_judges
from scoring.results.judgments.settings import JudgmentSettings
from scoring.results.judgments.sheets import InstrumentData, JudgedSheet, ListedItem, QuestionScale, SummaryKey

NO_ANSWERS = Missing("no_answers", "No statement was judged.")
NO_WEIGHTS = Missing("no_weights", "All weights are 0.")
NO_VITAL_NUGGETS = Missing("no_vital_nuggets", "The topic has no vital nuggets.")
LENGTH_UNKNOWN = Missing("length_unknown", "The lengths of the summary and its models are not known.")

PRESENCE = Measure("presence", "Statements present", (0, 1))
WEIGHTED = Measure("weighted", "Statements present, by weight", (0, 1))
STRICT = Measure("strict", "Statements fully supported", (0, 1))
NORMALIZED_ACU = Measure("nacu", "Statements present, adjusted for length", (0, 1))  # ACU: atomic content unit
NUGGETS = {
    "all": Measure("nugget_all", "Nuggets", (0, 1)),
    "strict_all": Measure("nugget_strict_all", "Nuggets, full support only", (0, 1)),
    "vital": Measure("nugget_vital", "Vital nuggets", (0, 1)),
    "strict_vital": Measure("nugget_strict_vital", "Vital nuggets, full support only", (0, 1)),
    "weighted": Measure("nugget_weighted", "Nuggets, okay ones count half", (0, 1)),
    "strict_weighted": Measure("nugget_strict_weighted", "Nuggets, okay ones half, full support only", (0, 1)),
}
"""The scores of nuggets, by their names in :class:`scoring.measures.judgments.nuggets.NuggetScores`."""

VITAL = "vital"
OptionalScore = tuple[Fraction | None, Missing]
"""A score, and the reason why it is missing if it is None."""


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """A statement, how far it is present, and how far it is fully supported, which only some scores need."""

    item: ListedItem
    presence: Fraction
    full: Fraction


def presence_sheet_scores(
    data: InstrumentData, sheets: Iterable[JudgedSheet], settings: JudgmentSettings
) -> Iterator[SheetScore]:
    """Yields the scores of each sheet alone."""
    for sheet in sheets:
        for question in data.item_questions:
            for measure, value, missing in _scores(data, question, [sheet], settings):
                yield SheetScore(sheet, measure, value, missing if value is None else None)


def presence_scores(
    data: InstrumentData, sheets: Sequence[JudgedSheet], settings: JudgmentSettings
) -> Iterator[SummaryScore]:
    """Yields the scores of each summary. If it was judged against several lists of statements, its score is the mean of
    its scores against each.
    """
    sheets_by_summary: dict[SummaryKey, dict[str, list[JudgedSheet]]] = defaultdict(lambda: defaultdict(list))
    for sheet in sheets:
        sheets_by_summary[sheet.summary][sheet.list].append(sheet)
    values_by_score: dict[tuple[SummaryKey, str], list[OptionalScore]] = defaultdict(list)
    for summary, by_list in sheets_by_summary.items():
        for question, list_sheets in product(data.item_questions, by_list.values()):
            for measure, value, missing in _scores(data, question, list_sheets, settings):
                values_by_score[summary, measure.name].append((value, missing))
    # The scores by each judge are those of the judge's sheets; only the value differs from the mean over judges.
    for score in mean_over_judges(presence_sheet_scores(data, sheets, settings)):
        subject = score.subject
        values = values_by_score[(subject.topic, subject.kind, subject.summarizer), score.measure.name]
        mean = mean_of_known(value for value, _ in values)
        yield replace(score, value=mean, missing=values[0][1] if mean is None else None)


def unjudged_statement_count(data: InstrumentData, sheets: Iterable[JudgedSheet]) -> int:
    """Returns the number of pairs of a summary and a statement that nobody has judged; scores leave these out."""
    judged = {
        (sheet.summary, sheet.list, item)
        for sheet in sheets
        for (_, item), answer in sheet.answers.items()
        if item and answer.value is not None
    }
    lists = {(sheet.summary, sheet.list_key) for sheet in sheets}
    return sum(
        (summary, list_key[1], item.key) not in judged
        for summary, list_key in lists
        for item in data.items.get(list_key, ())
    )


def _scores(
    data: InstrumentData, question: QuestionScale, sheets: Sequence[JudgedSheet], settings: JudgmentSettings
) -> Iterator[tuple[Measure, Fraction | None, Missing]]:
    """Yields each score that ``sheets``, all of one summary and list, give together, with the reason why it may be
    missing.
    """
    prefix = f"{question.key}." if len(data.item_questions) > 1 else ""
    statements = _statements(data, question, sheets, settings)
    for measure, value, missing in (
        *_statement_scores(data, question, sheets[0], statements, settings),
        *_nugget_scores(statements, data.items.get(sheets[0].list_key, ())),
    ):
        yield replace(measure, name=prefix + measure.name), value, missing if statements else NO_ANSWERS


def _statements(
    data: InstrumentData, question: QuestionScale, sheets: Sequence[JudgedSheet], settings: JudgmentSettings
) -> list[JudgedStatement]:
    """Returns the statements of the list that a sheet has a value for."""
    statements = []
    for item in data.items.get(sheets[0].list_key, ()):
        values = [value for sheet in sheets if (value := sheet.value(question.key, item.key)) is not None]
        if values:
            present = presence(values, maximum=question.maximum, aggregate=settings.aggregate, tie=settings.tie)
            full = present
            if question.maximum > 1 or item.importance:
                full = full_support(values, maximum=question.maximum, aggregate=settings.aggregate)
            statements.append(JudgedStatement(item, present, full))
    return statements


def _statement_scores(
    data: InstrumentData,
    question: QuestionScale,
    sheet: JudgedSheet,
    statements: Sequence[JudgedStatement],
    settings: JudgmentSettings,
) -> Iterator[tuple[Measure, Fraction | None, Missing]]:
    """Yields the scores that statements of all kinds have. ``sheet``: any sheet of the summary. Whether there is a
    score by weight depends on the whole list, so that it is the same for each judge.
    """
    presences = [statement.presence for statement in statements]
    score = presence_score(presences)
    yield PRESENCE, score, NO_ANSWERS
    if question.maximum > 1:
        yield STRICT, presence_score([statement.full for statement in statements]), NO_ANSWERS
    items = data.items.get(sheet.list_key, ())
    if items and all(item.weight is not None for item in items):
        weights = [statement.item.weight or 0 for statement in statements]
        yield WEIGHTED, presence_score(presences, weights), NO_WEIGHTS
    if data.model_tokens:
        length, model_tokens = data.lengths.get(sheet.summary), data.model_tokens.get(sheet.topic)
        normalized = None
        if score is not None and length and model_tokens:
            normalized = Fraction(
                normalized_acu(score, tokens=length.tokens, model_tokens=model_tokens, penalty=settings.length_penalty)
            )
        yield NORMALIZED_ACU, normalized, LENGTH_UNKNOWN


def _nugget_scores(
    statements: Sequence[JudgedStatement], items: Sequence[ListedItem]
) -> Iterator[tuple[Measure, Fraction | None, Missing]]:
    """Yields the scores of nuggets (statements that are vital or okay), if ``items``, the list, has any."""
    if not any(item.importance for item in items):
        return
    scores = nugget_scores(
        [
            NuggetSupport(statement.item.importance == VITAL, statement.presence, statement.full)
            for statement in statements
        ]
    )
    for name, measure in NUGGETS.items():
        yield measure, getattr(scores, name), NO_VITAL_NUGGETS
