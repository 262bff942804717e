"""Template tags and filters of the pages on agreement and on how many models are enough: numbers, rows and pictures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.measures.orders.ranks import RankStability
from scoring.measures.peer_agreement import PairOfRaters, PeerAgreement
from scoring.results.agreement.robustness import OwnerCorrelation
from scoring.results.agreement.words import AnnotatorWords, PairWords, TopicAlphas, WordAgreement
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


CELL_COEFFICIENTS = {
    "kappa_cohen": ("Cohen’s kappa", "chance from each person’s own share of matches"),
    "kappa_fleiss": ("Fleiss’ kappa", "chance from all people together"),
    "alpha_presence": ("Krippendorff’s alpha", "Fleiss’ kappa for small samples"),
    "ac1": ("Gwet’s AC1", "not lowered by SCUs that are rarely matched"),
    "jaccard": ("Jaccard", "of the SCUs matched by either person, the share matched by both; all peers pooled"),
    "positive": ("Positive agreement", "on SCUs that are in the peer"),
    "negative": ("Negative agreement", "on SCUs that are not in the peer"),
}
"""The name and meaning of each coefficient of cells. A cell is a pair of a peer and an SCU: is the SCU in the peer?"""
SCORE_COEFFICIENTS = {
    "pearson": ("Pearson’s r", "ignores a constant difference or factor between people"),
    "icc_c1": ("ICC(C,1), consistency", "ignores a constant difference between people"),
    "icc_a1": ("ICC(A,1), absolute agreement", "a constant difference counts as disagreement"),
    "mean_difference": ("Mean difference", "of modified scores, without its sign"),
}
"""The name and meaning of each coefficient of the scores of peers."""

PAIR_COEFFICIENTS = (
    *("kappa_cohen", "ac1", "jaccard", "positive", "negative"),
    *("pearson", "icc_c1", "icc_a1", "mean_difference"),
)
"""The columns of the table of pairs."""

RANK_CORRELATIONS = ("pearson", "spearman", "kendall")
"""The columns of the table of correlations between the scores by two owners of annotations."""

MAX_PAIRS_WITH_INTERVALS, MAX_TOPICS = 30, 50
"""Limits that keep the page small: more pairs are shown without their intervals, and more topics are not shown."""


@dataclass(frozen=True, slots=True)
class CoefficientRow:
    """A row of a table of coefficients: the name, its meaning in small print, the value and its interval."""

    name: str
    meaning: str
    value: float | None
    interval: Interval


@register.filter
def alpha_rows(agreement: WordAgreement) -> list[CoefficientRow]:
    """A row for alpha with each distance."""
    alphas = agreement.alpha.items()
    return [CoefficientRow(*DISTANCES[distance], alpha, agreement.intervals[distance]) for distance, alpha in alphas]


@register.filter
def cell_rows(agreement: PeerAgreement) -> list[CoefficientRow]:
    """The coefficients of cells: whether the SCU is in the peer, for each pair of a peer and an SCU."""
    return _coefficient_rows(agreement, CELL_COEFFICIENTS)


@register.filter
def score_rows(agreement: PeerAgreement) -> list[CoefficientRow]:
    return _coefficient_rows(agreement, SCORE_COEFFICIENTS)


@register.filter
def shows_intervals(pairs: Sequence[Any]) -> bool:
    """Whether there are few enough ``pairs`` (of any kind) to show their intervals."""
    return len(pairs) <= MAX_PAIRS_WITH_INTERVALS


@register.filter
def least_agreed(agreement: WordAgreement) -> list[TopicAlphas]:
    """Topics with the lowest alpha (Jaccard) first, undefined ones last; at most MAX_TOPICS."""
    alphas = {row.topic: row.alpha[Distance.JACCARD] for row in agreement.by_topic}
    order = sorted(agreement.by_topic, key=lambda row: (alphas[row.topic] is None, alphas[row.topic] or 0.0, row.topic))
    return order[:MAX_TOPICS]


@register.filter
def alpha_cells(row: TopicAlphas | PairWords, with_intervals: bool) -> SafeString:
    """A cell for alpha with each distance."""
    alphas = row.agreement.alpha if isinstance(row, PairWords) else row.alpha
    cells = ((alpha, row.intervals[distance] if with_intervals else None) for distance, alpha in alphas.items())
    return format_html_join("", "{}", ((_cell(*cell),) for cell in cells))


@register.filter
def pair_coefficients(pair: PairOfRaters, with_intervals: bool) -> SafeString:
    """A cell for each of PAIR_COEFFICIENTS."""
    return _coefficient_cells(pair, PAIR_COEFFICIENTS, with_intervals)


@register.filter
def rank_correlations(pair: OwnerCorrelation, with_intervals: bool) -> SafeString:
    """A cell for each of RANK_CORRELATIONS."""
    return _coefficient_cells(pair, RANK_CORRELATIONS, with_intervals)


@register.filter
def share(value: float | None) -> str:
    """A share as a percentage with one decimal; a dash for None."""
    return "–" if value is None else f"{100 * value:.1f} %"


@register.filter
def headline_orders(ranks: Sequence[RankStability]) -> list[RankStability]:
    """The rank stability that the page's summary shows: at the order below the reference order, and at orders 4, 2 and
    1. An order is a number of models per pyramid. ``ranks``: at orders 1, 2, ..., up to the reference order.
    """
    return [rank for rank in reversed(ranks[:-1]) if rank.n in {1, 2, 4, len(ranks) - 1}]


@register.filter
def p_value(p: float | None) -> str | SafeString:
    """A probability with four decimals, or "< 0.0001"."""
    if p is not None and p < SMALLEST_SHOWN:
        return format_html('<data value="{0}" title="{0}">&lt; {1}</data>', repr(p), f"{SMALLEST_SHOWN:.4f}")
    return number(p)


@register.inclusion_tag("scoring/results/agreement/_interval.html")
def interval_picture(row: CoefficientRow) -> dict[str, Any]:
    """The x coordinates of a picture of alpha: a dot on its interval, on an axis from 0 to 1. Values below 0 are drawn
    at 0.
    """
    low, high = row.interval or (None, None)
    return {"alpha": _axis_x(row.value), "low": _axis_x(low), "high": _axis_x(high), "good": _axis_x(GOOD_ALPHA)}


@register.inclusion_tag("scoring/results/agreement/_coverage.html")
def coverage_picture(annotator: AnnotatorWords) -> dict[str, Any]:
    """The parts of a bar, in percent of its width: the words in one SCU and in several; the rest are in none."""
    in_none, in_several = annotator.share_in_no_scu or 0.0, annotator.share_in_several_scus or 0.0
    in_one = 1 - in_none - in_several if annotator.word_count else 0.0
    return {"in_one_scu": round(100 * in_one, 2), "in_several_scus": round(100 * in_several, 2)}


def _coefficient_cells(pair: Any, names: Sequence[str], with_intervals: bool) -> SafeString:
    """``names``: the attributes of ``pair`` that are shown; the mapping ``pair.intervals`` has their intervals."""
    cells = ((getattr(pair, name), pair.intervals[name] if with_intervals else None) for name in names)
    return format_html_join("", "{}", ((_cell(*cell),) for cell in cells))


def _cell(value: float | None, interval: Interval) -> SafeString:
    """A cell with the value, and below it the interval with two decimals; all digits are in its title."""
    if interval is None:
        return format_html('<td class="num">{}</td>', number(value))
    title, text = "95 % interval: {!r} to {!r}".format(*interval), "{:.2f} to {:.2f}".format(*interval)
    return format_html('<td class="num">{}<small title="{}">{}</small></td>', number(value), title, text)


def _coefficient_rows(agreement: PeerAgreement, meanings: Mapping[str, tuple[str, str]]) -> list[CoefficientRow]:
    """``meanings``: the names and meanings of the coefficients by the attributes of ``agreement`` that have them."""
    return [CoefficientRow(*meanings[key], getattr(agreement, key), agreement.intervals[key]) for key in meanings]


def _axis_x(alpha: float | None) -> float | None:
    """The x coordinate of alpha in _interval.html."""
    return None if alpha is None else round(AXIS_LEFT + min(max(alpha, 0.0), 1.0) * (AXIS_RIGHT - AXIS_LEFT), 2)
