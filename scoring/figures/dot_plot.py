"""A plot of rows of dots: in each row a dot for each series, with the interval of its value if that is known."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from scoring.figures.figure import Drawing, Table, Value
from scoring.figures.lettering import text_width
from scoring.figures.marks import (
    PALE,
    Look,
    Series,
    draw_label,
    draw_legend,
    draw_mark,
    draw_reference_lines,
    draw_value_axis,
    looks,
    with_interval,
)
from scoring.figures.scale import Reference, Scale, scale_of
from scoring.figures.svg import add

WIDTH, MAX_NAME_WIDTH, ROW_HEIGHT, TALL_ROW_HEIGHT = 860.0, 220.0, 24.0, 34.0
MAX_ROWS_WITHOUT_TOP_AXIS = 12
"""With more rows the axis is also drawn above them."""
PALE_DOT_HEIGHT = 6.5
"""Dots of pale series (see Series) that are closer than this many px are drawn above and below one another."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A value and its interval, ``low`` <= value <= ``high``; ``low`` and ``high`` are None if there is no interval."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class DotRow:
    """A row of the plot. ``dots``: for each series a dot, or None if the row has no value."""

    name: str
    dots: tuple[Dot | None, ...]


@dataclass(frozen=True, slots=True)
class DotPlot:
    """Rows of dots on one axis of values. ``rows``: from top to bottom. ``joins_dots``: whether a line joins the dots
    of a row. ``joins_rows``: whether a line joins the dots of a series from row to row. ``axis_range``: a range that
    the axis always shows, such as (0, 1). ``references``: values to compare with. ``pale_name``: the common name of
    pale series in the legend.
    """

    value_name: str
    row_name: str
    series: tuple[Series, ...]
    rows: tuple[DotRow, ...]
    joins_dots: bool = False
    joins_rows: bool = False
    axis_range: tuple[float, float] | None = None
    references: tuple[Reference, ...] = ()
    pale_name: str = "the others"

    @property
    def table(self) -> Table:
        """A row for each row of dots. A column for each series, and two more if the series has intervals."""
        has_intervals = [any(dot and dot.low is not None for dot in column) for column in self._columns()]
        columns = [self.row_name]
        for series, has_interval in zip(self.series, has_intervals, strict=True):
            columns += [series.name, f"{series.name}, from", f"{series.name}, to"] if has_interval else [series.name]
        return Table.of(columns, [(row.name, *_cells(row, has_intervals)) for row in self.rows])

    @property
    def is_empty(self) -> bool:
        return not any(dot for row in self.rows for dot in row.dots)

    def draw(self) -> Drawing:
        """Draws names on the left, the legend on top, and the axis below."""
        group = Element("g")
        legend_height = draw_legend(
            group, self.series, 0.0, WIDTH, draws_lines=self.joins_rows, pale_name=self.pale_name
        )
        has_top_axis = len(self.rows) > MAX_ROWS_WITHOUT_TOP_AXIS
        top = legend_height + (26.0 if has_top_axis else 6.0)
        row_height = TALL_ROW_HEIGHT if any(series.is_pale for series in self.series) else ROW_HEIGHT
        bottom = top + row_height * len(self.rows)
        left = min(max((text_width(row.name) for row in self.rows), default=0.0), MAX_NAME_WIDTH) + 14
        scale = self._scale(left)
        draw_value_axis(group, scale, top, bottom, has_numbers_above=has_top_axis)
        draw_reference_lines(group, self.references, scale, top, bottom)
        ys = [top + row_height * (index + 0.5) for index in range(len(self.rows))]
        if self.joins_rows:
            self._draw_lines(group, ys, scale)
        for row, y in zip(self.rows, ys, strict=True):
            add(group, "line", class_="axis", x1=left, x2=scale.end, y1=y, y2=y)
            draw_label(group, row.name, left - 8, y, anchor="end", width=MAX_NAME_WIDTH)
            self._draw_row(group, row, y, scale)
        draw_label(group, self.value_name, (left + scale.end) / 2, bottom + 32, anchor="middle", css="axis-name")
        return Drawing(group, WIDTH, bottom + 44)

    def _columns(self) -> list[list[Dot | None]]:
        return [[row.dots[index] for row in self.rows] for index in range(len(self.series))]

    def _scale(self, left: float) -> Scale:
        ends = (end for row in self.rows for dot in row.dots if dot for end in (dot.value, dot.low, dot.high))
        reference_values = (reference.value for reference in self.references)
        return scale_of((*ends, *reference_values), left + 10, WIDTH - 16, most_steps=8, axis_range=self.axis_range)

    def _draw_lines(self, group: Element, ys: Sequence[float], scale: Scale) -> None:
        """Draws a line for each series from row to row, past rows without a dot."""
        for look, column in zip(looks(self.series), self._columns(), strict=True):
            corners = [f"{scale(dot.value):.2f},{y:.2f}" for dot, y in zip(column, ys, strict=True) if dot]
            if len(corners) > 1:
                points, css = " ".join(corners), f"line {look.css}"
                add(group, "polyline", class_=css, points=points, fill="none", stroke_dasharray=look.dash)

    def _draw_row(self, group: Element, row: DotRow, y: float, scale: Scale) -> None:
        columns = zip(self.series, looks(self.series), row.dots, strict=True)
        dots = [(f"{row.name}, {series.name}", look, dot) for series, look, dot in columns if dot is not None]
        if self.joins_dots and dots:
            xs = [scale(dot.value) for _, _, dot in dots]
            add(group, "line", class_="join", x1=min(xs), x2=max(xs), y1=y, y2=y)
        pale = [(name, dot) for name, look, dot in dots if look is PALE]
        for (name, dot), shift in zip(pale, _shifts([scale(dot.value) for _, dot in pale]), strict=True):
            _draw_dot(group, name, PALE, dot, y + shift, scale)
        for name, look, dot in dots:
            if look is not PALE:
                _draw_dot(group, name, look, dot, y, scale)


