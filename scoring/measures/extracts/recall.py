"""Recall of extracts against truths: J / M, where J is the number of common sentences and M that of the truth."""

from collections.abc import Collection, Sequence
from itertools import permutations
from math import lcm

import numpy as np

from scoring.measures.extracts.enumeration import Extracts
from scoring.stats.arrays import Ints


def common_counts(extracts: Extracts, truth: Collection[int], sentence_count: int) -> Ints:
    """Returns the number of sentences that each extract shares with the truth: int64[extracts]."""
    is_in_truth = np.zeros(sentence_count, np.int64)
    is_in_truth[list(truth)] = 1
    counts = np.zeros(len(extracts), np.int64)
    for column in extracts.T:
        counts += is_in_truth[column]
    return counts


def mean_recalls(common: Sequence[Ints], truth_sizes: Sequence[int]) -> tuple[Ints, int]:
    """Returns numerators int64[extracts] and the denominator of the mean recalls, which are exact. ``common``: the
    counts for each truth.
    """
    multiple = lcm(*truth_sizes)
    numerators = sum(
        (counts * (multiple // size) for counts, size in zip(common, truth_sizes, strict=True)),
        np.zeros_like(common[0]),
    )
    return numerators, multiple * len(truth_sizes)


def mean_pairwise_recall(truths: Sequence[Collection[int]]) -> float | None:
    """Returns the mean recall of each truth against each other. Empty truths are left out; None for fewer than two.

    >>> mean_pairwise_recall([{1, 2}, {2, 3, 4, 5}])  # 1/4 and 1/2
    0.375
    """
    recalls = [len(set(extract) & set(truth)) / len(truth) for extract, truth in permutations(filter(None, truths), 2)]
    return sum(recalls) / len(recalls) if recalls else None
