"""Times the grid of 28 measures over all extracts of a document, beside scipy's ranks and correlations alone."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
from scipy.stats import spearmanr

from bench.figures import Figure, at_least, at_most, peak_megabytes, timed
from scoring.measures.extracts.enumeration import extracts_of
from scoring.measures.extracts.grid import ExtractGrid, compute_grid
from scoring.measures.extracts.scores import CONTENT, JudgedDocument, score_extracts
from scoring.measures.extracts.similarity import cosines_with

SMALL, LARGE = 60, 100  # sentences
MAX_SECONDS = {SMALL: 0.6, LARGE: 4.0}
MAX_MEGABYTES, MAX_COSINE_MS, MIN_SPEEDUP, REPEATS = 150.0, 10.0, 2.0, 5


def measure() -> Iterator[Figure]:
    """Times two grids and one measure by cosines, and measures the memory of the smaller grid."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        megabytes = executor.submit(_peak_of_small_grid).result()
    grid, seconds = _grid(SMALL), {}
    for sentences, budget in MAX_SECONDS.items():
        seconds[sentences] = min(timed(lambda: _grid(sentences))[0] for _ in range(REPEATS))  # noqa: B023  # called at once
        yield at_most(f"seconds, 28 measures, extracts of {sentences} sentences", seconds[sentences], budget)
    extracts, products = grid.extract_set.extracts, (grid.document.products or {})[CONTENT[0]]
    cosine_seconds = min(timed(lambda: cosines_with(extracts, [range(SMALL)], products))[0] for _ in range(REPEATS))
    yield at_most(f"ms, one measure by cosines, {len(extracts):,} extracts", 1000 * cosine_seconds, MAX_COSINE_MS)
    scores = [scores.numerators for scores in score_extracts(grid.document, extracts)]
    scipy_seconds = timed(lambda: spearmanr(scores, axis=1))[0]
    yield at_least("times as fast as scipy's ranks and correlations", scipy_seconds / seconds[SMALL], MIN_SPEEDUP)
    yield at_most("peak memory of a separate process, MB", megabytes, MAX_MEGABYTES, "{:.0f}")


def _grid(sentences: int) -> ExtractGrid:
    """Ranks all extracts of three sentences of a random document, with four judges who chose four sentences each."""
    rng = np.random.default_rng(1)
    vectors = rng.poisson(0.1, (len(CONTENT), sentences, 500)).astype(np.float64)
    truths = tuple(tuple(sorted(rng.choice(sentences, 4, replace=False).tolist())) for _ in range(4))
    products = {family: rows @ rows.T for family, rows in zip(CONTENT, vectors, strict=True)}
    return compute_grid(JudgedDocument(sentences, truths, products), extracts_of(sentences, 3))


def _peak_of_small_grid() -> float:
    _grid(SMALL)
    return peak_megabytes()
