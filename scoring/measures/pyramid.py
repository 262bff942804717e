"""A pyramid as the weights of its Summary Content Units (SCUs), and the largest weight that X SCUs can have.

Source: Nenkova & Passonneau 2004, "Evaluating Content Selection in Summarization: The Pyramid Method", section 3.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from hashlib import blake2b
from itertools import accumulate
from math import floor
from typing import Any

Count = int | Fraction
"""A number of SCUs: whole, or a fraction if it is an average that is not rounded."""


class Rounding(StrEnum):
    """How to round the average number of SCUs of a model summary.

    DUCView 1.4, and thus NIST's scores of DUC 2006 and 2007, rounds half up; DUCView 1.5 takes the floor; the TAC
    scores agree with the ceiling; ``exact`` does not round but interpolates Max.
    """

    HALF_UP = "half-up"
    FLOOR = "floor"
    CEIL = "ceil"
    EXACT = "exact"


@dataclass(frozen=True, slots=True)
class Pyramid:
    """The SCUs of one topic. ``weights``: the weight of each SCU by ``uid``, >= 0. A weight is normally the number of
    distinct model summaries that express the SCU; in DUCView's files, the number of the SCU's contributors.
    """

    weights: Mapping[int, int]
    model_count: int
    _sums_of_heaviest: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        heaviest_first = sorted(self.weights.values(), reverse=True)
        object.__setattr__(self, "_sums_of_heaviest", (0, *accumulate(heaviest_first)))

    @property
    def contributors(self) -> int:
        """Number of contributors of all SCUs: the sum of the weights."""
        return self._sums_of_heaviest[-1]

    @property
    def content_hash(self) -> str:
        """Equal for pyramids with the same number of models and the same weight of each SCU (by ``uid``), whatever the
        order of the SCUs. Scores against such pyramids are comparable.
        """
        return blake2b(repr((self.model_count, sorted(self.weights.items()))).encode(), digest_size=16).hexdigest()

    def max_weight(self, x: Count) -> Count:
        """Max(x), the weight of an optimal summary of ``x`` >= 0 SCUs; interpolated if ``x`` is a fraction.

        The paper (section 3): with n tiers and |T_i| SCUs in tier i, j = max{i : |T_i| + ... + |T_n| >= x}, and Max =
        sum over i > j of i |T_i|, plus j (x - sum over i > j of |T_i|). That is the sum of the ``x`` largest weights.
        The weights are sorted once, when the pyramid is made. If ``x`` exceeds the number of SCUs, Max is the weight of
        the whole pyramid, as in DUCView.

        Figure 2, two SCUs of weight 4 over four of weight 3; an optimal summary of four SCUs:

        >>> Pyramid(dict(enumerate([4, 4, 3, 3, 3, 3])), model_count=4).max_weight(4)
        14
        """
        whole = min(floor(x), len(self.weights))
        weight = self._sums_of_heaviest[whole]
        if x == whole or whole == len(self.weights):
            return weight
        return weight + (x - whole) * (self._sums_of_heaviest[whole + 1] - weight)


def average_scus_per_model(pyramid: Pyramid, rounding: Rounding = Rounding.HALF_UP) -> Count:
    """Average number of SCUs in a model summary, Xa = contributors / models.

    Source: Passonneau et al. 2005 (modified score); roundings: see :class:`Rounding`. The pyramid must have models.

    >>> average_scus_per_model(Pyramid({1: 3, 2: 3, 3: 2, 4: 2}, model_count=4))
    3
    """
    average: Count = rounded_quotient(pyramid.contributors, pyramid.model_count, rounding)
    return average


def rounded_quotient(total: Any, models: int, rounding: Rounding) -> Any:
    """``total`` / ``models``, rounded. ``total``: a whole number, or an array of whole numbers as floats.

    With ``Rounding.EXACT`` the quotient of an int is a Fraction.
    """
    match rounding:
        case Rounding.HALF_UP:
            return (2 * total + models) // (2 * models)
        case Rounding.FLOOR:
            return total // models
        case Rounding.CEIL:
            return -(-total // models)
        case Rounding.EXACT:
            return Fraction(total, models) if isinstance(total, int) else total / models


def plain_number(count: Count) -> float:
    """The count as an int if it is whole, so that files show no decimal point; else as a float."""
    return int(count) if count == int(count) else float(count)
