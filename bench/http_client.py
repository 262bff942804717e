"""Just enough HTTP/1.1 for a load test: one connection that stays, and answers that say how long they are."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and after how many milliseconds."""

    status: int
    content: bytes
    ms: float


class NotUnderstood(ValueError):
    """An answer of a kind that this client does not read."""


class Connection:
    """A connection that is opened at the first request and kept; ``headers`` go with each request."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self.port = port
        lines = {"Host": f"127.0.0.1:{port}", **headers}
        self._headers = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def request(self, method: str, path: str, body: bytes = b"") -> Answer:
        """One request. Raises OSError or EOFError if the connection breaks, and NotUnderstood."""
        started = perf_counter()
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        writer.write(request_bytes(method, path, self._headers, body))
        head = await reader.readuntil(b"\r\n\r\n")
        status, length, closes = read_head(head)
        content = await reader.readexactly(length)
        if closes:
            await self.close()
        return Answer(status, content, (perf_counter() - started) * 1000)

    async def close(self) -> None:
        """Let the connection go; the next request opens another one."""
        if self._streams is not None:
            writer, self._streams = self._streams[1], None
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()


def request_bytes(method: str, path: str, headers: str, body: bytes) -> bytes:
    """A request as it is sent; ``headers``: lines, each with its end."""
    sized = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
    return f"{method} {path} HTTP/1.1\r\n{headers}{sized}\r\n".encode("latin-1") + body


def read_head(head: bytes) -> tuple[int, int, bool]:
    """The status, the length of what follows, and whether the server closes then. Raises NotUnderstood."""
    first, *lines = head.decode("latin-1").lower().split("\r\n")
    fields = dict(line.split(": ", 1) for line in lines if ": " in line)
    status = int(first.split(" ", 2)[1])
    if "transfer-encoding" in fields or ("content-length" not in fields and status not in (204, 304)):
        raise NotUnderstood("This answer does not say how long it is.")
    return status, int(fields.get("content-length", 0)), fields.get("connection") == "close"
