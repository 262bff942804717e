"""Views whose GET may take long. A view marked with `long_work` responds within the request if it can, or starts a run.

The run calls the same view for the same user. The response is stored, and served at the same URL with ``?run=ID``.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from io import BytesIO
from typing import Any, TypeVar, cast
from urllib.parse import unquote_to_bytes, urlsplit
from weakref import finalize

from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import ResolverMatch, resolve, reverse
from django.utils.safestring import mark_safe
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.projects.models import Project
from annotator.runs.models import Run, RunPart
from annotator.runs.registry import Job, Outcome
from annotator.runs.runner import RunFailed
from annotator.runs.services import TooManyRuns, start_run, visible_run
from annotator.runs.steps import TakesLong, is_in_run, using_turn
from annotator.runs.turns import Turn
from annotator.web.errors import problem
from annotator.web.shares import WAITING_FOR_CLIENTS

View = TypeVar("View", bound=Callable[..., Any])
BasisFunction = Callable[[User, str], frozenset[str]]
"""A function of a user and a project's slug. It returns the *basis* of a response: identifiers of the data from which
it is computed for this user (see `registry.Job`)."""

STORED_PAGE_TEMPLATE = "annotator/runs/_stored_page.html"
"""The base template of pages that a run renders. It outputs only their blocks, separated by `BLOCK_SEPARATOR`."""
BLOCK_SEPARATOR = "<!-- cut -->"
STORED_HEADERS = ("Content-Type", "Content-Disposition", "Cache-Control")
PIECE_SIZE = 256 * 1024
MAX_PIECES_AT_ONCE = 16
"""A stored file with more pieces is sent as a stream, which occupies a thread until it is downloaded."""

RETRY_SECONDS = "5"
"""The time after which a client whose download must wait sends its request again."""


def slug_in_url(slug: str, **_: Any) -> str:
    """The slug of the project that a URL names."""
    return slug


def long_work(
    title: str, depends_on: BasisFunction, slug_of: Callable[..., str] = slug_in_url
) -> Callable[[View], View]:
    """Mark a view of a project whose GET can take seconds on a large project: a class, or a function.

    The view announces its duration with `steps.reserve_time`. Membership must be checked earlier: in a class before
    ``get`` is called, for a function by an outer decorator. ``title``: of the run, without the project's name.
    ``depends_on``: returns the basis of the response. ``slug_of``: returns the slug of the project, given the arguments
    of the URL by name; for URLs that do not name the project.
    """

    def mark(view: Any) -> Any:
        if isinstance(view, type):
            view_class: Any = view
            view_class.get = _answer_or_start_run(view_class.get, title, request_index=1)
            view_class.long_work_basis, view_class.long_work_slug = staticmethod(depends_on), staticmethod(slug_of)
            return view_class
        view_function: Any = _answer_or_start_run(view, title, request_index=0)
        view_function.long_work_basis, view_function.long_work_slug = depends_on, slug_of
        return view_function

    return mark


def basis_function_of(view: Any) -> BasisFunction | None:
    """Return the function ``depends_on`` of a view of a URL pattern; None if the view is not marked by `long_work`."""
    return getattr(_class_or_function(view), "long_work_basis", None)


def _class_or_function(view: Any) -> Any:
    """The class of the view of a URL pattern, or the view if it is a function."""
    return getattr(view, "view_class", None) or getattr(view, "cls", None) or view


def _slug(match: ResolverMatch) -> str:
    """The slug of the project of a URL whose view is marked by `long_work`."""
    slug: str = _class_or_function(match.func).long_work_slug(**match.kwargs)
    return slug


def _answer_or_start_run(get: Callable[..., Any], title: str, *, request_index: int) -> Callable[..., Any]:
    """Wrap ``get`` so that it responds or starts a run. ``request_index``: which of its arguments is the request."""

    @wraps(get)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        request = args[request_index]
        if is_in_run():
            return get(*args, **kwargs)
        if "run" in request.GET:
            return _stored_response(request)
        turn = Turn(request.user.pk)
        try:
            with using_turn(turn.acquire):
                return _without_streaming(get(*args, **kwargs))
        except TakesLong:
            return _start_run(request, title)
        finally:
            turn.release()

    return wrapped


def _without_streaming(response: HttpResponseBase) -> HttpResponseBase:
    """Replace a streaming response by a plain one, which occupies no thread while it is sent.

    Its content fits into memory: a request computes only short responses, because long ones become runs.
    """
    if not isinstance(response, StreamingHttpResponse):
        return response
    return HttpResponse(b"".join(_pieces(response)), headers=dict(response.items()))


def _start_run(request: HttpRequest | Request, title: str) -> HttpResponseBase:
    """Start a run that will compute the response, and redirect to it; 429 if the user has too many runs."""
    django_request: Any = request._request if isinstance(request, Request) else request
    project = Project.objects.get(slug=_slug(django_request.resolver_match))
    parameters, user = {"address": django_request.get_full_path()}, cast("User", request.user)
    try:
        run = start_run(job=JOB.name, title=f"{title}: {project}", parameters=parameters, by=user, project=project)
    except TooManyRuns as refused:
        if isinstance(request, Request):
            return problem(429, str(refused))
        context = {"title": "Too many runs", "detail": str(refused)}
        return render(request, "annotator/runs/too_many.html", context, status=429)
    if isinstance(request, Request):
        url = request.build_absolute_uri(reverse("api-run", args=[run.pk]))
        return Response({"run": url}, status=202, headers={"Location": url})
    response = redirect("run", run.pk)
    response.status_code = 303
    return response


def _perform(run: Run) -> Outcome:
    """Call the view of the run's URL on behalf of its user."""
    request = _build_request(run)
    request.user = request._force_auth_user = run.user  # Django reads `user`, DRF reads `_force_auth_user`
    request.base_template = STORED_PAGE_TEMPLATE
    request.resolver_match = match = resolve(request.path_info)
    response = match.func(request, *match.args, **match.kwargs)
    if hasattr(response, "render"):
        response.render()
    if response.status_code != 200:
        problem_details = getattr(response, "data", None) or {}
        raise RunFailed(problem_details.get("detail") or f"The request was refused ({response.status_code}).")
    headers = {name: response[name] for name in STORED_HEADERS if name in response}
    is_page = response["Content-Type"].startswith("text/html")
    return Outcome({"headers": headers, "is_page": is_page}, _pieces(response))


