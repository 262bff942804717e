"""`{% figure figures.ranks %}`: a picture with its title, its data as a table, and its downloads."""

from typing import Any

from django import template
from django.utils.safestring import mark_safe

from scoring.figures.figure import Figure, inline_svg

register = template.Library()


@register.inclusion_tag("scoring/_figure.html", takes_context=True)
def figure(context: template.Context, one: Figure | None) -> dict[str, Any]:
    """Nothing for no figure; a sentence for one without data."""
    if not isinstance(one, Figure):
        return {}
    drawn = "" if one.is_empty else mark_safe(inline_svg(one))  # noqa: S308 (an XML library wrote it and escaped all texts)
    return {"request": context["request"], "figure": one, "svg": drawn, "stem": context.get("figure_stem", "figure")}
