"""A plot with a horizontal bar for each row. The bar of a row with a total shows the value as a share of the total."""

from dataclasses import dataclass
from xml.etree.ElementTree import Element

from scoring.figures.figure import Drawing, Table
from scoring.figures.lettering import text_width
from scoring.figures.marks import draw_label, shown_number
from scoring.figures.scale import Scale
from scoring.figures.svg import add, add_tooltip

WIDTH, MAX_NAME_WIDTH, ROW_HEIGHT, BAR_HEIGHT = 860.0, 420.0, 24.0, 14.0


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of the plot. ``value``: >= 0, or None if missing. With a ``total`` > 0, the bar shows value / total."""

    name: str
    value: float | None
    total: float | None = None


@dataclass(frozen=True, slots=True)
class BarPlot:
    """Horizontal bars that start at 0. ``bars``: from top to bottom."""

    value_name: str
    row_name: str
    bars: tuple[Bar, ...]

    @property
    def table(self) -> Table:
        if not self._has_totals:
            return Table.of((self.row_name, self.value_name), [(bar.name, bar.value) for bar in self.bars])
        columns = (self.row_name, self.value_name, "of")
        return Table.of(columns, [(bar.name, bar.value, bar.total) for bar in self.bars])

    @property
    def is_empty(self) -> bool:
        return all(bar.value is None for bar in self.bars)

    def draw(self) -> Drawing:
        """Draws names on the left, and numbers at the ends of the bars."""
        group = Element("g")
        draw_label(group, self.value_name, 0, 10, css="axis-name", width=WIDTH)
        top = 26.0
        left = min(max((text_width(bar.name) for bar in self.bars), default=0.0), MAX_NAME_WIDTH) + 12
        number_width = max((text_width(_value_text(bar)) for bar in self.bars), default=0.0) + 12
        longest = 1.0 if self._has_totals else max((bar.value or 0 for bar in self.bars), default=0)
        scale = Scale(low=0.0, high=longest or 1.0, start=left, end=WIDTH - number_width, ticks=())
        for index, bar in enumerate(self.bars):
            y = top + ROW_HEIGHT * (index + 0.5)
            draw_label(group, bar.name, left - 8, y, anchor="end", width=MAX_NAME_WIDTH)
            drawn_value = (bar.value or 0) / (bar.total or 1)  # the share, if the bar has a total
            position: dict[str, float] = {"x": left, "y": y - BAR_HEIGHT / 2, "height": BAR_HEIGHT}
            if bar.total is not None:
                add(group, "rect", class_="total", width=scale.end - left, **position)
            if bar.value is not None:
                width, value = scale(drawn_value) - left, repr(bar.value)
                rect = add(group, "rect", class_="bar", width=width, data_value=value, **position)
                add_tooltip(rect, f"{bar.name}: {_value_text(bar)}")
            draw_label(
                group, _value_text(bar), (scale.end if bar.total is not None else scale(drawn_value)) + 8, y, css="tick"
            )
        bottom = top + ROW_HEIGHT * len(self.bars)
        add(group, "line", class_="grid", x1=left, x2=left, y1=top, y2=bottom)
        return Drawing(group, WIDTH, bottom + 8)

    @property
    def _has_totals(self) -> bool:
        return any(bar.total is not None for bar in self.bars)


def _value_text(bar: Bar) -> str:
    number = shown_number(bar.value)
    return number if bar.total is None else f"{number} of {shown_number(bar.total)}"
