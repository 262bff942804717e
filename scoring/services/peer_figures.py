"""The picture of one peer: the pyramid with what it was matched to."""

from scoring.figures import Cell, Figure, PyramidPlot, Tier
from scoring.services.score_detail import ScoreDetail


def matched_pyramid(detail: ScoreDetail) -> Figure:
    """The release's pyramid, a cell an SCU; within a tier matched ones first, as the page lists them."""
    cells: dict[int, list[Cell]] = {}
    for scu in detail.matched:
        cells.setdefault(scu.weight, []).append(Cell(scu.label, matched=True))
    for tier in detail.missing:
        cells.setdefault(tier.weight, []).extend(Cell(scu.label, matched=False) for scu in tier.scus)
    tiers = tuple(Tier(weight, tuple(cells[weight])) for weight in sorted(cells, reverse=True))
    matched, total = len(detail.matched), sum(len(tier.cells) for tier in tiers)
    about = f"A cell for each SCU, the heaviest on top: {matched} of {total} are in the peer (filled)."
    return Figure("pyramid", "The pyramid and what the peer has of it", about, PyramidPlot(tiers))
