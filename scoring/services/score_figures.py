"""Pictures of the scores of a project: by topic, and by the owner of an annotation."""

from collections.abc import Sequence
from statistics import fmean

from scoring.figures import Dot, DotPlot, DotRow, Figure, Series
from scoring.services.robustness import Robustness
from scoring.services.score_table import TableRow

FEW = 6
"""So many summarizers have a shape of their own; more are a pale crowd, but for the chosen one."""


def topic_figure(rows: Sequence[TableRow], topics: Sequence[str], kind: str, chosen: str = "") -> Figure | None:
    """A row a topic with a dot for each summarizer (and matcher) and for their mean; ``chosen`` stands out.

    None where there is neither a row nor a topic.
    """
    if not rows or not topics:
        return None
    several = len({row.matcher for row in rows}) > 1
    is_known = chosen in {row.summarizer for row in rows}
    series = [
        Series(
            f"{row.summarizer} by {row.matcher}" if several else row.summarizer,
            quiet=row.summarizer != chosen and (is_known or len(rows) > FEW),
        )
        for row in rows
    ]
    plot = DotPlot(
        f"{kind.capitalize()} score",
        "Topic",
        (*series, Series("mean of all")),
        tuple(_topic_row(rows, topic, kind) for topic in topics),
        whole=(0, 1),
        crowd="the others" if is_known else "each summarizer, by each matcher" if several else "each summarizer",
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


def _topic_row(rows: Sequence[TableRow], topic: str, kind: str) -> DotRow:
    scores = [row.score(topic, kind) for row in rows]
    values = [score.score if score else None for score in scores]
    known = [value for value in values if value is not None]
    return DotRow(topic, (*map(_dot, values), _dot(fmean(known) if known else None)))


def _dot(value: float | None) -> Dot | None:
    return None if value is None else Dot(value)
