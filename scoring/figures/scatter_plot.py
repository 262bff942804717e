"""Points in a plane, with horizontal lines to compare them with."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from scoring.figures.figure import Drawing, Table
from scoring.figures.lettering import SIZE, text_width
from scoring.figures.marks import Series, label, looks, mark, shown_number, thinned
from scoring.figures.scale import Reference, Scale, scale_of
from scoring.figures.svg import add, add_tooltip

WIDTH, HEIGHT = 720.0, 320.0
REFERENCE_NUMBERS = 56.0
"""Room for the numbers of the references, to the right of the frame."""


@dataclass(frozen=True, slots=True)
class ScatterPoint:
    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class ScatterPlot:
    """``point_name``: what a point is. ``references``: values of y."""

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
        """The frame, the references with their numbers on the right, the points."""
        group = Element("g")
        top, bottom = 26.0, 26.0 + HEIGHT
        values = [*(point.y for point in self.points), *(reference.value for reference in self.references)]
        up = scale_of(values, bottom, top)
        left, right = max(text_width(tick.text) for tick in up.ticks) + 12, WIDTH - REFERENCE_NUMBERS
        along = scale_of((point.x for point in self.points), left + 16, right - 16)
        label(group, self.y_name, 0, top - 18, css="axis-name", width=WIDTH)
        for tick in up.ticks:
            y = up(tick.value)
            add(group, "line", class_="grid", x1=left, x2=right, y1=y, y2=y)
            label(group, tick.text, left - 8, y, anchor="end", css="tick")
        for tick in thinned(along.ticks, along):
            label(group, tick.text, along(tick.value), bottom + 14, anchor="middle", css="tick")
        label(group, self.x_name, (left + right) / 2, bottom + 34, anchor="middle", css="axis-name", width=WIDTH)
        _draw_references(group, self.references, left, right, up)
        (look,) = looks([Series(self.point_name)])
        for point in self.points:
            title = f"{point.name}: {shown_number(point.y)} at {shown_number(point.x)}"
            mark(group, look, along(point.x), up(point.y), title=title, value=point.y)
        return Drawing(group, WIDTH, bottom + 46)


def _draw_references(group: Element, references: Sequence[Reference], left: float, right: float, up: Scale) -> None:
    """Lines at the references, and their numbers where they do not overlap."""
    labelled: list[float] = []
    for reference in references:
        y = up(reference.value)
        line = add(group, "line", class_="reference", x1=left, x2=right, y1=y, y2=y, stroke_dasharray="4 3")
        add_tooltip(line, reference.name)
        if all(abs(y - other) >= SIZE for other in labelled):
            label(group, f"{reference.value:.3f}", right + 8, y, css="tick")
            labelled.append(y)
