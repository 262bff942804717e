"""Access control of result pages, and the download of their figures.

With ``?figure=NAME&as=svg`` or ``?figure=NAME&as=csv``, the URL of a page gives one of its figures as a file.
"""

from collections.abc import Callable, Iterable
from functools import cache, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from annotator.tables.csv_output import csv_text
from annotator.web.refusals import NotAllowed
from scoring.figures.figure import Figure, svg_file
from scoring.figures.style_sheet import standalone_css
from scoring.observations.viewer import Viewer

P = ParamSpec("P")

FIGURE_CONTENT_TYPES = {"svg": "image/svg+xml", "csv": "text/csv; charset=utf-8"}


def score_page(
    view: Callable[Concatenate[HttpRequest, Viewer, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, str, P], HttpResponseBase]:
    """Decorate a read-only page for members of a project. The view gets a Viewer instead of the project's slug. The
    response is 404 if an object does not exist for this viewer, and 403 if the view raises NotAllowed.
    """

    @wraps(view)
    def page(request: HttpRequest, /, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        try:
            return view(request, Viewer.member(request.user, slug), *args, **kwargs)
        except ObjectDoesNotExist as error:
            raise Http404 from error
        except NotAllowed as error:
            raise PermissionDenied(str(error)) from error

    return require_safe(login_required(page))


def page_with_figures(
    request: HttpRequest, template: str, context: dict[str, Any], figures: Iterable[Figure | None], *, stem: str
) -> HttpResponse:
    """Render the page, with its ``figures`` by name in the context. If the query string names a figure, return only
    this figure, in a file called ``<stem>.<figure name>.<svg or csv>``. Raises Http404 for an unknown figure or file
    format.
    """
    figures_by_name = {figure.name: figure for figure in figures if figure is not None}
    if "figure" not in request.GET:
        return render(request, template, {**context, "figures": figures_by_name, "figure_stem": stem})
    figure, file_format = figures_by_name.get(request.GET["figure"]), request.GET.get("as")
    if figure is None or file_format not in FIGURE_CONTENT_TYPES:
        raise Http404
    table = figure.plot.table
    rows = (dict(zip(table.columns, row, strict=True)) for row in table.rows)
    text = svg_file(figure, style_sheet()) if file_format == "svg" else csv_text(table.columns, rows)
    disposition = content_disposition_header(as_attachment=True, filename=f"{stem}.{figure.name}.{file_format}")
    content_type = FIGURE_CONTENT_TYPES[file_format]
    return HttpResponse(text, content_type=content_type, headers={"Content-Disposition": disposition})


@cache
def style_sheet() -> str:
    """The style sheet of downloaded SVG files."""
    paths = (finders.find(f"css/{name}") for name in ("tokens.css", "elements/plot.css"))
    tokens, plot = (Path(str(path)).read_text(encoding="utf-8") for path in paths)
    return standalone_css(tokens, plot)
