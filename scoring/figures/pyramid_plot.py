"""The pyramid as rows of cells, the heaviest on top: filled if a peer has the SCU, hollow if it does not.

Source of the picture: Nenkova & Passonneau 2004, Figure 2.
"""

from dataclasses import dataclass
from math import ceil
from xml.etree.ElementTree import Element

from scoring.figures.figure import Drawing, Table
from scoring.figures.lettering import text_width
from scoring.figures.marks import label
from scoring.figures.svg import add, add_tooltip

WIDTH, GAP, BETWEEN = 860.0, 4.0, 12.0
SIZES = ((20, 26.0), (28, 20.0), (0, 14.0))
"""(Cells of the largest tier, side of a cell in px): the first that has room; 0 means any number."""
WARMEST = 5
NARROWEST = 420.0


@dataclass(frozen=True, slots=True)
class Cell:
    """An SCU, and whether it is in the peer."""

    label: str
    matched: bool


@dataclass(frozen=True, slots=True)
class Tier:
    """The SCUs of one weight."""

    weight: int
    cells: tuple[Cell, ...]

    @property
    def title(self) -> str:
        matched = sum(cell.matched for cell in self.cells)
        return f"Weight {self.weight}: {matched} of {len(self.cells)}"


@dataclass(frozen=True, slots=True)
class PyramidPlot:
    """Tiers from the top down."""

    tiers: tuple[Tier, ...]

    @property
    def table(self) -> Table:
        rows = [
            (tier.weight, cell.label, "matched" if cell.matched else "missing")
            for tier in self.tiers
            for cell in tier.cells
        ]
        return Table.of(("Weight", "SCU", "In the peer"), rows)

    @property
    def is_empty(self) -> bool:
        return not any(tier.cells for tier in self.tiers)

    def draw(self) -> Drawing:
        """Tiers in the middle, their names on the left; a tier that is too wide takes several rows."""
        group = Element("g")
        most = max((len(tier.cells) for tier in self.tiers), default=0)
        side = next(side for many, side in SIZES if not many or most <= many)
        left = max((text_width(tier.title) for tier in self.tiers), default=0.0) + 16
        in_row = max(1, int((WIDTH - left + GAP) // (side + GAP)))
        middle = left + (min(most, in_row) * (side + GAP) - GAP) / 2
        y = _legend(group, left)
        for tier in self.tiers:
            each = ceil(len(tier.cells) / ceil(len(tier.cells) / in_row)) if tier.cells else 1
            rows = [tier.cells[at : at + each] for at in range(0, len(tier.cells), each)]
            label(group, tier.title, left - 16, y + side / 2, anchor="end", css="tier-name")
            for cells in rows:
                x = middle - (len(cells) * (side + GAP) - GAP) / 2
                for cell in cells:
                    _cell(group, tier.weight, cell, x, y, side)
                    x += side + GAP
                y += side + GAP
            y += BETWEEN - GAP
        right = left + min(most, in_row) * (side + GAP)
        return Drawing(group, max(right, NARROWEST), y)


def _legend(group: Element, left: float) -> float:
    """Draws the meaning of filled and hollow cells; returns the height used."""
    x = left
    for text, matched in (("in the peer", True), ("missing", False)):
        _square(group, 3, x, 3.0, 14.0, matched=matched)
        label(group, text, x + 20, 10)
        x += 20 + text_width(text) + 18
    return 32.0


def _cell(group: Element, weight: int, cell: Cell, x: float, y: float, side: float) -> None:
    title = f"{cell.label} (weight {weight}, {'in the peer' if cell.matched else 'missing'})"
    _square(group, weight, x, y, side, matched=cell.matched, title=title)


def _square(group: Element, weight: int, x: float, y: float, side: float, *, matched: bool, title: str = "") -> None:
    css = f"cell {'matched' if matched else 'missing'} weight-{min(weight, WARMEST)}"
    inner = side - 1.0
    add_tooltip(add(group, "rect", class_=css, x=x + 0.5, y=y + 0.5, width=inner, height=inner, rx=2), title)
