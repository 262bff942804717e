"""A plot of two symmetric matrices as one square of cells: one above the diagonal, the other below it.

Each cell has its number; the colour only repeats it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import cos, radians, sin
from xml.etree.ElementTree import Element

from scoring.figures.figure import Drawing, Table
from scoring.figures.lettering import SIZE, shortened, text_width
from scoring.figures.marks import draw_label, shown_number
from scoring.figures.svg import add, add_tooltip

WIDTH, MAX_NAME_WIDTH, MAX_TOP_NAME_WIDTH = 760.0, 200.0, 150.0
CELL_HEIGHT, MIN_CELL_WIDTH, MAX_CELL_WIDTH = 30.0, 40.0, 72.0
SLANT = 40.0
"""The angle of the names above the columns, in degrees."""
SHADES = 5

Matrix = tuple[tuple[float | None, ...], ...]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Two values from -1 to 1 for each pair of ``names``. For indices a < b, ``matrix[a][b]`` is shown above the
    diagonal and called ``upper_name``; ``matrix[b][a]`` is shown below it and called ``lower_name``. None: undefined.
    The diagonal is not read. If ``upper_name`` equals ``lower_name``, the matrix must be symmetric, and tables have
    each value once. ``item_name``: what kind of thing ``names`` are names of, such as "Column" (of scores).
    """

    item_name: str
    names: tuple[str, ...]
    upper_name: str
    lower_name: str
    matrix: Matrix

    @property
    def table(self) -> Table:
        """A row for each pair of names."""
        columns = (self.item_name, f"and {self.item_name.lower()}", self.upper_name, self.lower_name)
        pairs = combinations(range(len(self.names)), 2)
        rows = [(self.names[a], self.names[b], self.matrix[a][b], self.matrix[b][a]) for a, b in pairs]
        count = 3 if self._is_symmetric else 4
        return Table.of(columns[:count], [row[:count] for row in rows])

    @property
    def _is_symmetric(self) -> bool:
        return self.upper_name == self.lower_name

    @property
    def is_empty(self) -> bool:
        return all(value is None for _, _, value in self._cells())

    def draw(self) -> Drawing:
        """Draws the names on the left and, slanted, on top."""
        group = Element("g")
        both_names = f"Above the diagonal: {self.upper_name}. Below: {self.lower_name}."
        heading = self.upper_name if self._is_symmetric else both_names
        draw_label(group, heading, 0, 10, css="axis-name", width=WIDTH)
        left = min(max(map(text_width, self.names), default=0.0), MAX_NAME_WIDTH) + 12
        longest = max((text_width(shortened(name, MAX_TOP_NAME_WIDTH)) for name in self.names), default=0.0)
        top = 30.0 + longest * sin(radians(SLANT)) + SIZE
        overhang = longest * cos(radians(SLANT))
        width = (WIDTH - left - overhang) / max(len(self.names), 1)
        width = min(max(width, MIN_CELL_WIDTH), MAX_CELL_WIDTH)
        for index, name in enumerate(self.names):
            x, y = left + width * index, top + CELL_HEIGHT * index
            add(group, "rect", class_="heat-diagonal", x=x, y=y, width=width, height=CELL_HEIGHT)
            draw_label(group, name, left - 8, y + CELL_HEIGHT / 2, anchor="end", width=MAX_NAME_WIDTH)
            rotation = f"rotate({-SLANT:g} {x + width / 2:.2f} {top - 8:.2f})"
            slanted = add(group, "g", transform=rotation)
            draw_label(slanted, name, x + width / 2, top - 8, width=MAX_TOP_NAME_WIDTH)
        for row, column, value in self._cells():
            self._draw_cell(group, row, column, value, left + width * column, top + CELL_HEIGHT * row, width)
        right = max(left + width * len(self.names) + overhang, min(text_width(heading), WIDTH))
        return Drawing(group, right, top + CELL_HEIGHT * len(self.names) + 4)

    def _cells(self) -> Iterator[tuple[int, int, float | None]]:
        """Yields the row, the column and the value of each cell off the diagonal."""
        for row, values in enumerate(self.matrix):
            for column, value in enumerate(values):
                if row != column:
                    yield row, column, value

    def _draw_cell(
        self, group: Element, row: int, column: int, value: float | None, x: float, y: float, width: float
    ) -> None:
        cell = add(group, "rect", class_=f"heat {_shade(value)}", x=x, y=y, width=width, height=CELL_HEIGHT)
        if value is not None:
            cell.set("data-value", repr(value))
        name = self.upper_name if row < column else self.lower_name
        add_tooltip(cell, f"{self.names[row]} and {self.names[column]}: {name} {shown_number(value)}")
        text = "–" if value is None else f"{value:z.2f}"
        draw_label(group, text, x + width / 2, y + CELL_HEIGHT / 2, anchor="middle", css="heat-number")


def _shade(value: float | None) -> str:
    """The CSS class of a value: its sign and one of five shades."""
    if value is None:
        return "heat-undefined"
    shade = min(int(abs(value) * SHADES) + 1, SHADES)
    return f"{'negative' if value < 0 else 'positive'}-{shade}"
