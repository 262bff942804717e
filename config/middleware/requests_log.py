"""The outermost middleware: gives each request an id and writes one log line about it."""

import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject, empty

from config.log_lines import REQUEST_ID, route_of

logger = logging.getLogger("pyramidion.requests")
HEADER = "X-Request-ID"
REQUEST_ID_FORMAT = re.compile(r"[A-Za-z0-9._-]{8,64}")
KNOWN_METHODS = frozenset(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
QUIET_ROUTES = frozenset(["healthz", "readyz", "static"])
"""Routes that are requested every second or by the dozen: only their failures are logged."""


class RequestsLog:
    """Logs method, route name, status, duration and user id, but nothing that people wrote."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Returns the response with the request's id in a header. Only a proxy may choose the id."""
        request_id = request.headers.get(HEADER, "") if settings.PROXIES else ""
        if not REQUEST_ID_FORMAT.fullmatch(request_id):
            request_id = uuid.uuid4().hex
        REQUEST_ID.set(request_id)
        started = time.perf_counter()
        response = self._get_response(request)
        _log(request, response, time.perf_counter() - started)
        response.headers[HEADER] = request_id
        return response


def _log(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    route = "static" if request.path_info.startswith(settings.STATIC_URL) else route_of(request)
    if route in QUIET_ROUTES and response.status_code < 400:
        return
    fields = {
        "method": request.method if request.method in KNOWN_METHODS else "other",
        "route": route,
        "status": response.status_code,
        "ms": round(seconds * 1000, 1),
        "user": _user_id(request),
    }
    logger.info("%(method)s %(route)s %(status)s in %(ms)s ms", fields, extra=fields)


def _user_id(request: HttpRequest) -> int | None:
    """Returns the user's id; None if nothing has loaded the user, so that logging costs no SQL query."""
    user: Any = getattr(request, "user", None)
    if isinstance(user, SimpleLazyObject) and user._wrapped is empty:
        return None
    return getattr(user, "pk", None)
