"""The figures of a grid: histograms of each family of measures, and the correlations of all measures."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from scoring.figures.figure import Figure
from scoring.figures.heat_map import HeatMap
from scoring.figures.histogram import Histogram, HistogramBar, Panel
from scoring.figures.scale import Reference
from scoring.measures.extracts.grid import ExtractGrid
from scoring.measures.extracts.results import MeasureResult, none_if_nan
from scoring.measures.extracts.scores import ExtractMeasure, Family
from scoring.results.extracts.grids import NamedGrid
from scoring.results.extracts.wording import FAMILY_TITLES, reference_name
from scoring.stats.arrays import Floats

MAX_LINES = 5
"""With more systems, the histograms have no lines at the scores of their extracts, which would hide the bars."""
CORRELATIONS = "correlations"


def grid_figures(named: NamedGrid) -> list[Figure]:
    families = [_histograms(named, family) for family in named.grid.document.families]
    correlations = correlation_figure(
        named.grid.measures,
        named.grid.spearman,
        "How similarly two measures rank the extracts: 1 is the same ranking, −1 the opposite one.",
    )
    return [*families, correlations]


def correlation_figure(measures: Sequence[ExtractMeasure], spearman: Floats, about: str) -> Figure:
    """Returns a heat map of the correlations of all pairs of measures."""
    matrix = tuple(tuple(none_if_nan(value) for value in row) for row in spearman.tolist())
    names = tuple(measure.name for measure in measures)
    plot = HeatMap("Measure", names, "Spearman’s correlation", "Spearman’s correlation", matrix)
    return Figure(CORRELATIONS, "All measures with each other", about, plot)


def figure_name(family: Family) -> str:
    return family.value


def _histograms(named: NamedGrid, family: Family) -> Figure:
    """Returns a histogram for each measure of the family."""
    grid = named.grid
    shows_lines = 0 < len(grid.placed) <= MAX_LINES
    panels = tuple(
        Panel(
            f"{result.measure.name} {reference_name(result.measure, named.judges)}",
            tuple(_bars(result)),
            _references(grid, result.measure) if shows_lines else (),
        )
        for result in grid.results
        if result.measure.family is family
    )
    about = f"How many of the {len(grid.extract_set.extracts):,} extracts have which score."
    about += " Dashed lines: the extracts of systems." if shows_lines else ""
    title = f"{FAMILY_TITLES[family]}: the scores of all extracts"
    return Figure(figure_name(family), title, about, Histogram("Measure", "Score", "extracts", panels))


def _bars(result: MeasureResult) -> Iterator[HistogramBar]:
    for score_class in reversed(result.classes or ()):
        yield HistogramBar(score_class.value, score_class.value, score_class.extracts)
    if result.histogram is not None:
        for (low, high), count in zip(pairwise(result.histogram.edges), result.histogram.counts, strict=True):
            yield HistogramBar(low, high, count)


def _references(grid: ExtractGrid, measure: ExtractMeasure) -> tuple[Reference, ...]:
    return tuple(Reference(extract.place(measure.number).value, extract.name) for extract in grid.placed)
