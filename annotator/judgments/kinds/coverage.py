"""Coverage (SEE): how much of each unit of a model summary is expressed by a summary, with the sentences that do so."""

from typing import ClassVar

from annotator.judgments.kinds.base import InstrumentKind, QuestionSpec, SheetContents, shortened

COVERED = QuestionSpec(
    "covered",
    "Coverage",
    0,
    100,
    20,
    text="The marked sentences, taken together, express about 0, 20 .. 100 % of the meaning of this unit.",
    labels={value: f"{value} %" for value in range(0, 101, 20)},
)
RELATED = QuestionSpec(
    "related",
    "Related",
    0,
    100,
    20,
    per="sheet",
    text="About how many of the unmarked sentences are related but need not be in the model?",
    labels={value: f"{value} %" for value in range(0, 101, 20)},
)


class Coverage(InstrumentKind):
    """Units without a mark and without a value count 0. A value above 0 needs a marked sentence."""

    name, title = "coverage", "Coverage"
    item, items = "unit", "units"
    list_source = "model_units"
    per: ClassVar = frozenset({"item", "sheet"})
    marks = "sentences"
    against_models = True
    default_value = 0
    questions: ClassVar = (COVERED, RELATED)

    def obstacles(self, sheet: SheetContents) -> list[str]:
        without_value, without_mark = [], []
        for question in sheet.item_questions:
            for item in sheet.items:
                judgment = sheet.judgment(question, item)
                if judgment and judgment["marks"] and judgment["value"] is None:
                    without_value.append(item)
                if judgment and judgment["value"] and not judgment["marks"]:
                    without_mark.append(item)
        sentences = []
        if without_value:
            sentences.append(f"Sentences are marked, but no value is given: unit {shortened(without_value)}.")
        if without_mark:
            sentences.append(f"A value above 0 needs a marked sentence: unit {shortened(without_mark)}.")
        return [*sentences, *self.missing_answers(sheet)]
