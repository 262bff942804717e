"""The measured figures that benchmarks yield, and what several benchmarks measure."""

import resource
import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import TypeVar

Result = TypeVar("Result")


class NotMeasured(Exception):
    """The rest of a benchmark cannot be measured here; the message says why."""


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


def timed(function: Callable[[], Result]) -> tuple[float, Result]:
    """Returns the seconds that a call takes, and its result."""
    started = perf_counter()
    result = function()
    return perf_counter() - started, result


def peak_megabytes() -> float:
    """Returns the largest memory that this process has used."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)  # macOS gives bytes, Linux kilobytes
