"""Times the scores of each model under every pyramid of the other models.

A pyramid of order n is built from n models. The topics are generated, with 100 SCUs for 10 models and 150 for 20. Most
SCUs have a low weight.
"""

import random
import resource
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter

from bench.figures import Figure, at_most
from scoring.measures.orders.scores import Range, ranges, score_models
from scoring.measures.orders.subsets import ScuModels, every_sub_pyramid

TEN_MODELS_SECONDS, TWENTY_MODELS_SECONDS, MAX_MEGABYTES = 0.004, 1.0, 500.0
REPEATS = {10: 100, 20: 5}


def measure() -> Iterator[Figure]:
    """Times 10 and 20 models, and measures the memory of 20 models."""
    for models, scus, budget in ((10, 100, TEN_MODELS_SECONDS), (20, 150, TWENTY_MODELS_SECONDS)):
        scu_models = make_scu_models(models, scus)
        seconds, ranges_by_order = min((_timed(scu_models) for _ in range(REPEATS[models])), key=lambda run: run[0])
        score_count = sum(each.counted for of_models in ranges_by_order for each in of_models)
        yield at_most(f"seconds, {models} models, {score_count:,} scores", seconds, budget, "{:.4f}")
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


def _peak_megabytes() -> float:
    _timed(make_scu_models(20, 150))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)  # macOS gives bytes, Linux kilobytes
