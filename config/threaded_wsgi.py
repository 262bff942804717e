"""Serves a WSGI application from a few threads, which slow clients cannot occupy (docs/adr/0190).

The event loop receives a small body before a thread starts on the request, and sends the response that the thread has
computed. A thread waits for a client only while it reads a large body or streams a large response, and only as long as
the client keeps to a minimum rate.
"""

import asyncio
import io
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from functools import partial
from threading import Semaphore
from typing import Any
from urllib.parse import unquote_to_bytes

from annotator.web.costs import Cost
from config.connections import shut_connection

logger = logging.getLogger(__name__)

# Python runs one thread of a process at a time, so more threads would only occupy more database connections.
THREADS = 4
LARGE_BODY = Cost.SHORT.value
"""A larger body (in bytes) is read by its request's thread. RequestLimits lets at most half of the threads read."""
PIECE_SIZE = 256 * 1024  # bytes
MAX_BUFFERED_BODIES = 64
"""How many bodies of more than `PIECE_SIZE` are received at a time; more could exhaust the process's memory."""
RECEIVE_SECONDS = 20.0
"""A client must send each `PIECE_SIZE` of a body within this time, which is 13 kB a second. Slower lines are rare, and
wireless ones may be silent for ten seconds."""
SEND_SECONDS = 60.0
"""A client must take each `PIECE_SIZE` of a large response within this time. It is longer, because the kernel takes
more data only after it has sent a third of its buffer, which may hold megabytes."""
LINGER_SECONDS = 2.0
"""How long a connection stays open after a slow body was refused, so that the client receives the refusal."""
PIECES_AHEAD = 8
"""How many pieces of a response may wait for a client before its thread waits: more than any static file has."""
INCOMPLETE = b"The request did not arrive completely in time, so nothing was changed."

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class ThreadedWsgi:
    """An ASGI application that calls a WSGI application in threads."""

    def __init__(
        self,
        wsgi: Callable[..., Iterable[bytes]],
        *,
        threads: int = THREADS,
        receive_seconds: float = RECEIVE_SECONDS,
        send_seconds: float = SEND_SECONDS,
    ) -> None:
        self._wsgi = wsgi
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self._receive_seconds, self._send_seconds = receive_seconds, send_seconds
        self._buffers = asyncio.Semaphore(MAX_BUFFERED_BODIES)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answers one HTTP request. The status is 408 if the body arrives too slowly."""
        environ = _environ(scope)
        body = RequestBody(receive, self._receive_seconds)
        shut = partial(shut_connection, scope["client"], scope["server"])
        response = Response(self._send_seconds, shut)
        length = _length(environ)
        content: io.IOBase = io.BytesIO()
        if length > LARGE_BODY:
            content = io.BufferedReader(body, PIECE_SIZE)
        elif length:
            async with self._buffers if length > PIECE_SIZE else nullcontext():
                content = io.BytesIO(await body.read_all())
        if body.failure is None:
            environ["wsgi.input"] = content
            self._threads.submit(self._respond, environ, response)
            await response.begun.wait()
        if body.failure is None:
            await response.send(receive, send)
        else:
            await _refuse(send, body.failure)
            # granian does not always close a connection whose body it has not read to its end.
            asyncio.get_running_loop().call_later(LINGER_SECONDS, shut)

    def _respond(self, environ: dict[str, Any], response: "Response") -> None:
        """Computes a response, in a thread."""
        try:
            content = self._wsgi(environ, response.start)
            try:
                if environ["REQUEST_METHOD"] != "HEAD":
                    for piece in content:
                        response.write(piece)
                response.finish()
            finally:
                if hasattr(content, "close"):
                    content.close()
        except ClientStopped:
            response.fail()
        except BaseException:
            response.fail()
            logger.exception("A response could not be completed.")


class RequestBody(io.RawIOBase):
    """The body of a request, for the event loop (`read_all`) and as a file for threads."""

    def __init__(self, receive: Receive, seconds: float) -> None:
        self._receive, self._seconds = receive, seconds
        self._loop = asyncio.get_running_loop()
        self._has_more = True
        self._piece = memoryview(b"")
        self.failure: OSError | None = None
        """Set once the client has been too slow or has gone away."""

    async def read_all(self) -> bytes:
        """Returns the body; only its beginning if there is a `failure`."""
        pieces = []
        with suppress(OSError):
            while self._has_more:
                pieces.append(await self._next_piece())
        return b"".join(pieces)

    def readable(self) -> bool:
        """Returns True, because `io.BufferedReader` asks."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Waits for the next bytes, in a thread. Raises OSError if the client is too slow or goes away."""
        if not self._piece and self._has_more:
            self._piece = memoryview(asyncio.run_coroutine_threadsafe(self._next_piece(), self._loop).result())
        count = min(len(buffer), len(self._piece))
        buffer[:count] = self._piece[:count]
        self._piece = self._piece[count:]
        return count

    async def _next_piece(self) -> bytes:
        """Returns `PIECE_SIZE` bytes or a little more; fewer only at the end."""
        if self.failure is not None:
            raise self.failure
        piece = b""
        try:
            async with asyncio.timeout(self._seconds):
                while self._has_more and len(piece) < PIECE_SIZE:
                    message = await self._receive()
                    if message["type"] == "http.disconnect":
                        raise ConnectionResetError("The client went away.")
                    piece += message.get("body", b"")
                    self._has_more = message.get("more_body", False)
        except OSError as error:  # or its subclass TimeoutError
            self.failure = error
            raise
        return piece


