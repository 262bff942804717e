"""Which baselines to make, how long they are, and their settings."""

from dataclasses import dataclass
from enum import StrEnum


class Unit(StrEnum):
    """In what the length of an extract is counted. ``PERCENT``: of all sentences of the documents."""

    WORDS = "words"
    SENTENCES = "sentences"
    PERCENT = "percent"


class LeadFrom(StrEnum):
    """The document whose first sentences LEAD takes. ``EACH``: the first sentences of all documents, then the second
    ones, and so on.
    """

    NEWEST = "newest"
    FIRST = "first"
    EACH = "each"


@dataclass(frozen=True, slots=True)
class Size:
    """The length of an extract: a ``number`` of at least 1, counted in a ``unit``."""

    number: int
    unit: Unit = Unit.WORDS

    @property
    def label(self) -> str:
        """The label of extracts of this size: "100 words", "1 sentence", or for a rate of 10 percent "10", as MEAD's
        files have it.
        """
        if self.unit is Unit.PERCENT:
            return str(self.number)
        return f"{self.number} {self.unit if self.number > 1 else self.unit.removesuffix('s')}"


@dataclass(frozen=True, slots=True)
class BaselineOptions:
    """The settings of a baseline. ``seed``: the seed of the random order of RAND."""

    size: Size
    lead_from: LeadFrom = LeadFrom.NEWEST
    seed: int = 1
