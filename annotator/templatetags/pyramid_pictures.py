"""`{% mini_pyramid tiers %}`: a small picture of a pyramid, drawn with presentation attributes."""

from collections.abc import Sequence
from typing import Any

from django import template

from annotator.pyramids.status import Tier

WIDTH, ROW, GAP, WIDEST_CELL = 120.0, 8, 2, 9.0
NARROWEST_CELL = 3.0
WARMEST = 5

register = template.Library()


@register.inclusion_tag("annotator/pyramids/_mini_pyramid.html")
def mini_pyramid(tiers: Sequence[Tier]) -> dict[str, Any]:
    """A row of cells per weight, the heaviest on top; a row with too many cells becomes one bar."""
    widest = max((tier.count for tier in tiers), default=0)
    step = min(WIDEST_CELL, WIDTH / widest) if widest else 0
    cells = [cell for row, tier in enumerate(tiers) for cell in _row(tier, row * (ROW + GAP), step)]
    counts = ", ".join(f"{tier.count} of weight {tier.weight}" for tier in tiers)
    return {
        "cells": cells,
        "width": WIDTH,
        "row": ROW,
        "height": max(ROW, len(tiers) * (ROW + GAP) - GAP),
        "description": f"SCUs: {counts}" if counts else "No SCUs yet",
    }


def _row(tier: Tier, y: int, step: float) -> list[dict[str, float]]:
    """Rectangles; ``warmth`` (1 to 5) selects their colours in tokens.css."""
    left = (WIDTH - tier.count * step) / 2
    same = {"y": y, "warmth": min(max(tier.weight, 1), WARMEST)}
    if step < NARROWEST_CELL:
        return [{"x": round(left, 2), "width": round(tier.count * step, 2), **same}]
    return [{"x": round(left + i * step, 2), "width": round(step - 1, 2), **same} for i in range(tier.count)]
