"""Pictures of the scores of a project: by topic, and by the owner of an annotation."""

from collections.abc import Sequence
from statistics import fmean

from scoring.figures import Dot, DotPlot, DotRow, Figure, Series
from scoring.services.robustness import Robustness
from scoring.services.score_ranking import RankedRow, Ranking
from scoring.services.score_rows import SummarizerRow

FEW = 6
"""So many summarizers have a shape of their own; more are a pale crowd, but for the chosen one."""


def rank_figure(ranking: Ranking) -> Figure:
    """A row a summarizer, the best on top, with its mean over topics and the interval."""
    name = f"{ranking.kind.capitalize()} score"
    rows = tuple(
        DotRow(f"{one.rank}  {one.row.name}", (_mean_dot(one),)) for one in ranking.rows if one.rank is not None
    )
    about = "The mean of each summarizer over topics, with the interval in which 95 of 100 draws of topics leave it."
    return Figure("ranks", f"{name}, ranked", about, DotPlot(name, "Summarizer", (Series("mean"),), rows))


def topic_figure(rows: Sequence[SummarizerRow], topics: Sequence[str], kind: str, chosen: str = "") -> Figure | None:
    """A row a topic with a dot for each summarizer and for their mean; ``chosen`` (a name) stands out.

    None where there is neither a row nor a topic.
    """
    if not rows or not topics:
        return None
    is_known = chosen in {row.name for row in rows}
    series = [Series(row.name, quiet=row.name != chosen and (is_known or len(rows) > FEW)) for row in rows]
    plot = DotPlot(
        f"{kind.capitalize()} score",
        "Topic",
        (*series, Series("mean of all")),
        tuple(_topic_row(rows, topic) for topic in topics),
        whole=(0, 1),
        crowd="the others" if is_known else "each summarizer",
    )
    about = "A dot for each summarizer and for the mean: how hard a topic is, and how far apart summarizers are on it."
    return Figure("topics", f"{kind.capitalize()} score by topic", about, plot)


def owner_figure(found: Robustness | None) -> Figure | None:
    """A row a summarizer with a dot for each owner that scored it: the numbers of the table of owners side by side."""
    if found is None:
        return None
    rows = tuple(
        DotRow(row.summarizer, tuple(_dot(one.score if one else None) for one in map(row.by_owner.get, found.owners)))
        for row in found.rows
    )
    name = f"{found.kind.capitalize()} score"
    series = tuple(Series(owner) for owner in found.owners)
    plot = DotPlot(name, "Summarizer", series, rows, joined=True, whole=(0, 1))
    about = "A dot for each owner; the longer a line, the more the score of this peer depends on who annotated."
    return Figure("owners", f"{name} by annotator", about, plot)


def _mean_dot(one: RankedRow) -> Dot | None:
    mean = one.row.mean.value
    return None if mean is None else Dot(mean, *(one.interval or ()))


def _topic_row(rows: Sequence[SummarizerRow], topic: str) -> DotRow:
    values = [row.score(topic) for row in rows]
    known = [value for value in values if value is not None]
    return DotRow(topic, (*map(_dot, values), _dot(fmean(known) if known else None)))


def _dot(value: float | None) -> Dot | None:
    return None if value is None else Dot(value)
