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
DISK_FULL_SQLSTATE = "53100"
# SQLSTATE classes of temporary failures: connection, rollback, resources, lock, administrator's shutdown, system.
TEMPORARY_SQLSTATES = ("08", "40", "53", "55", "57", "58")


@dataclass(frozen=True, slots=True)
class Unavailable:
    """A temporary failure of the environment, not of the code: an HTTP status, and the texts of its page."""

    status: int
    title: str
    detail: str


NO_DATABASE = Unavailable(
    503,
    "The database does not answer",
    "The database does not answer at the moment; what was sent may or may not have been saved.",
)
OUT_OF_MEMORY = Unavailable(
    503,
    "The server is short of memory",
    "The server is short of memory at the moment; what was sent may or may not have been saved.",
)
DISK_FULL = Unavailable(507, "The server's disk is full", "The server's disk is full: what was sent was not saved.")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Returns the 400 response to a malformed or too large request."""
    if _is_api(request):
        return _problem(400, "The request cannot be understood.")
    return defaults.bad_request(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    if _is_api(request):
        return _problem(404, "There is nothing at this address.")
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Returns a 500 for an error in the code, a 503 or 507 if database, memory or disk is temporarily unavailable."""
    if reason := temporary_failure(sys.exception()):
        return try_again_later(request, reason)
    if _is_api(request):
        detail = "Something went wrong on the server. It has been logged."
        return _problem(500, detail, request_id=REQUEST_ID.get())
    return HttpResponseServerError(render_to_string("500.html", {"request_id": REQUEST_ID.get()}))


def try_again_later(request: HttpRequest, reason: Unavailable) -> HttpResponseBase:
    """Returns a response that states the reason, with a Retry-After header."""
    if _is_api(request):
        response = _problem(reason.status, reason.detail)
    else:  # rendered without the request: the page's header would load the user from the database
        page = render_to_string("503.html", {"title": reason.title, "detail": reason.detail})
        response = HttpResponse(page, status=reason.status)
    response.headers["Retry-After"] = RETRY_AFTER
    return response


def temporary_failure(error: BaseException | None) -> Unavailable | None:
    """Returns what is temporarily unavailable; None for an error in the code."""
    if isinstance(error, MemoryError):
        return OUT_OF_MEMORY
    if isinstance(error, InterfaceError):
        return NO_DATABASE
    sqlstate = getattr(error and error.__cause__, "pgcode", "")
    if sqlstate == DISK_FULL_SQLSTATE:
        return DISK_FULL
    if isinstance(error, OperationalError):
        return NO_DATABASE if not sqlstate or sqlstate.startswith(TEMPORARY_SQLSTATES) else None
    # psycopg2 raises a plain DatabaseError, with pgcode None, if the connection breaks. Django's errors have no cause.
    return NO_DATABASE if type(error) is DatabaseError and sqlstate is None else None


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _problem(status: int, detail: str, **extra_members: str) -> HttpResponse:
    from annotator.web.errors import PROBLEM, problem_members

    return JsonResponse(problem_members(status, detail) | extra_members, status=status, content_type=PROBLEM)
