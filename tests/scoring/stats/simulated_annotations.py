"""Simulated annotations with a fixed seed: how often alpha's intervals hold the true value.

A simulated text has sentences of one to four clauses. Each clause expresses one SCU. Annotators put most clauses into
this SCU, others into a wrong one, into two or into none, and sometimes leave out words at the ends of a clause.
"""

import numpy as np

from scoring.stats.agreement import Alphas, alphas, disagreements
from scoring.stats.alpha_jackknife import alpha_intervals, leave_one_out
from scoring.stats.arrays import Interval
from scoring.stats.codings import CodedTopic, Coding, UncoveredPolicy, values_of
from scoring.stats.distances import Distance


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
