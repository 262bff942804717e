"""What a line of the log says and what it never says: no text that people wrote, no names, no addresses with names.

Messages of exceptions may quote anything (``Key (label)=(...) already exists``), so a traceback here is the frames and
the types. What helps and cannot quote is added: about code, about connections, SQLSTATE and the names of constraints.
"""

import logging
import time
import traceback
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest
from pythonjsonlogger.json import JsonFormatter

from config.middleware import request_id

ABOUT_CODE = (AttributeError, TypeError, NameError, ImportError, RecursionError)
"""Their messages name what stands in the source."""
ABOUT_THE_SERVER = ("08", "28", "3D", "53", "55", "57", "58", "XX")
"""Classes of SQLSTATE whose messages quote no value: connections, authorization, resources, operators, the system."""
DATABASE_ERRORS = "psycopg2"


class Discreet(logging.Filter):
    """Gives each record the number of its request and takes the request itself, with its address, out."""

    def filter(self, record: logging.LogRecord) -> bool:
        """False for what is said twice: Django tells each 5xx, and so does the line of the request."""
        if record.name == "django.request" and not record.exc_info:
            return False
        record.request_id = request_id.current()
        request = record.__dict__.pop("request", None)
        if isinstance(request, HttpRequest):
            where = route_of(request)
            path = request.path.encode("unicode_escape").decode("ascii")  # as Django's log_response writes it
            record.args = tuple(where if arg == path else arg for arg in _listed(record.args))
            record.route = where
            if record.__dict__.get("status_code", 500) < 500:
                record.exc_info = None  # who asked is at fault: where that was noticed is of no interest
        return True


class JsonLines(JsonFormatter):
    """A JSON object a line, with the time in UTC."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        named = {"asctime": "time", "levelname": "level", "name": "logger", "exc_info": "traceback"}
        super().__init__(["asctime", "levelname", "name", "message", "request_id"], rename_fields=named)

    def formatException(self, ei: Any) -> str:  # noqa: N802  # as the base class calls it
        """The frames and types."""
        return told(ei[1])


class TextLines(logging.Formatter):
    """A line for people."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name} {request_id}: {message}", style="{")

    def formatException(self, ei: Any) -> str:  # noqa: N802  # as the base class calls it
        """The frames and types."""
        return told(ei[1])


def route_of(request: HttpRequest) -> str:
    """The name of the address, which holds no names of projects or people; bounded in number."""
    match = getattr(request, "resolver_match", None)
    return (match.view_name or match.route) if match else "none"


def told(error: BaseException | None) -> str:
    """A chain of exceptions, outermost last, without what they quote."""
    return "\n".join(line for one in reversed(list(_chain(error))) for line in _one(one))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _one(error: BaseException) -> Iterator[str]:
    for frame in traceback.extract_tb(error.__traceback__, limit=-30):
        yield f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}: {frame.line}'
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    yield ": ".join(part for part in (kind, _harmless(error)) if part)


def _harmless(error: BaseException) -> str:
    if isinstance(error, ABOUT_CODE):
        return str(error)
    if isinstance(error, OSError):
        return error.strerror or ""
    if type(error).__module__.startswith(DATABASE_ERRORS):
        return _of_database(error)
    return ""


def _of_database(error: Any) -> str:
    code = error.pgcode or ""
    if not code:  # from the client's side: no connection, or a lost one
        return str(error).strip().partition("\n")[0] if type(error).__name__ == "OperationalError" else ""
    named = (error.diag.message_primary if code.startswith(ABOUT_THE_SERVER) else "", code)
    places = (error.diag.table_name, error.diag.column_name, error.diag.constraint_name)
    return " ".join(part for part in (*named, *places) if part)


def _listed(args: Any) -> tuple[Any, ...]:
    return args if isinstance(args, tuple) else () if args is None else (args,)
