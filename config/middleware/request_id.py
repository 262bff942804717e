"""The number of the request that is being answered: in its answer, on the error page, in every line of the log."""

import re
import uuid
from contextvars import ContextVar

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")

_current: ContextVar[str] = ContextVar("request_id", default="")


def current() -> str:
    """The number, "" outside of requests."""
    return _current.get()


def begin(given: str = "") -> str:
    """Takes the number that the proxy gave, or makes one; it stands until this thread gets its next request."""
    number = given if WELL_FORMED.fullmatch(given) else uuid.uuid4().hex
    _current.set(number)
    return number
