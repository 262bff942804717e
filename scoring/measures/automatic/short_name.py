"""The short name of a value of a measure, as on command lines: ``rouge-2:stem=no,stop=smart,value=f``.

It names only what differs from the defaults. Without ``value``, the primary value of the measure is meant.
"""

from collections.abc import Iterator

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.parameters import MeasureError
from scoring.measures.automatic.registry import definition

VALUE = "value"


def parse_short_name(text: str) -> tuple[Measure, str]:
    """Returns the measure and the name of its value that a short name stands for. Raises MeasureError."""
    name, _, choices = text.strip().partition(":")
    measure_definition = definition(name)
    pairs = [choice.partition("=") for choice in choices.split(",")] if choices else []
    chosen: dict[str, str] = {}
    for parameter, equals, value in pairs:
        if not equals:
            raise MeasureError(f"“{text}”: write parameters as name=value, with commas between them.")
        if parameter in chosen:
            raise MeasureError(f"“{text}” has {parameter} twice.")
        chosen[parameter] = value
    value = chosen.pop(VALUE, measure_definition.primary)
    if value not in measure_definition.values:
        raise MeasureError(f"{name} has no value “{value}”. It has {', '.join(measure_definition.values)}.")
    return measure_definition.measure(chosen), value


def short_name(measure: Measure, value: str = "", *, without: str = "") -> str:
    """Returns the short name. ``value``: "" for the primary value. ``without``: a parameter to leave out."""
    choices = [f"{name}={chosen}" for name, chosen in _choices(measure) if name != without]
    if value not in ("", measure.primary):
        choices.append(f"{VALUE}={value}")
    return f"{measure.name}:{','.join(choices)}" if choices else measure.name


def _choices(measure: Measure) -> Iterator[tuple[str, str]]:
    """Yields the parameters that differ from their defaults, without those derived from others."""
    for parameter in definition(measure.name).parameters:
        value = measure.parameters[parameter.name]
        if parameter.derived is None and value != parameter.canonical(parameter.default):
            yield parameter.name, parameter.short(value)
