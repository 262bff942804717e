"""Figures of how much model summaries overlap: a dot for each topic, and a dot for each pair of models.

Source: Harman & Over 2004, Figures 2 and 8.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.figures.dot_plot import Dot, DotPlot, DotRow
from scoring.figures.figure import Figure, Table
from scoring.figures.marks import Series
from scoring.measures.overlap import ModelOverlap, PairOverlap, TopicOverlap

AXIS_RANGE = (0, 1)


@dataclass(frozen=True, slots=True)
class PairPlot(DotPlot):
    """A row for each pair of models. ``pairs``: the topic and the overlaps of each row, for the table."""

    pairs: tuple[tuple[str, PairOverlap], ...] = ()

    @property
    def table(self) -> Table:
        """A row for each pair: its topic and models, and for each n the overlap and the counts it is computed from."""
        columns = ["Topic", "Model", "Other model"]
        for series in self.series:
            columns += [series.name, f"{series.name}, common", f"{series.name}, all"]
        return Table.of(columns, [(topic, pair.a, pair.b, *_counts(pair)) for topic, pair in self.pairs])


def topic_overlap_figure(overlap: ModelOverlap) -> Figure:
    """Returns a figure with a row for each topic: for each n, the mean overlap of its pairs, and their range."""
    rows = tuple(DotRow(topic.topic, tuple(_topic_dots(topic))) for topic in overlap.topics)
    about = "A dot is the mean over pairs of models of a topic; its line goes from the smallest to the largest overlap."
    plot = DotPlot("Overlap", "Topic", _series(overlap), rows, axis_range=AXIS_RANGE)
    return Figure("overlap", "Overlap of models by topic", about, plot)


def pair_overlap_figure(overlap: ModelOverlap) -> Figure:
    """Returns a figure with a row for each pair of models and a dot for each n."""
    pairs = tuple((topic.topic, pair) for topic in overlap.topics for pair in topic.pairs)
    rows = tuple(DotRow(f"{topic}: {pair.a}, {pair.b}", tuple(_pair_dots(pair))) for topic, pair in pairs)
    about = "A dot is the share of distinct n-grams that two models of a topic have in common."
    plot = PairPlot("Overlap", "Pair of models", _series(overlap), rows, axis_range=AXIS_RANGE, pairs=pairs)
    return Figure("pairs", "Overlap of pairs of models", about, plot)


def _series(overlap: ModelOverlap) -> tuple[Series, ...]:
    return tuple(Series(f"n = {n}") for n in range(1, overlap.settings.largest_n + 1))


def _topic_dots(topic: TopicOverlap) -> Iterator[Dot | None]:
    """Yields a dot for n = 1, 2, ...: at the mean overlap of the pairs, with a line over the range of the pairs."""
    for index, mean in enumerate(topic.means):
        values = [value for pair in topic.pairs if (value := pair.overlaps[index].value) is not None]
        yield None if mean is None else Dot(mean, min(values), max(values))


def _pair_dots(pair: PairOverlap) -> Iterator[Dot | None]:
    for overlap in pair.overlaps:
        yield None if overlap.value is None else Dot(overlap.value)


def _counts(pair: PairOverlap) -> Iterator[float | None]:
    for overlap in pair.overlaps:
        yield from (overlap.value, overlap.common, overlap.all)
