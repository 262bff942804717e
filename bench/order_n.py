"""Scores under all pyramids of every order, compared with plain Python over the subsets.

The topics are generated: 100 SCUs for 10 models, 150 for 20; some are in most models and many in few.
"""

import random
import resource
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from itertools import combinations, islice
from math import isclose
from multiprocessing import get_context
from time import perf_counter

from bench.figures import Figure, at_most
from scoring.measures.orders.scores import Range, ranges, score_models
from scoring.measures.orders.subsets import Contents, every_sub_pyramid

TEN_SECONDS, TWENTY_SECONDS, MEGABYTES = 0.004, 1.0, 500.0
REPEATS = {10: 100, 20: 5}
PART = 1_000
"""How many scores of 20 models plain Python computes; its time for all is extrapolated."""


def measure() -> Iterator[Figure]:
    """Times 10 and 20 models and plain Python, and measures the memory of 20 models."""
    for models, scus, budget in ((10, 100, TEN_SECONDS), (20, 150, TWENTY_SECONDS)):
        contents = generated(models, scus)
        seconds, rows = min((_timed(contents) for _ in range(REPEATS[models])), key=lambda one: one[0])
        every = models << models - 1
        counted = sum(cell.counted for row in rows for cell in row)
        yield at_most(f"seconds, {models} models, {counted:,} scores", seconds, budget, "{:.4f}")
        part = min(PART, every) if models == 20 else every
        plain, checked = _plain(contents, part)
        _check(checked, rows)
        name = f"plain Python, {f'extrapolated from {part:,} of order 10' if part < every else 'all of them'}: seconds"
        yield Figure(name, f"{plain:.2f}")
        yield Figure("times as fast as plain Python", f"{plain / seconds:,.0f}")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
        yield at_most("MB at most, a process of its own, 20 models", alone.submit(_peak).result(), MEGABYTES, "{:.0f}")


def generated(models: int, scus: int) -> Contents:
    """Makes a topic of this size."""
    rng = random.Random(1)
    shares = [0.8 * rng.random() ** 2 for _ in range(scus)]
    masks = [sum(1 << model for model in range(models) if rng.random() < share) for share in shares]
    return Contents(tuple(mask or 1 for mask in masks), models)


def _timed(contents: Contents) -> tuple[float, list[list[Range]]]:
    started = perf_counter()
    scored = score_models(contents, every_sub_pyramid(contents, range(1, contents.models)))
    rows = [ranges(order, summary_builds=True) for order in scored]
    return perf_counter() - started, rows


def _plain(contents: Contents, part: int) -> tuple[float, dict[tuple[int, int], list[Fraction]]]:
    """Returns the seconds for all scores, and the scores by (order, model) if ``part`` is all of them."""
    models = [[n for n, mask in enumerate(contents.masks) if mask >> model & 1] for model in range(contents.models)]
    every = contents.models << contents.models - 1
    whole = part == every
    orders = range(1, contents.models) if whole else [contents.models // 2]
    by_place: dict[tuple[int, int], list[Fraction]] = {}
    started = perf_counter()
    done = 0
    for order in orders:
        for model, scus in enumerate(models):
            others = models[:model] + models[model + 1 :]
            scores = [_score(scus, pyramid) for pyramid in islice(combinations(others, order), part)]
            done += len(scores)
            if whole:
                by_place[order, model] = [score for score in scores if score is not None]
            elif done >= part:
                break
    return (perf_counter() - started) * every / done, by_place


def _score(scus: list[int], pyramid: tuple[list[int], ...]) -> Fraction | None:
    weights = Counter(scu for model in pyramid for scu in model)
    best = sum(sorted(weights.values(), reverse=True)[: len(scus)])
    return Fraction(sum(weights[scu] for scu in scus), best) if best else None


def _check(plain: dict[tuple[int, int], list[Fraction]], rows: list[list[Range]]) -> None:
    for (order, model), scores in plain.items():
        mean = rows[order - 1][model].mean
        if mean is None or not isclose(mean, sum(scores) / len(scores), abs_tol=1e-12):
            raise AssertionError(f"Order {order}, model {model}: {mean}, in plain Python {float(sum(scores))}.")


def _peak() -> float:
    _timed(generated(20, 150))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)
