"""Scores in exports. `scoring` registers how they are computed, because annotator never imports scoring."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User

from annotator.judgments.models import Instrument

COLUMNS = ("topic", "summarizer", "kind", "measure", "value", "judges")


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """A score of a summary, with the columns of exported tables.

    ``kind``: "peer", or "human" for a model summary. ``measure``: the key of the instrument, a dot, and the name of the
    score. ``value``: None if it is undefined. ``judges``: the number of judges behind it.
    """

    topic: str
    summarizer: str
    kind: str
    measure: str
    value: float | None
    judges: int


Reader = Callable[[Instrument, User | None, bool], Iterable[MeasureRow]]
"""Takes an instrument, the viewer (None for a command), and whether unfinished sheets count; returns the scores.

Raises Instrument.DoesNotExist if the viewer may not see the results."""
_readers: list[Reader] = []


def register_measures(reader: Reader) -> None:
    """Make exports get their scores from this function, which replaces any earlier one."""
    _readers[:] = [reader]


def measure_rows(*, instrument: Instrument, user: User | None, with_drafts: bool) -> list[MeasureRow]:
    """The scores of the instrument that a user may see. Raises Instrument.DoesNotExist."""
    return [row for reader in _readers for row in reader(instrument, user, with_drafts)]
