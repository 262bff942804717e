"""Times the scores of each model under every pyramid of the other models, and compares them with plain Python.

A pyramid of order n is built from n models. The topics are generated, with 100 SCUs for 10 models and 150 for 20. Most
SCUs have a low weight.
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
from scoring.measures.orders.subsets import ScuModels, every_sub_pyramid

TEN_MODELS_SECONDS, TWENTY_MODELS_SECONDS, MAX_MEGABYTES = 0.004, 1.0, 500.0
REPEATS = {10: 100, 20: 5}
SAMPLE_SIZE = 1_000
"""How many scores plain Python computes for 20 models; its time for all scores is extrapolated."""


def measure() -> Iterator[Figure]:
    """Times 10 and 20 models and plain Python, and measures the memory of 20 models."""
    for models, scus, budget in ((10, 100, TEN_MODELS_SECONDS), (20, 150, TWENTY_MODELS_SECONDS)):
        scu_models = make_scu_models(models, scus)
        seconds, ranges_by_order = min((_timed(scu_models) for _ in range(REPEATS[models])), key=lambda run: run[0])
        subset_count = models << models - 1  # each model with each subset of the other models
        score_count = sum(each.counted for of_models in ranges_by_order for each in of_models)
        yield at_most(f"seconds, {models} models, {score_count:,} scores", seconds, budget, "{:.4f}")
        limit = SAMPLE_SIZE if models == 20 else subset_count
        plain_seconds, plain_scores = _plain_python(scu_models, limit)
        _check_means(plain_scores, ranges_by_order)
        extent = f"extrapolated from {limit:,} of order 10" if limit < subset_count else "all scores"
        yield Figure(f"plain Python, {extent}: seconds", f"{plain_seconds:.2f}")
        yield Figure("times as fast as plain Python", f"{plain_seconds / seconds:,.0f}")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        peak = executor.submit(_peak_megabytes).result()
        yield at_most("peak memory of a separate process, 20 models, MB", peak, MAX_MEGABYTES, "{:.0f}")


def make_scu_models(models: int, scus: int) -> ScuModels:
    """Makes the SCUs of a topic, each a mask with a bit for each model that expresses it."""
    rng = random.Random(1)
    shares = [0.8 * rng.random() ** 2 for _ in range(scus)]
    masks = [sum(1 << model for model in range(models) if rng.random() < share) for share in shares]
    return ScuModels(tuple(mask or 1 for mask in masks), models)


def _timed(scu_models: ScuModels) -> tuple[float, list[list[Range]]]:
    started = perf_counter()
    scored = score_models(scu_models, every_sub_pyramid(scu_models, range(1, scu_models.model_count)))
    ranges_by_order = [ranges(scores, of_models=True) for scores in scored]
    return perf_counter() - started, ranges_by_order


def _plain_python(scu_models: ScuModels, limit: int) -> tuple[float, dict[tuple[int, int], list[Fraction]]]:
    """Returns the (estimated) seconds for all scores; and the scores by (order, model) if ``limit`` covers them all."""
    models = [[n for n, mask in enumerate(scu_models.masks) if mask >> m & 1] for m in range(scu_models.model_count)]
    subset_count = scu_models.model_count << scu_models.model_count - 1
    is_complete = limit == subset_count
    orders = range(1, scu_models.model_count) if is_complete else [scu_models.model_count // 2]
    by_order_and_model: dict[tuple[int, int], list[Fraction]] = {}
    started = perf_counter()
    score_count = 0
    for order in orders:
        for model, scus in enumerate(models):
            others = models[:model] + models[model + 1 :]
            scores = [_score(scus, pyramid) for pyramid in islice(combinations(others, order), limit)]
            score_count += len(scores)
            if is_complete:
                by_order_and_model[order, model] = [score for score in scores if score is not None]
            elif score_count >= limit:
                break
    return (perf_counter() - started) * subset_count / score_count, by_order_and_model


def _score(scus: list[int], pyramid: tuple[list[int], ...]) -> Fraction | None:
    weights = Counter(scu for model in pyramid for scu in model)
    best = sum(sorted(weights.values(), reverse=True)[: len(scus)])
    return Fraction(sum(weights[scu] for scu in scus), best) if best else None


def _check_means(plain_scores: dict[tuple[int, int], list[Fraction]], ranges_by_order: list[list[Range]]) -> None:
    for (order, model), scores in plain_scores.items():
        mean = ranges_by_order[order - 1][model].mean
        if mean is None or not isclose(mean, sum(scores) / len(scores), abs_tol=1e-12):
            expected = float(sum(scores) / len(scores))
            raise AssertionError(f"Order {order}, model {model}: mean {mean}, in plain Python {expected}.")


def _peak_megabytes() -> float:
    _timed(make_scu_models(20, 150))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)  # macOS gives bytes, Linux kilobytes
