"""The table of all automatic measures."""

from functools import cache

from scoring.measures.automatic.elements.definitions import BASIC_ELEMENTS
from scoring.measures.automatic.extracts.definitions import EXTRACTS
from scoring.measures.automatic.measure import Measure, MeasureDefinition
from scoring.measures.automatic.parameters import MeasureError
from scoring.measures.automatic.relevance.correlation import RELEVANCE
from scoring.measures.automatic.rouge.definitions import ROUGE
from scoring.measures.automatic.similarity.definitions import SIMILARITY
from scoring.measures.automatic.tesla_s import TESLA_S
from scoring.measures.automatic.trained_measures import TRAINED

DEFINITIONS: tuple[MeasureDefinition, ...] = (
    *ROUGE,
    *BASIC_ELEMENTS,
    TESLA_S,
    *SIMILARITY,
    *EXTRACTS,
    RELEVANCE,
    *TRAINED,
)


def measures() -> tuple[Measure, ...]:
    """Returns every measure with its default parameters, in the order in which pages and commands list measures."""
    return tuple(entry.measure() for entry in DEFINITIONS)


def definition(name: str) -> MeasureDefinition:
    """Returns the definition of the measure with this name. Raises MeasureError."""
    if name not in _by_name():
        raise MeasureError(f"There is no measure “{name}”. There are {', '.join(_by_name())}.")
    return _by_name()[name]


@cache
def _by_name() -> dict[str, MeasureDefinition]:
    return {entry.name: entry for entry in DEFINITIONS}
