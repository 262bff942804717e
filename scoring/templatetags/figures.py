"""`{% figure figures.ranks %}` shows a figure with its title, its data as a table, and links to download it."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from scoring.figures.figure import Figure, Table, Value, inline_svg
from scoring.templatetags.score_tables import number

register = template.Library()


@register.inclusion_tag("scoring/figures/_figure.html", takes_context=True)
def figure(context: template.Context, figure: Figure | None) -> dict[str, Any]:
    """Shows the figure; a sentence if the figure has no data; nothing if there is no figure. The page's context has the
    beginning of the names of downloaded files as ``figure_stem``.
    """
    if not isinstance(figure, Figure):
        return {}
    table = figure.plot.table
    return {
        "request": context["request"],
        "figure": figure,
        "svg": "" if figure.plot.is_empty else mark_safe(inline_svg(figure)),  # noqa: S308 (escaped before)
        "columns": [(name, _is_numeric(table, index)) for index, name in enumerate(table.columns)],
        "rows": [_cells(row) for row in table.rows],
        "stem": context.get("figure_stem", "figure"),
    }


def _cells(row: Sequence[Value]) -> SafeString:
    """The cells of a row, built without a template because a figure can have thousands."""
    cells = [f'<th scope="row">{escape(row[0])}</th>', *map(_cell, row[1:])]
    return mark_safe("".join(cells))  # noqa: S308 (escaped above and below)


def _cell(value: Value) -> str:
    if isinstance(value, str):
        return f"<td>{escape(value)}</td>"
    return "<td>–</td>" if value is None else f'<td class="num">{number(value)}</td>'


def _is_numeric(table: Table, column: int) -> bool:
    """Whether a column has numbers. The first column never has, because it has the names of the rows."""
    return column > 0 and any(isinstance(row[column], int | float) for row in table.rows)
