"""Extracts by judges: the sentences of a topic's documents that a judge would choose for an extract of a given size."""

from fractions import Fraction
from math import floor
from typing import ClassVar

from annotator.judgments.kinds.base import InstrumentKind, QuestionSpec, SheetContents

CHOSEN = QuestionSpec("chosen", "Chosen", 0, 1, text="Is this sentence in the extract?", labels={0: "no", 1: "yes"})


def sentences_in_extract(size: int, unit: str, sentence_count: int) -> int:
    """The number of sentences in an extract of ``size``. A percentage is rounded half up, to at least one sentence."""
    if unit == "percent":
        return max(1, floor(Fraction(size * sentence_count, 100) + Fraction(1, 2)))
    return size


class ExtractByJudge(InstrumentKind):
    name, title = "extract", "Extract"
    item, items = "sentence", "sentences"
    list_source = "document_sentences"
    per_summary = False
    has_size = True
    default_value = 0
    questions: ClassVar = (CHOSEN,)

    def obstacles(self, sheet: SheetContents) -> list[str]:
        """An extract must have its size; sentences without a judgment are not chosen."""
        chosen = sum(judgment["value"] == 1 for judgment in sheet.judgments.values())
        if chosen == sheet.size:
            return []
        return [f"{chosen} of {sheet.size} sentences are chosen: choose exactly {sheet.size}."]
