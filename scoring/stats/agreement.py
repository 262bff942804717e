"""Krippendorff's alpha over words whose values are sets of words, for any number of coders with missing values.

alpha = 1 - Do / De. With m_i >= 2 values of word i and n such values in all (words with fewer do not count):

    Do = (1/n) * sum over words of [sum over ordered pairs of coders d(v_ib, v_ic)] / (m_i - 1)
    De = [sum over ordered pairs of different occurrences d(v, v')] / (n (n - 1))

Sources: Krippendorff 1980; Passonneau 2004 (set-valued); Nenkova & Passonneau 2004, section 3.1.

**Several topics are pooled** with the chance agreement within each of them: values of different topics are never
compared. alpha = 1 - sum n_t Do_t / sum n_t De_t, which for one topic is the formula above.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from scoring.stats.arrays import Floats, Ints
from scoring.stats.codings import CodedTopic, Values
from scoring.stats.distances import Distance

Alphas = dict[Distance, float | None]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """All coders of one topic. ``expected`` is n De. By word: ``observed``, its share of n Do, and ``values``, its
    share of n; both are 0 for words with fewer than two values.
    """

    observed: Floats
    values: Ints
    expected: float


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two coders. ``topics``: the indexes of the topics that both coded; ``words``: words that both gave a value."""

    a: str
    b: str
    topics: tuple[int, ...]
    words: int
    alpha: Alphas


def disagreements(topics: Sequence[Values]) -> dict[Distance, list[Disagreement]]:
    """The observed and expected disagreement of each topic, by distance."""
    return {distance: [_disagreement(values, distance) for values in topics] for distance in Distance}


def alphas(disagreements: Mapping[Distance, Sequence[Disagreement]]) -> Alphas:
    """Alpha of all coders over one or more topics, by distance: at most 1, below 0 if they agree less than by chance.

    None (undefined) if De is 0, because every word has the same value or no word has two values.

    Two coders, four words; both join a and b, one joins c and d (by hand: Do = 1/4, De = 19/28 with Jaccard):

    >>> from scoring.stats.codings import Coding, Uncovered, values_of
    >>> topic = CodedTopic(4, (Coding("A", ((0, 1), (2, 3))), Coding("B", ((0, 1), (2,), (3,)))))
    >>> alphas(disagreements([values_of(topic, Uncovered.SINGLETON)]))[Distance.JACCARD]
    0.631578947368421
    """
    return {
        distance: _pooled((float(topic.observed.sum()), topic.expected) for topic in topics)
        for distance, topics in disagreements.items()
    }


def pair_agreements(topics: Sequence[tuple[CodedTopic, Values]]) -> list[PairAgreement]:
    """The agreement of every two coders with a topic in common, by their names."""
    shared: dict[tuple[str, str], list[tuple[int, int, int]]] = {}
    for index, (topic, _) in enumerate(topics):
        rows = sorted((coding.coder, row) for row, coding in enumerate(topic.codings))
        for (a, row_a), (b, row_b) in combinations(rows, 2):
            shared.setdefault((a, b), []).append((index, row_a, row_b))
    return [_pair_agreement(a, b, places, topics) for (a, b), places in sorted(shared.items())]


def _pooled(topics: Iterable[tuple[float, float]]) -> float | None:
    """Alpha from n Do and n De of each topic."""
    sums = list(topics)
    expected = sum(expected for _, expected in sums)
    return 1.0 - sum(observed for observed, _ in sums) / expected if expected > 0 else None


def _disagreement(values: Values, distance: Distance) -> Disagreement:
    similarity = values.similarity(distance)
    similar = np.zeros(values.assigned.shape[1])
    for common in values.common_words.values():
        similar[common.words] += 2 * np.where(common.pairs >= 0, similarity[common.pairs], 0.0)
    comparable = values.coders_per_word >= 2
    counted = np.where(comparable, values.coders_per_word, 0)
    observed = np.where(comparable, counted - similar / np.maximum(counted - 1, 1), 0.0)
    return Disagreement(observed, counted, _expected(values, similarity, values.assigned[:, comparable]))


def _expected(values: Values, similarity: Floats, assigned: Ints) -> float:
    """n De of the values that are ``assigned``."""
    times = np.bincount(assigned[assigned >= 0], minlength=len(values.sizes))
    n = int(times.sum())
    similar = (times[values.first] * times[values.second] * similarity).sum()
    return float((n * n - similar) / (n - 1)) if n else 0.0


def _pair_agreement(
    a: str, b: str, places: Sequence[tuple[int, int, int]], topics: Sequence[tuple[CodedTopic, Values]]
) -> PairAgreement:
    """``places``: index of the topic, and the rows of the two coders there."""
    words, sums = 0, {distance: list[tuple[float, float]]() for distance in Distance}
    for index, row_a, row_b in places:
        values = topics[index][1]
        common = values.common_words[min(row_a, row_b), max(row_a, row_b)]
        words += len(common.words)
        pairs = common.pairs[common.pairs >= 0]
        assigned = values.assigned[[row_a, row_b]][:, common.words]
        for distance in Distance:
            similarity = values.similarity(distance)
            observed = float(2 * len(common.words) - 2 * similarity[pairs].sum())
            sums[distance].append((observed, _expected(values, similarity, assigned)))
    alpha = {distance: _pooled(by_topic) for distance, by_topic in sums.items()}
    return PairAgreement(a, b, tuple(index for index, _, _ in places), words, alpha)
