"""The measured figures that benchmarks yield."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure. ``is_within``: whether it is within its budget; None if it has no budget."""

    name: str
    value: str
    budget: str = ""
    is_within: bool | None = None


def at_most(name: str, value: float, budget: float, template: str = "{:.2f}") -> Figure:
    """Returns a figure that should not exceed ``budget``; ``template`` formats both numbers."""
    return Figure(name, template.format(value), f"≤ {template.format(budget)}", value <= budget)


def at_least(name: str, value: float, budget: float, template: str = "{:.2f}") -> Figure:
    """Returns a figure that should not fall below ``budget``; ``template`` formats both numbers."""
    return Figure(name, template.format(value), f"≥ {template.format(budget)}", value >= budget)
