"""The interface of a kind of instrument, which defines its sheets (the answers of one judge). No database access."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from annotator.judgments.verbs.judgments import JudgmentSnapshot

MAX_QUESTIONS = 12
LONGEST_LIST = 8
"""The most items or questions that a sentence about missing judgments names."""


@dataclass(frozen=True, slots=True)
class QuestionSpec:
    """A question as presets and requests describe it, with the fields of `Question`."""

    key: str
    name: str
    minimum: int
    maximum: int
    step: int = 1
    text: str = ""
    per: str = "item"
    labels: Mapping[int, str] = field(default_factory=dict)
    anchors: Mapping[int, str] = field(default_factory=dict)
    optional: bool = False

    def is_value(self, value: int) -> bool:
        """Whether the scale has this value."""
        return self.minimum <= value <= self.maximum and (value - self.minimum) % self.step == 0

    @property
    def values(self) -> range:
        """The values of the scale."""
        return range(self.minimum, self.maximum + 1, self.step)

    @property
    def all_values(self) -> list["DescribedValue"]:
        """All values of the scale with their labels and anchors, smallest first."""
        return [DescribedValue(value, self.labels.get(value, ""), self.anchors.get(value, "")) for value in self.values]

    @property
    def described_values(self) -> list["DescribedValue"]:
        """The values that have a label or an anchor, smallest first."""
        return [described for described in self.all_values if described.label or described.anchor]


@dataclass(frozen=True, slots=True)
class DescribedValue:
    """A value of a scale, its name, and the sentence that explains it. Name and sentence can be empty."""

    value: int
    label: str
    anchor: str


@dataclass(frozen=True, slots=True)
class SheetContents:
    """What `InstrumentKind.obstacles` needs to know about a sheet.

    ``items``: the positions of the items that are judged. ``judgments``: by id, which is the question's key, a colon
    and the item's position, if any. ``size``: the number of sentences that an extract must have.
    """

    questions: Sequence[QuestionSpec]
    items: Sequence[int]
    judgments: Mapping[str, JudgmentSnapshot]
    size: int | None = None

    def judgment(self, question: QuestionSpec, item: int | None = None) -> JudgmentSnapshot | None:
        return self.judgments.get(f"{question.key}:{'' if item is None else item}")

    def is_answered(self, question: QuestionSpec, item: int | None = None) -> bool:
        """Whether the judge gave a value or skipped the question."""
        judgment = self.judgment(question, item)
        return judgment is not None and (judgment["value"] is not None or judgment["skipped"])

    @property
    def sheet_questions(self) -> list[QuestionSpec]:
        return [question for question in self.questions if question.per == "sheet"]

    @property
    def item_questions(self) -> list[QuestionSpec]:
        return [question for question in self.questions if question.per == "item"]


class InstrumentKind:
    """A kind of instrument. Its judgments are about one summary or (``per_summary`` False) about a topic's documents.

    ``name``: the value of `Instrument.kind`. ``title``: what pages call it. ``item``, ``items``: what sentences call
    its items. ``list_source``: the source of the lists of its items (`ItemList.Source`); empty if it has no items.
    ``question_scopes``: the allowed values of `Question.per`, "item" and "sheet". ``marks``: what a judgment
    can point to: "sentences" of the judged summary, other "items" of the list, or "" for nothing. ``against_models``:
    each sheet is about one summary and one model summary. ``has_own_questions``: a project can change its questions.
    ``has_size``: its instruments set the size of extracts. ``default_value``: the value of items that a finished sheet
    leaves unjudged; None if they have no value. ``questions``: the questions of a new instrument without a preset.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    item: ClassVar[str] = "item"
    items: ClassVar[str] = "items"
    list_source: ClassVar[str] = ""
    question_scopes: ClassVar[frozenset[str]] = frozenset({"item"})
    marks: ClassVar[str] = ""
    per_summary: ClassVar[bool] = True
    against_models: ClassVar[bool] = False
    has_own_questions: ClassVar[bool] = False
    has_size: ClassVar[bool] = False
    default_value: ClassVar[int | None] = None
    questions: ClassVar[tuple[QuestionSpec, ...]] = ()

    def obstacles(self, sheet: SheetContents) -> list[str]:
        """The reasons that prevent finishing a sheet, as sentences. By default: everything must be answered."""
        return [*self.missing_items(sheet), *self.missing_answers(sheet)]

    def missing_answers(self, sheet: SheetContents) -> list[str]:
        """A sentence that names the unanswered questions about the whole sheet, if any."""
        missing = [question.name for question in sheet.sheet_questions if not sheet.is_answered(question)]
        return [f"Not answered yet: {shortened(missing)}."] if missing else []

    def missing_items(self, sheet: SheetContents) -> list[str]:
        """For each question about items, a sentence that names the items that are not judged yet, if any."""
        sentences = []
        for question in sheet.item_questions:
            missing = [item for item in sheet.items if not sheet.is_answered(question, item)]
            if missing:
                sentences.append(f"{self._count(len(missing))} not judged yet: {shortened(missing)}.")
        return sentences

    def _count(self, number: int) -> str:
        return f"1 {self.item} is" if number == 1 else f"{number} {self.items} are"


def shortened(names: Iterable[object]) -> str:
    """The first `LONGEST_LIST` names, separated by commas, and the number of names left out, if any."""
    texts = [str(name) for name in names]
    left_out = len(texts) - LONGEST_LIST
    return ", ".join(texts[:LONGEST_LIST]) + (f" and {left_out} more" if left_out > 0 else "")
