"""Ratings: questions about a whole summary, such as NIST's quality questions. Projects can write their own."""

from typing import ClassVar

from annotator.judgments.kinds.base import InstrumentKind


class Rating(InstrumentKind):
    name, title = "rating", "Rating"
    question_scopes: ClassVar = frozenset({"sheet"})
    has_own_questions = True
