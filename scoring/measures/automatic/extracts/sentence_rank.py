"""Kendall's tau between two extracts of the same sentences (Donaway, Drummey & Mather 2000, section 2.2)."""

from collections.abc import Collection
from math import comb, sqrt


def sentence_tau(first: Collection[int], second: Collection[int], sentence_count: int, variant: str) -> float | None:
    """Returns Kendall's tau (-1 to 1) between the rankings that two extracts imply. None if either extract ranks all
    sentences equally, because it is empty or there are fewer than two sentences.

    An extract ranks its K sentences 1 to K in document order, and all others share the next rank. ``first``,
    ``second``: numbers of sentences, from 0. ``variant``: "b" corrects for these ties, "a" does not.

    Of 20 sentences, {2, 3, 4} and {2, 3, 9} both agree with {2, 3, 5} in 36 of 54 untied pairs:

    >>> sentence_tau({2, 3, 4}, {2, 3, 5}, 20, "b") == sentence_tau({2, 3, 9}, {2, 3, 5}, 20, "b") == 36 / 54
    True
    """
    a, b, both = set(first), set(second), set(first) & set(second)
    pairs = comb(sentence_count, 2)
    pairs_a, pairs_b = (pairs - comb(sentence_count - len(chosen), 2) for chosen in (a, b))  # pairs that are not tied
    if not (pairs_a and pairs_b):
        return None
    score = 0  # concordant minus discordant pairs, counted at the first sentence of each pair
    later_in_a, later_in_b, later_in_both = len(a), len(b), len(both)
    for sentence in range(sentence_count):
        later_in_a -= sentence in a
        later_in_b -= sentence in b
        later_in_both -= sentence in both
        if sentence in both:
            score += sentence_count - sentence - 1
        elif sentence in a:
            score -= later_in_b
        elif sentence in b:
            score -= later_in_a
        else:
            score += later_in_both
    return score / (pairs if variant == "a" else sqrt(pairs_a * pairs_b))
