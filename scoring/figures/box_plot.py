"""A plot of rows of boxes, which show how the values of each row are distributed (Tukey's box plot)."""

from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from xml.etree.ElementTree import Element

import numpy as np

from scoring.figures.figure import Drawing, Table, Value
from scoring.figures.lettering import text_width
from scoring.figures.marks import MEAN, OUTLIER, draw_label, draw_mark, draw_value_axis, shown_number
from scoring.figures.scale import Scale, scale_of
from scoring.figures.svg import add, add_tooltip

WIDTH, MAX_NAME_WIDTH, ROW_HEIGHT, BOX_HEIGHT = 860.0, 220.0, 24.0, 14.0
MAX_ROWS_WITHOUT_TOP_AXIS = 12
"""With more rows the axis is also drawn above them."""
WHISKER_REACH = 1.5
"""A whisker ends at the last value that is at most this many lengths of the box (interquartile ranges) from it."""
COLUMNS = ("values", "whisker from", "lower quartile", "median", "upper quartile", "whisker to", "mean", "outliers")


@dataclass(frozen=True)
class Box:
    """A row of the plot with its values."""

    name: str
    values: tuple[float, ...]

    @cached_property
    def quartiles(self) -> tuple[float, float, float]:
        """The lower quartile, the median and the upper quartile, interpolated between values (type 7 of R)."""
        lower, middle, upper = np.quantile(self.values, (0.25, 0.5, 0.75)).tolist()
        return lower, middle, upper

    @cached_property
    def whiskers(self) -> tuple[float, float]:
        """The whiskers' ends: the outermost values that are no outliers, or the box's ends if those are farther out."""
        (lower, _, upper), (low, high) = self.quartiles, self._fences
        within = [value for value in self.values if low <= value <= high]
        return min(lower, *within), max(upper, *within)

    @property
    def outliers(self) -> list[float]:
        low, high = self._fences
        return sorted(value for value in self.values if not low <= value <= high)

    @property
    def _fences(self) -> tuple[float, float]:
        lower, _, upper = self.quartiles
        reach = WHISKER_REACH * (upper - lower)
        return lower - reach, upper + reach

    @property
    def cells(self) -> tuple[Value, ...]:
        """The values in the table's COLUMNS."""
        if not self.values:
            return (0, *[None] * (len(COLUMNS) - 1))
        low, high = self.whiskers
        outliers = " ".join(map(repr, self.outliers))
        return (len(self.values), low, *self.quartiles, high, fmean(self.values), outliers)


@dataclass(frozen=True, slots=True)
class BoxPlot:
    """Horizontal boxes on one axis. ``boxes``: from top to bottom. ``axis_range``: a range that the axis always shows.

    A box reaches from the lower to the upper quartile. The bar in it is the median, the dot the mean, and the circles
    are outliers.
    """

    value_name: str
    row_name: str
    boxes: tuple[Box, ...]
    axis_range: tuple[float, float] | None = None

    @property
    def table(self) -> Table:
        """A row for each box. All outliers of a box are in one cell, separated by spaces."""
        return Table.of((self.row_name, *COLUMNS), [(box.name, *box.cells) for box in self.boxes])

    @property
    def is_empty(self) -> bool:
        return not any(box.values for box in self.boxes)

    def draw(self) -> Drawing:
        """Draws names on the left, and the axis below."""
        group = Element("g")
        has_top_axis = len(self.boxes) > MAX_ROWS_WITHOUT_TOP_AXIS
        top = 26.0 if has_top_axis else 6.0
        bottom = top + ROW_HEIGHT * len(self.boxes)
        left = min(max((text_width(box.name) for box in self.boxes), default=0.0), MAX_NAME_WIDTH) + 14
        values = (value for box in self.boxes for value in box.values)
        scale = scale_of(values, left + 10, WIDTH - 16, most_steps=8, axis_range=self.axis_range)
        draw_value_axis(group, scale, top, bottom, has_numbers_above=has_top_axis)
        for index, box in enumerate(self.boxes):
            y = top + ROW_HEIGHT * (index + 0.5)
            draw_label(group, box.name, left - 8, y, anchor="end", width=MAX_NAME_WIDTH)
            if box.values:
                _draw_box(group, box, y, scale)
        draw_label(group, self.value_name, (left + scale.end) / 2, bottom + 32, anchor="middle", css="axis-name")
        return Drawing(group, WIDTH, bottom + 44)


def _draw_box(group: Element, box: Box, y: float, scale: Scale) -> None:
    (low, high), (lower, middle, upper) = box.whiskers, box.quartiles
    top, bottom = y - BOX_HEIGHT / 2, y + BOX_HEIGHT / 2
    for end, edge, name in ((low, lower, "whisker from"), (high, upper, "whisker to")):
        add(group, "line", class_="whisker", x1=scale(end), x2=scale(edge), y1=y, y2=y)
        _draw_bar(group, "whisker", scale(end), y - 4, y + 4, f"{box.name}: {name}", end)
    add(group, "rect", class_="box", x=scale(lower), y=top, width=scale(upper) - scale(lower), height=BOX_HEIGHT)
    for name, value in (("lower quartile", lower), ("upper quartile", upper)):
        _draw_bar(group, "box-edge", scale(value), top, bottom, f"{box.name}: {name}", value)
    _draw_bar(group, "median", scale(middle), top - 2, bottom + 2, f"{box.name}: median", middle)
    for value in box.outliers:
        draw_mark(group, OUTLIER, scale(value), y, title=f"{box.name}: outlier {shown_number(value)}", value=value)
    mean = fmean(box.values)
    draw_mark(group, MEAN, scale(mean), y, title=f"{box.name}: mean {shown_number(mean)}", value=mean)


def _draw_bar(group: Element, css: str, x: float, top: float, bottom: float, name: str, value: float) -> None:
    bar = add(group, "line", class_=css, x1=x, x2=x, y1=top, y2=bottom, data_value=repr(value))
    add_tooltip(bar, f"{name} {shown_number(value)}")
