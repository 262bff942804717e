"""Utility (MEAD): how useful each sentence of a topic's documents is, and which sentences say no more than others."""

from typing import ClassVar

from annotator.judgments.kinds.base import InstrumentKind, QuestionSpec

UTILITY = QuestionSpec(
    "utility",
    "Utility",
    0,
    10,
    text="0 irrelevant to the topic .. 10 essential",
    labels={0: "irrelevant", 10: "essential"},
    anchors={0: "irrelevant to the topic", 10: "essential"},
)


class Utility(InstrumentKind):
    name, title = "utility", "Utility"
    item, items = "sentence", "sentences"
    list_source = "document_sentences"
    marks = "items"
    per_summary = False
    questions: ClassVar = (UTILITY,)
