"""The parameters with which projects offer measures."""

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.registry import DEFINITIONS


def measures_in_projects() -> tuple[Measure, ...]:
    """Returns every measure as projects offer it: with its default parameters, except that Basic Elements are made from
    parses, because projects have no files of Basic Elements.
    """
    return tuple(
        entry.measure({"be": "ud1"} if "be" in {parameter.name for parameter in entry.parameters} else {})
        for entry in DEFINITIONS
    )
