"""Long work, as agreement over a large project, leaves room for edits: one at a time in a process, and two that wait.

A process answers four requests at once and Python runs one of their threads at a time. Without this, one person who
asks for a heavy page four times would hold up everybody's edits (docs/adr/0140).
"""

from collections.abc import Callable, Iterable, Iterator
from threading import Semaphore
from typing import Any, cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase, StreamingHttpResponse

from annotator.web.slow import is_slow
from config.error_pages import RETRY_AFTER, come_again
from config.middleware.unavailable import Unavailable

PATIENCE = 10.0  # seconds
BUSY = Unavailable(503, "Busy", "The server is busy with other long calculations. Try again in a few seconds.")


class LongWork:
    """Lets one slow page through at a time; two wait, and others are told to come again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        self._inside = Semaphore(3)
        self._running = Semaphore(1)
        self._downloads = Semaphore(2)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer. Its turn is over when it is made; its place inside is free again when it has been sent."""
        held = request._long_work = _Held()  # type: ignore[attr-defined]
        try:
            answer = self._get_response(request)
        except BaseException:
            held.let_go()
            raise
        if isinstance(answer, StreamingHttpResponse) and held.has_turn:
            return self._download(request, answer, held)
        held.let_go()
        return answer

    def _download(self, request: HttpRequest, answer: StreamingHttpResponse, held: "_Held") -> HttpResponseBase:
        """A stream keeps its place, which bounds the threads, until it is sent: not all places, pages need one too."""
        held.give_turn()
        if not held.take(self._downloads, 0):
            held.let_go()
            for close in answer._resource_closers:  # type: ignore[attr-defined]
                close()
            return _busy(request)
        answer.streaming_content = self._in_turn(cast("Iterable[bytes]", answer.streaming_content))
        answer._resource_closers.append(held.let_go)  # type: ignore[attr-defined]
        return answer

    def _in_turn(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """Each piece is made in turn with other long work and sent outside of it: a slow download holds up nobody."""
        made = iter(pieces)
        while True:
            with self._running:
                piece = next(made, None)
            if piece is None:
                return
            yield piece

    def process_view(self, request: HttpRequest, view: Callable[..., Any], *_: Any) -> HttpResponseBase | None:
        """None to go on, else 503."""
        if not is_slow(view):
            return None
        held: _Held = request._long_work  # type: ignore[attr-defined]
        if held.take(self._inside, 0) and held.take(self._running, PATIENCE):
            return None
        return _busy(request)


def _busy(request: HttpRequest) -> HttpResponseBase:
    answer = come_again(request, BUSY)
    if request.method == "GET":
        answer.headers["Refresh"] = RETRY_AFTER  # a browser asks again by itself
    answer._has_been_logged = True  # type: ignore[attr-defined]  # as a fault of the site, which it is not
    return answer


class _Held:
    """The semaphores that a request has taken; free again at the latest when nothing knows of the request any more."""

    def __init__(self) -> None:
        self._taken: list[Semaphore] = []

    def take(self, semaphore: Semaphore, patience: float) -> bool:
        taken = semaphore.acquire(timeout=patience) if patience else semaphore.acquire(blocking=False)
        if taken:
            self._taken.append(semaphore)
        return taken

    @property
    def has_turn(self) -> bool:
        return len(self._taken) == 2  # a place inside, then the turn

    def give_turn(self) -> None:
        """Keeps the place inside, which bounds the threads."""
        self._taken.pop().release()

    def let_go(self) -> None:
        while self._taken:
            self._taken.pop().release()

    def __del__(self) -> None:
        self.let_go()
