"""Pictures of the analysis by pyramid order: two summaries' scores (the paper's Figure 3), errors, and ranks."""

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
from scoring.results.stability.result import ENOUGH, Stability, TopicStability

ORDER = "Model summaries in the pyramid"
PARTS = (
    ("p", "p, all errors"),
    ("p1", "p1, told apart wrongly"),
    ("p2", "p2, taken for the same"),
    ("p3", "p3, reversed"),
)


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary that can be drawn: ``value`` in a URL, ``name`` for people, its range of scores by order."""

    value: str
    name: str
    ranges: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """The two summaries that are drawn, and the topics and summaries of ``topic`` to choose from."""

    topic: str
    first: Summary
    second: Summary
    topics: tuple[str, ...]
    summaries: tuple[Summary, ...]
    divergences: tuple[dict[str, Any], ...]
    reference_order: int

    @property
    def orders(self) -> range:
        """The orders of the table of scores."""
        return range(1, max(len(one.ranges) for one in self.summaries) + 1)


def pictured_pair(stability: Stability, topic: str = "", first: str = "", second: str = "") -> Pair:
    """The two summaries to draw, chosen as in the URL; by default the best and the worst model of the first topic."""
    result = next((one for one in stability.topics if one.topic.key == topic), stability.topics[0])
    summaries = tuple(_summaries(result))
    known = {summary.value: summary for summary in summaries}
    models = sorted(summaries[: result.count], key=_score_at_highest_order, reverse=True)
    return Pair(
        result.topic.key,
        known.get(first, models[0]),
        known.get(second, models[-1]),
        tuple(one.topic.key for one in stability.topics),
        summaries,
        tuple(pair for pair in stability.pairs if pair["topic"] == result.topic.key),
        result.reference_order,
    )


def order_figure(pair: Pair) -> Figure:
    """Least, mean and greatest score of two summaries by order."""
    same = pair.first.name == pair.second.name
    lines = []
    for summary in (pair.first,) if same else (pair.first, pair.second):
        points = (Point(n, at.mean, at.minimum, at.maximum) for n, at in enumerate(summary.ranges, start=1))
        lines.append(Line(Series(summary.name), tuple(points)))
    names = pair.first.name if same else f"{pair.first.name} and {pair.second.name}"
    about = (
        "The line is the mean over all pyramids of so many models, the band goes from the least to the greatest score."
    )
    return Figure("orders", f"Scores of {names} on {pair.topic}", about, LinePlot(ORDER, "Score", tuple(lines), (0, 1)))


def error_figure(errors: Sequence[ErrorRates]) -> Figure:
    """Shares of wrong comparisons by order."""
    lines = tuple(Line(Series(name), tuple(Point(one.n, getattr(one, part)) for one in errors)) for part, name in PARTS)
    about = "How often two summaries come out otherwise than under the largest pyramids; the dashed line is at 5 %."
    plot = LinePlot(ORDER, "Share of comparisons", lines, (0, 0.1), (Reference(ENOUGH, "5 %"),))
    return Figure("errors", "Wrong comparisons of two summaries", about, plot)


def rank_figure(stability: Stability) -> Figure | None:
    """Mean rank correlation with the largest pyramids by order; None where there is no ranking."""
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
    return Figure("ranks", "Rank stability", about, LinePlot(ORDER, "Rank correlation", tuple(lines), (0, 1)))


def _rank_line(name: str, ranks: Sequence[RankStability]) -> Line:
    return Line(Series(name), tuple(Point(one.n, one.spearman) for one in ranks))


def _summaries(one: TopicStability) -> Iterator[Summary]:
    for place, name in enumerate(one.topic.models):
        yield Summary(f"model:{name}", f"model {name}", tuple(row[place] for row in one.models.orders))
    for place, peer in enumerate(one.topic.peers if one.peers else ()):
        yield Summary(f"peer:{peer.name}", f"peer {peer.name}", tuple(row[place] for row in one.peers.orders))  # type: ignore[union-attr]


def _score_at_highest_order(summary: Summary) -> float:
    mean = summary.ranges[-1].mean
    return -1.0 if mean is None else mean
