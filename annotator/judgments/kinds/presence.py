"""Presence: which statements (SCUs, content units, nuggets) a summary or an answer expresses."""

from typing import ClassVar

from annotator.judgments.kinds.base import InstrumentKind, QuestionSpec

PRESENT = QuestionSpec("present", "Presence", 0, 1, labels={0: "not present", 1: "present"})


class Presence(InstrumentKind):
    name, title = "presence", "Presence"
    item, items = "statement", "statements"
    list_source = "statements"
    questions: ClassVar = (PRESENT,)
