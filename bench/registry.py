"""The lines of the bench, in the order in which their modules are loaded."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """One figure of a line. ``within``: whether it keeps to the budget; None where it has none."""

    what: str
    value: str
    budget: str = ""
    within: bool | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A named measurement; ``measure`` runs it, which can take seconds."""

    name: str
    measure: Callable[[], Iterable[Measured]]


LINES: list[Line] = []


def line(name: str) -> Callable[[Callable[[], Iterable[Measured]]], Callable[[], Iterable[Measured]]]:
    """Add the function to the bench under ``name`` (for ``python -m bench NAME``)."""

    def added(measure: Callable[[], Iterable[Measured]]) -> Callable[[], Iterable[Measured]]:
        LINES.append(Line(name, measure))
        return measure

    return added


def at_most(what: str, value: float, budget: float, form: str = "{:.2f}") -> Measured:
    """A figure that should not exceed ``budget``."""
    return Measured(what, form.format(value), f"≤ {form.format(budget)}", value <= budget)


def at_least(what: str, value: float, budget: float, form: str = "{:.2f}") -> Measured:
    """A figure that should not fall below ``budget``."""
    return Measured(what, form.format(value), f"≥ {form.format(budget)}", value >= budget)
