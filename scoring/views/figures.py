"""Pages with figures: the same address answers with the page, or with one figure of it as a file.

``?figure=NAME&as=svg`` and ``&as=csv`` beside whatever else the page is asked: one query, one check of who may see it.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header

from annotator.tables.csv_output import csv_text
from scoring.figures import Figure, Table
from scoring.figures.figure import svg_file
from scoring.figures.style_sheet import stand_alone

TYPES = {"svg": "image/svg+xml", "csv": "text/csv; charset=utf-8"}


def page_with_figures(
    request: HttpRequest, template: str, context: dict[str, Any], figures: Iterable[Figure | None], *, stem: str
) -> HttpResponse:
    """The page with ``figures`` by name in its context (None is left out), or the file that was asked for.

    Files are called ``<stem>.<name>.<type>``. Raises Http404 for a figure or a type that there is not.
    """
    drawn = {figure.name: figure for figure in figures if figure is not None}
    if "figure" not in request.GET:
        return render(request, template, {**context, "figures": drawn, "figure_stem": stem})
    figure, form = drawn.get(request.GET["figure"]), request.GET.get("as")
    if figure is None or form not in TYPES:
        raise Http404
    text = svg_file(figure, style_sheet()) if form == "svg" else table_csv(figure.table)
    name = content_disposition_header(as_attachment=True, filename=f"{stem}.{figure.name}.{form}")
    return HttpResponse(text, content_type=TYPES[form], headers={"Content-Disposition": name})


def table_csv(table: Table) -> str:
    """The numbers of a figure, to the last digit."""
    return csv_text(table.columns, [dict(zip(table.columns, row, strict=True)) for row in table.rows])


@cache
def style_sheet() -> str:
    """What a picture needs to look the same outside the site."""
    found = (finders.find(f"css/{name}") for name in ("tokens.css", "elements/plot.css"))
    tokens, plot = (Path(str(place)).read_text(encoding="utf-8") for place in found)
    return stand_alone(tokens, plot)
