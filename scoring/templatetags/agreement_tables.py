"""Shares, small probabilities, and intervals as small pictures on the pages of agreement and stability."""

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

LEFT, RIGHT = 6.0, 134.0
"""The ends of the axis in the picture of an interval."""
GOOD = 0.67
"""Alpha from which reliability is called good (Krippendorff 1980, in Nenkova & Passonneau 2004)."""
TINY = 0.0001

DISTANCES = {
    Distance.NOMINAL: ("Nominal", "the same set of words or not"),
    Distance.JACCARD: ("Jaccard", "the share of words in both sets"),
    Distance.MASI: ("MASI", "Jaccard, less where neither set holds the other"),
    Distance.PASSONNEAU: ("Passonneau 2004", "same, contained, overlapping, apart"),
}


@dataclass(frozen=True, slots=True)
class AlphaLine:
    """One row of the table of alphas."""

    name: str
    meaning: str
    alpha: float | None
    interval: Interval


@register.filter
def alpha_lines(words: WordAgreement) -> list[AlphaLine]:
    return [AlphaLine(*DISTANCES[one], alpha, words.intervals[one]) for one, alpha in words.alpha.items()]


@register.filter
def share(value: float | None) -> str:
    """A share as a percentage with one decimal; a dash for none."""
    return "–" if value is None else f"{100 * value:.1f} %"


@register.filter
def headline(ranks: Sequence[RankStability]) -> list[RankStability]:
    """Orders 1, 2, 4 and the one below the reference, which is the last; the highest first."""
    return [rank for rank in reversed(ranks[:-1]) if rank.n in {1, 2, 4, len(ranks) - 1}]


@register.filter
def chance(p: float | None) -> str | SafeString:
    """A probability as other numbers; a tiny one as less than what they show."""
    if p is not None and p < TINY:
        return format_html('<data value="{0}" title="{0}">&lt; {1}</data>', repr(p), f"{TINY:.4f}")
    return number(p)


@register.inclusion_tag("scoring/results/agreement/_interval.html")
def interval_picture(line: AlphaLine) -> dict[str, Any]:
    """Alpha as a dot on its interval, from 0 (lower values are drawn there) to 1; the template sets the frame."""
    low, high = line.interval or (None, None)
    return {"alpha": _place(line.alpha), "low": _place(low), "high": _place(high), "good": _place(GOOD)}


@register.inclusion_tag("scoring/results/agreement/_coverage.html")
def coverage_picture(annotator: AnnotatorWords) -> dict[str, Any]:
    """How much of the words is in one SCU, in several, in none."""
    uncovered, shared = annotator.uncovered or 0.0, annotator.shared or 0.0
    covered = 1 - uncovered - shared if annotator.seen else 0.0
    return {"covered": round(100 * covered, 2), "shared": round(100 * shared, 2)}


def _place(value: float | None) -> float | None:
    return None if value is None else round(LEFT + min(max(value, 0.0), 1.0) * (RIGHT - LEFT), 2)
