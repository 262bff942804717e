"""A plot of several histograms side by side: one panel for each kind of score, all with the same horizontal axis."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from scoring.figures.figure import Drawing, Table
from scoring.figures.lettering import text_width
from scoring.figures.marks import draw_label, draw_reference_lines, shown_number, thinned
from scoring.figures.scale import Reference, Scale, scale_of
from scoring.figures.svg import add, add_tooltip

COLUMNS = 3
PANEL_WIDTH, PANEL_HEIGHT, GAP = 224.0, 92.0, 36.0
TOP, NAME_HEIGHT, AXIS_HEIGHT = 26.0, 22.0, 34.0
ROW_HEIGHT = NAME_HEIGHT + PANEL_HEIGHT + AXIS_HEIGHT
MIN_BAR_WIDTH, MIN_BAR_HEIGHT, SINGLE_VALUE_WIDTH = 1.5, 1.0, 10.0
"""The least width and height of a bar in px, and the width of a bar for a single value instead of a range."""


@dataclass(frozen=True, slots=True)
class HistogramBar:
    """How many items have a value from ``low`` to ``high``. The two are equal if the bar stands for a single value."""

    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Panel:
    """A histogram. ``references``: values to compare with, drawn as dashed lines."""

    name: str
    bars: tuple[HistogramBar, ...]
    references: tuple[Reference, ...] = ()


@dataclass(frozen=True, slots=True)
class Histogram:
    """Histograms of the same items by several kinds of scores. ``panel_name``: what each panel stands for, such as
    "Measure"; ``value_name``: the name of the horizontal axis; ``item_name``: the plural of what is counted.

    The tallest bar of each panel has the full height; its count is written beside the panel's name.
    """

    panel_name: str
    value_name: str
    item_name: str
    panels: tuple[Panel, ...]

    @property
    def table(self) -> Table:
        """A row for each bar."""
        columns = (self.panel_name, f"{self.value_name} from", "to", self.item_name)
        rows = [(panel.name, bar.low, bar.high, bar.count) for panel in self.panels for bar in panel.bars]
        return Table.of(columns, rows)

    @property
    def is_empty(self) -> bool:
        return not any(panel.bars for panel in self.panels)

    def draw(self) -> Drawing:
        group = Element("g")
        columns = min(COLUMNS, max(len(self.panels), 1))
        width = columns * (PANEL_WIDTH + GAP)
        draw_label(group, f"{self.value_name}, and number of {self.item_name}", 0, 10, css="axis-name", width=width)
        scale = scale_of(self._ends(), 0.0, PANEL_WIDTH, most_steps=5)
        for index, panel in enumerate(self.panels):
            row, column = divmod(index, columns)
            left = GAP / 2 + column * (PANEL_WIDTH + GAP)
            panel_scale = replace(scale, start=left, end=left + PANEL_WIDTH)
            _draw_panel(group, panel, panel_scale, TOP + row * ROW_HEIGHT, self.item_name)
        rows = -(-len(self.panels) // columns)
        return Drawing(group, width, TOP + rows * ROW_HEIGHT)

    def _ends(self) -> Iterator[float]:
        for panel in self.panels:
            for bar in panel.bars:
                yield from (bar.low, bar.high)
            yield from (reference.value for reference in panel.references)


def _draw_panel(group: Element, panel: Panel, scale: Scale, top: float, item_name: str) -> None:
    """Draws a panel. ``scale``: its horizontal axis."""
    largest = max((bar.count for bar in panel.bars), default=0)
    count_text = f"tallest: {largest:,}"
    name_width = PANEL_WIDTH - text_width(count_text) - GAP / 2
    draw_label(group, panel.name, scale.start, top + NAME_HEIGHT / 2, width=name_width)
    draw_label(group, count_text, scale.end, top + NAME_HEIGHT / 2, anchor="end", css="tick")
    bottom = top + NAME_HEIGHT + PANEL_HEIGHT
    for bar in panel.bars:
        if bar.count:
            _draw_bar(group, panel, bar, scale, bottom, PANEL_HEIGHT * bar.count / largest, item_name)
    add(group, "line", class_="axis", x1=scale.start, x2=scale.end, y1=bottom, y2=bottom)
    for tick in thinned(scale.ticks, scale):
        draw_label(group, tick.text, scale(tick.value), bottom + 12, anchor="middle", css="tick")
    draw_reference_lines(group, panel.references, scale, top + NAME_HEIGHT, bottom)


def _draw_bar(
    group: Element, panel: Panel, bar: HistogramBar, scale: Scale, bottom: float, height: float, item_name: str
) -> None:
    start, end = scale(bar.low), scale(bar.high)
    min_width = SINGLE_VALUE_WIDTH if bar.low == bar.high else MIN_BAR_WIDTH
    extra_width = max(min_width - (end - start), 0.0)
    height = max(height, MIN_BAR_HEIGHT)
    size = {"x": start - extra_width / 2, "y": bottom - height, "width": end - start + extra_width, "height": height}
    rect = add(group, "rect", class_="bar", data_value=str(bar.count), **size)
    values = shown_number(bar.low) if bar.low == bar.high else f"{shown_number(bar.low)} to {shown_number(bar.high)}"
    add_tooltip(rect, f"{panel.name}, {values}: {bar.count:,} {item_name}")
