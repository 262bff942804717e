"""Numbers, rows and small pictures on the pages of agreement and stability."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.measures.orders.ranks import RankStability
from scoring.results.agreement.words import AnnotatorWords, WordAgreement
from scoring.stats.arrays import Interval
from scoring.stats.distances import Distance
from scoring.templatetags.score_tables import number

register = template.Library()

AXIS_LEFT, AXIS_RIGHT = 6.0, 134.0
"""The x coordinates of alpha 0 and 1 in _interval.html."""
GOOD_ALPHA = 0.67
"""Alpha from which reliability is called good (Krippendorff 1980, in Nenkova & Passonneau 2004)."""
SMALLEST_SHOWN = 0.0001
"""Smaller probabilities are shown as "less than" this."""

DISTANCES = {
    Distance.NOMINAL: ("Nominal", "the same set of words or not"),
    Distance.JACCARD: ("Jaccard", "the share of words in both sets"),
    Distance.MASI: ("MASI", "Jaccard, adjusted for whether one set contains the other"),
    Distance.PASSONNEAU: ("Passonneau 2004", "same, contained, overlapping, apart"),
}
"""The name of each distance on the page, and its meaning in small print."""


@dataclass(frozen=True, slots=True)
class AlphaRow:
    name: str
    meaning: str
    alpha: float | None
    interval: Interval


@register.filter
def alpha_rows(words: WordAgreement) -> list[AlphaRow]:
    return [AlphaRow(*DISTANCES[distance], alpha, words.intervals[distance]) for distance, alpha in words.alpha.items()]


@register.filter
def share(value: float | None) -> str:
    """A share as a percentage with one decimal; a dash for None."""
    return "–" if value is None else f"{100 * value:.1f} %"


@register.filter
def headline_orders(ranks: Sequence[RankStability]) -> list[RankStability]:
    """The orders in the summary of the page, highest first: 1, 2, 4 and the last below the reference, which is last."""
    return [rank for rank in reversed(ranks[:-1]) if rank.n in {1, 2, 4, len(ranks) - 1}]


@register.filter
def p_value(p: float | None) -> str | SafeString:
    """A probability with four decimals, or "< 0.0001"."""
    if p is not None and p < SMALLEST_SHOWN:
        return format_html('<data value="{0}" title="{0}">&lt; {1}</data>', repr(p), f"{SMALLEST_SHOWN:.4f}")
    return number(p)


@register.inclusion_tag("scoring/results/agreement/_interval.html")
def interval_picture(row: AlphaRow) -> dict[str, Any]:
    """Alpha as a dot on its interval, on an axis from 0 to 1. Values below 0 are drawn at 0."""
    low, high = row.interval or (None, None)
    return {"alpha": _axis_x(row.alpha), "low": _axis_x(low), "high": _axis_x(high), "good": _axis_x(GOOD_ALPHA)}


@register.inclusion_tag("scoring/results/agreement/_coverage.html")
def coverage_picture(annotator: AnnotatorWords) -> dict[str, Any]:
    """A bar with the shares of words in one SCU, in several, and in none; the template draws it 100 units wide."""
    in_none, in_several = annotator.share_in_no_scu or 0.0, annotator.share_in_several_scus or 0.0
    in_one = 1 - in_none - in_several if annotator.word_count else 0.0
    return {"in_one_scu": round(100 * in_one, 2), "in_several_scus": round(100 * in_several, 2)}


def _axis_x(alpha: float | None) -> float | None:
    return None if alpha is None else round(AXIS_LEFT + min(max(alpha, 0.0), 1.0) * (AXIS_RIGHT - AXIS_LEFT), 2)
