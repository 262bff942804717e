"""Judgments of one instrument, as the analyses need them: sheets, scales and items, from rows of the long table."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import gcd

from annotator.judgments.table import JudgmentRow
from scoring.measures.observation import HUMAN, Subject

FINISHED = "submitted"
"""The state of sheets that count."""
DIGITS = re.compile(r"(\d+)", re.ASCII)
ListKey = tuple[str, str]
"""A topic, and the code of an item list there."""
SummaryKey = tuple[str, str, str]
"""A topic, and the kind ("peer" or "human") and the summarizer of a summary."""


class ContradictoryRows(ValueError):
    """Two rows give different answers of one judge to one question about one item; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A judge's answer to a question about an item. ``value``: None if skipped or not answered. ``marks``: the keys of
    the items or sentences that the judge marked with it.
    """

    value: int | None = None
    skipped: bool = False
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class JudgedSheet:
    """All answers of one judge about one summary, or about a topic's documents if ``summarizer`` is empty. ``list``:
    the code of the list of items; for coverage it stands for the model. ``answers``: by the keys of question and item;
    the item is empty for a question asked once a sheet. ``is_masked``: whether ``summarizer`` is a mask, because the
    viewer may not see who wrote the summary. ``summary_pk``: the primary key of the summary; 0 in data of files.
    """

    topic: str
    kind: str
    summarizer: str
    judge: str
    list: str
    answers: Mapping[tuple[str, str], Answer]
    is_finished: bool = True
    is_masked: bool = False
    summary_pk: int = field(default=0, compare=False)

    @property
    def summary(self) -> SummaryKey:
        return (self.topic, self.kind, self.summarizer)

    @property
    def list_key(self) -> ListKey:
        return (self.topic, self.list)

    @property
    def subject(self) -> Subject:
        return Subject("", self.topic, self.summarizer, self.kind, self.summary_pk, self.is_masked)

    def value(self, question: str, item: str = "") -> int | None:
        answer = self.answers.get((question, item))
        return answer.value if answer else None


@dataclass(frozen=True, slots=True)
class QuestionScale:
    """A question that is answered by whole numbers from ``minimum`` to ``maximum``, ``step`` apart. ``is_per_sheet``:
    asked once a sheet, not for each item.
    """

    key: str
    minimum: int
    maximum: int
    step: int = 1
    is_per_sheet: bool = False
    name: str = ""

    @property
    def title(self) -> str:
        return self.name or self.key


@dataclass(frozen=True, slots=True)
class ListedItem:
    """An item of a list. ``weight``: of an SCU, else None. ``importance``: of a nugget "vital" or "okay", else ""."""

    key: str
    weight: int | None = None
    importance: str = ""


@dataclass(frozen=True, slots=True)
class SystemExtract:
    """The sentences of a topic's documents that a system chose. ``list``: the code of their list; ``items``: the keys
    of the chosen sentences, in the order of the extract. ``label``: distinguishes extracts of one system, for instance
    by their rate. ``summary``: the primary key of the peer with the same text; 0 if there is none.
    """

    topic: str
    list: str
    summarizer: str
    label: str
    items: tuple[str, ...]
    summary: int = 0


@dataclass(frozen=True, slots=True)
class TextLength:
    """The length of a summary, for scores that depend on it. ``tokens``: the number of words and punctuation marks."""

    words: int
    sentences: int
    tokens: int


@dataclass(frozen=True, slots=True)
class InstrumentData:
    """The judgments of one instrument and what is known about it.

    ``kind``: "rating", "coverage", "utility", "extract" or "presence". ``sheets``: finished ones and drafts.
    ``items``: for each list the items that are judged, in their order. ``uses_every_value``: judges are asked to use
    every value, so they rate the summaries of a topic relative to each other. ``programs``: the judges that are
    programs. ``lengths`` of summaries, and ``model_tokens``, the mean number of tokens of a topic's models: empty if
    texts are not known. ``extracts``: those that judgments of kind "utility" and "extract" score. ``warnings``: what
    had to be assumed.
    """

    kind: str
    questions: tuple[QuestionScale, ...]
    sheets: tuple[JudgedSheet, ...]
    items: Mapping[ListKey, tuple[ListedItem, ...]] = field(default_factory=dict)
    instrument: str = ""
    uses_every_value: bool = False
    programs: frozenset[str] = frozenset()
    lengths: Mapping[SummaryKey, TextLength] = field(default_factory=dict)
    model_tokens: Mapping[str, Fraction] = field(default_factory=dict)
    extracts: tuple[SystemExtract, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def item_questions(self) -> tuple[QuestionScale, ...]:
        return tuple(question for question in self.questions if not question.is_per_sheet)

    @property
    def sheet_questions(self) -> tuple[QuestionScale, ...]:
        return tuple(question for question in self.questions if question.is_per_sheet)


def sheets_of(rows: Iterable[JudgmentRow]) -> tuple[JudgedSheet, ...]:
    """Returns the sheets that the rows come from, in the order of topics, summaries, judges and lists. A sheet counts
    as finished if all its rows do. A table has no row of a finished sheet without answers, so this cannot return it;
    :func:`scoring.results.judgments.project_sheets.read_judgments` does. Raises ContradictoryRows.
    """
    answers: dict[tuple[str, str, str, str, str], dict[tuple[str, str], Answer]] = defaultdict(dict)
    drafts = set()
    for row in rows:
        kind = HUMAN if row.kind == "model" else row.kind
        sheet_key = (row.topic, kind, row.summarizer, row.judge, row.list)
        answer = Answer(row.value, row.skipped, frozenset(row.marks))
        if answers[sheet_key].setdefault((row.question, row.item), answer) != answer:
            place = " ".join(filter(None, (row.topic, row.summarizer, row.question, row.item)))
            raise ContradictoryRows(f"Two rows of {row.judge} for {place} differ.")
        if row.state != FINISHED:
            drafts.add(sheet_key)
    return tuple(JudgedSheet(*key, answers[key], key not in drafts) for key in sorted(answers))


def data_of_rows(rows: Sequence[JudgmentRow], kind: str, *, questions: Sequence[QuestionScale] = ()) -> InstrumentData:
    """Returns the data of a table whose instrument is not known. Scales that are not in ``questions``, and the items
    of lists, are inferred from the rows; the warnings say so.
    """
    sheets = sheets_of(rows)
    known = {question.key: question for question in questions}
    by_question: dict[str, list[JudgmentRow]] = defaultdict(list)
    for row in rows:
        by_question[row.question].append(row)
    scales = tuple(known.get(key) or _inferred_scale(kind, key, by_question[key]) for key in by_question)
    assumed = [scale for scale in scales if scale.key not in known and kind in ("coverage", "presence")]
    warnings = [
        f"The scale of {scale.key} is taken to be {scale.minimum} to {scale.maximum}, from its values."
        for scale in assumed
    ]
    if kind in ("coverage", "extract", "presence"):
        warnings.append("The items of a list are taken to be all that somebody judged.")
    return InstrumentData(
        kind=kind,
        questions=scales,
        sheets=sheets,
        items=_judged_items(sheets),
        instrument=rows[0].instrument if rows else "",
        warnings=tuple(warnings),
    )


def _inferred_scale(kind: str, key: str, rows: Sequence[JudgmentRow]) -> QuestionScale:
    values = sorted({row.value for row in rows if row.value is not None})
    is_per_sheet = all(not row.item for row in rows) and kind != "rating"
    largest = values[-1] if values else 0
    match kind:
        case "coverage" if largest <= 4 and not is_per_sheet:
            return QuestionScale(key, 0, 4)
        case "coverage":
            # Steps of 20 %, or smaller ones that all values fit.
            return QuestionScale(key, 0, 100, gcd(20, *values), is_per_sheet)
        case "presence":
            return QuestionScale(key, 0, max(1, largest), 1, is_per_sheet)
        case "utility":
            return QuestionScale(key, 0, 10, 1, is_per_sheet)
        case "extract":
            return QuestionScale(key, 0, 1, 1, is_per_sheet)
        case _:
            step = gcd(*(after - before for before, after in pairwise(values)))
            return QuestionScale(key, values[0] if values else 0, largest, step or 1, is_per_sheet)


def _judged_items(sheets: Iterable[JudgedSheet]) -> dict[ListKey, tuple[ListedItem, ...]]:
    keys: dict[ListKey, dict[str, None]] = defaultdict(dict)
    for sheet in sheets:
        keys[sheet.list_key] |= dict.fromkeys(item for _, item in sheet.answers if item)
    return {list_key: tuple(map(ListedItem, sorted(items, key=_natural_sort_key))) for list_key, items in keys.items()}


def _natural_sort_key(key: str) -> list[tuple[bool, int, str]]:
    """A sort key that compares numbers within names as numbers: d1#2 comes before d1#10."""
    parts = DIGITS.split(key)
    return [(index % 2 == 0, int(part) if index % 2 else 0, part) for index, part in enumerate(parts)]
