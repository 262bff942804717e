"""Shares, intervals as small pictures, and the names of terms on the agreement page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.results.agreement.words import AnnotatorWords, WordAgreement
from scoring.stats.anova import Anova, AnovaRow, Term
from scoring.stats.arrays import Interval
from scoring.stats.distances import Distance
from scoring.templatetags.score_tables import number

register = template.Library()

WIDTH, HEIGHT, MARGIN = 140.0, 18.0, 6.0
GOOD = 0.67
"""Alpha from which reliability is called good (Krippendorff 1980, in Nenkova & Passonneau 2004)."""
SIGNIFICANT = 0.05
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
    """The alphas with their names and intervals."""
    return [AlphaLine(*DISTANCES[one], alpha, words.intervals[one]) for one, alpha in words.alpha.items()]


@register.filter
def alpha_names(alphas: Mapping[Distance, Any]) -> list[str]:
    """Heads of columns."""
    return [DISTANCES[distance][0] for distance in alphas]


@register.filter
def share(value: float | None) -> str:
    """A share as a percentage with one decimal; a dash for none."""
    return "–" if value is None else f"{100 * value:.1f} %"


@register.filter
def cell_of(cells: Mapping[str, Any], owner: str) -> Any:
    """What an owner has in a row."""
    return cells[owner]


@register.filter
def term_name(term: Term) -> str:
    """``("annotator", "peer")`` as "Annotator × peer"; the residual has no factor."""
    return " × ".join(term).capitalize() if term else "Residual"


@register.filter
def annotator_row(table: Anova) -> AnovaRow | None:
    """The row of the annotator alone, if it could be tested."""
    return next((row for row in table.rows if row.term == ("annotator",) and row.p is not None), None)


@register.filter
def significant(row: AnovaRow) -> bool:
    """Whether such an F would come by chance in less than 5 % of cases."""
    return row.p is not None and row.p < SIGNIFICANT


@register.filter
def chance(p: float | None) -> str | SafeString:
    """A probability as other numbers; a tiny one as less than what they show."""
    if p is not None and p < TINY:
        return format_html('<data value="{0}" title="{0}">&lt; {1}</data>', repr(p), f"{TINY:.4f}")
    return number(p)


@register.inclusion_tag("scoring/results/agreement/_interval.html")
def interval_picture(line: AlphaLine) -> dict[str, Any]:
    """Alpha as a dot on its interval, from 0 (what is below is drawn there) to 1."""
    low, high = line.interval or (None, None)
    return {
        "alpha": _place(line.alpha),
        "low": _place(low),
        "high": _place(high),
        "good": _place(GOOD),
        "left": MARGIN,
        "right": WIDTH - MARGIN,
        "width": WIDTH,
        "height": HEIGHT,
        "middle": HEIGHT / 2,
    }


@register.inclusion_tag("scoring/results/agreement/_coverage.html")
def coverage_picture(annotator: AnnotatorWords) -> dict[str, Any]:
    """How much of the words is in one SCU, in several, in none."""
    uncovered, shared = annotator.uncovered or 0.0, annotator.shared or 0.0
    covered = 1 - uncovered - shared if annotator.seen else 0.0
    return {"covered": round(100 * covered, 2), "shared": round(100 * shared, 2)}


def _place(value: float | None) -> float | None:
    if value is None:
        return None
    return round(MARGIN + min(max(value, 0.0), 1.0) * (WIDTH - 2 * MARGIN), 2)
