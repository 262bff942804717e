"""A plot of points by x and y, with horizontal reference lines, names at the points, or a line fitted to them."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from scoring.figures.figure import Drawing, Table
from scoring.figures.label_placement import Frame, placed_names
from scoring.figures.lettering import SIZE, shortened, text_width
from scoring.figures.marks import Series, draw_label, draw_mark, looks, shown_number, thinned
from scoring.figures.scale import Reference, Scale, scale_of
from scoring.figures.svg import add, add_tooltip

WIDTH, HEIGHT, HEIGHT_WITH_NAMES = 720.0, 320.0, 440.0
REFERENCE_WIDTH = 56.0
"""The width of the space for the references' numbers, to the right of the frame."""
MAX_NAME_WIDTH, MIN_NAME_WIDTH = 140.0, 84.0
NAMES_AT_FULL_WIDTH = 20
"""With more points than this, names get less than MAX_NAME_WIDTH."""


@dataclass(frozen=True, slots=True)
class ScatterPoint:
    """A point; ``name``: what it represents, for its label, its tooltip and its row of the table."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class ScatterPlot:
    """Points in one frame. ``point_name``: the kind of thing that a point represents, such as "Peer". ``references``:
    values of y to compare with. ``shows_names``: whether names are drawn beside the points. ``has_fit_line``: whether
    the least-squares line of y on x is drawn; there is none if all x are equal.
    """

    x_name: str
    y_name: str
    point_name: str
    points: tuple[ScatterPoint, ...]
    references: tuple[Reference, ...] = ()
    shows_names: bool = False
    has_fit_line: bool = False

    @property
    def table(self) -> Table:
        """A row for each point, then one for each reference, which has no x."""
        points = [(point.name, point.x, point.y) for point in self.points]
        references = [(reference.name, None, reference.value) for reference in self.references]
        return Table.of([self.point_name, self.x_name, self.y_name], [*points, *references])

    @property
    def is_empty(self) -> bool:
        return not self.points

    def draw(self) -> Drawing:
        """Draws the frame, the references with their numbers on the right, and the points with their names."""
        group = Element("g")
        top = 26.0
        bottom = top + (HEIGHT_WITH_NAMES if self.shows_names else HEIGHT)
        fit_line = _fit_line(self.points) if self.has_fit_line else None
        ys = [*(point.y for point in self.points), *(reference.value for reference in self.references)]
        y_scale = scale_of([*ys, *(y for _, y in fit_line or ())], bottom, top)
        left = max(text_width(tick.text) for tick in y_scale.ticks) + 12
        right = WIDTH - (REFERENCE_WIDTH if self.references else 16)
        x_scale = scale_of((point.x for point in self.points), left + 16, right - 16)
        draw_label(group, self.y_name, 0, top - 18, css="axis-name", width=WIDTH)
        for tick in y_scale.ticks:
            y = y_scale(tick.value)
            add(group, "line", class_="grid", x1=left, x2=right, y1=y, y2=y)
            draw_label(group, tick.text, left - 8, y, anchor="end", css="tick")
        for tick in thinned(x_scale.ticks, x_scale):
            draw_label(group, tick.text, x_scale(tick.value), bottom + 14, anchor="middle", css="tick")
        draw_label(group, self.x_name, (left + right) / 2, bottom + 34, anchor="middle", css="axis-name", width=WIDTH)
        _draw_references(group, self.references, left, right, y_scale)
        if fit_line is not None:
            (x1, y1), (x2, y2) = ((x_scale(x), y_scale(y)) for x, y in fit_line)
            line = add(group, "line", class_="reference", x1=x1, x2=x2, y1=y1, y2=y2)
            add_tooltip(line, "least-squares line")
        frame = Frame(left, right, top, bottom)
        unnamed_count = self._draw_names(group, x_scale, y_scale, frame) if self.shows_names else 0
        (look,) = looks([Series(self.point_name)])
        for point in self.points:
            title = f"{point.name}: {shown_number(point.y)} at {shown_number(point.x)}"
            draw_mark(group, look, x_scale(point.x), y_scale(point.y), title=title, value=point.y)
        if unnamed_count:
            text = f"{unnamed_count} names have no room here; the table below has them."
            draw_label(group, text, (left + right) / 2, bottom + 54, anchor="middle", css="tick")
        return Drawing(group, WIDTH, bottom + (66 if unnamed_count else 46))

    def _draw_names(self, group: Element, x_scale: Scale, y_scale: Scale, frame: Frame) -> int:
        """Draws the names that have room. Returns the number of names without room."""
        share = NAMES_AT_FULL_WIDTH / max(len(self.points), NAMES_AT_FULL_WIDTH)
        max_width = max(MIN_NAME_WIDTH, MAX_NAME_WIDTH * share)
        points = [(x_scale(point.x), y_scale(point.y)) for point in self.points]
        widths = [text_width(shortened(point.name, max_width)) for point in self.points]
        places = placed_names(points, widths, frame)
        for (x, y), place in zip(points, places, strict=True):
            if place is not None and place.leader is not None:
                end_x, end_y = place.leader
                add(group, "line", class_="leader", x1=x, y1=y, x2=end_x, y2=end_y)
        for point, place in zip(self.points, places, strict=True):
            if place is not None:
                draw_label(group, point.name, place.left, place.middle, css="point-name", width=max_width)
        return places.count(None)


def _fit_line(points: Sequence[ScatterPoint]) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """The ends of the least-squares line over the range of x; None if all x are equal."""
    xs, ys = [point.x for point in points], [point.y for point in points]
    if len(set(xs)) < 2:
        return None
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    products = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    slope = products / sum((x - mean_x) ** 2 for x in xs)
    first, last = ((x, mean_y + slope * (x - mean_x)) for x in (min(xs), max(xs)))
    return first, last


def _draw_references(
    group: Element, references: Sequence[Reference], left: float, right: float, y_scale: Scale
) -> None:
    """Draws lines at the references. A number that would overlap an earlier one is left out."""
    numbered_ys: list[float] = []
    for reference in references:
        y = y_scale(reference.value)
        line = add(group, "line", class_="reference", x1=left, x2=right, y1=y, y2=y, stroke_dasharray="4 3")
        add_tooltip(line, reference.name)
        if all(abs(y - other) >= SIZE for other in numbered_ys):
            draw_label(group, f"{reference.value:.3f}", right + 8, y, css="tick")
            numbered_ys.append(y)
