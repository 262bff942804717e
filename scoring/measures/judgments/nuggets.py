"""Scores of an answer against a bank of nuggets, atomic statements that are each vital or only okay.

Sources: Voorhees 2003 (vital and okay nuggets); Pradeep et al. 2025, TREC RAG, whose program nuggetizer
(``core/metrics.py``) has the six scores. An answer to a topic without vital nuggets scores 0 there; here the two vital
scores are undefined.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

OKAY_WEIGHT = Fraction(1, 2)
"""How much an okay nugget counts in the weighted scores, where a vital one counts 1."""


@dataclass(frozen=True, slots=True)
class NuggetSupport:
    """How an answer supports a nugget. ``presence``: 1 support, 1/2 partial support, 0 none, or a mean of these over
    judges. ``full``: 1 for support, else 0, or the mean over judges.
    """

    is_vital: bool
    presence: Fraction
    full: Fraction


@dataclass(frozen=True, slots=True)
class NuggetScores:
    """The scores of one answer, each 0 to 1. The strict scores count full support only. ``vital`` and ``strict_vital``
    are over vital nuggets only; None without vital nuggets. ``weighted`` and ``strict_weighted``: okay nuggets count
    half. All are None without nuggets.
    """

    strict_all: Fraction | None
    strict_vital: Fraction | None
    all: Fraction | None
    vital: Fraction | None
    weighted: Fraction | None
    strict_weighted: Fraction | None


def nugget_scores(nuggets: Sequence[NuggetSupport]) -> NuggetScores:
    """Returns the scores of an answer from all nuggets of the topic.

    A vital nugget with support, one with partial support, an okay nugget without and one with support:

    >>> half, one, zero = Fraction(1, 2), Fraction(1), Fraction(0)
    >>> bank = [(True, one, one), (True, half, zero), (False, zero, zero), (False, one, one)]
    >>> scores = nugget_scores([NuggetSupport(*nugget) for nugget in bank])
    >>> float(scores.all), float(scores.strict_all), float(scores.vital), float(scores.weighted)
    (0.625, 0.5, 0.75, 0.6666666666666666)
    """
    vital = [nugget for nugget in nuggets if nugget.is_vital]
    weights = [Fraction(1) if nugget.is_vital else OKAY_WEIGHT for nugget in nuggets]
    return NuggetScores(
        strict_all=_mean([nugget.full for nugget in nuggets]),
        strict_vital=_mean([nugget.full for nugget in vital]),
        all=_mean([nugget.presence for nugget in nuggets]),
        vital=_mean([nugget.presence for nugget in vital]),
        weighted=_mean([nugget.presence for nugget in nuggets], weights),
        strict_weighted=_mean([nugget.full for nugget in nuggets], weights),
    )


def _mean(values: Sequence[Fraction], weights: Sequence[Fraction] | None = None) -> Fraction | None:
    """Returns the mean, weighted if there are weights; None without values."""
    weights = [Fraction(1)] * len(values) if weights is None else weights
    weighted = sum((weight * value for weight, value in zip(weights, values, strict=True)), Fraction(0))
    return weighted / sum(weights) if values else None
