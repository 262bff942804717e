"""A plot of a pyramid as rows of cells, a cell for each SCU. The cell is filled if the peer has the SCU, else hollow.

After Nenkova & Passonneau 2004, Figure 2.
"""

from dataclasses import dataclass
from math import ceil
from xml.etree.ElementTree import Element

from scoring.figures.figure import Drawing, Table
from scoring.figures.lettering import text_width
from scoring.figures.marks import draw_label
from scoring.figures.svg import add, add_tooltip

WIDTH, MIN_WIDTH = 860.0, 420.0
CELL_GAP, TIER_GAP = 4.0, 12.0
CELL_SIZES = ((20, 26.0), (28, 20.0), (0, 14.0))
"""(n, side): the side of a cell in px if the largest tier has up to n cells. An n of 0 stands for any number."""
HIGHEST_COLOURED_WEIGHT = 5
"""Heavier SCUs have the same colour as SCUs of this weight."""


@dataclass(frozen=True, slots=True)
class PlotCell:
    """An SCU, and whether it is in the peer."""

    label: str
    is_matched: bool


@dataclass(frozen=True, slots=True)
class PlotTier:
    """The SCUs of one weight."""

    weight: int
    cells: tuple[PlotCell, ...]

    @property
    def title(self) -> str:
        matched_count = sum(cell.is_matched for cell in self.cells)
        return f"Weight {self.weight}: {matched_count} of {len(self.cells)}"


@dataclass(frozen=True, slots=True)
class PyramidPlot:
    """A pyramid. ``tiers``: from top to bottom, the heaviest first."""

    tiers: tuple[PlotTier, ...]

    @property
    def table(self) -> Table:
        rows = [
            (tier.weight, cell.label, "matched" if cell.is_matched else "missing")
            for tier in self.tiers
            for cell in tier.cells
        ]
        return Table.of(("Weight", "SCU", "In the peer"), rows)

    @property
    def is_empty(self) -> bool:
        return not any(tier.cells for tier in self.tiers)

    def draw(self) -> Drawing:
        """Draws the tiers centred, with titles on the left. A tier that is too wide takes several equal rows."""
        group = Element("g")
        largest_size = max((len(tier.cells) for tier in self.tiers), default=0)
        side = next(side for most_cells, side in CELL_SIZES if not most_cells or largest_size <= most_cells)
        step = side + CELL_GAP
        left = max((text_width(tier.title) for tier in self.tiers), default=0.0) + 16
        most_in_row = max(1, int((WIDTH - left + CELL_GAP) // step))
        middle = left + (min(largest_size, most_in_row) * step - CELL_GAP) / 2
        y = _draw_legend(group, left)
        for tier in self.tiers:
            row_size = ceil(len(tier.cells) / ceil(len(tier.cells) / most_in_row)) if tier.cells else 1
            rows = [tier.cells[start : start + row_size] for start in range(0, len(tier.cells), row_size)]
            draw_label(group, tier.title, left - 16, y + side / 2, anchor="end", css="tier-name")
            for cells in rows:
                x = middle - (len(cells) * step - CELL_GAP) / 2
                for cell in cells:
                    _draw_cell(group, tier.weight, cell, x, y, side)
                    x += step
                y += step
            y += TIER_GAP - CELL_GAP
        right = left + min(largest_size, most_in_row) * step
        return Drawing(group, max(right, MIN_WIDTH), y)


def _draw_legend(group: Element, left: float) -> float:
    """Draws a filled and a hollow cell with their meanings; returns the height used."""
    x = left
    for text, is_matched in (("in the peer", True), ("missing", False)):
        _draw_square(group, weight=3, x=x, y=3.0, side=14.0, is_matched=is_matched)
        draw_label(group, text, x + 20, 10)
        x += 20 + text_width(text) + 18
    return 32.0


def _draw_cell(group: Element, weight: int, cell: PlotCell, x: float, y: float, side: float) -> None:
    title = f"{cell.label} (weight {weight}, {'in the peer' if cell.is_matched else 'missing'})"
    _draw_square(group, weight, x, y, side, is_matched=cell.is_matched, title=title)


def _draw_square(
    group: Element, weight: int, x: float, y: float, side: float, *, is_matched: bool, title: str = ""
) -> None:
    css = f"cell {'matched' if is_matched else 'missing'} weight-{min(weight, HIGHEST_COLOURED_WEIGHT)}"
    inner = side - 1.0  # without the border
    add_tooltip(add(group, "rect", class_=css, x=x + 0.5, y=y + 0.5, width=inner, height=inner, rx=2), title)
