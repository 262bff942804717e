"""The figures of a study: its summarizers by two columns, and the correlations of all its columns."""

from scoring.figures.figure import Figure
from scoring.figures.heat_map import HeatMap
from scoring.figures.scatter_plot import ScatterPlot, ScatterPoint
from scoring.stats.levels import Coefficient
from scoring.studies.pages.choices import Choice
from scoring.studies.pages.wording import COEFFICIENTS, LEVELS, column_title, heading

MAX_SHOWN_NAMES = 80
"""With more summarizers, their names are left out of the scatter plot: they would hide each other and the points."""


def study_figures(choice: Choice) -> list[Figure]:
    return [scatter_figure(choice), correlation_figure(choice)]


def scatter_figure(choice: Choice) -> Figure:
    """Returns a scatter plot with a point for each summarizer: its means in two columns."""
    xs, ys = (choice.part["means"][choice.columns.index(name)] for name in (choice.x, choice.y))
    points = tuple(
        ScatterPoint(name, x, y)
        for name, x, y in zip(choice.part["summarizers"], xs, ys, strict=True)
        if x is not None and y is not None
    )
    entry = choice.correlation(choice.x, choice.y)
    about = "Each point is a summarizer: its mean over topics in both columns."
    if entry and entry["value"] is not None:
        about += f" {COEFFICIENTS[choice.coefficient]} of {LEVELS[choice.level]}: {entry['value']:.2f}."
    plot = ScatterPlot(
        heading(choice.x),
        heading(choice.y),
        "Summarizer",
        points,
        shows_names=len(points) <= MAX_SHOWN_NAMES,
        has_fit_line=choice.has_fit_line,
    )
    return Figure("scatter", f"{heading(choice.x)} and {column_title(choice.y)}", about, plot)


def correlation_figure(choice: Choice) -> Figure:
    """Returns a heat map of two coefficients of each pair of columns at the chosen level: above the diagonal Pearson's
    r, below it Kendall's tau, if the study has them.
    """
    coefficients = choice.definition["coefficients"]
    upper = Coefficient.PEARSON if Coefficient.PEARSON in coefficients else coefficients[0]
    lower = Coefficient.KENDALL if Coefficient.KENDALL in coefficients else coefficients[-1]
    names = choice.columns

    def value(row: int, column: int) -> float | None:
        entry = choice.correlation(names[row], names[column], upper if row < column else lower)
        return entry["value"] if entry else None

    matrix = tuple(tuple(value(row, column) for column in range(len(names))) for row in range(len(names)))
    about = (
        f"Correlations of {LEVELS[choice.level]}. 1 is the same order of the summaries, 0 no relation, and -1 the "
        "opposite order. Columns that correlate strongly with each other measure nearly the same."
    )
    titles = tuple(map(heading, names))
    plot = HeatMap("Column", titles, COEFFICIENTS[upper], COEFFICIENTS[lower], matrix)
    return Figure("correlations", "All columns with each other", about, plot)
