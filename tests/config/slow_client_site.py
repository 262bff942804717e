"""A small WSGI application, served as the site is but with little patience, for `test_slow_clients.py`."""

from collections.abc import Callable, Iterable, Iterator
from threading import Event
from typing import Any

from config.threaded_wsgi import ThreadedWsgi

THREADS = 2
PIECE = b"a" * 65_536
ended = Event()
"""Whether the endless response has ended."""


def endless() -> Iterator[bytes]:
    """A response that only its client ends."""
    ended.clear()
    try:
        while True:
            yield PIECE
    finally:
        ended.set()


def broken() -> Iterator[bytes]:
    """A response that fails in its middle."""
    for _ in range(8):
        yield PIECE
    raise ValueError


def answer(environ: dict[str, Any], start: Callable[[str, list[tuple[str, str]]], object]) -> Iterable[bytes]:
    """Answers by path; in general with what it has received."""
    start("200 OK", [("Content-Type", "text/plain")])
    match environ["PATH_INFO"]:
        case "/endless":
            return endless()
        case "/broken":
            return broken()
        case "/ended":
            return [b"%d" % ended.is_set()]
    received = len(environ["wsgi.input"].read())
    return [f"{received} {environ.get('HTTP_X_FORWARDED_FOR')} {environ['PATH_INFO']!r}".encode()]


application = ThreadedWsgi(answer, threads=THREADS, receive_seconds=0.5, send_seconds=0.5)
