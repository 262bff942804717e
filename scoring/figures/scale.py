"""The scale of an axis, which maps values to pixels, and its ticks at round numbers."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from math import isfinite

STEP_FACTORS = (Decimal(1), Decimal(2), Decimal(5), Decimal(10))


@dataclass(frozen=True, slots=True)
class Tick:
    """A value at which an axis is labelled, and its label."""

    value: float
    text: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A value to compare with, drawn as a dashed line; ``name`` is its tooltip."""

    value: float
    name: str


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values from ``low`` to ``high`` (low < high) to pixels from ``start`` to ``end``."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[Tick, ...]

    def __call__(self, value: float) -> float:
        """The pixel of a value; a value outside of the scale gets the nearest end."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def scale_of(
    values: Iterable[float | None],
    start: float,
    end: float,
    *,
    most_steps: int = 6,
    axis_range: tuple[float, float] | None = None,
) -> Scale:
    """A scale that contains all values, begins and ends with a tick, and has at most ``most_steps`` steps between
    ticks. ``axis_range``: a range that the scale always contains. Without values, the scale goes from 0 to 1.
    """
    known = [value for value in (*values, *(axis_range or ())) if value is not None and isfinite(value)]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    if low == high:
        low, high = (min(0.0, low), max(0.0, high)) if low else (0.0, 1.0)
    axis_ticks = ticks(low, high, most_steps)
    return Scale(axis_ticks[0].value, axis_ticks[-1].value, start, end, axis_ticks)


def ticks(low: float, high: float, most_steps: int = 6) -> tuple[Tick, ...]:
    """At most ``most_steps`` + 1 ticks at multiples of 1, 2 or 5 times a power of ten. The first tick is at or just
    below ``low``, the last at or just above ``high``. Raises ValueError unless low < high.

    >>> [tick.text for tick in ticks(0, 0.93)]
    ['0', '0.2', '0.4', '0.6', '0.8', '1']
    """
    if not low < high:
        raise ValueError(f"An axis cannot go from {low} to {high}.")
    exact_low, exact_high = Decimal(str(low)), Decimal(str(high))
    power = Decimal(10) ** ((exact_high - exact_low) / most_steps).adjusted()
    for factor in STEP_FACTORS:
        step = factor * power
        first = (exact_low / step).to_integral_value(ROUND_FLOOR)
        last = (exact_high / step).to_integral_value(ROUND_CEILING)
        if last - first <= most_steps:
            break
    values = [step * multiple for multiple in range(int(first), int(last) + 1)]
    return tuple(Tick(float(value), f"{value.normalize():f}") for value in values)
