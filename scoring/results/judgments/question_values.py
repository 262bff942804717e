"""The values of one question as arrays, for the agreement of judges."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from scoring.results.judgments.sheets import Answer, InstrumentData, JudgedSheet, QuestionScale
from scoring.stats.value_agreement import ItemValues, equal_pair_counts, value_pairs

ItemKey = tuple[str, ...]
"""A topic, the kind and summarizer of a summary, a list and an item of it; the last two are empty without a list."""


@dataclass(frozen=True, slots=True)
class QuestionValues:
    """The values of a question. ``item_values`` refers to ``judges`` and ``items`` by their indexes."""

    item_values: ItemValues
    judges: tuple[str, ...]
    items: tuple[ItemKey, ...]


def question_values(data: InstrumentData, question: QuestionScale, sheets: Iterable[JudgedSheet]) -> QuestionValues:
    """Returns all values of a question on these sheets. As in the scores, an item without a value counts 0 for coverage
    and for extracts, unless the judge skipped it.
    """
    items: dict[ItemKey, int] = {}
    judges: dict[str, int] = {}
    entries = []
    for sheet in sheets:
        judge = judges.setdefault(sheet.judge, len(judges))
        for item, value in _values(data, question, sheet):
            key = (*sheet.summary, sheet.list if item else "", item)
            entries.append((items.setdefault(key, len(items)), judge, value))
    columns = np.array(entries, dtype=np.int64).reshape(-1, 3).T
    return QuestionValues(ItemValues(*columns), tuple(judges), tuple(items))


def judge_shares(data: InstrumentData, sheets: Iterable[JudgedSheet]) -> dict[str, Fraction]:
    """Returns, for each judge who judged an item that somebody else judged too: of all comparisons with another judge's
    value of the same item, the share where the values are equal. All questions count, except those asked once a sheet.
    """
    chosen = list(sheets)
    equal, total = Counter[str](), Counter[str]()
    for question in data.item_questions:
        values = question_values(data, question, chosen)
        for judge, (equal_count, count) in equal_pair_counts(value_pairs(values.item_values)).items():
            equal[values.judges[judge]] += equal_count
            total[values.judges[judge]] += count
    return {judge: Fraction(equal[judge], total[judge]) for judge in sorted(total)}


def _values(data: InstrumentData, question: QuestionScale, sheet: JudgedSheet) -> Iterator[tuple[str, int]]:
    """Yields the items of the sheet with their values."""
    if question.is_per_sheet or data.kind == "rating":
        keys = [""]
    else:
        keys = [item.key for item in data.items.get(sheet.list_key, ())]
    unanswered = Answer(0 if data.kind in ("coverage", "extract") and not question.is_per_sheet else None)
    for key in keys:
        answer = sheet.answers.get((question.key, key), unanswered)
        value = unanswered.value if answer.value is None and not answer.skipped else answer.value
        if value is not None:
            yield key, value
