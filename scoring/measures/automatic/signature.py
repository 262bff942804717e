"""The signature of a measure: one line with everything that could change a value.

It has the name, every parameter (defaults too) and the version: ``rouge-2|tok:155|stem:155|...|alpha:0.5|v:1``.
"""

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.parameters import MeasureError
from scoring.measures.automatic.registry import definition


def format_signature(measure: Measure) -> str:
    parameters = (f"{name}:{value}" for name, value in measure.parameters.items)
    return "|".join((measure.name, *parameters, f"v:{measure.version}"))


def parse_signature(signature: str) -> Measure:
    """Returns the measure of a signature. Raises MeasureError, also for another version of the measure."""
    name, *parts = signature.strip().split("|")
    measure_definition = definition(name)
    pairs = [part.partition(":")[::2] for part in parts]
    chosen = dict(pairs)
    if len(chosen) < len(pairs):
        raise MeasureError(f"The signature names a parameter twice: {signature}")
    version = chosen.pop("v", None)
    if version is None:
        raise MeasureError(f"The signature must end with the version of the measure, such as v:1: {signature}")
    if version != str(measure_definition.version):
        raise MeasureError(f"{name} was made by version {version}; this is version {measure_definition.version}.")
    missing = [parameter.name for parameter in measure_definition.parameters if parameter.name not in chosen]
    measure = measure_definition.measure(chosen)
    if missing:
        raise MeasureError(f"The signature lacks {', '.join(missing)}: {signature}")
    return measure
