"""The figures that the lines of the bench yield."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure. ``within``: whether it is within its budget; None if it has none."""

    name: str
    value: str
    budget: str = ""
    within: bool | None = None


def at_most(name: str, value: float, budget: float, form: str = "{:.2f}") -> Figure:
    """A figure that should not exceed ``budget``."""
    return Figure(name, form.format(value), f"≤ {form.format(budget)}", value <= budget)


def at_least(name: str, value: float, budget: float, form: str = "{:.2f}") -> Figure:
    """A figure that should not fall below ``budget``."""
    return Figure(name, form.format(value), f"≥ {form.format(budget)}", value >= budget)
