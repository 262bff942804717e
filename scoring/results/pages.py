"""Pages of results: who may open them, and their figures.

The URL of a page with ``?figure=NAME&as=svg`` or ``&as=csv`` gives one of its figures as a file.
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

TYPES = {"svg": "image/svg+xml", "csv": "text/csv; charset=utf-8"}


def score_page(
    view: Callable[Concatenate[HttpRequest, Viewer, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, str, P], HttpResponseBase]:
    """A read-only page for signed-in members of a project; the view gets the viewer instead of the project's slug.

    What the viewer may not see is 404.
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
    """The page with ``figures`` by name in its context, or one of them as a file ``<stem>.<name>.<type>``.

    Raises Http404 for an unknown figure or type.
    """
    drawn = {figure.name: figure for figure in figures if figure is not None}
    if "figure" not in request.GET:
        return render(request, template, {**context, "figures": drawn, "figure_stem": stem})
    figure, form = drawn.get(request.GET["figure"]), request.GET.get("as")
    if figure is None or form not in TYPES:
        raise Http404
    table = figure.plot.table
    rows = (dict(zip(table.columns, row, strict=True)) for row in table.rows)
    text = svg_file(figure, style_sheet()) if form == "svg" else csv_text(table.columns, rows)
    name = content_disposition_header(as_attachment=True, filename=f"{stem}.{figure.name}.{form}")
    return HttpResponse(text, content_type=TYPES[form], headers={"Content-Disposition": name})


@cache
def style_sheet() -> str:
    paths = (finders.find(f"css/{name}") for name in ("tokens.css", "elements/plot.css"))
    tokens, plot = (Path(str(path)).read_text(encoding="utf-8") for path in paths)
    return standalone_css(tokens, plot)
