"""The description of a measure as JSON, as `manage.py measures --json` and the API give it."""

from typing import Any

from scoring.measures.automatic.measure import MeasureDefinition
from scoring.measures.automatic.signature import format_signature


def description(definition: MeasureDefinition) -> dict[str, Any]:
    """Returns the description. Its ``signature`` is that of the measure with its default parameters."""
    measure = definition.measure()
    return {
        "name": definition.name,
        "meaning": definition.meaning,
        "version": definition.version,
        "values": list(definition.values),
        "primary": definition.primary,
        "needs": sorted(measure.needs),
        "parameters": [
            {"name": parameter.name, "default": measure.parameters[parameter.name], "accepts": parameter.accepts}
            for parameter in definition.parameters
        ],
        "signature": format_signature(measure),
    }
