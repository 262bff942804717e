"""The class of presets, and the scales that several presets share."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from annotator.judgments.kinds.base import InstrumentKind, QuestionSpec
from annotator.judgments.kinds.registry import instrument_kind


@dataclass(frozen=True, slots=True)
class Preset:
    """The template of an instrument.

    ``settings``: the fields of `Instrument` that differ from their defaults. ``source``: who asked these questions, and
    where.
    """

    key: str
    name: str
    kind: str
    questions: tuple[QuestionSpec, ...]
    guidelines: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""

    @property
    def instrument_kind(self) -> InstrumentKind:
        return instrument_kind(self.kind)


FIVE_LABELS = ("Very Poor", "Poor", "Barely Acceptable", "Good", "Very Good")
FIVE_POINTS = dict(enumerate(FIVE_LABELS, start=1))
TEN_POINTS = {value: FIVE_LABELS[(value - 1) // 2] for value in range(1, 11)}
"""Labels of a scale of ten. Each label stands for two values."""


def five_points(key: str, name: str, text: str) -> QuestionSpec:
    """A question about the whole summary, on the scale of DUC 2005 to 2007."""
    return QuestionSpec(key, name, 1, 5, text=text, per="sheet", labels=FIVE_POINTS)
