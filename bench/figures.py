"""The measured figures that benchmarks yield, and what several benchmarks measure."""

import re
import resource
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
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


def in_new_process(function: Callable[[], Result]) -> tuple[Result, float]:
    """Calls a function of a module in a new process. Returns its result, and the peak memory of that process in MB."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        return executor.submit(function).result(), executor.submit(peak_megabytes).result()


def peak_megabytes() -> float:
    """Returns the largest memory that this process has used."""
    if sys.platform == "darwin":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20)
    # On Linux, `getrusage` begins with the memory of the process that started this one.
    kilobytes = re.findall(r"^VmHWM:\s+(\d+) kB$", Path("/proc/self/status").read_text(), re.MULTILINE)
    return float(kilobytes[0]) / 1024
