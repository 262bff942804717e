"""Figures of how many topics and matchers are enough: variances, coefficients and detectable differences."""

from scoring.figures.bar_plot import Bar, BarPlot
from scoring.figures.figure import Figure
from scoring.figures.line_plot import Line, LinePlot, Point
from scoring.figures.marks import Series
from scoring.figures.scale import Reference
from scoring.results.enough.result import GOOD, EnoughAnalysis

TOPIC_AXIS = "Topics"
FEWEST_TOPICS_DRAWN = 5
"""Differences for fewer topics are not drawn: they are so large that all others would look alike."""


def enough_figures(enough: EnoughAnalysis | None) -> list[Figure | None]:
    if enough is None:
        return []
    return [component_figure(enough), dependability_figure(enough), detectable_figure(enough)]


def component_figure(enough: EnoughAnalysis) -> Figure:
    """A bar for each source of variance that the scores separate from the residual."""
    rows = [row for row in enough.component_rows if row.variance is not None]
    about = "How much of the variance of single scores comes from each source."
    bars = tuple(Bar(row.title, row.variance) for row in rows)
    plot = BarPlot(value_name="Variance", row_name="Source", bars=bars)
    return Figure("components", f"Variance components of the {enough.score_name}", about, plot)


def dependability_figure(enough: EnoughAnalysis) -> Figure:
    """Phi and G by number of topics, a line for each number of matchers."""
    lines = []
    for matchers in enough.matcher_counts:
        rows = [row for row in enough.dependability if row.matchers == matchers]
        for name, field in (("Phi", "phi"), ("G", "g")):
            points = tuple(Point(row.topics, getattr(row, field)) for row in rows)
            lines.append(Line(Series(f"{name}{_matchers_suffix(enough, matchers)}"), points))
    about = f"Coefficients of means by number of topics; the dashed line is at {GOOD}."
    references = (Reference(GOOD, str(GOOD)),)
    plot = LinePlot(TOPIC_AXIS, "Coefficient", tuple(lines), axis_range=(0, 1), references=references)
    return Figure("dependability", "Dependability of means over topics", about, plot)


def detectable_figure(enough: EnoughAnalysis) -> Figure:
    """The smallest detectable difference by number of topics, a line for each number of matchers."""
    lines = tuple(
        Line(
            Series(f"difference{_matchers_suffix(enough, matchers)}"),
            tuple(
                Point(row.topics, row.difference)
                for row in enough.detectable
                if row.matchers == matchers and row.topics >= FEWEST_TOPICS_DRAWN
            ),
        )
        for matchers in enough.matcher_counts
    )
    difference = enough.settings.difference
    about = (
        "The smallest true difference between two summarizers that a paired test finds in 80 % of studies, by "
        f"number of topics; the dashed line is at {difference:g}."
    )
    references = (Reference(difference, f"{difference:g}"),)
    plot = LinePlot(TOPIC_AXIS, "Difference of means", lines, axis_range=(0, difference), references=references)
    return Figure("detectable", "Detectable differences", about, plot)


def _matchers_suffix(enough: EnoughAnalysis, matchers: int) -> str:
    """The end of a line's name: the number of matchers, or nothing if all lines have the same number."""
    if len(enough.matcher_counts) == 1:
        return ""
    return f", {matchers} matcher{'' if matchers == 1 else 's'}"
