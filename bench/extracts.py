"""Times the grid of 28 measures over all extracts of a document, beside a loop over scipy for one of the measures."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
from scipy.stats import kendalltau

from bench.figures import Figure, at_least, at_most, peak_megabytes, timed
from scoring.measures.extracts.enumeration import Extracts, extracts_of
from scoring.measures.extracts.grid import ExtractGrid, compute_grid
from scoring.measures.extracts.scores import CONTENT, JudgedDocument
from scoring.measures.extracts.sentence_tau import sentence_ranks
from scoring.measures.extracts.similarity import cosines_with

SMALL, LARGE = 60, 100  # sentences
MAX_SECONDS = {SMALL: 0.6, LARGE: 4.0}
SCIPY_EXTRACTS = 200  # how many extracts scipy scores; the time for all is computed from these
MAX_MEGABYTES, MAX_COSINE_MS, MIN_SPEEDUP, REPEATS = 150.0, 10.0, 50.0, 5


def measure() -> Iterator[Figure]:
    """Times two grids and one measure by cosines, and measures the memory of the smaller grid."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        megabytes = executor.submit(_peak_of_small_grid).result()
    seconds = {count: min(timed(lambda: _grid(count))[0] for _ in range(REPEATS)) for count in MAX_SECONDS}  # noqa: B023
    for count, budget in MAX_SECONDS.items():
        yield at_most(f"seconds, 28 measures, all extracts of {count} sentences", seconds[count], budget)
    grid = _grid(SMALL)
    extracts, products = grid.extract_set.extracts, (grid.document.products or {})[CONTENT[0]]
    cosine_seconds = min(timed(lambda: cosines_with(extracts, [range(SMALL)], products))[0] for _ in range(REPEATS))
    yield at_most(f"ms, one measure by cosines, {len(extracts):,} extracts", 1000 * cosine_seconds, MAX_COSINE_MS)
    scipy_seconds = timed(lambda: _loop_over_scipy(extracts[:SCIPY_EXTRACTS]))[0] / SCIPY_EXTRACTS * len(extracts)
    yield at_least(
        "times as fast as one tau by a loop over scipy", scipy_seconds / seconds[SMALL], MIN_SPEEDUP, "{:.0f}"
    )
    yield at_most("peak memory of a separate process, MB", megabytes, MAX_MEGABYTES, "{:.0f}")


def _grid(sentences: int) -> ExtractGrid:
    """Ranks all extracts of three sentences of a random document, with four judges who chose four sentences each."""
    rng = np.random.default_rng(1)
    vectors = rng.poisson(0.1, (len(CONTENT), sentences, 500)).astype(np.float64)
    truths = tuple(tuple(sorted(rng.choice(sentences, 4, replace=False).tolist())) for _ in range(4))
    products = {family: rows @ rows.T for family, rows in zip(CONTENT, vectors, strict=True)}
    return compute_grid(JudgedDocument(sentences, truths, products), extracts_of(sentences, 3))


def _loop_over_scipy(extracts: Extracts) -> None:
    truth = sentence_ranks(range(4), SMALL)
    for extract in extracts.tolist():
        kendalltau(sentence_ranks(extract, SMALL), truth)


def _peak_of_small_grid() -> float:
    _grid(SMALL)
    return peak_megabytes()
