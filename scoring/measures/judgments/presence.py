"""Presence: which statements a summary or an answer expresses, by the votes of one or more judges.

A judge says whether a statement is present (1) or not (0), or whether the text supports it (2), supports it in part (1)
or not (0). Statements are SCUs, atomic content units (ACUs), pairs of a question and its answer, or nuggets.

Sources: Shapira et al. 2019, LitePyramid (majority; ties are absent); Liu et al. 2023, RoSE (ACU score, normalized).
"""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from math import exp

LENGTH_PENALTY = Fraction(2)
"""The divisor a of the normalized ACU score (see `normalized_acu`) in RoSE's published values."""


class Aggregate(StrEnum):
    """How the values of several judges for a statement become one: what the majority says, the mean, or present if
    any judge says so.
    """

    MAJORITY = "majority"
    MEAN = "mean"
    ANY = "any"


class Tie(StrEnum):
    """What a statement counts if as many judges say "present" as do not."""

    ABSENT = "absent"
    HALF = "half"
    PRESENT = "present"


ABSENT, PRESENT = Fraction(0), Fraction(1)
VALUES_OF_TIES = {Tie.ABSENT: ABSENT, Tie.HALF: Fraction(1, 2), Tie.PRESENT: PRESENT}


def presence(
    values: Sequence[int], *, maximum: int = 1, aggregate: Aggregate = Aggregate.MAJORITY, tie: Tie = Tie.ABSENT
) -> Fraction:
    """Returns how far a statement is present, 0 to 1. ``values``: those of its judges, at least one, each 0 to
    ``maximum``. If ``maximum`` is above 1, the mean takes the place of the majority.

    >>> presence([1, 1, 0]), presence([1, 1, 0, 0]), presence([1, 1, 0, 0], aggregate=Aggregate.MEAN)
    (Fraction(1, 1), Fraction(0, 1), Fraction(1, 2))
    >>> presence([2, 1], maximum=2)
    Fraction(3, 4)
    """
    if aggregate is Aggregate.ANY:
        return Fraction(max(values), maximum)
    if aggregate is Aggregate.MEAN or maximum > 1:
        return Fraction(sum(values), maximum * len(values))
    return _majority(sum(values), len(values), tie)


def full_support(values: Sequence[int], *, maximum: int = 1, aggregate: Aggregate = Aggregate.MAJORITY) -> Fraction:
    """Returns how far a statement is fully supported, 0 to 1: like :func:`presence`, but only the value ``maximum``
    counts as present, and a tie counts as absent.

    >>> full_support([2, 2, 1], maximum=2), full_support([2, 1], maximum=2)
    (Fraction(1, 1), Fraction(0, 1))
    """
    return presence([int(value == maximum) for value in values], aggregate=aggregate)


def presence_score(presences: Sequence[Fraction], weights: Sequence[int] | None = None) -> Fraction | None:
    """Returns the mean of the presences of all statements, or their mean weighted by ``weights`` (for instance those of
    SCUs). It is 0 to 1; None without statements or if all weights are 0.

    >>> presence_score([Fraction(1), Fraction(0)], [3, 1])
    Fraction(3, 4)
    """
    if weights is None:
        return sum(presences, Fraction(0)) / len(presences) if presences else None
    total = sum(weights)
    weighted = sum((weight * p for weight, p in zip(weights, presences, strict=True)), Fraction(0))
    return weighted / total if total else None


def normalized_acu(acu: Fraction, *, tokens: int, model_tokens: Fraction, penalty: Fraction = LENGTH_PENALTY) -> float:
    """Returns nACU = ACU exp(min(0, (1 - |s| / |r|) / a)), which is smaller for a summary longer than its models.

    ``acu``: the presence score over ACUs; ``tokens``: |s|, the length of the summary; ``model_tokens``: |r| > 0, the
    mean length of the models; ``penalty``: a > 0. With a larger a, length matters less.

    >>> round(normalized_acu(Fraction(3, 4), tokens=105, model_tokens=Fraction(58)), 5)
    0.50015
    """
    exponent = float((1 - Fraction(tokens) / model_tokens) / penalty)
    return float(acu) * exp(min(0.0, exponent))


def _majority(present: int, votes: int, tie: Tie) -> Fraction:
    if 2 * present == votes:
        return VALUES_OF_TIES[tie]
    return PRESENT if 2 * present > votes else ABSENT
