"""Keeps private data out of the log: texts and names that people wrote, and paths that contain names.

Messages of exceptions may quote anything (``Key (label)=(...) already exists``). So a logged traceback has frames and
exception types, and a message only if it cannot quote data: about code, connections, tables or constraints.
"""

import logging
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

from django.http import HttpRequest

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the current request: in the X-Request-ID header, on the error page, and in every log line."""
CODE_ERRORS = (AttributeError, TypeError, NameError, ImportError, RecursionError)
"""Exceptions whose messages can quote only names from the source code."""
SERVER_SQLSTATES = ("08", "28", "3D", "53", "55", "57", "58", "XX")
"""SQLSTATE classes whose messages quote no data: connection, login, database, resources, lock, shutdown, system."""


class RemovePrivateData(logging.Filter):
    """Adds the request's id to each record; removes the request, its path, and data quoted in errors."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Returns False for Django's own line about a 5xx response, because RequestsLog writes one too."""
        if record.name == "django.request" and not (record.exc_info or record.exc_text):
            return False
        record.request_id = REQUEST_ID.get()
        request = record.__dict__.pop("request", None)
        if isinstance(request, HttpRequest):
            route = route_of(request)
            path = request.path.encode("unicode_escape").decode("ascii")  # as Django's log_response writes it
            if isinstance(record.args, tuple):
                record.args = tuple(route if arg == path else arg for arg in record.args)
            record.route = route
            if record.__dict__.get("status_code", 500) < 500:
                record.exc_info = None  # a client's error needs no traceback
        if record.exc_info:
            record.exc_text, record.exc_info = format_error(record.exc_info[1]), None
        return True


def route_of(request: HttpRequest) -> str:
    """Returns the name of the URL pattern, which contains no names of projects or people."""
    match = getattr(request, "resolver_match", None)
    return (match.view_name or match.route) if match else "none"


def format_error(error: BaseException | None) -> str:
    """Returns the chain of exceptions, the outermost last, without the data that they quote."""
    return "\n".join(line for exception in reversed(list(_chain(error))) for line in _lines(exception))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _lines(error: BaseException) -> Iterator[str]:
    for frame in traceback.extract_tb(error.__traceback__, limit=-30):
        yield f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}: {frame.line}'
    type_name = f"{type(error).__module__}.{type(error).__qualname__}"
    yield ": ".join(filter(None, (type_name, _safe_message(error))))


def _safe_message(error: BaseException) -> str:
    if isinstance(error, CODE_ERRORS):
        return str(error)
    if isinstance(error, OSError):
        return error.strerror or ""
    if type(error).__module__.startswith("psycopg2"):
        return _safe_database_message(error)
    return ""


def _safe_database_message(error: Any) -> str:
    code = error.pgcode or ""
    if not code:  # raised by the client library: the connection failed or was lost
        return str(error).strip().partition("\n")[0] if type(error).__name__ == "OperationalError" else ""
    message = error.diag.message_primary if code.startswith(SERVER_SQLSTATES) else ""
    names = (error.diag.table_name, error.diag.column_name, error.diag.constraint_name)
    return " ".join(filter(None, (message, code, *names)))
