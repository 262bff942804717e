"""Error responses: the site's pages, and problem details (RFC 9457) under ``/api/``."""

import sys
from dataclasses import dataclass

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.views import defaults

from config.log_lines import REQUEST_ID

RETRY_AFTER = "5"  # seconds
DISK_FULL = "53100"  # SQLSTATE
# Classes of SQLSTATE for temporary failures: connection, rollback, resources, lock, operator, system.
TEMPORARY = ("08", "40", "53", "55", "57", "58")


@dataclass(frozen=True, slots=True)
class Unavailable:
    """A temporary failure that is no fault of the code: an HTTP status, and two sentences for people."""

    status: int
    title: str
    detail: str


DATABASE_AWAY = Unavailable(
    503,
    "The database does not answer",
    "The database does not answer at the moment; it may or may not have taken what was sent.",
)
OUT_OF_MEMORY = Unavailable(
    503,
    "The server is short of memory",
    "The server is short of memory at the moment; it may or may not have taken what was sent.",
)
NO_SPACE = Unavailable(507, "The server's disk is full", "The server's disk is full: what was sent was not saved.")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """400, for a request that reached no view."""
    if _is_api(request):
        return _problem(400, "The request cannot be understood.")
    return defaults.bad_request(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """404."""
    if _is_api(request):
        return _problem(404, "There is nothing at this address.")
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """500 for a fault, which is in the log; 503 or 507 if the database, memory or disk is temporarily unavailable."""
    if reason := unavailable(sys.exception()):
        return try_again_later(request, reason)
    if _is_api(request):
        detail = "Something went wrong on the server. It has been logged."
        return _problem(500, detail, request_id=REQUEST_ID.get())
    return HttpResponseServerError(render_to_string("500.html", {"request_id": REQUEST_ID.get()}))


def try_again_later(request: HttpRequest, reason: Unavailable) -> HttpResponseBase:
    """Returns the reason with a Retry-After header."""
    if _is_api(request):
        response = _problem(reason.status, reason.detail)
    else:  # without the request: the page's header would need the user, who is in the database
        page = render_to_string("503.html", {"title": reason.title, "detail": reason.detail})
        response = HttpResponse(page, status=reason.status)
    response.headers["Retry-After"] = RETRY_AFTER
    return response


def unavailable(error: BaseException | None) -> Unavailable | None:
    """Returns why the error is temporary; None for a fault of the code."""
    if isinstance(error, MemoryError):
        return OUT_OF_MEMORY
    if isinstance(error, InterfaceError):
        return DATABASE_AWAY
    code = getattr(error and error.__cause__, "pgcode", "")
    if code == DISK_FULL:
        return NO_SPACE
    if isinstance(error, OperationalError):
        return DATABASE_AWAY if not code or code.startswith(TEMPORARY) else None
    # psycopg2 raises a plain DatabaseError for a connection that breaks within an answer; Django's own have no cause.
    return DATABASE_AWAY if type(error) is DatabaseError and code is None else None


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _problem(status: int, detail: str, **more: str) -> HttpResponse:
    from annotator.web.errors import PROBLEM, problem_members

    return JsonResponse(problem_members(status, detail) | more, status=status, content_type=PROBLEM)