def _draw_dot(group: Element, name: str, look: Look, dot: Dot, y: float, scale: Scale) -> None:
    if dot.low is not None and dot.high is not None:
        low, high = scale(dot.low), scale(dot.high)
        add(group, "line", class_=f"range {look.css}", x1=low, x2=high, y1=y, y2=y)
        for end in (low, high):
            add(group, "line", class_=f"range {look.css}", x1=end, x2=end, y1=y - 4, y2=y + 4)
    title = f"{name}: {with_interval(dot.value, dot.low, dot.high)}"
    draw_mark(group, look, scale(dot.value), y, title=title, value=dot.value)


def _cells(row: DotRow, has_intervals: list[bool]) -> Iterator[Value]:
    """The cells after the row's name. ``has_intervals``: for each series, whether any of its dots has an interval."""
    for dot, has_interval in zip(row.dots, has_intervals, strict=True):
        yield dot.value if dot else None
        if has_interval:
            yield dot.low if dot else None
            yield dot.high if dot else None


def _shifts(xs: list[float]) -> list[float]:
    """The distances by which to move each dot up or down so that close dots do not overlap. If too many dots are close,
    some still overlap.
    """
    levels = (0.0, -PALE_DOT_HEIGHT, PALE_DOT_HEIGHT, -2 * PALE_DOT_HEIGHT, 2 * PALE_DOT_HEIGHT)
    shifts: list[float] = []
    for x in xs:
        near = [shift for other_x, shift in zip(xs, shifts, strict=False) if abs(x - other_x) < PALE_DOT_HEIGHT]
        free_levels = (level for level in levels if all(abs(level - shift) >= PALE_DOT_HEIGHT for shift in near))
        shifts.append(next(free_levels, 0.0))
    return shifts
