"""Pictures of a measure: its ranking, and its values by topic."""

from collections.abc import Sequence
from statistics import fmean

from scoring.figures.dot_plot import Dot, DotPlot, DotRow
from scoring.figures.figure import Figure
from scoring.figures.marks import Series
from scoring.measures.observation import Measure
from scoring.results.scores.ranking import RankedRow, Ranking
from scoring.results.scores.rows import SummarizerRow

FEW = 6
"""So many summarizers have a shape of their own; more are a pale crowd, but for the chosen one."""


def rank_figure(ranking: Ranking) -> Figure:
    """A row a summarizer, the best on top, with its mean over topics and the interval."""
    name = ranking.measure.title
    rows = tuple(
        DotRow(f"{one.rank}  {one.row.name}", (_mean_dot(one),)) for one in ranking.rows if one.rank is not None
    )
    about = "The mean of each summarizer over topics, with the interval in which 95 of 100 draws of topics leave it."
    return Figure("ranks", f"{name}, ranked", about, DotPlot(name, "Summarizer", (Series("mean"),), rows))


def topic_figure(
    rows: Sequence[SummarizerRow], topics: Sequence[str], measure: Measure, chosen: str = ""
) -> Figure | None:
    """A row a topic with a dot for each summarizer and for their mean; ``chosen`` (a name) stands out.

    None where there is neither a row nor a topic.
    """
    if not rows or not topics:
        return None
    is_known = chosen in {row.name for row in rows}
    series = [Series(row.name, quiet=row.name != chosen and (is_known or len(rows) > FEW)) for row in rows]
    plot = DotPlot(
        measure.title,
        "Topic",
        (*series, Series("mean of all")),
        tuple(_topic_row(rows, topic) for topic in topics),
        axis_range=measure.axis_range,
        crowd="the others" if is_known else "each summarizer",
    )
    about = "A dot for each summarizer and for the mean: how hard a topic is, and how far apart summarizers are on it."
    return Figure("topics", f"{measure.title} by topic", about, plot)


def _mean_dot(one: RankedRow) -> Dot | None:
    mean = one.row.mean.value
    return None if mean is None else Dot(mean, *(one.interval or ()))


def _topic_row(rows: Sequence[SummarizerRow], topic: str) -> DotRow:
    values = [row.score(topic) for row in rows]
    known = [value for value in values if value is not None]
    return DotRow(topic, (*map(_dot, values), _dot(fmean(known) if known else None)))


def _dot(value: float | None) -> Dot | None:
    return None if value is None else Dot(value)
