"""What is answered outside of views: the site's pages, but problem details (RFC 9457) under ``/api/``."""

import sys
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.views import defaults

from config.middleware import request_id
from config.middleware.unavailable import Unavailable, unavailable

API = "/api/"
RETRY_AFTER = "5"  # seconds


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """400: a request that no view was asked about."""
    if request.path.startswith(API):
        return _problem(400, "The request cannot be understood.")
    return defaults.bad_request(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """404: an address that nothing has."""
    if request.path.startswith(API):
        return _problem(404, "There is nothing at this address.")
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """500: a fault; it is in the log. 503 and 507 where database or memory are short: that passes."""
    if passing := unavailable(sys.exception()):
        return come_again(request, passing)
    if request.path.startswith(API):
        said = "Something went wrong on the server. It has been logged."
        return _problem(500, said, request_id.current())
    return HttpResponseServerError(render_to_string("500.html", {"request_id": request_id.current()}))


def come_again(request: HttpRequest, told: Unavailable) -> HttpResponseBase:
    """What cannot be had now, and when to ask again."""
    if request.path.startswith(API):
        answer = _problem(told.status, told.detail)
    else:  # without the request: whose it is, only the database knows
        page = render_to_string("503.html", {"title": told.title, "detail": told.detail})
        answer = HttpResponse(page, status=told.status)
    answer.headers["Retry-After"] = RETRY_AFTER
    return answer


def _problem(status: int, detail: str, number: str = "") -> HttpResponse:
    from annotator.web.errors import PROBLEM, problem_members

    members: dict[str, Any] = problem_members(status, detail)
    if number:
        members["request_id"] = number
    return JsonResponse(members, status=status, content_type=PROBLEM)
