"""Times alpha and its jackknife intervals, exact tests of pairs, and scores by pyramid order, on generated data."""

import random
from collections.abc import Iterator

import numpy as np
from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import masi_distance

from bench.figures import Figure, at_least, at_most, in_new_process, timed
from scoring.measures.orders.scores import Range, ranges, score_models
from scoring.measures.orders.subsets import ScuModels, every_sub_pyramid
from scoring.stats.agreement import Alphas, alphas, disagreements
from scoring.stats.alpha_jackknife import alpha_intervals, leave_one_out
from scoring.stats.codings import CodedTopic, Coding, UncoveredPolicy, values_of
from scoring.stats.distances import Distance
from scoring.stats.significance import compare_pairs

WORDS, ANNOTATORS, SCUS, WORDS_PER_SENTENCE = 2_000, 5, 100, 20
MAX_ALPHA_SECONDS, MAX_INTERVAL_SECONDS, MIN_SPEEDUP = 0.1, 2.0, 10.0
REPEATS = 3
TOLERANCE = 1e-9

SUMMARIZERS = 60
MAX_TEST_SECONDS = {30: 10.0, 40: 240.0}  # by number of topics

ORDER_RUNS = ((10, 100, 100, 0.004), (20, 150, 5, 1.0))  # (models, SCUs, repeats, budget in seconds)
MAX_MEGABYTES = 500.0


def measure_agreement() -> Iterator[Figure]:
    """Times alpha of five annotators over 2,000 words, and checks that nltk's `AnnotationTask` computes the same."""
    topic = _make_coded_topic(random.Random(1))
    seconds, by_distance = min((timed(lambda: _alpha(topic)) for _ in range(REPEATS)), key=lambda run: run[0])
    cells = [cell for coding in topic.codings for cell in _cells(coding)]
    nltk_seconds, nltk_value = timed(lambda: float(AnnotationTask(data=cells, distance=masi_distance).alpha()))
    value = by_distance[Distance.MASI]
    if value is None or abs(value - nltk_value) > TOLERANCE:
        raise AssertionError(f"Alpha is {value}, but nltk's is {nltk_value}.")
    yield at_most(f"seconds, MASI, {WORDS} words x {ANNOTATORS} annotators", seconds, MAX_ALPHA_SECONDS, "{:.3f}")
    name = f"seconds, jackknife, {WORDS} words x {ANNOTATORS} annotators, {WORDS // WORDS_PER_SENTENCE} sentences"
    yield at_most(name, min(timed(lambda: _intervals(topic))[0] for _ in range(REPEATS)), MAX_INTERVAL_SECONDS)
    yield at_least("times as fast as nltk, with the same value", nltk_seconds / seconds, MIN_SPEEDUP, "{:.0f}")


def measure_tests() -> Iterator[Figure]:
    """Times the exact tests of all pairs of 60 summarizers."""
    for topics, budget in MAX_TEST_SECONDS.items():
        rng = np.random.default_rng(1)
        scores = rng.beta(2, 3, (SUMMARIZERS, topics))
        seconds, _ = timed(lambda scores=scores, rng=rng: compare_pairs(scores, rng))  # type: ignore[misc]
        yield at_most(f"seconds, exact tests of {SUMMARIZERS} summarizers, {topics} topics", seconds, budget)


def measure_orders() -> Iterator[Figure]:
    """Times the scores of each model under every pyramid of the other models, and measures the memory of 20 models."""
    for models, scus, repeats, budget in ORDER_RUNS:
        scu_models = _make_scu_models(models, scus)
        runs = (timed(lambda scu_models=scu_models: _ranges(scu_models)) for _ in range(repeats))  # type: ignore[misc]
        seconds, ranges_by_order = min(runs, key=lambda run: run[0])
        score_count = sum(of_model.counted for ranges_at_order in ranges_by_order for of_model in ranges_at_order)
        yield at_most(f"seconds, {models} models, {score_count:,} scores", seconds, budget, "{:.4f}")
    _, peak = in_new_process(_score_twenty_models)
    yield at_most("peak memory of a separate process, 20 models, MB", peak, MAX_MEGABYTES, "{:.0f}")


def _alpha(topic: CodedTopic) -> Alphas:
    return alphas(disagreements([values_of(topic, UncoveredPolicy.SINGLETON)]))


def _intervals(topic: CodedTopic) -> None:
    values = values_of(topic, UncoveredPolicy.SINGLETON)
    alpha_intervals(alphas(disagreements([values])), [leave_one_out(values, topic.sentence_of_word)])


def _cells(coding: Coding) -> Iterator[tuple[str, int, frozenset[int]]]:
    """Yields each word as nltk expects it: the coder, the word, and the set of it and all words in its SCUs."""
    scus = [frozenset(scu) for scu in coding.scus]
    for word in range(WORDS):
        yield coding.coder, word, frozenset({word}).union(*(scu for scu in scus if word in scu))


def _make_coded_topic(rng: random.Random) -> CodedTopic:
    sentences = tuple(word // WORDS_PER_SENTENCE for word in range(WORDS))
    return CodedTopic(WORDS, tuple(Coding(f"annotator{n}", _make_scus(rng)) for n in range(ANNOTATORS)), sentences)


def _make_scus(rng: random.Random) -> tuple[tuple[int, ...], ...]:
    """Returns the words of each SCU, in passages of 3 to 15 words, a tenth of which is in two SCUs. Where a passage
    begins determines its SCU in 70 % of the cases, so that annotators partly agree.
    """
    scus: list[set[int]] = [set() for _ in range(SCUS)]
    start = 0
    while start < WORDS:
        end = min(WORDS, start + rng.randint(3, 15))
        scus[start * SCUS // WORDS if rng.random() < 0.7 else rng.randrange(SCUS)].update(range(start, end))
        if rng.random() < 0.1:
            scus[rng.randrange(SCUS)].update(range(start, end))
        start = end
    return tuple(tuple(sorted(scu)) for scu in scus if scu)


def _make_scu_models(models: int, scus: int) -> ScuModels:
    """Makes the SCUs of a topic, each a mask with a bit for each model that expresses it. Most have a low weight."""
    rng = random.Random(1)
    shares = [0.8 * rng.random() ** 2 for _ in range(scus)]
    masks = [sum(1 << model for model in range(models) if rng.random() < share) for share in shares]
    return ScuModels(tuple(mask or 1 for mask in masks), models)


def _ranges(scu_models: ScuModels) -> list[list[Range]]:
    scored = score_models(scu_models, every_sub_pyramid(scu_models, range(1, scu_models.model_count)))
    return [ranges(scores, of_models=True) for scores in scored]


def _score_twenty_models() -> None:
    _ranges(_make_scu_models(20, 150))
