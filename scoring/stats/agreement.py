"""Krippendorff's alpha over words, for any number of coders (annotators).

The value that a coder gives to a word is the set of all words in the coder's SCU of this word (see
scoring.stats.codings), or missing. Only words with at least two values count. alpha = 1 - Do / De, where Do is the
observed and De the expected disagreement. With a distance d between values, m_i values of word i, v_ib the value by
coder b, and n values in all:

    Do = (1/n) * sum over words i of [sum over ordered pairs (b, c) of coders d(v_ib, v_ic)] / (m_i - 1)
    De = [sum over ordered pairs (v, v') of the n values, without pairs of a value with itself, d(v, v')] / (n (n - 1))

Sources: Krippendorff 1980; Passonneau 2004 (set-valued); Nenkova & Passonneau 2004, section 3.1.

Over several topics, alpha = 1 - sum n_t Do_t / sum n_t De_t. Values of different topics are never compared: Do_t and
De_t are computed within topic t.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from scoring.stats.arrays import Floats, Ints
from scoring.stats.codings import CodedTopic, WordValues
from scoring.stats.distances import Distance

Alphas = dict[Distance, float | None]
"""Alpha by the distance it is computed with; None if alpha is undefined."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The disagreement of all coders of one topic; n, Do and De are those of the module's docstring. ``observed``: for
    each word, how much it adds to n * Do. ``value_counts``: for each word, its number of values. Both are 0 for words
    with fewer than two values. ``expected``: n * De.
    """

    observed: Floats
    value_counts: Ints
    expected: float


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """The agreement of the coders with names ``a`` and ``b``. ``topics``: the indexes of the topics that both coded.
    ``rows``: for each topic in ``topics``, the rows of the two coders in the topic's WordValues, the lower row first.
    ``words``: how many words have a value by both coders.
    """

    a: str
    b: str
    topics: tuple[int, ...]
    rows: tuple[tuple[int, int], ...]
    words: int
    alpha: Alphas


def disagreements(topics: Sequence[WordValues]) -> dict[Distance, list[Disagreement]]:
    """Returns, by distance, the disagreement of each topic."""
    return {distance: [_disagreement(values, distance) for values in topics] for distance in Distance}


def alphas(disagreements: Mapping[Distance, Sequence[Disagreement]]) -> Alphas:
    """Alpha of all coders over one or more topics, by distance: at most 1; below 0 for less agreement than by chance.

    None if De is 0, because every word has the same value or no word has two values.

    Two coders, four words: both coders put words 0 and 1 into one SCU, and one of them puts words 2 and 3 into another
    (by hand, with the Jaccard distance: Do = 1/4, De = 19/28):

    >>> from scoring.stats.codings import Coding, UncoveredPolicy, values_of
    >>> topic = CodedTopic(4, (Coding("A", ((0, 1), (2, 3))), Coding("B", ((0, 1), (2,), (3,)))))
    >>> alphas(disagreements([values_of(topic, UncoveredPolicy.SINGLETON)]))[Distance.JACCARD]
    0.631578947368421
    """
    return {
        distance: _pooled_alpha((float(topic.observed.sum()), topic.expected) for topic in by_topic)
        for distance, by_topic in disagreements.items()
    }


def pair_agreements(topics: Sequence[tuple[CodedTopic, WordValues]]) -> list[PairAgreement]:
    """The agreement of each pair of coders with a topic in common, sorted by name. ``topics``: the codings of each
    topic, and the values made from them.
    """
    topic_rows_by_pair: dict[tuple[str, str], list[tuple[int, int, int]]] = {}  # index of the topic, rows of the coders
    for index, (topic, _) in enumerate(topics):
        coders = sorted((coding.coder, row) for row, coding in enumerate(topic.codings))
        for (a, row_of_a), (b, row_of_b) in combinations(coders, 2):
            lower_row, higher_row = sorted((row_of_a, row_of_b))
            topic_rows_by_pair.setdefault((a, b), []).append((index, lower_row, higher_row))
    return [_pair_agreement(a, b, topic_rows, topics) for (a, b), topic_rows in sorted(topic_rows_by_pair.items())]


def _pooled_alpha(sums_by_topic: Iterable[tuple[float, float]]) -> float | None:
    """Alpha over all topics. ``sums_by_topic``: n Do and n De of each topic."""
    sums = list(sums_by_topic)
    expected = sum(expected for _, expected in sums)
    return 1.0 - sum(observed for observed, _ in sums) / expected if expected > 0 else None


def _disagreement(values: WordValues, distance: Distance) -> Disagreement:
    """Computed from similarities: 1 - distance. A word with m values has m (m - 1) ordered pairs of values, so the word
    adds sum(1 - similarity) / (m - 1) = m - sum(similarities of its ordered pairs) / (m - 1) to n Do.
    """
    similarity = values.similarity(distance)
    similarity_sums = np.zeros(values.assigned.shape[1])
    for common in values.common_words.values():
        # Times 2, because two coders make two ordered pairs. The index -1 means that the values share no word.
        similarity_sums[common.words] += 2 * np.where(common.value_pairs >= 0, similarity[common.value_pairs], 0.0)
    is_comparable = values.coders_per_word >= 2
    value_counts = np.where(is_comparable, values.coders_per_word, 0)
    observed = np.where(is_comparable, value_counts - similarity_sums / np.maximum(value_counts - 1, 1), 0.0)
    return Disagreement(observed, value_counts, _expected(values, similarity, values.assigned[:, is_comparable]))


def _expected(values: WordValues, similarity: Floats, assigned: Ints) -> float:
    """n De of the ``assigned`` values (coders x words: the index of a value, or -1). There are n (n - 1) ordered pairs
    of different occurrences, and n^2 if each occurrence is also paired with itself (distance 0). So n (n - 1) De =
    n^2 - sum(similarities of all n^2 pairs).
    """
    occurrences = np.bincount(assigned[assigned >= 0], minlength=len(values.sizes))
    n = int(occurrences.sum())
    similarity_sum = (occurrences[values.pair_a] * occurrences[values.pair_b] * similarity).sum()
    return float((n * n - similarity_sum) / (n - 1)) if n else 0.0


def _pair_agreement(
    a: str, b: str, topic_rows: Sequence[tuple[int, int, int]], topics: Sequence[tuple[CodedTopic, WordValues]]
) -> PairAgreement:
    """``topic_rows``: for each topic that both coders coded, its index, and the coders' lower and higher row in it."""
    words, sums = 0, {distance: list[tuple[float, float]]() for distance in Distance}
    for index, lower_row, higher_row in topic_rows:
        values = topics[index][1]
        common = values.common_words[lower_row, higher_row]
        words += len(common.words)
        sharing_pairs = common.value_pairs[common.value_pairs >= 0]
        assigned = values.assigned[[lower_row, higher_row]][:, common.words]
        for distance in Distance:
            similarity = values.similarity(distance)
            # The formula of _disagreement for m = 2.
            observed = float(2 * len(common.words) - 2 * similarity[sharing_pairs].sum())
            sums[distance].append((observed, _expected(values, similarity, assigned)))
    alpha = {distance: _pooled_alpha(by_topic) for distance, by_topic in sums.items()}
    topic_indexes = tuple(index for index, _, _ in topic_rows)
    coder_rows = tuple((lower_row, higher_row) for _, lower_row, higher_row in topic_rows)
    return PairAgreement(a, b, topic_indexes, coder_rows, words, alpha)
