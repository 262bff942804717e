"""Alpha of five annotators over 2,000 words, compared with nltk's `AnnotationTask`, and its jackknife intervals.

Generated annotators put passages of 3 to 15 words into 100 SCUs. Where a passage begins determines its SCU in 70 % of
the cases, so that the annotators partly agree.
"""

import random
from collections.abc import Iterator
from time import perf_counter

from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import masi_distance

from bench.figures import Figure, at_least, at_most
from scoring.stats.agreement import alphas, disagreements
from scoring.stats.alpha_jackknife import alpha_intervals, leave_one_out
from scoring.stats.codings import CodedTopic, Coding, UncoveredPolicy, values_of
from scoring.stats.distances import Distance

WORDS, ANNOTATORS, SCUS = 2_000, 5, 100
WORDS_PER_SENTENCE = 20
MAX_ALPHA_SECONDS, MAX_INTERVAL_SECONDS, MIN_SPEEDUP = 0.1, 2.0, 10.0
REPEATS = 3
TOLERANCE = 1e-9

Cell = tuple[str, int, frozenset[int]]


def measure() -> Iterator[Figure]:
    """Times alpha, and checks that nltk computes the same value."""
    topic = _make_topic(random.Random(1))
    seconds, value = min(_timed_alpha(topic) for _ in range(REPEATS))
    nltk_seconds, nltk_value = _timed_nltk(topic)
    if value is None or abs(value - nltk_value) > TOLERANCE:
        raise AssertionError(f"Alpha is {value}, but nltk's is {nltk_value}.")
    yield at_most(f"seconds, MASI, {WORDS} words x {ANNOTATORS} annotators", seconds, MAX_ALPHA_SECONDS, "{:.3f}")
    name = f"seconds, jackknife, {WORDS} words x {ANNOTATORS} annotators, {WORDS // WORDS_PER_SENTENCE} sentences"
    yield at_most(name, min(_timed_intervals(topic) for _ in range(REPEATS)), MAX_INTERVAL_SECONDS)
    yield at_least("times as fast as nltk, with the same value", nltk_seconds / seconds, MIN_SPEEDUP, "{:.0f}")


def _timed_alpha(topic: CodedTopic) -> tuple[float, float | None]:
    """Returns the seconds that alpha takes, and alpha."""
    started = perf_counter()
    alpha = alphas(disagreements([values_of(topic, UncoveredPolicy.SINGLETON)]))[Distance.MASI]
    return perf_counter() - started, alpha


def _timed_intervals(topic: CodedTopic) -> float:
    """Returns the seconds that alpha and its intervals take."""
    started = perf_counter()
    values = values_of(topic, UncoveredPolicy.SINGLETON)
    alpha = alphas(disagreements([values]))
    alpha_intervals(alpha, [leave_one_out(values, topic.sentence_of_word)])
    return perf_counter() - started


def _timed_nltk(topic: CodedTopic) -> tuple[float, float]:
    cells = [cell for coding in topic.codings for cell in _cells(coding)]
    started = perf_counter()
    value = float(AnnotationTask(data=cells, distance=masi_distance).alpha())
    return perf_counter() - started, value


def _cells(coding: Coding) -> Iterator[Cell]:
    """Yields each word as nltk expects it: the coder, the word, and the set of it and all words in its SCUs."""
    scus = [frozenset(scu) for scu in coding.scus]
    for word in range(WORDS):
        yield coding.coder, word, frozenset({word}).union(*(scu for scu in scus if word in scu))


def _make_topic(rng: random.Random) -> CodedTopic:
    sentences = tuple(word // WORDS_PER_SENTENCE for word in range(WORDS))
    return CodedTopic(WORDS, tuple(Coding(f"annotator{n}", _make_scus(rng)) for n in range(ANNOTATORS)), sentences)


def _make_scus(rng: random.Random) -> tuple[tuple[int, ...], ...]:
    """Returns the words of each SCU; about 8 % of all words are in no SCU, and 10 % in two."""
    scus: list[set[int]] = [set() for _ in range(SCUS)]
    start = 0
    while start < WORDS:
        end = min(WORDS, start + rng.randint(3, 15))
        draw = rng.random()
        if draw > 0.08:
            scus[start * SCUS // WORDS if rng.random() < 0.7 else rng.randrange(SCUS)].update(range(start, end))
        if draw > 0.9:
            scus[rng.randrange(SCUS)].update(range(start, end))
        start = end
    return tuple(tuple(sorted(scu)) for scu in scus if scu)
