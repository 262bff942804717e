"""`{% mini_pyramid tiers %}`: a small SVG picture of a pyramid."""

from collections.abc import Sequence
from typing import Any

from django import template

from annotator.pyramids.status import Tier

WIDTH, ROW_HEIGHT, GAP, MAX_CELL_WIDTH = 120.0, 8, 2, 9.0
MIN_CELL_WIDTH = 3.0
MAX_COLOUR_WEIGHT = 5  # greater weights have the same colours

register = template.Library()


@register.inclusion_tag("annotator/pyramids/_mini_pyramid.html")
def mini_pyramid(tiers: Sequence[Tier]) -> dict[str, Any]:
    """The template context: a row of cells for each tier, the heaviest on top. A row with too many cells is one bar."""
    widest = max((tier.count for tier in tiers), default=0)
    step = min(MAX_CELL_WIDTH, WIDTH / widest) if widest else 0
    cells = [cell for row, tier in enumerate(tiers) for cell in _row_cells(tier, row * (ROW_HEIGHT + GAP), step)]
    counts = ", ".join(f"{tier.count} of weight {tier.weight}" for tier in tiers)
    return {
        "cells": cells,
        "width": WIDTH,
        "row_height": ROW_HEIGHT,
        "height": max(ROW_HEIGHT, len(tiers) * (ROW_HEIGHT + GAP) - GAP),
        "description": f"SCUs: {counts}" if counts else "No SCUs yet",
    }


def _row_cells(tier: Tier, y: int, step: float) -> list[dict[str, float]]:
    """The rectangles of one row; ``colour_weight`` (1 to 5) selects their colours in tokens.css."""
    left = (WIDTH - tier.count * step) / 2
    common = {"y": y, "colour_weight": min(max(tier.weight, 1), MAX_COLOUR_WEIGHT)}
    if step < MIN_CELL_WIDTH:
        return [{"x": round(left, 2), "width": round(tier.count * step, 2), **common}]
    return [{"x": round(left + i * step, 2), "width": round(step - 1, 2), **common} for i in range(tier.count)]
