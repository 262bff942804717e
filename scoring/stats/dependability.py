"""How many topics and matchers are enough, from the components of the variance of scores (generalizability theory).

Two coefficients follow from the components, for any numbers of topics and matchers: G, the dependability of comparisons
between summarizers, and Phi, the dependability of the scores themselves (Brennan 2001, chapter 4).
"""

from dataclasses import dataclass
from math import sqrt

import scipy

from scoring.stats.intervals import t_factor
from scoring.stats.variance import Source, VarianceComponents

POWER = 0.8
"""The probability with which a detectable difference is found to be significant."""


@dataclass(frozen=True, slots=True)
class Dependability:
    """The coefficients Phi and G of means over this number of ``topics``, each matched by this number of ``matchers``.
    0 to 1; None for 0 / 0.
    """

    topics: int
    matchers: int
    phi: float | None
    g: float | None


def dependability(components: VarianceComponents, topics: int, matchers: int = 1) -> Dependability:
    """G and Phi of a summarizer's mean over this number of random topics and matchers.

    A source that was not separated from the residual is treated as part of the residual.
    """
    summarizer = components.get(Source.SUMMARIZER)
    # The variance of the error of differences between summarizers, and that of the error of the means themselves.
    relative_error = (
        components.get(Source.SUMMARIZER_TOPIC) / topics
        + components.get(Source.SUMMARIZER_MATCHER) / matchers
        + components.get(Source.RESIDUAL) / (topics * matchers)
    )
    absolute_error = relative_error + (
        components.get(Source.TOPIC) / topics
        + components.get(Source.MATCHER) / matchers
        + components.get(Source.TOPIC_MATCHER) / (topics * matchers)
    )
    phi = _share(summarizer, summarizer + absolute_error)
    return Dependability(topics, matchers, phi=phi, g=_share(summarizer, summarizer + relative_error))


def difference_deviation(components: VarianceComponents, matchers: int = 1) -> float:
    """The standard deviation, over topics, of the difference between two summarizers' scores, if each score is a mean
    over this number of ``matchers``.
    """
    # In the difference on one topic, the effects of the topic and of the matchers cancel, and summarizer:matcher adds
    # the same amount on every topic. The other effects of the two scores are independent, so their variances add up.
    variance = components.get(Source.SUMMARIZER_TOPIC) + components.get(Source.RESIDUAL) / matchers
    return sqrt(2 * variance)


def detectable_difference(deviation: float, topics: int) -> float | None:
    """The smallest true difference of means that a paired t test over this number of ``topics`` finds with power POWER.

    ``deviation``: the standard deviation of the differences over topics. The test is two-sided, at level 1 -
    CONFIDENCE_LEVEL, without correction for many pairs. None for fewer than two topics.

    Cohen 1988 (table 2.3.5): an effect of .5 standard deviations needs 34 pairs.

    >>> round(detectable_difference(1.0, 34), 2)
    0.5
    """
    if topics < 2:
        return None
    critical = t_factor(topics - 1)

    def missing_power(noncentrality: float) -> float:
        return POWER - float(scipy.stats.nct.sf(critical, topics - 1, noncentrality))

    # At the upper end of the search the power is almost 1.
    noncentrality = scipy.optimize.brentq(missing_power, 0.0, 10 * critical + 10)
    # The noncentrality is the difference of the means divided by its standard error, deviation / sqrt(topics).
    return deviation * float(noncentrality) / sqrt(topics)


def _share(part: float, whole: float) -> float | None:
    """``part`` / ``whole``; None for 0 / 0."""
    return part / whole if whole > 0 else None
