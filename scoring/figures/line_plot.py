"""A plot with a line for each series, and with a band between its lowest and highest values if these are known."""

from dataclasses import dataclass
from xml.etree.ElementTree import Element

from scoring.figures.figure import Drawing, Table, Value
from scoring.figures.lettering import text_width
from scoring.figures.marks import Look, Series, draw_label, draw_legend, draw_mark, looks, thinned, with_interval
from scoring.figures.scale import Reference, Scale, Tick, scale_of
from scoring.figures.svg import add, add_tooltip

WIDTH, HEIGHT = 720.0, 320.0


@dataclass(frozen=True, slots=True)
class Point:
    """The value ``y`` at ``x``; None interrupts the line. ``low``, ``high``: the ends of the band at ``x``, if any."""

    x: float
    y: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """The points of a series, in the order of x."""

    series: Series
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class LinePlot:
    """Lines in one frame. ``axis_range``: a range of y that the axis always shows, such as (0, 1). ``references``:
    values of y to compare with.
    """

    x_name: str
    y_name: str
    lines: tuple[Line, ...]
    axis_range: tuple[float, float] | None = None
    references: tuple[Reference, ...] = ()

    @property
    def table(self) -> Table:
        """A row for each x; a column for each line, or three if it has a band."""
        points_by_x = [{point.x: point for point in line.points} for line in self.lines]
        has_bands = [any(point.low is not None for point in line.points) for line in self.lines]
        columns = [self.x_name]
        for line, has_band in zip(self.lines, has_bands, strict=True):
            name = line.series.name
            columns += [name, f"{name}, least", f"{name}, greatest"] if has_band else [name]
        rows = []
        for x in self._xs():
            row: list[Value] = [x]
            for by_x, has_band in zip(points_by_x, has_bands, strict=True):
                point = by_x.get(x, Point(x, None))
                row += [point.y, point.low, point.high] if has_band else [point.y]
            rows.append(row)
        return Table.of(columns, rows)

    @property
    def is_empty(self) -> bool:
        return not any(point.y is not None for line in self.lines for point in line.points)

    def draw(self) -> Drawing:
        """Draws the legend on top, the frame, and the lines with their marks."""
        group = Element("g")
        top = draw_legend(group, self._series(), 0.0, WIDTH, draws_lines=True) + 26
        bottom = top + HEIGHT
        y_scale = self._y_scale(top, bottom)
        left = max(text_width(tick.text) for tick in y_scale.ticks) + 12
        x_scale = self._x_scale(left)
        draw_label(group, self.y_name, 0, top - 18, css="axis-name", width=WIDTH)
        for tick in y_scale.ticks:
            y = y_scale(tick.value)
            add(group, "line", class_="grid", x1=left, x2=WIDTH - 8, y1=y, y2=y)
            draw_label(group, tick.text, left - 8, y, anchor="end", css="tick")
        for reference in self.references:
            y, css = y_scale(reference.value), "reference"
            dashed = add(group, "line", class_=css, x1=left, x2=WIDTH - 8, y1=y, y2=y, stroke_dasharray="4 3")
            add_tooltip(dashed, reference.name)
        for tick in thinned(x_scale.ticks, x_scale):
            draw_label(group, tick.text, x_scale(tick.value), bottom + 14, anchor="middle", css="tick")
        draw_label(group, self.x_name, (left + WIDTH) / 2, bottom + 34, anchor="middle", css="axis-name", width=WIDTH)
        lines_with_looks = list(zip(self.lines, looks(self._series()), strict=True))
        for line, look in lines_with_looks:
            _draw_band(group, line, look, x_scale, y_scale)
        for line, look in lines_with_looks:
            self._draw_line(group, line, look, x_scale, y_scale)
        return Drawing(group, WIDTH, bottom + 46)

    def _series(self) -> list[Series]:
        return [line.series for line in self.lines]

    def _xs(self) -> list[float]:
        return sorted({point.x for line in self.lines for point in line.points})

    def _y_scale(self, top: float, bottom: float) -> Scale:
        values = (value for line in self.lines for point in line.points for value in (point.y, point.low, point.high))
        reference_values = (reference.value for reference in self.references)
        return scale_of((*values, *reference_values), bottom, top, axis_range=self.axis_range)

    def _x_scale(self, left: float) -> Scale:
        """The scale of x: a tick for each whole number if all x are whole, else ticks at round numbers."""
        xs = self._xs()
        start, end = left + 16, WIDTH - 24
        if len(xs) > 1 and all(x == int(x) for x in xs):
            first, last = int(xs[0]), int(xs[-1])
            ticks = tuple(Tick(float(x), str(x)) for x in range(first, last + 1))
            return Scale(float(first), float(last), start, end, ticks)
        if len(xs) == 1:
            only = xs[0]
            return Scale(only - 1, only + 1, start, end, (Tick(only, f"{only:g}"),))
        return scale_of(xs, start, end)

    def _draw_line(self, group: Element, line: Line, look: Look, x_scale: Scale, y_scale: Scale) -> None:
        for run in _runs(line.points):
            corners = " ".join(f"{x_scale(point.x):.2f},{y_scale(y):.2f}" for point, y in run)
            css = f"line {look.css}"
            add(group, "polyline", class_=css, points=corners, fill="none", stroke_dasharray=look.dash)
        for point in line.points:
            if point.y is None:
                continue
            title = f"{line.series.name}, {self.x_name} {point.x:g}: {with_interval(point.y, point.low, point.high)}"
            draw_mark(group, look, x_scale(point.x), y_scale(point.y), title=title, value=point.y)


def _draw_band(group: Element, line: Line, look: Look, x_scale: Scale, y_scale: Scale) -> None:
    """Draws the area between the lowest and the highest values, with edges in the dash pattern of the line."""
    ends = [
        (x_scale(point.x), y_scale(point.low), y_scale(point.high))
        for point in line.points
        if point.low is not None and point.high is not None
    ]
    if len(ends) < 2:
        return
    lower = [f"{x:.2f},{low:.2f}" for x, low, _ in ends]
    upper = [f"{x:.2f},{high:.2f}" for x, _, high in ends]
    add(group, "polygon", class_=f"band {look.css}", points=" ".join((*upper, *reversed(lower))))
    for edge in (lower, upper):
        css = f"edge {look.css}"
        add(group, "polyline", class_=css, points=" ".join(edge), fill="none", stroke_dasharray=look.dash)


def _runs(points: tuple[Point, ...]) -> list[list[tuple[Point, float]]]:
    """The runs of at least two consecutive points that have a ``y``, each point with its ``y``."""
    runs: list[list[tuple[Point, float]]] = [[]]
    for point in points:
        if point.y is None:
            runs.append([])
        else:
            runs[-1].append((point, point.y))
    return [run for run in runs if len(run) > 1]
