"""Coverage, as in SEE (Summary Evaluation Environment): how much of each unit of a model summary another summary
expresses, and the sentences that express it.
"""

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
    """Units with neither a mark nor a value count as 0. A value above 0 needs a marked sentence."""

    name, title = "coverage", "Coverage"
    item, items = "unit", "units"
    list_source = "model_units"
    question_scopes: ClassVar = frozenset({"item", "sheet"})
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
        messages = []
        if without_value:
            messages.append(f"Sentences are marked, but no value is given: unit {shortened(without_value)}.")
        if without_mark:
            messages.append(f"A value above 0 needs a marked sentence: unit {shortened(without_mark)}.")
        return [*messages, *self.missing_answers(sheet)]
