"""Confidence intervals of alpha by the jackknife: alpha is recomputed leaving out each sentence in turn.

The value of a word is the set of words of its SCU. Leaving out a sentence removes its words from these sets too, so the
distances between many values and the expected disagreement change. Bootstrap intervals that resample the observed
disagreement of single words (Hayes & Krippendorff 2007) treat the values as fixed and are far too narrow here.

Only sentences with a word that has values by at least two coders are left out. Over several topics, a sentence of one
topic is left out at a time, and the statistic is alpha over all topics.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy import sparse

from scoring.stats.agreement import Alphas
from scoring.stats.arrays import Bools, Floats, Interval, Ints
from scoring.stats.codings import WordValues
from scoring.stats.distances import Distance, distances
from scoring.stats.intervals import jackknife_interval

CELLS_AT_A_TIME = 1_000_000
"""To limit memory, the largest arrays (sentences x pairs of values) have at most about this many numbers."""

SMALLEST = 1e-9
"""Expected disagreement below this counts as 0, because differences of sums have rounding errors."""


@dataclass(frozen=True, slots=True)
class LeaveOneOut:
    """The ``observed`` and ``expected`` disagreement of a topic, leaving out each of its sentences in turn. The last
    entry of both arrays is for the whole topic. Alpha is 1 - observed / expected (n Do and n De of
    scoring.stats.agreement).
    """

    observed: Floats
    expected: Floats


def alpha_intervals(alphas: Alphas, topics: Sequence[Mapping[Distance, LeaveOneOut]]) -> dict[Distance, Interval]:
    """The interval of each alpha over one or more topics, by distance. The upper end is at most 1.

    An interval is None if alpha is undefined, with all sentences or without one of them, or for fewer than two
    sentences.
    """
    return {distance: _interval(alpha, [topic[distance] for topic in topics]) for distance, alpha in alphas.items()}


def leave_one_out(
    values: WordValues, sentences: Sequence[int], coders: Sequence[int] | None = None
) -> dict[Distance, LeaveOneOut]:
    """The disagreement of a topic, leaving out each of its sentences in turn, by distance.

    ``sentences``: for each word the number of its sentence; if empty, each word counts as a sentence. ``coders``: the
    rows of ``values.assigned`` to compare; None for all.
    """
    rows = list(range(len(values.assigned)) if coders is None else coders)
    counts = _alpha_counts(values, np.asarray(sentences, dtype=np.int64), rows)
    entry_count, pair_count = counts.shared.by_sentence.shape  # an entry for each sentence, and one for the whole topic
    chunks = [_disagreements(counts, left_out) for left_out in _chunks(entry_count, pair_count)]
    return {
        distance: LeaveOneOut(
            np.concatenate([chunk[distance].observed for chunk in chunks]),
            np.concatenate([chunk[distance].expected for chunk in chunks]),
        )
        for distance in Distance
    }


def _interval(alpha: float | None, topics: Sequence[LeaveOneOut]) -> Interval:
    observed = sum(float(topic.observed[-1]) for topic in topics)
    expected = sum(float(topic.expected[-1]) for topic in topics)
    # The sums over all topics when one sentence is left out: only the sentence's own topic changes, to its value
    # without that sentence.
    observed_without = np.concatenate([observed - topic.observed[-1] + topic.observed[:-1] for topic in topics])
    expected_without = np.concatenate([expected - topic.expected[-1] + topic.expected[:-1] for topic in topics])
    if alpha is None or (expected_without <= SMALLEST).any():
        return None
    interval = jackknife_interval(alpha, 1 - observed_without / expected_without)
    return interval and (interval[0], min(interval[1], 1.0))


@dataclass(frozen=True, slots=True)
class _CountsBySentence:
    """Counts of the whole topic (``total``), and of each sentence: ``by_sentence`` has a row for each sentence, and a
    last row of zeros, for leaving out no sentence.
    """

    total: Floats
    by_sentence: sparse.csr_array

    def without(self, sentences: slice) -> Floats:
        """Sentences x counts: the counts of the topic, leaving out each of the sentences in turn."""
        remaining: Floats = self.total - self.by_sentence[sentences].toarray()
        return remaining


@dataclass(frozen=True, slots=True)
class _AlphaCounts:
    """The counts from which alpha is computed, each for the whole topic and by sentence.

    ``first``, ``second``: the indexes of the two values of each pair that shares words; each pair is listed once, with
    ``first`` <= ``second``. ``sizes``: the number of words in each value. ``shared``: the number of words in both
    values of each pair. The other counts are of words with values by at least two coders. ``occurrences``: how often
    each value occurs; ``n``: the sum of the occurrences. ``compared``: for each pair, the sum of 2 / (m - 1) over all
    words and pairs of coders who gave the word these two values; m is the number of coders who gave the word a value.
    """

    first: Ints
    second: Ints
    sizes: _CountsBySentence
    shared: _CountsBySentence
    occurrences: _CountsBySentence
    n: _CountsBySentence
    compared: _CountsBySentence


def _alpha_counts(values: WordValues, sentences: Ints, rows: Sequence[int]) -> _AlphaCounts:
    """Counts only the coders in ``rows``. ``values`` and ``sentences`` are those of :func:`leave_one_out`."""
    assigned = values.assigned[rows]
    coder_counts = (assigned >= 0).sum(axis=0)  # for each word, how many coders gave it a value
    sentences = sentences if len(sentences) else np.arange(len(coder_counts))
    sentence_of_word, sentence_count = _number_sentences(sentences, coder_counts >= 2)

    def count(words: Ints, columns: Ints, amounts: Floats, width: int) -> _CountsBySentence:
        """Counts in ``width`` columns: adds amounts[i] to column columns[i], in the row of the sentence of words[i]."""
        has_sentence = sentence_of_word[words] >= 0
        entries = (amounts[has_sentence], (sentence_of_word[words[has_sentence]], columns[has_sentence]))
        by_sentence = sparse.coo_array(entries, shape=(sentence_count + 1, width)).tocsr()
        total = np.bincount(columns, weights=amounts, minlength=width).astype(np.float64)
        return _CountsBySentence(total, by_sentence)

    is_assigned = np.zeros(len(values.sizes), dtype=np.bool_)  # for each value, whether a coder of ``rows`` gave it
    is_assigned[assigned[assigned >= 0]] = True
    is_counted = is_assigned[values.pair_a] & is_assigned[values.pair_b] & (values.pair_a <= values.pair_b)
    first, second = values.pair_a[is_counted], values.pair_b[is_counted]
    members = values.members.tocoo()
    shared = values.members[first].multiply(values.members[second]).tocoo()  # pairs x words: 1 if in both values
    coder, word = np.nonzero((assigned >= 0) & (coder_counts >= 2))
    ones = np.ones(len(word))
    compared_words, compared_pairs, weights = _comparisons(values, rows, coder_counts, first, second)
    return _AlphaCounts(
        first=first,
        second=second,
        sizes=count(members.col, members.row, np.ones(members.nnz), len(values.sizes)),
        shared=count(shared.col, shared.row, np.ones(shared.nnz), len(first)),
        occurrences=count(word, assigned[coder, word], ones, len(values.sizes)),
        n=count(word, np.zeros_like(word), ones, 1),
        compared=count(compared_words, compared_pairs, weights, len(first)),
    )


def _comparisons(
    values: WordValues, rows: Sequence[int], coder_counts: Ints, first: Ints, second: Ints
) -> tuple[Ints, Ints, Floats]:
    """Returns three arrays with an entry for every word and pair of coders whose values of the word share words: the
    word, the position of this pair of values in ``first`` and ``second``, and the weight 2 / (m - 1) (for m see
    `_AlphaCounts`).
    """
    keys = first * len(values.sizes) + second  # a number for each counted pair, ascending
    all_keys = np.minimum(values.pair_a, values.pair_b) * len(values.sizes) + np.maximum(values.pair_a, values.pair_b)
    words, value_pairs, weights = [np.empty(0, np.int64)], [np.empty(0, np.int64)], [np.empty(0)]
    for a, b in combinations(sorted(rows), 2):
        common = values.common_words[a, b]
        shares_words = common.value_pairs >= 0
        words.append(common.words[shares_words])
        value_pairs.append(np.searchsorted(keys, all_keys[common.value_pairs[shares_words]]))
        weights.append(2.0 / (coder_counts[common.words[shares_words]] - 1))
    return np.concatenate(words), np.concatenate(value_pairs), np.concatenate(weights)


def _number_sentences(sentences: Ints, comparable: Bools) -> tuple[Ints, int]:
    """Numbers, from 0, the sentences that have a ``comparable`` word. Returns for each word the number of its sentence
    (-1 if the sentence has no comparable word), and how many numbers there are.
    """
    used = np.unique(sentences[comparable])
    return np.where(np.isin(sentences, used), np.searchsorted(used, sentences), -1), len(used)


def _chunks(entries: int, pairs: int) -> Iterator[slice]:
    """Slices of `LeaveOneOut`, so that an array of entries x pairs has at most CELLS_AT_A_TIME numbers."""
    size = max(1, CELLS_AT_A_TIME // max(1, pairs))
    for start in range(0, entries, size):
        yield slice(start, start + size)


def _disagreements(counts: _AlphaCounts, sentences: slice) -> dict[Distance, LeaveOneOut]:
    """The disagreement, leaving out each of these sentences in turn: n Do = n - sum(compared * similarity), and n De =
    (n^2 - sum(occurrences of a * occurrences of b * similarity)) / (n - 1), summed over pairs (a, b) of values. For
    the formulas see scoring.stats.agreement.
    """
    # A value whose words are all left out has no occurrences; a size of 1 instead of 0 only avoids dividing by 0.
    sizes = np.maximum(counts.sizes.without(sentences), 1)
    shared = counts.shared.without(sentences)
    first_sizes, second_sizes = sizes[:, counts.first], sizes[:, counts.second]
    occurrences = counts.occurrences.without(sentences)
    multiplicity = np.where(counts.first == counts.second, 1.0, 2.0)  # each pair stands for both (a, b) and (b, a)
    products = occurrences[:, counts.first] * occurrences[:, counts.second] * multiplicity
    compared = counts.compared.without(sentences)
    n = counts.n.without(sentences)[:, 0]
    results = {}
    for distance in Distance:
        similarity = np.where(shared > 0, 1.0 - distances(distance, first_sizes, second_sizes, shared), 0.0)
        expected = (n * n - (products * similarity).sum(axis=1)) / np.maximum(n - 1, 1)
        results[distance] = LeaveOneOut(n - (compared * similarity).sum(axis=1), expected)
    return results
