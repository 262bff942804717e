"""What is answered outside of views: the site's pages, but problem details (RFC 9457) under ``/api/``."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.views import defaults

API = "/api/"


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
    """500: a fault; it is in the log."""
    if request.path.startswith(API):
        return _problem(500, "Something went wrong on the server. It has been logged.")
    return defaults.server_error(request)


def _problem(status: int, detail: str) -> HttpResponse:
    from annotator.api.errors import PROBLEM, problem_members  # after the apps are loaded

    members: dict[str, Any] = problem_members(status, detail)
    return JsonResponse(members, status=status, content_type=PROBLEM)
