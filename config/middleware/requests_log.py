"""The outermost middleware: the number of each request, one line of the log about it, and its share in the figures."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject, empty

from config import metrics
from config.log_lines import route_of
from config.middleware import request_id
from config.run_folder import draining

logger = logging.getLogger("pyramidion.requests")
QUIET = frozenset(["healthz", "readyz", "metrics", "static"])
"""Asked every second or by the dozen: only what goes wrong is worth a line, unless the log is at DEBUG."""


class RequestsLog:
    """Tells how each request went: who (by number), which address (by name), how long. No text, no query, no names."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        metrics.worker_starts()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer, with the request's number."""
        number = request_id.begin(request.headers.get(request_id.HEADER, "") if settings.BEHIND_PROXY else "")
        statements = Statements()
        began = time.perf_counter()
        with metrics.in_progress(), connection.execute_wrapper(statements):
            answer = self._get_response(request)
        _tell(request, answer, time.perf_counter() - began, statements.count)
        answer.headers[request_id.HEADER] = number
        if draining():
            answer.headers["Connection"] = "close"  # the proxy's next request opens one elsewhere
        return answer


class Statements:
    """Counts the SQL statements of a request."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """As Django wants its wrappers."""
        self.count += 1
        return execute(sql, params, many, context)


def _tell(request: HttpRequest, answer: HttpResponseBase, seconds: float, statements: int) -> None:
    route = "static" if request.path_info.startswith(settings.STATIC_URL) else route_of(request)
    metrics.answered(request, answer, route=route, seconds=seconds)
    level = logging.DEBUG if route in QUIET and answer.status_code < 400 else logging.INFO
    if not logger.isEnabledFor(level):
        return
    line = {
        "method": metrics.method_of(request),
        "route": route,
        "status": answer.status_code,
        "ms": round(seconds * 1000, 1),
        "bytes": None if answer.streaming else len(getattr(answer, "content", b"")),
        "user": _user_of(request),
        "statements": statements,
    }
    logger.log(level, "%(method)s %(route)s %(status)s in %(ms)s ms", line, extra=line)


def _user_of(request: HttpRequest) -> int | None:
    """The number of the account, if the view has asked whose request it is: the log alone costs no statement."""
    user: Any = getattr(request, "user", None)
    if isinstance(user, SimpleLazyObject) and user._wrapped is empty:
        return None
    return getattr(user, "pk", None)
