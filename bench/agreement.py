"""Alpha of five annotators over 2,000 words, compared with nltk's `AnnotationTask`.

The annotations are generated: runs of 3 to 15 words go to one of 100 SCUs, mostly to one that their position suggests.
"""

import random
from collections.abc import Iterator
from time import perf_counter

from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import masi_distance

from bench.figures import Figure, at_least, at_most
from scoring.stats.agreement import alphas, disagreements
from scoring.stats.codings import CodedTopic, Coding, Uncovered, values_of
from scoring.stats.distances import Distance

WORDS, ANNOTATORS, SCUS = 2_000, 5, 100
ALPHA_SECONDS, TIMES_NLTK = 0.1, 10.0
REPEATS = 3
SAME = 1e-9

Cell = tuple[str, int, frozenset[int]]


def measure() -> Iterator[Figure]:
    """Times alpha, and checks that nltk's value is the same."""
    topic = _topic(random.Random(1))
    seconds, value = min(_timed(topic) for _ in range(REPEATS))
    theirs, expected = _nltk(topic)
    if value is None or abs(value - expected) > SAME:
        raise AssertionError(f"Alpha is {value}, nltk's {expected}.")
    yield at_most(f"seconds, MASI, {WORDS} words x {ANNOTATORS} annotators", seconds, ALPHA_SECONDS, "{:.3f}")
    yield at_least("times as fast as nltk, with the same value", theirs / seconds, TIMES_NLTK, "{:.0f}")


def _timed(topic: CodedTopic) -> tuple[float, float | None]:
    started = perf_counter()
    alpha = alphas(disagreements([values_of(topic, Uncovered.SINGLETON)]))[Distance.MASI]
    return perf_counter() - started, alpha


def _nltk(topic: CodedTopic) -> tuple[float, float]:
    data = [cell for coding in topic.codings for cell in _cells(coding)]
    started = perf_counter()
    value = float(AnnotationTask(data=data, distance=masi_distance).alpha())
    return perf_counter() - started, value


def _cells(coding: Coding) -> Iterator[Cell]:
    """Yields the value of each word in nltk's form."""
    sets = [frozenset(scu) for scu in coding.scus]
    for word in range(WORDS):
        yield coding.coder, word, frozenset({word}).union(*(scu for scu in sets if word in scu))


def _topic(rng: random.Random) -> CodedTopic:
    return CodedTopic(WORDS, tuple(Coding(f"annotator{n}", _scus(rng)) for n in range(ANNOTATORS)))


def _scus(rng: random.Random) -> tuple[tuple[int, ...], ...]:
    """Leaves about 8 % of the words in no SCU, and puts 10 % into two."""
    scus: list[set[int]] = [set() for _ in range(SCUS)]
    start = 0
    while start < WORDS:
        end = min(WORDS, start + rng.randint(3, 15))
        draw = rng.random()
        if draw > 0.08:
            scus[start // 20 if rng.random() < 0.7 else rng.randrange(SCUS)].update(range(start, end))
        if draw > 0.9:
            scus[rng.randrange(SCUS)].update(range(start, end))
        start = end
    return tuple(tuple(sorted(scu)) for scu in scus if scu)