def _build_request(run: Run) -> Any:
    """Return a GET request for the URL that the run was started for."""
    url = urlsplit(run.parameters["address"])
    path = unquote_to_bytes(url.path).decode("latin-1")  # the encoding of paths in WSGI
    server = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "wsgi.input": BytesIO()}
    return WSGIRequest({"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": url.query, **server})


def _pieces(response: Any) -> Iterator[bytes]:
    """Yield the content in pieces of `PIECE_SIZE`; this also computes a streaming response."""
    buffer = b""
    for content in response:
        buffer += content
        while len(buffer) >= PIECE_SIZE:
            yield buffer[:PIECE_SIZE]
            buffer = buffer[PIECE_SIZE:]
    if buffer:
        yield buffer
    for close in response._resource_closers:  # not response.close(): it would also close the database connection
        close()


def _stored_response(request: HttpRequest | Request) -> HttpResponseBase:
    """Return the response that the run stored, or a redirect to a run without one. Raises Run.DoesNotExist."""
    run = visible_run(cast("User", request.user), request.GET["run"])
    if run.job != JOB.name or urlsplit(run.parameters["address"]).path != request.path:
        raise Run.DoesNotExist
    if run.state != Run.State.DONE:
        return redirect("run", run.pk)
    pieces = run.parts.filter(kind=RunPart.Kind.RESULT).order_by("key").values_list("data", flat=True)
    if run.result["is_page"]:
        return _stored_page(request, run, b"".join(map(bytes, pieces)).decode())
    if pieces.count() <= MAX_PIECES_AT_ONCE:
        return HttpResponse(b"".join(map(bytes, pieces)), headers=run.result["headers"])
    user = cast("int", request.user.pk)
    if not WAITING_FOR_CLIENTS.acquire(user):  # slow downloads must not occupy the threads that edits need
        return _too_many_downloads(request)
    response = StreamingHttpResponse(map(bytes, pieces.iterator(chunk_size=4)), headers=run.result["headers"])
    # `finalize` calls it once: when the response is closed or garbage-collected.
    release = finalize(response, WAITING_FOR_CLIENTS.release, user)
    response._resource_closers.append(release)  # type: ignore[attr-defined]  # Django's own, not in its stubs
    return response


def _too_many_downloads(request: Any) -> HttpResponseBase:
    """Return a 429 response, whose page reloads itself until the file is sent: the client waits, no thread does."""
    if isinstance(request, Request):
        response: Any = problem(429, "Other large files are being sent. Yours is ready: ask again in a few seconds.")
    else:
        detail = "Other large files are being sent. Yours is ready: it is downloaded here when they are finished."
        context = {"title": "Your file is waiting", "detail": detail}
        response = render(request, "annotator/runs/too_many.html", context, status=429)
        response.headers["Refresh"] = RETRY_SECONDS
    response.headers["Retry-After"] = RETRY_SECONDS
    return cast("HttpResponseBase", response)


def _stored_page(request: Any, run: Run, html: str) -> HttpResponse:
    """Return a page with the site's frame around the stored blocks."""
    names = ("title", "page_class", "styles", "scripts", "breadcrumbs", "main")  # the blocks of STORED_PAGE_TEMPLATE
    # The text is safe: it was escaped when the run rendered it.
    blocks = dict(zip(names, map(mark_safe, html.split(BLOCK_SEPARATOR)), strict=True))
    return render(request, "annotator/runs/stored_answer.html", {"run": run, "blocks": blocks})


def _basis(user: User, run: Run) -> frozenset[str]:
    """Return the basis of a run's response. Raises Run.DoesNotExist if its view is not marked by `long_work`."""
    match = resolve(_build_request(run).path_info)
    basis_function = basis_function_of(match.func)
    if basis_function is None:
        raise Run.DoesNotExist
    return basis_function(user, _slug(match))


def _result_url(run: Run) -> str:
    url: str = run.parameters["address"]
    return f"{url}{'&' if '?' in url else '?'}run={run.pk}"


JOB = Job(name="answer", perform=_perform, basis=_basis, result_url=_result_url)
