"""A plot of points by x and y, with horizontal reference lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from scoring.figures.figure import Drawing, Table
from scoring.figures.lettering import SIZE, text_width
from scoring.figures.marks import Series, label, looks, mark, shown_number, thinned
from scoring.figures.scale import Reference, Scale, scale_of
from scoring.figures.svg import add, add_tooltip

WIDTH, HEIGHT = 720.0, 320.0
REFERENCE_WIDTH = 56.0
"""The width of the space for the references' numbers, to the right of the frame."""


@dataclass(frozen=True, slots=True)
class ScatterPoint:
    """A point; ``name``: what it represents, for its tooltip and row of the table."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class ScatterPlot:
    """Points in one frame. ``point_name``: the kind of thing that a point represents, such as "Peer". ``references``:
    values of y to compare with.
    """

    x_name: str
    y_name: str
    point_name: str
    points: tuple[ScatterPoint, ...]
    references: tuple[Reference, ...] = ()

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
        """Draws the frame, the references with their numbers on the right, and the points."""
        group = Element("g")
        top, bottom = 26.0, 26.0 + HEIGHT
        values = [*(point.y for point in self.points), *(reference.value for reference in self.references)]
        y_scale = scale_of(values, bottom, top)
        left, right = max(text_width(tick.text) for tick in y_scale.ticks) + 12, WIDTH - REFERENCE_WIDTH
        x_scale = scale_of((point.x for point in self.points), left + 16, right - 16)
        label(group, self.y_name, 0, top - 18, css="axis-name", width=WIDTH)
        for tick in y_scale.ticks:
            y = y_scale(tick.value)
            add(group, "line", class_="grid", x1=left, x2=right, y1=y, y2=y)
            label(group, tick.text, left - 8, y, anchor="end", css="tick")
        for tick in thinned(x_scale.ticks, x_scale):
            label(group, tick.text, x_scale(tick.value), bottom + 14, anchor="middle", css="tick")
        label(group, self.x_name, (left + right) / 2, bottom + 34, anchor="middle", css="axis-name", width=WIDTH)
        _draw_references(group, self.references, left, right, y_scale)
        (look,) = looks([Series(self.point_name)])
        for point in self.points:
            title = f"{point.name}: {shown_number(point.y)} at {shown_number(point.x)}"
            mark(group, look, x_scale(point.x), y_scale(point.y), title=title, value=point.y)
        return Drawing(group, WIDTH, bottom + 46)


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
            label(group, f"{reference.value:.3f}", right + 8, y, css="tick")
            numbered_ys.append(y)
