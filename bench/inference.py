"""Times the exact tests of all pairs of 60 summarizers."""

from collections.abc import Iterator
from time import perf_counter

import numpy as np

from bench.figures import Figure, at_most
from scoring.stats.significance import compare_pairs

SUMMARIZERS = 60
MAX_SECONDS = {30: 10.0, 40: 240.0}  # by number of topics


def measure() -> Iterator[Figure]:
    """Times tests on 30 and 40 topics."""
    for topics, budget in MAX_SECONDS.items():
        rng = np.random.default_rng(1)
        scores = rng.beta(2, 3, (SUMMARIZERS, topics))
        started = perf_counter()
        compare_pairs(scores, rng)
        seconds = perf_counter() - started
        yield at_most(f"seconds, exact tests of {SUMMARIZERS} summarizers, {topics} topics", seconds, budget)
