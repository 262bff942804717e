"""How far the judges of an instrument agree, for each question: people among each other, and programs with people."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from scoring.measures.judgments.co_selection import selection_kappa
from scoring.results.judgments.extracts.scores import choices_of
from scoring.results.judgments.question_values import ItemKey, QuestionValues, question_values
from scoring.results.judgments.sheets import Answer, InstrumentData, JudgedSheet, ListKey, QuestionScale
from scoring.stats.value_agreement import (
    Closeness,
    ItemValues,
    JudgePair,
    ValueDistance,
    closeness,
    confusion_kappa,
    judge_pairs,
    value_alphas,
    value_pairs,
)

FEWEST_COMMON_ITEMS = 10
"""Judges who share fewer items with every other judge are listed separately: their agreement is mostly chance."""
Alphas = Mapping[ValueDistance, float | None]


@dataclass(frozen=True, slots=True)
class ProgramAgreement:
    """How far a program agrees with people. ``comparisons``: the number of (item, person) pairs whose values are
    compared with the program's. ``importance``: only items of this importance (nuggets are "vital" or "okay"); "" for
    all items. ``confusion``: the number of comparisons by the value of the person and the value of the program.
    """

    program: str
    importance: str
    comparisons: int
    closeness: Closeness
    kappa_cohen: float | None
    alpha: Alphas
    confusion: Mapping[tuple[int, int], int]

    def as_json(self) -> dict[str, Any]:
        return {
            "program": self.program,
            "importance": self.importance or None,
            "comparisons": self.comparisons,
            "exact": self.closeness.exact,
            "within_one": self.closeness.within_one,
            "kappa_cohen": self.kappa_cohen,
            "alpha": _alphas_as_json(self.alpha),
            "confusion": [
                {"person": person, "program": program, "count": count}
                for (person, program), count in sorted(self.confusion.items())
            ],
        }


@dataclass(frozen=True, slots=True)
class QuestionAgreement:
    """The agreement of people on one question. ``items``: the number of items that at least two of them judged.

    ``values``: how often each judge gave each value. ``marks``: the mean Jaccard index of the marks of two judges for
    the same item, over pairs with any mark; None if no pair has any. ``kappa_fleiss``: for extracts, Fleiss' kappa of
    the choice of sentences, averaged over item lists (Radev et al. 2003 average over clusters); None for other kinds.
    ``few_common_items``: the judges who share fewer than FEWEST_COMMON_ITEMS items with every other judge.
    """

    judges: tuple[str, ...]
    items: int
    alpha: Alphas
    closeness: Closeness
    pairs: tuple[JudgePair, ...]
    values: Mapping[str, Mapping[int, int]]
    marks: float | None
    kappa_fleiss: float | None
    few_common_items: tuple[str, ...]
    programs: tuple[ProgramAgreement, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "items": self.items,
            "alpha": _alphas_as_json(self.alpha),
            "exact": self.closeness.exact,
            "within_one": self.closeness.within_one,
            "mean_difference": self.closeness.mean_difference,
            "pairs": [
                {
                    "a": self.judges[pair.a],
                    "b": self.judges[pair.b],
                    "items": pair.items,
                    "exact": pair.exact,
                    "kappa_cohen": pair.kappa_cohen,
                    "pearson": pair.pearson,
                    "spearman": pair.spearman,
                }
                for pair in self.pairs
            ],
            "values": {judge: {str(value): counts[value] for value in counts} for judge, counts in self.values.items()},
            "marks": self.marks,
            "kappa_fleiss": self.kappa_fleiss,
            "few_common_items": list(self.few_common_items),
            "programs": [program.as_json() for program in self.programs],
        }


def question_agreement(
    data: InstrumentData, question: QuestionScale, sheets: Iterable[JudgedSheet]
) -> QuestionAgreement:
    """Returns the agreement on a question, from the ``sheets`` of people and programs."""
    all_sheets = list(sheets)
    people_sheets = sorted(
        (sheet for sheet in all_sheets if sheet.judge not in data.programs), key=lambda sheet: sheet.judge
    )
    values = question_values(data, question, people_sheets)
    pairs_of_values = value_pairs(values.item_values)
    pairs_of_judges = tuple(judge_pairs(pairs_of_values))
    return QuestionAgreement(
        judges=values.judges,
        items=int((np.bincount(values.item_values.items) > 1).sum()),
        alpha=value_alphas(values.item_values),
        closeness=closeness(pairs_of_values, question.step),
        pairs=pairs_of_judges,
        values=_values_by_judge(values),
        marks=_mean_jaccard(data, question, people_sheets),
        kappa_fleiss=_mean_kappa(data, question, people_sheets) if data.kind == "extract" else None,
        few_common_items=_judges_with_few_common_items(values.judges, pairs_of_judges),
        programs=tuple(_program_agreements(data, question, all_sheets, values)),
    )


def _values_by_judge(values: QuestionValues) -> dict[str, dict[int, int]]:
    counts: dict[str, Counter[int]] = {judge: Counter() for judge in values.judges}
    item_values = values.item_values
    for judge, value in zip(item_values.judges.tolist(), item_values.values.tolist(), strict=True):
        counts[values.judges[judge]][value] += 1
    return {judge: dict(sorted(by_value.items())) for judge, by_value in counts.items()}


def _judges_with_few_common_items(judges: Sequence[str], pairs: Iterable[JudgePair]) -> tuple[str, ...]:
    most_shared_items = dict.fromkeys(range(len(judges)), 0)
    for pair in pairs:
        for judge in (pair.a, pair.b):
            most_shared_items[judge] = max(most_shared_items[judge], pair.items)
    return tuple(judges[judge] for judge, items in most_shared_items.items() if items < FEWEST_COMMON_ITEMS)


def _mean_jaccard(data: InstrumentData, question: QuestionScale, sheets: Sequence[JudgedSheet]) -> float | None:
    marks: dict[ItemKey, list[frozenset[str]]] = defaultdict(list)
    has_marks = any(answer.marks for sheet in sheets for answer in sheet.answers.values())
    for sheet in sheets if has_marks else ():
        for item in data.items.get(sheet.list_key, ()):
            answer = sheet.answers.get((question.key, item.key), Answer())
            marks[(*sheet.summary, sheet.list, item.key)].append(answer.marks)
    jaccards = [len(a & b) / len(a | b) for by_judge in marks.values() for a, b in combinations(by_judge, 2) if a or b]
    return sum(jaccards) / len(jaccards) if jaccards else None


def _mean_kappa(data: InstrumentData, question: QuestionScale, sheets: Iterable[JudgedSheet]) -> float | None:
    sheets_by_list: dict[ListKey, list[JudgedSheet]] = defaultdict(list)
    for sheet in sheets:
        sheets_by_list[sheet.list_key].append(sheet)
    kappas = [
        selection_kappa(list(choices_of(data, question, list_sheets).values()), len(data.items.get(list_key, ())))
        for list_key, list_sheets in sheets_by_list.items()
    ]
    known = [kappa for kappa in kappas if kappa is not None]
    return sum(known) / len(known) if known else None


def _program_agreements(
    data: InstrumentData, question: QuestionScale, sheets: Sequence[JudgedSheet], people: QuestionValues
) -> Iterator[ProgramAgreement]:
    """Yields the agreement of each program with people: on all items, then on those of each importance."""
    programs = sorted(data.programs & {sheet.judge for sheet in sheets})
    if not programs:
        return
    values_by_item: dict[ItemKey, list[int]] = defaultdict(list)
    for index, value in zip(people.item_values.items.tolist(), people.item_values.values.tolist(), strict=True):
        values_by_item[people.items[index]].append(value)
    importances = {
        (topic, list_code, item.key): item.importance
        for (topic, list_code), items in data.items.items()
        for item in items
        if item.importance
    }
    for program in programs:
        program_values = question_values(data, question, [sheet for sheet in sheets if sheet.judge == program])
        pairs_by_importance: dict[str, list[tuple[int, int]]] = defaultdict(list)
        indexes = program_values.item_values.items.tolist()
        for index, program_value in zip(indexes, program_values.item_values.values.tolist(), strict=True):
            topic, _, _, list_code, item = key = program_values.items[index]
            pairs = [(person_value, program_value) for person_value in values_by_item[key]]
            pairs_by_importance[""] += pairs
            if importance := importances.get((topic, list_code, item)):
                pairs_by_importance[importance] += pairs
        for importance, pairs in sorted(pairs_by_importance.items()):
            if pairs:
                yield _program_agreement(program, importance, pairs, question.step)


def _program_agreement(program: str, importance: str, pairs: Sequence[tuple[int, int]], step: int) -> ProgramAgreement:
    """Returns the agreement in ``pairs``: for each item and person, the value of the person and that of the program.
    Alpha treats each pair as a separate item with two values, so it does not depend on the agreement of people.
    """
    values = np.array(pairs, dtype=np.int64)
    item_values = ItemValues(np.repeat(np.arange(len(pairs)), 2), np.tile([0, 1], len(pairs)), values.ravel())
    confusion = Counter(pairs)
    return ProgramAgreement(
        program=program,
        importance=importance,
        comparisons=len(pairs),
        closeness=closeness(value_pairs(item_values), step),
        kappa_cohen=confusion_kappa(confusion),
        alpha=value_alphas(item_values),
        confusion=confusion,
    )


def _alphas_as_json(alphas: Alphas) -> dict[str, float | None]:
    return {distance.value: alpha for distance, alpha in alphas.items()}
