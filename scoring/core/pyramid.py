"""Pyramids of Summary Content Units as weights, and the best weight that X SCUs can have.

Source: Nenkova & Passonneau 2004, "Evaluating Content Selection in Summarization: The Pyramid Method", section 3.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate
from math import floor

Count = int | Fraction
"""A number of SCUs: whole, or a fraction where an average is not rounded."""


class Rounding(StrEnum):
    """How the average number of SCUs of a model summary becomes a number of SCUs.

    DUCView 1.4 and so NIST's DUC 2006 and 2007 scores round half up; DUCView 1.5 takes the floor; the TAC scores agree
    with the ceiling; ``exact`` interpolates.
    """

    HALF_UP = "half-up"
    FLOOR = "floor"
    CEIL = "ceil"
    EXACT = "exact"


@dataclass(frozen=True, slots=True)
class Pyramid:
    """The SCUs of one topic with their weights.

    ``weights``: weight by SCU (the SCU's ``uid``), each >= 0; normally the number of distinct model summaries that
    express it, in files of DUCView the number of its contributors. ``models``: number of model summaries, >= 0.

    Raises ValueError for a negative weight or a negative number of models.
    """

    weights: Mapping[int, int]
    models: int
    _best: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.models < 0:
            raise ValueError(f"A pyramid cannot have {self.models} model summaries.")
        for uid, weight in self.weights.items():
            if weight < 0:
                raise ValueError(f"SCU {uid} cannot have weight {weight}.")
        heaviest_first = sorted(self.weights.values(), reverse=True)
        object.__setattr__(self, "_best", (0, *accumulate(heaviest_first)))

    @property
    def contributors(self) -> int:
        """Contributors in all, one a model summary and SCU: the sum of the weights."""
        return self._best[-1]

    def best(self, x: Count) -> Count:
        """The largest weight that ``x`` SCUs have, as :func:`max_by_greedy`: sorted once for all peers."""
        _check_count(x)
        whole = min(floor(x), len(self.weights))
        taken = self._best[whole]
        if x == whole or whole == len(self.weights):
            return taken
        return taken + (x - whole) * (self._best[whole + 1] - taken)


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
    _check_count(x)
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
    _check_count(x)
    ordered = sorted(weights, reverse=True)
    whole = floor(x)
    taken = sum(ordered[:whole])
    if x == whole or whole >= len(ordered):
        return taken
    return taken + (x - whole) * ordered[whole]


def average_scus_per_model(pyramid: Pyramid, rounding: Rounding = Rounding.HALF_UP) -> Count:
    """Average number of SCUs in a model summary, Xa = contributors / models.

    Source: Passonneau et al. 2005 (modified score); roundings: see :class:`Rounding`. Raises ValueError without models.

    >>> average_scus_per_model(Pyramid({1: 3, 2: 3, 3: 2, 4: 2}, models=4))
    3
    """
    contributors, models = pyramid.contributors, pyramid.models
    if models == 0:
        raise ValueError("Without model summaries there is no average.")
    match rounding:
        case Rounding.HALF_UP:
            return (2 * contributors + models) // (2 * models)
        case Rounding.FLOOR:
            return contributors // models
        case Rounding.CEIL:
            return -(-contributors // models)
        case Rounding.EXACT:
            return Fraction(contributors, models)


def _check_count(x: Count) -> None:
    if x < 0:
        raise ValueError(f"A summary cannot have {x} SCUs.")
