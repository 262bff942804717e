"""Checks the intervals and tests of scoring on simulated data with fixed seeds: how often an interval holds the true
value, how often a test finds a difference that does not exist, and how often it finds one that does (its power).

A simulated text has sentences of one to four clauses. Each clause expresses one SCU. Annotators put most clauses into
this SCU, others into a wrong one, into two or into none, and sometimes leave out words at the ends of a clause.
"""

from collections.abc import Iterator
from time import perf_counter

import numpy as np

from bench.figures import Figure, at_most
from scoring.stats.agreement import Alphas, alphas, disagreements
from scoring.stats.alpha_jackknife import alpha_intervals, leave_one_out
from scoring.stats.arrays import Interval
from scoring.stats.codings import CodedTopic, Coding, UncoveredPolicy, values_of
from scoring.stats.distances import Distance
from scoring.stats.intervals import mean_interval
from scoring.stats.significance import compare_pairs
from scoring.stats.variance import POWER, detectable_difference

TEXTS = ((20, 12), (20, 20), (40, 20), (40, 30), (80, 30), (80, 45))
"""The numbers of sentences and of SCUs of the simulated texts."""
SAMPLES = 1_000
MANY_SAMPLES = 20_000
MAIN_DISTANCE = Distance.JACCARD


def measure() -> Iterator[Figure]:
    """Yields the coverage of intervals, the family-wise error and power of tests, and how long exact tests take."""
    for sentences, scus in TEXTS:
        for distance, share in alpha_coverage(sentences, scus, SAMPLES).items():
            name = f"alpha's intervals cover: {distance}, {sentences} sentences, {scus} SCUs"
            yield (_between(name, share, 0.92, 0.98) if distance is MAIN_DISTANCE else Figure(name, f"{share:.3f}"))
    for topics in (3, 5, 10, 20):
        name = f"intervals of means over {topics} topics cover"
        yield _between(name, mean_coverage(topics, MANY_SAMPLES), 0.93, 0.97)
    yield at_most("family-wise error, 6 summarizers, 12 topics", family_wise_error(6, 12, SAMPLES), 0.05, "{:.3f}")
    for topics in (5, 10, 20):
        share = power(topics, MANY_SAMPLES)
        yield _between(f"power to find the detectable difference, {topics} topics", share, POWER - 0.02, POWER + 0.02)
    for topics, budget in ((30, 10.0), (40, 240.0)):
        yield at_most(f"seconds, exact tests of 60 summarizers, {topics} topics", _time_tests(60, topics), budget)


def alpha_coverage(sentences: int, scus: int, samples: int, seed: int = 2004) -> dict[Distance, float]:
    """Returns, by distance, the share of texts whose interval holds the mean alpha of all ``samples`` texts."""
    rng = np.random.default_rng([seed, sentences, scus])
    estimates = [_alphas_with_intervals(simulated_text(sentences, scus, rng)) for _ in range(samples)]
    coverage = {}
    for distance in Distance:
        truth = float(np.mean([alpha[distance] for alpha, _ in estimates]))
        coverage[distance] = float(np.mean([_holds(intervals[distance], truth) for _, intervals in estimates]))
    return coverage


def simulated_text(sentences: int, scus: int, rng: np.random.Generator, annotators: int = 2) -> CodedTopic:
    """Returns a random text with its annotations: which words each annotator puts into which SCU."""
    lengths = [rng.integers(3, 9, rng.integers(1, 5)).tolist() for _ in range(sentences)]
    sentence_of_word = tuple(
        sentence for sentence, clauses in enumerate(lengths) for words in clauses for _ in range(words)
    )
    bounds = np.cumsum([0, *(words for clauses in lengths for words in clauses)]).tolist()
    clauses = list(zip(bounds, bounds[1:], rng.integers(0, scus, len(bounds) - 1).tolist(), strict=False))
    codings = tuple(Coding(f"annotator{n}", _annotate(clauses, scus, rng)) for n in range(annotators))
    return CodedTopic(len(sentence_of_word), codings, sentence_of_word)


def mean_coverage(topics: int, samples: int) -> float:
    """Returns the share of intervals of means that hold the true mean. Scores are Beta(2, 3), skewed like real ones."""
    scores = np.random.default_rng(topics).beta(2, 3, (samples, topics))
    return float(np.mean([_holds(mean_interval(row), 0.4) for row in scores]))


def family_wise_error(summarizers: int, topics: int, samples: int) -> float:
    """Returns the share of experiments in which some pair differs significantly, though none truly differs."""
    rng, error_count = np.random.default_rng(7), 0
    for _ in range(samples):
        scores = rng.beta(2, 3, (1, topics)) + rng.normal(0, 0.1, (summarizers, topics))
        error_count += any(pair.test is not None and pair.test.holm <= 0.05 for pair in compare_pairs(scores, rng))
    return error_count / samples


def power(topics: int, samples: int) -> float:
    """Returns how often the interval of a mean difference excludes 0 if the true difference is the detectable one."""
    difference = detectable_difference(0.2, topics) or 0.0
    differences = np.random.default_rng(topics).normal(difference, 0.2, (samples, topics))
    return float(np.mean([not _holds(mean_interval(row), 0.0) for row in differences]))


def _annotate(clauses: list[tuple[int, int, int]], scus: int, rng: np.random.Generator) -> tuple[tuple[int, ...], ...]:
    """Returns the words of an annotator's SCUs. 8 % of clauses are in none, 6 % in a wrong one, 4 % in two, 9 % cut."""
    members: list[set[int]] = [set() for _ in range(scus)]
    for start, end, scu in clauses:
        draw = rng.random()
        if draw < 0.08:
            continue
        words = range(start + int(rng.random() < 0.03), end - (int(rng.integers(1, 3)) if rng.random() < 0.06 else 0))
        members[int(rng.integers(0, scus)) if draw < 0.14 else scu].update(words)
        if rng.random() < 0.04:
            members[int(rng.integers(0, scus))].update(words)
    return tuple(tuple(sorted(words)) for words in members if words)


def _alphas_with_intervals(topic: CodedTopic) -> tuple[Alphas, dict[Distance, Interval]]:
    values = values_of(topic, UncoveredPolicy.SINGLETON)
    alpha = alphas(disagreements([values]))
    return alpha, alpha_intervals(alpha, [leave_one_out(values, topic.sentence_of_word)])


def _holds(interval: Interval, value: float) -> bool:
    return interval is not None and interval[0] <= value <= interval[1]


def _between(name: str, value: float, low: float, high: float) -> Figure:
    return Figure(name, f"{value:.3f}", f"{low:.2f} - {high:.2f}", low <= value <= high)


def _time_tests(summarizers: int, topics: int) -> float:
    rng = np.random.default_rng(1)
    scores = rng.beta(2, 3, (summarizers, topics))
    started = perf_counter()
    compare_pairs(scores, rng)
    return perf_counter() - started
