"""Answers to GET that take long: a view marked `long_work` answers within the request if it can, else by a run.

The run calls the same view for the same user; its answer is stored, and shown at the same address with ``?run=ID``.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from io import BytesIO
from threading import BoundedSemaphore
from typing import Any, TypeVar, cast
from urllib.parse import unquote_to_bytes, urlsplit
from weakref import finalize

from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import resolve, reverse
from django.utils.safestring import mark_safe
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.projects.models import Project
from annotator.runs.models import Run, RunPart
from annotator.runs.registry import Job, Outcome
from annotator.runs.runner import RunFailed
from annotator.runs.services import TooManyRuns, start_run, visible_run
from annotator.runs.steps import TakesLong, is_in_run, waiting_by
from annotator.web.errors import problem

View = TypeVar("View", bound=Callable[..., Any])
Basis = Callable[[User, str], frozenset[str]]
"""What a user may see of the project of this slug; see `registry.Job.basis`."""

FRAME = "annotator/runs/_stored_page.html"
CUT = "<!-- cut -->"
KEPT_HEADERS = ("Content-Type", "Content-Disposition", "Cache-Control")
PIECE = 256 * 1024
PATIENCE = 10.0
"""Seconds that a request waits for its turn before it becomes a run."""

LARGE = 16
"""Pieces of a stored answer; a larger one is sent as a stream, which holds a thread until it is fetched."""

_places, _running, _downloads = BoundedSemaphore(3), BoundedSemaphore(1), BoundedSemaphore(2)


class _Turn:
    """A request's turn: one long answer at a time in a process, and two that wait: edits need the fourth thread."""

    def __init__(self) -> None:
        self._taken: list[BoundedSemaphore] = []

    def take(self) -> None:
        """Wait for it; nothing if it is taken already. Raises TakesLong if there are enough that wait."""
        if self._taken:
            return
        for semaphore, patience in ((_places, 0.0), (_running, PATIENCE)):
            if not semaphore.acquire(timeout=patience):
                raise TakesLong
            self._taken.append(semaphore)

    def give(self) -> None:
        """Give back what was taken."""
        while self._taken:
            self._taken.pop().release()


def long_work(title: str, basis: Basis) -> Callable[[View], View]:
    """Mark a view of a project, or the class of one, whose GET can take seconds on a large project.

    A function view gets the request first, and is for members only already; a class has checked that before ``get``.
    The view says by `steps.takes` how long it will take. ``title``: what the run is called, before the project's name.
    """

    def mark(view: Any) -> Any:
        if isinstance(view, type):
            marked: Any = view
            marked.get = _in_time(marked.get, title, at=1)
            marked.long_work_basis = staticmethod(basis)
            return marked
        page: Any = _in_time(view, title, at=0)
        page.long_work_basis = basis
        return page

    return mark


def basis_of(view: Any) -> Basis | None:
    """The basis of the answers of a view as URLs have it; None if it is not marked."""
    made_from = getattr(view, "view_class", None) or getattr(view, "cls", None) or view
    return getattr(made_from, "long_work_basis", None)


def _in_time(get: Callable[..., Any], title: str, *, at: int) -> Callable[..., Any]:
    """``get``, whose argument number ``at`` is the request."""

    @wraps(get)
    def answer(*args: Any, **kwargs: Any) -> Any:
        request = args[at]
        if is_in_run():
            return get(*args, **kwargs)
        if "run" in request.GET:
            return _stored_answer(request)
        turn = _Turn()
        try:
            with waiting_by(turn.take):
                return _in_one_piece(get(*args, **kwargs))
        except TakesLong:
            return _queued(request, title)
        finally:
            turn.give()

    return answer


def _in_one_piece(answer: HttpResponseBase) -> HttpResponseBase:
    """A file that was made within a request is small: sent as one piece, it holds no thread while it is fetched."""
    if not isinstance(answer, StreamingHttpResponse):
        return answer
    return HttpResponse(b"".join(_pieces(answer)), headers=dict(answer.items()))


