"""Figures of the analysis by pyramid order (its number of model summaries): the scores of two summaries (as in Figure 3
of Nenkova & Passonneau 2004), errors, and ranks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.figures.figure import Figure
from scoring.figures.line_plot import Line, LinePlot, Point
from scoring.figures.marks import Series
from scoring.figures.scale import Reference
from scoring.measures.orders.errors import ErrorRates
from scoring.measures.orders.ranks import RankStability
from scoring.measures.orders.scores import Range
from scoring.results.stability.result import MAX_CONTRADICTING_SHARE, Stability, TopicStability

ORDER_AXIS = "Model summaries in the pyramid"
ERROR_SERIES = (
    ("p", "p, all errors"),
    ("p1", "p1, wrongly different"),
    ("p2", "p2, wrongly equal"),
    ("p3", "p3, reversed"),
)


@dataclass(frozen=True, slots=True)
class SummaryScores:
    """The scores of a summary, by order. ``query_value`` names the summary in the query string, ``name`` on the page.
    ``ranges``: the lowest, mean and highest score at orders 1, 2, ...
    """

    query_value: str
    name: str
    ranges: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class SummaryPair:
    """Two summaries of ``topic`` to draw, and the ``topics`` and ``summaries`` that can be chosen instead.
    ``divergences``: for each pair of the topic's model summaries the order from which on the ranges of their scores do
    not overlap, as in Stability.divergences. ``reference_order``: the order that smaller orders are compared with.
    """

    topic: str
    first: SummaryScores
    second: SummaryScores
    topics: tuple[str, ...]
    summaries: tuple[SummaryScores, ...]
    divergences: tuple[dict[str, Any], ...]
    reference_order: int

    @property
    def is_sampled(self) -> bool:
        """Whether some scores are against a sample of the pyramids."""
        return any(score.sampled for summary in self.summaries for score in summary.ranges)

    @property
    def orders(self) -> range:
        return range(1, max(len(summary.ranges) for summary in self.summaries) + 1)


def chosen_pair(stability: Stability, topic: str = "", first: str = "", second: str = "") -> SummaryPair:
    """The two summaries to draw, by ``query_value``. Defaults: the first topic; the topic's best and worst model."""
    result = next((result for result in stability.topics if result.topic.key == topic), stability.topics[0])
    summaries = tuple(_summaries(result))
    by_query_value = {summary.query_value: summary for summary in summaries}
    models = sorted(summaries[: result.model_count], key=_score_at_highest_order, reverse=True)
    return SummaryPair(
        topic=result.topic.key,
        first=by_query_value.get(first, models[0]),
        second=by_query_value.get(second, models[-1]),
        topics=tuple(result.topic.key for result in stability.topics),
        summaries=summaries,
        divergences=tuple(pair for pair in stability.divergences if pair["topic"] == result.topic.key),
        reference_order=result.reference_order,
    )


def order_figure(pair: SummaryPair) -> Figure:
    """The lowest, mean and highest score of two summaries by order."""
    summaries = [pair.first] if pair.first == pair.second else [pair.first, pair.second]
    lines = []
    for summary in summaries:
        scores_by_order = enumerate(summary.ranges, start=1)
        points = (Point(order, scores.mean, scores.minimum, scores.maximum) for order, scores in scores_by_order)
        lines.append(Line(Series(summary.name), tuple(points)))
    title = f"Scores of {' and '.join(summary.name for summary in summaries)} on {pair.topic}"
    pyramids = "all pyramids, or a sample," if pair.is_sampled else "all pyramids"
    about = f"The line is the mean over {pyramids} of this size; the band shows the lowest and the highest score."
    return Figure("orders", title, about, LinePlot(ORDER_AXIS, "Score", tuple(lines), axis_range=(0, 1)))


def error_figure(errors: Sequence[ErrorRates]) -> Figure:
    """The error rates by order. ``errors``: the rates at orders 1, 2, ..."""
    lines = tuple(
        Line(Series(name), tuple(Point(rates.n, getattr(rates, field)) for rates in errors))
        for field, name in ERROR_SERIES
    )
    about = "How often two summaries compare differently than under the largest pyramids; the dashed line is at 5 %."
    references = (Reference(MAX_CONTRADICTING_SHARE, "5 %"),)
    plot = LinePlot(ORDER_AXIS, "Share of comparisons", lines, axis_range=(0, 0.1), references=references)
    return Figure("errors", "Wrong comparisons of two summaries", about, plot)


def rank_figure(stability: Stability) -> Figure | None:
    """Mean rank correlation with the largest pyramids, by order; None if nothing is ranked."""
    lines = []
    if stability.ranks is not None:
        lines.append(_rank_line("model summaries", stability.ranks))
    if (peers := stability.peers) is not None:
        lines.append(_rank_line("peers, topic by topic" if peers.means else "peers", peers.rank_stability))
        if peers.means:
            lines.append(_rank_line("peers, by means over topics", peers.means.rank_stability))
    if not lines:
        return None
    about = "Mean Spearman correlation of the ranking under fewer models with that under all: 1 is the same ranking."
    plot = LinePlot(ORDER_AXIS, "Rank correlation", tuple(lines), axis_range=(0, 1))
    return Figure("ranks", "Rank stability", about, plot)


def _rank_line(name: str, rank_stability: Sequence[RankStability]) -> Line:
    return Line(Series(name), tuple(Point(ranks.n, ranks.spearman) for ranks in rank_stability))


def _summaries(result: TopicStability) -> Iterator[SummaryScores]:
    """The model summaries of a topic, then its peers."""
    groups = [("model", result.topic.models, result.models.ranges_by_order)]
    if result.peers is not None:
        groups.append(("peer", tuple(peer.name for peer in result.topic.peers), result.peers.ranges_by_order))
    for kind, names, ranges_by_order in groups:
        for index, name in enumerate(names):
            yield SummaryScores(f"{kind}:{name}", f"{kind} {name}", tuple(ranges[index] for ranges in ranges_by_order))


def _score_at_highest_order(summary: SummaryScores) -> float:
    mean = summary.ranges[-1].mean
    return -1.0 if mean is None else mean
