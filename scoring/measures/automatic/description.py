"""What people may know of a measure before they use it, as JSON."""

from typing import Any

from scoring.measures.automatic.measure import MeasureDefinition
from scoring.measures.automatic.signature import format_signature


def description(definition: MeasureDefinition) -> dict[str, Any]:
    """``signature``: of the measure with its default parameters."""
    measure = definition.measure()
    return {
        "name": definition.name,
        "meaning": definition.meaning,
        "version": definition.version,
        "values": list(definition.values),
        "primary": definition.primary,
        "needs": sorted(measure.needs),
        "parameters": [
            {"name": one.name, "default": measure.parameters[one.name], "accepts": one.accepts}
            for one in definition.parameters
        ],
        "signature": format_signature(measure),
    }
