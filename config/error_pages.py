"""Error responses: the site's pages, and problem details (RFC 9457) under ``/api/``."""

import logging
import sys
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse, UnreadablePostError
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views import defaults

from config.log_lines import REQUEST_ID

logger = logging.getLogger(__name__)
RETRY_AFTER = "5"  # seconds
DISK_FULL_SQLSTATE, LOCK_TIMEOUT_SQLSTATE = "53100", "55P03"


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure that is not caused by an error in the code: its HTTP status, and the texts of its page."""

    status: int
    title: str
    detail: str


NO_DATABASE = Failure(
    503,
    "The database does not answer",
    "The database does not answer at the moment; what was sent may or may not have been saved.",
)
OUT_OF_MEMORY = Failure(
    503,
    "The server is short of memory",
    "The server is short of memory at the moment; what was sent may or may not have been saved.",
)
LOCKED = Failure(
    503,
    "Somebody else is changing this",
    "Somebody else is changing the same thing, and it is taking a long time; what you sent was not saved.",
)
CONFLICT = Failure(
    409,
    "Somebody else changed this at the same moment",
    "Somebody else changed the same thing at the same moment, so what you sent was not saved.",
)
TOO_MANY_UPLOADS = Failure(
    503,
    "Other large files are being sent",
    "The site receives at most two large files at a time, and one from each person. What you sent was not read.",
)
INCOMPLETE = Failure(
    408,
    "The request did not arrive completely",
    "The request did not arrive completely, so nothing was changed.",
)
DISK_FULL = Failure(507, "The server's disk is full", "The server's disk is full: what was sent was not saved.")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Returns the 400 response to a malformed or too large request."""
    if _is_api(request):
        return _problem(400, "The request cannot be understood.")
    return defaults.bad_request(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    if _is_api(request):
        return _problem(404, "There is nothing at this address.")
    return defaults.page_not_found(request, exception)


def too_large(request: HttpRequest, megabytes: int) -> HttpResponse:
    """Returns the 413 response to a body of more than `megabytes`, the limit of the route."""
    detail = f"The request is larger than {megabytes} MB, which is the most that this address takes."
    if _is_api(request):
        return _problem(413, detail)
    return render(request, "400.html", {"detail": f"{detail} Nothing was changed."}, status=413)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Returns a 500 for an error in the code; for other failures, the status that `failure_of` finds (408, 409, 503
    or 507).
    """
    error = sys.exception()
    if failure := failure_of(error):
        if failure is CONFLICT:
            diagnostics = getattr(error and error.__cause__, "diag", None)
            constraint = getattr(diagnostics, "constraint_name", None)
            logger.warning("Conflict of simultaneous requests: %s %s", type(error).__name__, constraint or "")
        return failure_response(request, failure)
    if _is_api(request):
        detail = "Something went wrong on the server. It has been logged."
        return _problem(500, detail, request_id=REQUEST_ID.get())
    return HttpResponseServerError(render_to_string("500.html", {"request_id": REQUEST_ID.get()}))


def failure_response(request: HttpRequest, failure: Failure) -> HttpResponseBase:
    """Returns a response that states the reason, with a Retry-After header if the same request may succeed later."""
    if _is_api(request):
        response = _problem(failure.status, failure.detail)
    else:  # rendered without the request: the page's header would load the user from the database
        template = "409.html" if failure is CONFLICT else "503.html"
        page = render_to_string(template, {"title": failure.title, "detail": failure.detail})
        response = HttpResponse(page, status=failure.status)
    if failure is not CONFLICT:
        response.headers["Retry-After"] = RETRY_AFTER
    return response


def failure_of(error: BaseException | None) -> Failure | None:
    """Returns the failure that caused this error; None for an error in the code."""
    from annotator.web.database_errors import is_conflict, is_temporary, sqlstate_of

    if isinstance(error, MemoryError):
        return OUT_OF_MEMORY
    if isinstance(error, UnreadablePostError):
        return INCOMPLETE
    if is_conflict(error):
        return CONFLICT
    by_sqlstate = {DISK_FULL_SQLSTATE: DISK_FULL, LOCK_TIMEOUT_SQLSTATE: LOCKED}
    return by_sqlstate.get(sqlstate_of(error) or "") or (NO_DATABASE if is_temporary(error) else None)


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _problem(status: int, detail: str, **extra_members: str) -> HttpResponse:
    from annotator.web.errors import PROBLEM, problem_members

    return JsonResponse(problem_members(status, detail) | extra_members, status=status, content_type=PROBLEM)
