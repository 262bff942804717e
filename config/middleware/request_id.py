"""The id of the current request: in the X-Request-ID header, on the error page, and in every log line."""

import re
import uuid
from contextvars import ContextVar

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")

_current: ContextVar[str] = ContextVar("request_id", default="")


def current() -> str:
    """Returns the id; "" outside of requests."""
    return _current.get()


def begin(from_proxy: str = "") -> str:
    """Sets the id: the proxy's if it is well-formed, else a new one. It lasts until this thread's next request."""
    request_id = from_proxy if WELL_FORMED.fullmatch(from_proxy) else uuid.uuid4().hex
    _current.set(request_id)
    return request_id
