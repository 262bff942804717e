"""The parameters of a measure: their names, the values that they accept, and the chosen values."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

VALUE = re.compile(r"[^\s|]+")  # "|" separates values in a signature, the line that names a measure and its parameters


class MeasureError(ValueError):
    """A measure, parameter or signature cannot be used. The message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter. ``accepts``: a description of its values. ``canonical`` turns what people type into the value that
    is stored and printed (".5" becomes "0.5"), and raises ValueError if the text is not accepted ("1/2").

    ``derived``: only for a resource, such as a list of words. Nobody chooses its value: this function computes it from
    the values of the other parameters. It is printed because it could change scores. ``default`` is then empty.
    """

    name: str
    default: str
    accepts: str
    canonical: Callable[[str], str]
    derived: Callable[[Mapping[str, str]], str] | None = None

    def short(self, value: str) -> str:
        """Returns what people type for a value: "smart" for "smart-1f3a"."""
        start = value.rpartition("-")[0]
        try:
            return start if self.canonical(start) == value else value
        except ValueError:
            return value


@dataclass(frozen=True, slots=True)
class Parameters:
    """The values of all parameters of a measure, in the order of the signature. Each is text in its canonical form."""

    items: tuple[tuple[str, str], ...]

    def __getitem__(self, name: str) -> str:
        return dict(self.items)[name]

    def number(self, name: str) -> float:
        return float(self[name])

    def whole_number(self, name: str) -> int:
        return int(self[name])


def choice(name: str, default: str, *others: str, aliases: Mapping[str, str] | None = None) -> Parameter:
    """Defines a parameter with a few values. ``aliases``: what people may type for a value, such as "smart" for the
    list of words "smart-1f3a" (the list with its hash).
    """
    values, value_by_alias = (default, *others), aliases or {}

    def canonical(text: str) -> str:
        if (value := value_by_alias.get(text, text)) not in values:
            raise ValueError
        return value

    return Parameter(name, default, " or ".join(values), canonical)


def number(name: str, default: float, lowest: float, highest: float) -> Parameter:
    """Defines a parameter that is a number from ``lowest`` to ``highest``, both included."""

    def canonical(text: str) -> str:
        value = float(text)
        if not (math.isfinite(value) and lowest <= value <= highest):
            raise ValueError
        return repr(value + 0.0)  # -0.0 becomes 0.0

    return Parameter(name, repr(float(default)), f"a number from {lowest:g} to {highest:g}", canonical)


def whole_number(name: str, default: int, lowest: int, highest: int) -> Parameter:
    """Defines a parameter that is a whole number from ``lowest`` to ``highest``, both included."""

    def canonical(text: str) -> str:
        value = int(text)
        if not lowest <= value <= highest:
            raise ValueError
        return str(value)

    return Parameter(name, str(default), f"a whole number from {lowest} to {highest}", canonical)


def resource(name: str, derived: Callable[[Mapping[str, str]], str]) -> Parameter:
    """Defines a parameter that names a resource, such as a list of words. Other parameters determine its value."""
    return Parameter(name, "", "what this version has", str, derived)


def choose(available: tuple[Parameter, ...], chosen: Mapping[str, str], measure: str) -> Parameters:
    """Returns the values of all ``available`` parameters: the chosen values, and defaults for the rest. Raises
    MeasureError. ``measure``: the name of the measure, for messages.
    """
    names = [parameter.name for parameter in available]
    unknown = [name for name in chosen if name not in names]
    if unknown:
        known = f"It has {', '.join(names)}." if names else "It has none."
        raise MeasureError(f"{measure} has no parameter “{unknown[0]}”. {known}")
    values: dict[str, str] = {}
    for parameter in available:
        if parameter.derived is None:
            values[parameter.name] = _canonical(parameter, chosen.get(parameter.name, parameter.default), measure)
    for parameter in available:
        if parameter.derived is not None:
            values[parameter.name] = value = parameter.derived(values)
            if chosen.get(parameter.name, value) != value:
                raise MeasureError(
                    f"{measure} was computed with {parameter.name}:{chosen[parameter.name]}, "
                    f"but this version has {parameter.name}:{value}."
                )
    return Parameters(tuple((name, values[name]) for name in names))


def _canonical(parameter: Parameter, text: str, measure: str) -> str:
    try:
        value = parameter.canonical(text)
    except ValueError:
        value = ""
    if not VALUE.fullmatch(value):
        raise MeasureError(f"{measure}: {parameter.name} must be {parameter.accepts}, not “{text}”.")
    return value
