"""Edits a second through the real endpoint, against a bare one-row UPDATE behind the same stack in the same run."""

import json
import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection
from time import perf_counter
from typing import Any
from uuid import UUID

from bench.registry import Measured, at_least, line
from bench.site import Person, Site, running_site

CLIENTS = (1, 16)
ROUNDS = 12
SECONDS = 0.75
RATIO_BUDGET = 0.5
TOKEN = "benchbenchbenchbenchbenchbench12"  # any 32 characters, as long as cookie and header agree


@dataclass(slots=True)
class Annotator:
    """One client with its own connection, session and pyramid, making one edit a request.

    The edits go round: create an SCU, add a part, move its edge, relabel, delete; so the pyramid keeps its size.
    """

    site: Site
    person: Person
    rng: random.Random
    connection: HTTPConnection = field(init=False)
    revision: int = field(init=False)
    turn: int = 0
    scu: str = ""
    part: str = ""

    def __post_init__(self) -> None:
        self.connection = HTTPConnection("127.0.0.1", self.site.port, timeout=60)
        self.revision = self.person.revision

    def edit(self) -> None:
        """One edit. Raises AssertionError if it is not applied."""
        body = self._post(f"/api/pyramids/{self.person.pyramid}/edits/", self._next_edit())
        if body["refused"] or len(body["applied"]) != 1:
            raise AssertionError(f"An edit of the bench was refused: {body['refused']}")
        self.revision = body["revision"]

    def bare_update(self) -> None:
        """The same body to the bare update."""
        self._post(f"/bench/pyramids/{self.person.pyramid}/", {"scu": self._id(), "verb": "create_scu", "label": "x"})

    def _post(self, path: str, edit: dict[str, Any]) -> Any:
        groups = [{"group": self._id(), "edits": [{"id": self._id(), **edit}]}]
        self.connection.request("POST", path, json.dumps({"base": self.revision, "groups": groups}), self._headers())
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise AssertionError(f"{path} answered {answer.status}: {content[:200]!r}")
        return json.loads(content)

    def _next_edit(self) -> dict[str, Any]:
        verb, self.turn = self.turn % 5, self.turn + 1
        if verb == 0:
            self.scu, self.part = self._id(), self._id()
            return {"verb": "create_scu", "scu": self.scu, "label": ""}
        if verb == 1:
            summary = self.rng.choice(self.person.summaries)
            return {"verb": "add_part", "part": self.part, "scu": self.scu, "summary": summary, "start": 5, "end": 40}
        if verb == 2:
            return {"verb": "set_part", "part": self.part, "start": 5, "end": 50}
        if verb == 3:
            return {"verb": "relabel_scu", "scu": self.scu, "label": "a content unit", "was": ""}
        return {"verb": "delete_scu", "scu": self.scu}

    def _headers(self) -> dict[str, str]:
        cookies = f"sessionid={self.person.session}; csrftoken={TOKEN}"
        return {"Content-Type": "application/json", "Cookie": cookies, "X-CSRFToken": TOKEN}

    def _id(self) -> str:
        return str(UUID(int=self.rng.getrandbits(128), version=4))


@line("edits")
def edit_throughput() -> Iterator[Measured]:
    """Requests a second of both, in turns, with 1 and with 16 clients."""
    site = running_site()
    everybody = [Annotator(site, person, random.Random(n)) for n, person in enumerate(site.people)]
    for clients in CLIENTS:
        annotators = everybody[:clients]
        _rate(annotators, Annotator.edit, SECONDS)
        _rate(annotators, Annotator.bare_update, SECONDS)
        edits, bare = 0.0, 0.0
        for _ in range(ROUNDS):
            edits += _rate(annotators, Annotator.edit, SECONDS) / ROUNDS
            bare += _rate(annotators, Annotator.bare_update, SECONDS) / ROUNDS
        who = "1 client" if clients == 1 else f"{clients} clients"
        yield Measured(f"{who}: edits a second, bare updates a second", f"{edits:.0f}, {bare:.0f}")
        yield at_least(f"{who}: ratio of edits to bare updates", edits / bare, RATIO_BUDGET)


def _rate(annotators: list[Annotator], request: Callable[[Annotator], None], seconds: float) -> float:
    """Requests a second of all clients together; each client finishes the request it has begun."""
    done = [0] * len(annotators)
    failures: list[BaseException] = []
    started = perf_counter()
    until = started + seconds

    def work(number: int) -> None:
        try:
            while perf_counter() < until:
                request(annotators[number])
                done[number] += 1
        except (AssertionError, OSError) as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(len(annotators))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return sum(done) / (perf_counter() - started)