class ClientStopped(Exception):
    """The client has gone away, or takes its response too slowly."""


class Response:
    """A response on its way from a thread, which writes it, to the event loop, which sends it."""

    def __init__(self, seconds: float, shut: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._seconds, self._shut = seconds, shut
        self._free_places = Semaphore(PIECES_AHEAD)  # in the queue of unsent pieces
        self._piece = bytearray()
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self._start: Message = {}
        self._is_client_gone = self._is_finished = False
        self.begun = asyncio.Event()
        """Set when there is something to send."""

    def start(self, status: str, headers: list[tuple[str, str]], _error: object = None) -> None:
        """Takes status and headers, as WSGI prescribes."""
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        self._start = {"type": "http.response.start", "status": int(status[:3]), "headers": encoded}

    def write(self, content: bytes) -> None:
        """Adds content; waits while `PIECES_AHEAD` pieces are unsent. Raises ClientStopped if that takes too long."""
        self._piece += content
        if len(self._piece) >= PIECE_SIZE:
            if not self._free_places.acquire(timeout=self._seconds) or self._is_client_gone:
                raise ClientStopped
            self._put(has_more=True)

    def finish(self) -> None:
        """Sends the rest."""
        self._is_finished = True
        self._put(has_more=False)

    def fail(self) -> None:
        """Abandons an unfinished response, and ends the connection if a part of the response has been sent."""
        if not self._is_finished:
            self._loop.call_soon_threadsafe(self._append, None)

    def _put(self, *, has_more: bool) -> None:
        message = {"type": "http.response.body", "body": bytes(self._piece), "more_body": has_more}
        self._piece.clear()
        self._loop.call_soon_threadsafe(self._append, message)

    def _append(self, message: Message | None) -> None:
        self._messages.put_nowait(message)
        if message is None and self.begun.is_set():
            self._shut()  # `send` may be waiting for the client
        self.begun.set()

    async def send(self, receive: Receive, send: Send) -> None:
        """Sends the content that the thread writes. The status is 500 if the thread fails before it writes any."""
        message = await self._messages.get()
        if message is None:
            self._start = {"type": "http.response.start", "status": 500, "headers": []}
            message = {"type": "http.response.body", "body": b"", "more_body": False}
        await send(self._start)
        watcher = asyncio.create_task(self._watch(receive)) if message["more_body"] else None
        while message is not None:
            await send(message)
            self._free_places.release()
            message = await self._messages.get() if message["more_body"] else None
        if watcher is not None:
            watcher.cancel()

    async def _watch(self, receive: Receive) -> None:
        """Waits until the client goes away, because sending does not notice that."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self._is_client_gone = True
        self._free_places.release()  # so that a waiting `write` notices


def _environ(scope: dict[str, Any]) -> dict[str, Any]:
    """Returns the environment of a WSGI request, without its body."""
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": scope["server"][0],
        "SERVER_PORT": str(scope["server"][1]),
        "REMOTE_ADDR": scope["client"][0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" in name:  # X_Forwarded_For would be taken for the proxy's X-Forwarded-For
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    if "HTTP_TRANSFER_ENCODING" in environ:  # the length is unknown, even with a Content-Length: no body is read
        environ.pop("CONTENT_LENGTH", None)
    return environ


def _length(environ: dict[str, Any]) -> int:
    try:
        return int(environ.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


async def _refuse(send: Send, failure: OSError) -> None:
    if isinstance(failure, TimeoutError):
        logger.warning("A request body arrived too slowly.")
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 408, "headers": headers})
    await send({"type": "http.response.body", "body": INCOMPLETE})
