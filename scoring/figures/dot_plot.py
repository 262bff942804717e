"""Dots on rows: a dot for each series, with its interval if there is one."""

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from scoring.figures.figure import Drawing, Table, Value
from scoring.figures.lettering import text_width
from scoring.figures.marks import (
    QUIET,
    Look,
    Series,
    label,
    legend,
    looks,
    mark,
    reference_lines,
    value_axis,
    with_interval,
)
from scoring.figures.scale import Reference, Scale, scale_of
from scoring.figures.svg import add

WIDTH, NAMES, ROW, CROWDED_ROW = 860.0, 220.0, 24.0, 34.0
TALL = 12
"""With more rows the axis is also drawn above them."""
APART = 6.5
"""Quiet dots closer than this are drawn above and below one another."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A value with its interval, if there is one (``low`` <= value <= ``high``)."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class DotRow:
    """A row with a dot, or None, for each series."""

    name: str
    dots: tuple[Dot | None, ...]


@dataclass(frozen=True, slots=True)
class DotPlot:
    """Rows from top to bottom, values from left to right. ``joined``: draws a line through the dots of a row.
    ``axis_range``: a range that the axis always shows, such as (0, 1). ``crowd``: the common name of quiet series.
    """

    value_name: str
    row_name: str
    series: tuple[Series, ...]
    rows: tuple[DotRow, ...]
    joined: bool = False
    axis_range: tuple[float, float] | None = None
    references: tuple[Reference, ...] = ()
    crowd: str = "the others"

    @property
    def table(self) -> Table:
        """A column for each series, and two more for its intervals if it has any."""
        ranged = [any(dot and dot.low is not None for dot in column) for column in self._columns()]
        heads = [self.row_name]
        for series, has_range in zip(self.series, ranged, strict=True):
            heads += [series.name, f"{series.name}, from", f"{series.name}, to"] if has_range else [series.name]
        return Table.of(heads, [(row.name, *_cells(row, ranged)) for row in self.rows])

    @property
    def is_empty(self) -> bool:
        return not any(dot for row in self.rows for dot in row.dots)

    def draw(self) -> Drawing:
        """Draws names on the left, the legend on top, and the axis below."""
        group = Element("g")
        used = legend(group, self.series, 0.0, WIDTH, crowd=self.crowd)
        tall = len(self.rows) > TALL
        top = used + (26.0 if tall else 6.0)
        row_height = CROWDED_ROW if any(series.quiet for series in self.series) else ROW
        bottom = top + row_height * len(self.rows)
        left = min(max((text_width(row.name) for row in self.rows), default=0.0), NAMES) + 14
        scale = self._scale(left)
        value_axis(group, scale, top, bottom, above=tall)
        reference_lines(group, self.references, scale, top, bottom)
        for at, row in enumerate(self.rows):
            y = top + row_height * (at + 0.5)
            add(group, "line", class_="axis", x1=left, x2=scale.end, y1=y, y2=y)
            label(group, row.name, left - 8, y, anchor="end", width=NAMES)
            self._row(group, row, y, scale)
        label(group, self.value_name, (left + scale.end) / 2, bottom + 32, anchor="middle", css="axis-name")
        return Drawing(group, WIDTH, bottom + 44)

    def _columns(self) -> list[list[Dot | None]]:
        return [[row.dots[at] for row in self.rows] for at in range(len(self.series))]

    def _scale(self, left: float) -> Scale:
        ends = (end for row in self.rows for dot in row.dots if dot for end in (dot.value, dot.low, dot.high))
        compared = (reference.value for reference in self.references)
        return scale_of((*ends, *compared), left + 10, WIDTH - 16, most=8, axis_range=self.axis_range)

    def _row(self, group: Element, row: DotRow, y: float, scale: Scale) -> None:
        drawn = zip(self.series, looks(self.series), row.dots, strict=True)
        dots = [(f"{row.name}, {series.name}", look, dot) for series, look, dot in drawn if dot is not None]
        if self.joined and dots:
            places = [scale(dot.value) for _, _, dot in dots]
            add(group, "line", class_="join", x1=min(places), x2=max(places), y1=y, y2=y)
        quiet = [(name, dot) for name, look, dot in dots if look is QUIET]
        for (name, dot), shift in zip(quiet, _shifts([scale(dot.value) for _, dot in quiet]), strict=True):
            _draw_dot(group, name, QUIET, dot, y + shift, scale)
        for name, look, dot in dots:
            if look is not QUIET:
                _draw_dot(group, name, look, dot, y, scale)


def _draw_dot(group: Element, name: str, look: Look, dot: Dot, y: float, scale: Scale) -> None:
    if dot.low is not None and dot.high is not None:
        low, high = scale(dot.low), scale(dot.high)
        add(group, "line", class_=f"range {look.css}", x1=low, x2=high, y1=y, y2=y)
        for end in (low, high):
            add(group, "line", class_=f"range {look.css}", x1=end, x2=end, y1=y - 4, y2=y + 4)
    title = f"{name}: {with_interval(dot.value, dot.low, dot.high)}"
    mark(group, look, scale(dot.value), y, title=title, value=dot.value)


def _cells(row: DotRow, ranged: list[bool]) -> Iterator[Value]:
    for dot, has_range in zip(row.dots, ranged, strict=True):
        yield dot.value if dot else None
        if has_range:
            yield dot.low if dot else None
            yield dot.high if dot else None


def _shifts(places: list[float]) -> list[float]:
    """How far to move each dot up or down so that close dots do not overlap (they do if there are too many)."""
    levels = (0.0, -APART, APART, -2 * APART, 2 * APART)
    shifts: list[float] = []
    for place in places:
        near = [shift for x, shift in zip(places, shifts, strict=False) if abs(place - x) < APART]
        shifts.append(next((level for level in levels if all(abs(level - shift) >= APART for shift in near)), 0.0))
    return shifts
