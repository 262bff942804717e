"""Figures of a measure: the ranking, and the values by topic."""

from collections.abc import Sequence
from statistics import fmean

from scoring.figures.dot_plot import Dot, DotPlot, DotRow
from scoring.figures.figure import Figure
from scoring.figures.marks import Series
from scoring.measures.observation import Measure
from scoring.results.scores.ranking import RankedRow, Ranking
from scoring.results.scores.rows import SummarizerRow

MAX_SHAPES = 6
"""Up to this number of summarizers, each has its own shape. With more, all except the highlighted one are pale."""


def rank_figure(ranking: Ranking) -> Figure:
    """A row for each summarizer, the best on top, with its mean over topics and the interval of the mean."""
    title = ranking.measure.title
    rows = tuple(
        DotRow(f"{ranked.rank}  {ranked.row.name}", (_mean_dot(ranked),))
        for ranked in ranking.rows
        if ranked.rank is not None
    )
    about = "The mean of each summarizer over topics, with its 95 % interval (Student’s t over topics)."
    return Figure("ranks", f"{title}, ranked", about, DotPlot(title, "Summarizer", (Series("mean"),), rows))


def topic_figure(
    rows: Sequence[SummarizerRow], topics: Sequence[str], measure: Measure, highlight: str = ""
) -> Figure | None:
    """A row for each topic with a dot for each summarizer and for their mean. None without rows or topics.
    ``highlight``: the name of the summarizer to highlight.
    """
    if not rows or not topics:
        return None
    has_highlight = highlight in {row.name for row in rows}
    is_crowded = has_highlight or len(rows) > MAX_SHAPES
    series = [Series(row.name, is_pale=is_crowded and row.name != highlight) for row in rows]
    plot = DotPlot(
        measure.title,
        "Topic",
        (*series, Series("mean of all")),
        tuple(_topic_row(rows, topic) for topic in topics),
        axis_range=measure.axis_range,
        pale_name="the others" if has_highlight else "each summarizer",
    )
    about = "A dot for each summarizer and for the mean: how hard a topic is, and how far apart summarizers are on it."
    return Figure("topics", f"{measure.title} by topic", about, plot)


def _mean_dot(ranked: RankedRow) -> Dot | None:
    mean = ranked.row.mean.value
    return None if mean is None else Dot(mean, *(ranked.interval or ()))


def _topic_row(rows: Sequence[SummarizerRow], topic: str) -> DotRow:
    scores = [row.score(topic) for row in rows]
    defined = [score for score in scores if score is not None]
    return DotRow(topic, (*map(_dot, scores), _dot(fmean(defined) if defined else None)))


def _dot(value: float | None) -> Dot | None:
    return None if value is None else Dot(value)
