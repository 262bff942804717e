"""`{% mini_pyramid tiers %}`: a small SVG picture of a pyramid."""

from collections.abc import Sequence
from typing import Any

from django import template

from annotator.pyramids.status import Tier

WIDTH, ROW_HEIGHT, GAP = 120.0, 8, 2
MIN_CELL_WIDTH, MAX_CELL_WIDTH = 3.0, 9.0
MAX_COLOUR_WEIGHT = 5  # greater weights have the same colours

register = template.Library()


@register.inclusion_tag("annotator/pyramids/_mini_pyramid.html")
def mini_pyramid(tiers: Sequence[Tier]) -> dict[str, Any]:
    """Returns the template context: a row for each tier, the heaviest on top, with a cell for each SCU.

    If the cells would be too narrow, each row is a single bar.
    """
    most_scus = max((tier.count for tier in tiers), default=0)
    cell_width = min(MAX_CELL_WIDTH, WIDTH / most_scus) if most_scus else 0
    row_step = ROW_HEIGHT + GAP
    cells = [cell for row, tier in enumerate(tiers) for cell in _row_cells(tier, row * row_step, cell_width)]
    counts = ", ".join(f"{tier.count} of weight {tier.weight}" for tier in tiers)
    return {
        "cells": cells,
        "width": WIDTH,
        "row_height": ROW_HEIGHT,
        "height": max(ROW_HEIGHT, len(tiers) * row_step - GAP),
        "description": f"SCUs: {counts}" if counts else "No SCUs yet",
    }


def _row_cells(tier: Tier, y: int, cell_width: float) -> list[dict[str, float]]:
    """Returns the rectangles of one row; ``colour_weight`` (1 to 5) selects their colours in tokens.css.

    ``cell_width`` includes the space of 1 between two cells.
    """
    left = (WIDTH - tier.count * cell_width) / 2
    common = {"y": y, "colour_weight": min(max(tier.weight, 1), MAX_COLOUR_WEIGHT)}
    if cell_width < MIN_CELL_WIDTH:
        return [{"x": round(left, 2), "width": round(tier.count * cell_width, 2), **common}]
    xs = [left + index * cell_width for index in range(tier.count)]
    return [{"x": round(x, 2), "width": round(cell_width - 1, 2), **common} for x in xs]
