"""The clients of the load test. Each keeps one HTTP/1.1 connection open, and sends one request after the other.

It repeats five edits that make an SCU, change it and delete it, so that its pyramid keeps its size. The edits are
compared with bare updates of one row (bench/urls.py).
"""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from time import perf_counter
from typing import Any
from uuid import UUID, uuid4

from bench.site import Annotator

CSRF_TOKEN = "benchbenchbenchbenchbenchbench12"  # any 32 characters, the same in cookie and header


@dataclass(slots=True)
class Round:
    """Requests of some clients: the milliseconds of each, errors, and the seconds of all."""

    milliseconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    seconds: float = 0.0


def edit_body(edit: dict[str, Any], base: int) -> bytes:
    """Returns the body of a request with one edit. ``base``: the last revision that the client knows."""
    group = {"group": str(uuid4()), "edits": [{"id": str(uuid4()), **edit}]}
    return json.dumps({"base": base, "groups": [group]}).encode()


class Client:
    """An annotator with one pyramid and one connection. ``acknowledged``: the ids of its saved edits."""

    def __init__(self, port: int, annotator: Annotator) -> None:
        self.annotator, self.revision = annotator, annotator.revision
        self.acknowledged: list[str] = []
        self._rng = random.Random(annotator.session)
        self._step = 0
        self._scu = self._part = ""
        self.connection = HTTPConnection("127.0.0.1", port)
        cookies = f"sessionid={annotator.session}; csrftoken={CSRF_TOKEN}"
        self._headers = {"Cookie": cookies, "X-CSRFToken": CSRF_TOKEN, "Content-Type": "application/json"}

    def send_edit(self) -> None:
        """Sends the next edit. Raises ValueError if it is not saved."""
        body = edit_body(self._next_edit(), self.revision)
        answer = json.loads(self._post(f"/api/pyramids/{self.annotator.pyramid}/edits/", body))
        if answer["refused"]:
            raise ValueError(f"refused: {answer['refused']}")
        self.revision = answer["revision"]
        self.acknowledged.append(json.loads(body)["groups"][0]["edits"][0]["id"])

    def send_bare_update(self) -> None:
        """Sends a body like that of an edit."""
        edit = {"verb": "create_scu", "scu": self._new_id(), "label": "x"}
        self._post(f"/bench/pyramids/{self.annotator.pyramid}/", edit_body(edit, self.revision))

    def _next_edit(self) -> dict[str, Any]:
        step, self._step = self._step % 5, self._step + 1
        if step == 0:
            self._scu, self._part = self._new_id(), self._new_id()
        summary, scu, part = self._rng.choice(self.annotator.summaries), {"scu": self._scu}, {"part": self._part}
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

    def _post(self, path: str, body: bytes) -> bytes:
        """Returns the content of the response. Raises ValueError if its status is not 200."""
        self.connection.request("POST", path, body, self._headers)
        with self.connection.getresponse() as response:
            content = response.read()
        if response.status != 200:
            raise ValueError(f"{path} answered {response.status}: {content[:200]!r}")
        return content


def run_round(clients: list[Client], *, edits: bool, seconds: float) -> Round:
    """Lets each client send edits, or bare updates, one after the other."""
    result, started = Round(), perf_counter()

    def send_requests(client: Client) -> None:
        try:
            while (sent_at := perf_counter()) < started + seconds:
                client.send_edit() if edits else client.send_bare_update()
                result.milliseconds.append((perf_counter() - sent_at) * 1000)
        except (OSError, HTTPException, ValueError, KeyError) as error:
            result.errors.append(f"{type(error).__name__}: {error}")
            client.connection.close()

    with ThreadPoolExecutor(len(clients)) as executor:
        list(executor.map(send_requests, clients))
    result.seconds = perf_counter() - started
    return result
