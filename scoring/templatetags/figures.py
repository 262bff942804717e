"""`{% figure figures.ranks %}`: a picture with its title, its data as a table, and its downloads."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from scoring.figures.figure import Figure, Table, Value, inline_svg
from scoring.templatetags.score_tables import is_number, number

register = template.Library()


@register.inclusion_tag("scoring/figures/_figure.html", takes_context=True)
def figure(context: template.Context, one: Figure | None) -> dict[str, Any]:
    """Nothing for no figure; a sentence for one without data."""
    if not isinstance(one, Figure):
        return {}
    drawn = "" if one.plot.is_empty else mark_safe(inline_svg(one))  # noqa: S308 (an XML library escaped all texts)
    table = one.plot.table
    return {
        "request": context["request"],
        "figure": one,
        "svg": drawn,
        "heads": [(head, _is_numeric(table, at)) for at, head in enumerate(table.columns)],
        "rows": [_cells(row) for row in table.rows],
        "stem": context.get("figure_stem", "figure"),
    }


def _cells(row: Sequence[Value]) -> SafeString:
    """The cells of a row, built without a template for each: a picture can have thousands."""
    first, *others = row
    cells = [f'<th scope="row">{escape(first)}</th>', *map(_cell, others)]
    return mark_safe("".join(cells))  # noqa: S308 (escaped above and below)


def _cell(value: Value) -> str:
    if isinstance(value, str):
        return f"<td>{escape(value)}</td>"
    return "<td>–</td>" if value is None else f'<td class="num">{number(value)}</td>'


def _is_numeric(table: Table, at: int) -> bool:
    """Whether a column, but for the first, which names the rows, holds numbers."""
    return at > 0 and any(is_number(row[at]) for row in table.rows)
