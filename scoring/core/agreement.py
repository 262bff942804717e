"""Krippendorff's alpha over words whose values are sets of words, for any number of coders with missing values.

alpha = 1 - Do / De. With m_i >= 2 values of word i and n such values in all (words with fewer do not count):

    Do = (1/n) * sum over words of [sum over ordered pairs of coders d(v_ib, v_ic)] / (m_i - 1)
    De = [sum over ordered pairs of different occurrences d(v, v')] / (n (n - 1))

Sources: Krippendorff 1980; Passonneau 2004 (set-valued); Nenkova & Passonneau 2004, section 3.1.

**Several topics are pooled** with what chance gives within each of them: values of different topics are never compared.
alpha = 1 - sum n_t Do_t / sum n_t De_t, which for one topic is the formula above.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from scoring.core.codings import CodedTopic, Ints, Uncovered, Values, values_of
from scoring.core.distances import REPORTED, Distance, Floats

Alphas = dict[Distance, float | None]


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two coders over the topics that both coded: ``topics`` are their numbers, ``words`` those both gave a value."""

    a: str
    b: str
    topics: tuple[int, ...]
    words: int
    alpha: Alphas


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Sums over one topic: ``observed`` is n Do, ``expected`` is n De, ``occurrences`` is n."""

    observed: float
    expected: float
    occurrences: int


def alpha(topics: Iterable[CodedTopic], distance: Distance, uncovered: Uncovered = Uncovered.SINGLETON) -> float | None:
    """Alpha of all coders over all topics; at most 1, below 0 where they agree less than by chance.

    None where De is 0 (every word has the same value) or no word has two values: undefined. Raises NotAllCovered.

    Two coders, four words; both join a and b, one joins c and d (by hand: Do = 1/4, De = 19/28 with Jaccard):

    >>> from scoring.core.codings import Coding
    >>> one = CodedTopic(4, (Coding("A", ((0, 1), (2, 3))), Coding("B", ((0, 1), (2,), (3,)))))
    >>> alpha([one], Distance.JACCARD)
    0.631578947368421
    """
    return alphas([values_of(topic, uncovered) for topic in topics], (distance,))[distance]


def alphas(topics: Sequence[Values], chosen: Sequence[Distance] = REPORTED) -> Alphas:
    """Alpha by distance; see :func:`alpha`."""
    return {distance: pooled([disagreement(values, distance) for values in topics]) for distance in chosen}


def pooled(sums: Iterable[Disagreement]) -> float | None:
    """Alpha from the sums of one or more topics; None where nothing is expected to differ."""
    several = list(sums)
    expected = sum(one.expected for one in several)
    if not expected > 0:
        return None
    return 1.0 - sum(one.observed for one in several) / expected


def disagreement(values: Values, distance: Distance) -> Disagreement:
    """What the coders of one topic differ in, and what chance would give."""
    likeness = values.likeness(distance)
    times = (values.assigned >= 0).sum(axis=0)
    paired = times >= 2
    n = int(times[paired].sum())
    if n == 0:
        return Disagreement(0.0, 0.0, 0)
    observed = float(observed_by_word(values, likeness)[paired].sum())
    return Disagreement(observed, _expected(values, likeness, occurrences(values, paired), n), n)


def observed_by_word(values: Values, likeness: Floats) -> Floats:
    """For each word [sum over ordered pairs of coders d] / (m_i - 1); 0 for words with fewer than two values."""
    assigned = values.assigned
    times = (assigned >= 0).sum(axis=0)
    alike = np.zeros(assigned.shape[1])
    for b, c in combinations(range(len(assigned)), 2):
        both = (assigned[b] >= 0) & (assigned[c] >= 0)
        alike[both] += 2 * _likeness_of(values, likeness, assigned[b, both], assigned[c, both])
    paired = times >= 2
    return np.where(paired, times - alike / np.maximum(times - 1, 1), 0.0)


def occurrences(values: Values, words: Ints | np.ndarray) -> Ints:
    """How often each value is given to the words chosen by a mask."""
    given = values.assigned[:, words]
    return np.bincount(given[given >= 0], minlength=len(values.sizes))


def pair_agreements(
    topics: Sequence[tuple[CodedTopic, Values]], chosen: Sequence[Distance] = REPORTED
) -> list[PairAgreement]:
    """Every two coders who have a topic in common, in order of their names, with alphas of the two alone."""
    likeness = [{distance: values.likeness(distance) for distance in chosen} for _, values in topics]
    shared: dict[tuple[str, str], list[tuple[int, int, int]]] = {}
    for number, (topic, _) in enumerate(topics):
        rows = sorted((coding.coder, row) for row, coding in enumerate(topic.codings))
        for (a, row_a), (b, row_b) in combinations(rows, 2):
            shared.setdefault((a, b), []).append((number, row_a, row_b))
    found = []
    for (a, b), places in sorted(shared.items()):
        sums: dict[Distance, list[Disagreement]] = {distance: [] for distance in chosen}
        for number, row_a, row_b in places:
            for distance, one in _of_two(topics[number][1], row_a, row_b, likeness[number]).items():
                sums[distance].append(one)
        words = sum(one.occurrences for one in sums[chosen[0]]) // 2
        numbers = tuple(number for number, _, _ in places)
        found.append(PairAgreement(a, b, numbers, words, {d: pooled(several) for d, several in sums.items()}))
    return found


def _of_two(values: Values, a: int, b: int, likeness: dict[Distance, Floats]) -> dict[Distance, Disagreement]:
    """The sums for two coders of a topic, with the look-ups done once for all distances."""
    rows = values.assigned[[a, b]]
    both = (rows >= 0).all(axis=0)
    first, second = rows[:, both]
    n = 2 * len(first)
    if n == 0:
        return dict.fromkeys(likeness, Disagreement(0.0, 0.0, 0))
    places = values.pair_indexes(first, second)
    places = places[places >= 0]
    counted = np.bincount(rows[:, both].ravel(), minlength=len(values.sizes))
    weights = counted[values.first] * counted[values.second]
    return {
        distance: Disagreement(
            float(n - 2 * alike[places].sum()), float((n * n - (weights * alike).sum()) / (n - 1)), n
        )
        for distance, alike in likeness.items()
    }


def _expected(values: Values, likeness: Floats, counted: Ints, n: int) -> float:
    alike = (counted[values.first] * counted[values.second] * likeness).sum()
    return float((n * n - alike) / (n - 1))


def _likeness_of(values: Values, likeness: Floats, first: Ints, second: Ints) -> Floats:
    places = values.pair_indexes(first, second)
    return np.where(places >= 0, likeness[places], 0.0)