def _queued(request: HttpRequest | Request, title: str) -> HttpResponseBase:
    """Leads to the run that will compute the answer."""
    plain: Any = request._request if isinstance(request, Request) else request
    project = Project.objects.get(slug=plain.resolver_match.kwargs["slug"])
    parameters, user = {"address": plain.get_full_path()}, cast("User", request.user)
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
    answer = redirect("run", run.pk)
    answer.status_code = 303
    return answer


def _perform(run: Run) -> Outcome:
    """Ask the view as its user would."""
    request = _request(run)
    request.user = request._force_auth_user = run.user  # the latter is what DRF looks at
    request.frame = FRAME
    request.resolver_match = match = resolve(request.path_info)
    answer = match.func(request, *match.args, **match.kwargs)
    if hasattr(answer, "render"):
        answer.render()
    if answer.status_code != 200:
        detail = getattr(answer, "data", None) or {}
        raise RunFailed(detail.get("detail") or f"The answer was refused ({answer.status_code}).")
    headers = {name: answer[name] for name in KEPT_HEADERS if name in answer}
    return Outcome({"headers": headers, "is_page": _is_page(answer)}, _pieces(answer))


def _request(run: Run) -> Any:
    address = urlsplit(run.parameters["address"])
    path = unquote_to_bytes(address.path).decode("latin-1")  # as WSGI has it
    server = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "wsgi.input": BytesIO()}
    return WSGIRequest({"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": address.query, **server})


def _is_page(answer: HttpResponseBase) -> bool:
    return answer["Content-Type"].startswith("text/html")


def _pieces(answer: Any) -> Iterator[bytes]:
    """The content in pieces of one size; a stream makes them as they are asked for."""
    left = b""
    for content in answer:
        left += content
        while len(left) >= PIECE:
            yield left[:PIECE]
            left = left[PIECE:]
    if left:
        yield left
    for close in answer._resource_closers:  # close() would end a request, and with it connections to the database
        close()


def _stored_answer(request: HttpRequest | Request) -> HttpResponseBase:
    """What a run has computed for this address, if the user may see it. Raises Run.DoesNotExist."""
    run = visible_run(cast("User", request.user), request.GET["run"])
    if run.job != JOB.name or urlsplit(run.parameters["address"]).path != request.path:
        raise Run.DoesNotExist
    if run.state != Run.State.DONE:
        return redirect("run", run.pk)
    pieces = run.parts.filter(kind=RunPart.Kind.RESULT).order_by("key").values_list("data", flat=True)
    if run.result["is_page"]:
        return _page(request, run, b"".join(map(bytes, pieces)).decode())
    if pieces.count() <= LARGE:
        return HttpResponse(b"".join(map(bytes, pieces)), headers=run.result["headers"])
    if not _downloads.acquire(blocking=False):  # edits need a thread, however slowly files are fetched
        return _crowded(request)
    answer = StreamingHttpResponse(map(bytes, pieces.iterator(chunk_size=4)), headers=run.result["headers"])
    release = finalize(answer, _downloads.release)  # at the latest when nothing knows of the answer any more
    answer._resource_closers.append(release)  # type: ignore[attr-defined]
    return answer


def _crowded(request: Any) -> HttpResponseBase:
    detail = "Two other large files are being downloaded. Yours is kept: download it when they are finished."
    if isinstance(request, Request):
        return problem(429, detail)
    context = {"title": "Two downloads at a time", "detail": detail}
    return render(request, "annotator/runs/too_many.html", context, status=429)


def _page(request: Any, run: Run, stored: str) -> HttpResponse:
    names = ("title", "page_class", "styles", "scripts", "breadcrumbs", "main")
    # It was escaped when it was rendered.
    blocks = dict(zip(names, map(mark_safe, stored.split(CUT)), strict=True))
    return render(request, "annotator/runs/stored_answer.html", {"run": run, "blocks": blocks})


def _basis(user: User, run: Run) -> frozenset[str]:
    match = resolve(_request(run).path_info)
    basis = basis_of(match.func)
    if basis is None:
        raise Run.DoesNotExist
    return basis(user, match.kwargs["slug"])


def _result_url(run: Run) -> str:
    address: str = run.parameters["address"]
    return f"{address}{'&' if '?' in address else '?'}run={run.pk}"


JOB = Job(name="answer", perform=_perform, basis=_basis, result_url=_result_url)
