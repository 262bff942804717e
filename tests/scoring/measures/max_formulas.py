"""The best weight of X SCUs, as the paper writes it and as the sum of the largest weights."""

from collections import Counter
from collections.abc import Iterable
from math import floor

from scoring.measures.pyramid import Count


def check_count(x: Count) -> None:
    """Refuse a negative number of SCUs."""
    if x < 0:
        raise ValueError(f"A summary cannot have {x} SCUs.")


def tiers(weights: Iterable[int]) -> dict[int, int]:
    """Number of SCUs of each weight, heaviest first; empty tiers are left out.

    >>> tiers([1, 3, 1, 2, 1])
    {3: 1, 2: 1, 1: 3}
    """
    counted = Counter(weights)
    return {weight: counted[weight] for weight in sorted(counted, reverse=True)}


def max_by_paper_formula(weights: Iterable[int], x: Count) -> Count:
    """Weight of an optimal summary of ``x`` SCUs, as the paper writes it (section 3).

    With n tiers and |T_i| SCUs in tier i: j = max{i : |T_i| + ... + |T_n| >= x}, the lowest tier an optimal summary
    draws on, and Max = sum over i > j of i |T_i|, plus j (x - sum over i > j of |T_i|). Where ``x`` exceeds the number
    of SCUs there is no such j and Max is the weight of the whole pyramid, as DUCView has it.

    ``weights``: one >= 0 for each SCU, in any order. ``x`` >= 0; a fraction interpolates. Raises ValueError for x < 0.

    The paper's Figure 2, two SCUs of weight 4 over four of weight 3; an optimal summary of four SCUs:

    >>> max_by_paper_formula([4, 4, 3, 3, 3, 3], 4)
    14
    """
    check_count(x)
    tier_sizes = tiers(weights)
    above_count, above_weight = 0, 0
    for tier, size in tier_sizes.items():
        if above_count + size >= x:
            return above_weight + tier * (x - above_count)
        above_count += size
        above_weight += tier * size
    return above_weight


def max_by_greedy(weights: Iterable[int], x: Count) -> Count:
    """The sum of the ``x`` largest weights, the last one in part where ``x`` is a fraction.

    Equal to :func:`max_by_paper_formula`; arguments and errors as there.

    >>> max_by_greedy([4, 4, 3, 3, 3, 3], 4)
    14
    """
    check_count(x)
    ordered = sorted(weights, reverse=True)
    whole = floor(x)
    taken = sum(ordered[:whole])
    if x == whole or whole >= len(ordered):
        return taken
    return taken + (x - whole) * ordered[whole]
