"""Krippendorff's alpha over words whose values are sets of words, for any number of coders with missing values.

alpha = 1 - Do / De. With m_i >= 2 values of word i and n such values in all (words with fewer do not count):

    Do = (1/n) * sum over words of [sum over ordered pairs of coders d(v_ib, v_ic)] / (m_i - 1)
    De = [sum over ordered pairs of different occurrences d(v, v')] / (n (n - 1))

Sources: Krippendorff 1980; Passonneau 2004 (set-valued); Nenkova & Passonneau 2004, section 3.1.

**Several topics are pooled** with what chance gives within each of them: values of different topics are never compared.
alpha = 1 - sum n_t Do_t / sum n_t De_t, which for one topic is the formula above.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from scoring.stats.arrays import Floats, Ints
from scoring.stats.codings import CodedTopic, Uncovered, Values, values_of
from scoring.stats.distances import REPORTED, Distance

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
class Sums:
    """Sums over one topic: ``observed`` is n Do, ``expected`` is n De, ``occurrences`` is n."""

    observed: float
    expected: float
    occurrences: int


@dataclass(frozen=True, slots=True)
class Disagreement:
    """All coders of one topic: the sums, and of them what each word brings: n Do (``observed``) and n (``given``).

    Both are 0 for words with fewer than two values.
    """

    sums: Sums
    observed: Floats
    given: Ints


def alpha(topics: Iterable[CodedTopic], distance: Distance, uncovered: Uncovered = Uncovered.SINGLETON) -> float | None:
    """Alpha of all coders over all topics; at most 1, below 0 where they agree less than by chance.

    None where De is 0 (every word has the same value) or no word has two values: undefined. Raises NotAllCovered.

    Two coders, four words; both join a and b, one joins c and d (by hand: Do = 1/4, De = 19/28 with Jaccard):

    >>> from scoring.stats.codings import Coding
    >>> one = CodedTopic(4, (Coding("A", ((0, 1), (2, 3))), Coding("B", ((0, 1), (2,), (3,)))))
    >>> alpha([one], Distance.JACCARD)
    0.631578947368421
    """
    return alphas(disagreements([values_of(topic, uncovered) for topic in topics], (distance,)))[distance]


def alphas(found: Mapping[Distance, Sequence[Disagreement]]) -> Alphas:
    """Alpha by distance, from the disagreements of one or more topics; see :func:`alpha`."""
    return {distance: pooled(one.sums for one in several) for distance, several in found.items()}


def disagreements(
    topics: Sequence[Values], chosen: Sequence[Distance] = REPORTED
) -> dict[Distance, list[Disagreement]]:
    """By distance what the coders of each topic differ in, and what chance would give."""
    return {distance: [_disagreement(values, distance) for values in topics] for distance in chosen}


def pooled(sums: Iterable[Sums]) -> float | None:
    """Alpha from the sums of one or more topics; None where nothing is expected to differ."""
    several = list(sums)
    expected = sum(one.expected for one in several)
    if not expected > 0:
        return None
    return 1.0 - sum(one.observed for one in several) / expected


def _disagreement(values: Values, distance: Distance) -> Disagreement:
    likeness = values.likeness(distance)
    alike = np.zeros(values.assigned.shape[1])
    for meeting in values.meetings.values():
        alike[meeting.words] += 2 * np.where(meeting.places >= 0, likeness[meeting.places], 0.0)
    paired = values.given >= 2
    given = np.where(paired, values.given, 0)
    observed = np.where(paired, given - alike / np.maximum(given - 1, 1), 0.0)
    n = int(given.sum())
    expected = _expected(values, likeness, values.assigned[:, paired], n) if n else 0.0
    return Disagreement(Sums(float(observed.sum()), expected, n), observed, given)


def _expected(values: Values, likeness: Floats, assigned: Ints, n: int) -> float:
    """n De of the values that are assigned."""
    counted = np.bincount(assigned[assigned >= 0], minlength=len(values.sizes))
    alike = (counted[values.first] * counted[values.second] * likeness).sum()
    return float((n * n - alike) / (n - 1))


def pair_agreements(
    topics: Sequence[tuple[CodedTopic, Values]], chosen: Sequence[Distance] = REPORTED
) -> list[PairAgreement]:
    """Every two coders who have a topic in common, in order of their names, with alphas of the two alone."""
    shared: dict[tuple[str, str], list[tuple[int, int, int]]] = {}
    for number, (topic, _) in enumerate(topics):
        rows = sorted((coding.coder, row) for row, coding in enumerate(topic.codings))
        for (a, row_a), (b, row_b) in combinations(rows, 2):
            shared.setdefault((a, b), []).append((number, row_a, row_b))
    found = []
    for (a, b), places in sorted(shared.items()):
        sums: dict[Distance, list[Sums]] = {distance: [] for distance in chosen}
        for number, row_a, row_b in places:
            for distance, one in _of_two(topics[number][1], row_a, row_b, chosen).items():
                sums[distance].append(one)
        words = sum(one.occurrences for one in sums[chosen[0]]) // 2
        numbers = tuple(number for number, _, _ in places)
        found.append(PairAgreement(a, b, numbers, words, {d: pooled(several) for d, several in sums.items()}))
    return found


def _of_two(values: Values, a: int, b: int, chosen: Sequence[Distance]) -> dict[Distance, Sums]:
    """The sums for two coders of a topic."""
    meeting = values.meetings[min(a, b), max(a, b)]
    n = 2 * len(meeting.words)
    if n == 0:
        return dict.fromkeys(chosen, Sums(0.0, 0.0, 0))
    places = meeting.places[meeting.places >= 0]
    assigned = values.assigned[[a, b]][:, meeting.words]
    found = {}
    for distance in chosen:
        likeness = values.likeness(distance)
        observed = float(n - 2 * likeness[places].sum())
        found[distance] = Sums(observed, _expected(values, likeness, assigned, n), n)
    return found
