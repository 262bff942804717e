"""The clients of the load test, in a separate process that reads a JSON plan and writes JSON results.

Each client keeps one HTTP/1.1 connection open. It repeats five edits that make an SCU, change it and delete it, so that
its pyramid keeps its size. The edits are compared with bare updates of one row (bench/urls.py).
"""

import asyncio
import json
import random
import sys
from time import perf_counter
from typing import Any
from uuid import UUID, uuid4

CSRF_TOKEN = "benchbenchbenchbenchbenchbench12"  # any 32 characters, the same in cookie and header


def edit_body(edit: dict[str, Any], base: int) -> bytes:
    """Returns the body of a request with one edit. ``base``: the last revision that the client knows."""
    group = {"group": str(uuid4()), "edits": [{"id": str(uuid4()), **edit}]}
    return json.dumps({"base": base, "groups": [group]}).encode()


class Client:
    """A signed-in annotator with one pyramid and one connection."""

    def __init__(self, port: int, person: dict[str, Any]) -> None:
        self.port, self.person, self.revision = port, person, person["revision"]
        self.acknowledged: list[tuple[int, str]] = []
        self._rng = random.Random(person["session"])
        self._step = 0
        self._scu = self._part = ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._head = (
            f"Host: 127.0.0.1:{port}\r\nCookie: sessionid={person['session']}; csrftoken={CSRF_TOKEN}\r\n"
            f"X-CSRFToken: {CSRF_TOKEN}\r\nAccept: application/json\r\nContent-Type: application/json\r\n"
        )

    async def send(self, action: str) -> float:
        """Sends the next edit, or a similar body as a bare update if ``action`` is "bare". Returns the milliseconds."""
        is_bare, pyramid = action == "bare", self.person["pyramid"]
        edit = {"verb": "create_scu", "scu": self._new_id(), "label": "x"} if is_bare else self._next_edit()
        body = edit_body(edit, self.revision)
        path = f"/bench/pyramids/{pyramid}/" if is_bare else f"/api/pyramids/{pyramid}/edits/"
        started = perf_counter()
        status, content = await self._post(path, body)
        ms = (perf_counter() - started) * 1000
        if status != 200:
            raise ValueError(f"{path} answered {status}: {content[:200]!r}")
        if not is_bare:
            answer = json.loads(content)
            if answer["refused"]:
                raise ValueError(f"refused: {answer['refused']}")
            self.revision = answer["revision"]
            self.acknowledged.append((pyramid, json.loads(body)["groups"][0]["edits"][0]["id"]))
        return ms

    def close(self) -> None:
        """Closes the connection; the next request opens another one."""
        if self._streams:
            self._streams[1].close()
        self._streams = None

    def _next_edit(self) -> dict[str, Any]:
        step, self._step = self._step % 5, self._step + 1
        if step == 0:
            self._scu, self._part = self._new_id(), self._new_id()
        summary, scu, part = self._rng.choice(self.person["summaries"]), {"scu": self._scu}, {"part": self._part}
        edits: list[dict[str, Any]] = [
            {"verb": "create_scu", **scu, "label": ""},
            {"verb": "add_part", **part, **scu, "summary": summary, "start": 5, "end": 40},
            {"verb": "set_part", **part, "start": 5, "end": 50},
            {"verb": "relabel_scu", **scu, "label": "a content unit", "was": ""},
            {"verb": "delete_scu", **scu},
        ]
        return edits[step]

    def _new_id(self) -> str:
        return str(UUID(int=self._rng.getrandbits(128), version=4))

    async def _post(self, path: str, body: bytes) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        writer.write(f"POST {path} HTTP/1.1\r\n{self._head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        status_line, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines if ": " in line)
        content = await reader.readexactly(int(headers["content-length"]))
        if headers.get("connection") == "close":
            self.close()
        return int(status_line.split(" ", 2)[1]), content


async def run_round(clients: list[Client], action: str, seconds: float) -> dict[str, Any]:
    """Lets each client send one request after the other. Returns their milliseconds, errors and the total seconds."""
    times, errors, started = list[float](), list[str](), perf_counter()

    async def send_requests(client: Client) -> None:
        try:
            while perf_counter() < started + seconds:
                times.append(await client.send(action))
        except (OSError, EOFError, ValueError, KeyError) as error:
            errors.append(f"{type(error).__name__}: {error}")
            client.close()

    await asyncio.gather(*(send_requests(client) for client in clients))
    return {"ms": times, "errors": errors, "seconds": perf_counter() - started}


async def main(plan: dict[str, Any]) -> dict[str, Any]:
    """Runs the planned rounds; each has an action, a number of clients and a number of seconds."""
    clients = [Client(plan["port"], person) for person in plan["people"]]
    rounds = [await run_round(clients[:number], action, seconds) for action, number, seconds in plan["rounds"]]
    for client in clients:
        client.close()
    return {"rounds": rounds, "acknowledged": [edit for client in clients for edit in client.acknowledged]}


if __name__ == "__main__":
    json.dump(asyncio.run(main(json.load(sys.stdin))), sys.stdout)
