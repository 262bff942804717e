"""An annotator of the load test: signed in, with a pyramid, a peer, one connection, and ways to spend the day."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from bench.gestures import PeerWork, PyramidWork, Work, request_of
from bench.http_client import Answer, Connection

TOKEN = "benchbenchbenchbenchbenchbench12"  # any 32 characters, as long as cookie and header agree
MOST_ERRORS = 20
PATIENCE = 10  # times that somebody comes again


@dataclass(slots=True)
class Tally:
    """What one order came to: milliseconds by kind of request, and the first errors."""

    ms: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def error(self, what: str) -> None:
        """One more; of many the first will do."""
        if len(self.errors) < MOST_ERRORS:
            self.errors.append(what)


class Annotator:
    """A signed-in person with a pyramid, a peer, and one connection."""

    def __init__(self, port: int, seed: str, person: dict[str, Any]) -> None:
        self.rng = random.Random(seed)
        self.person = person
        cookies = f"sessionid={person['session']}; csrftoken={TOKEN}"
        self.connection = Connection(port, {"Cookie": cookies, "X-CSRFToken": TOKEN, "Accept": "application/json"})
        pyramid, peer = f"/api/pyramids/{person['pyramid']}/", f"/api/peer-annotations/{person['peer']}/"
        self.pyramid = PyramidWork(self.rng, f"{pyramid}edits/", person["revision"], person["summaries"])
        self.peer = PeerWork(self.rng, f"{peer}edits/", 0, person["scus"])
        self.pyramid_api, self.peer_api = pyramid, peer
        self.bare_path = f"/bench/pyramids/{person['pyramid']}/"
        # Of each edit that the server said it has: where it went, and its id.
        self.acknowledged: list[tuple[str, str]] = []
        self.tally = Tally()

    async def edit(self, work: Work | None = None) -> None:
        """One edit of the pyramid, or of the peer."""
        work = work or self.pyramid
        ids, body = request_of(work, [work.next_edit()])
        answer = await self._ask("match" if work is self.peer else "edit", "POST", work.path, body)
        if answer["refused"] or len(answer["applied"]) != 1:
            raise ValueError(f"refused: {answer['refused']}")
        work.revision = answer["revision"]
        self.acknowledged += [(work.path, one) for one in ids]

    async def bare(self) -> None:
        """The same body to the bare update."""
        _, body = request_of(self.pyramid, [{"verb": "create_scu", "scu": self.person["session"], "label": "x"}])
        await self._ask("bare", "POST", self.bare_path, body)

    async def look(self, work: Work) -> None:
        """Ask what others did, as the page does."""
        work.revision = (await self._ask("look", "POST", work.path, {"base": work.revision, "groups": []}))["revision"]

    async def read(self, kind: str, path: str) -> None:
        """Open a page, or fetch what a page fetches; who is told that the server is busy comes again."""
        for patience in range(PATIENCE, -1, -1):
            answer = await self.connection.request("GET", path)
            busy = answer.status == 503 and patience > 0
            self.tally.ms.setdefault("busy" if busy else kind, []).append(answer.ms)
            if not busy:
                self._check("GET", path, answer)
                return
            await asyncio.sleep(1)

    async def open(self, page: str, api: str) -> None:
        """Open a workspace, which fetches its history then."""
        await self.read("workspace", page)
        await self.read("history", f"{api}history/?limit=100")

    async def _ask(self, kind: str, method: str, path: str, body: Any) -> Any:
        answer = await self.connection.request(method, path, json.dumps(body).encode())
        self.tally.ms.setdefault(kind, []).append(answer.ms)
        self._check(method, path, answer)
        return json.loads(answer.content)

    @staticmethod
    def _check(method: str, path: str, answer: Answer) -> None:
        if answer.status != 200:
            raise ValueError(f"{method} {path} answered {answer.status}: {answer.content[:200]!r}")


async def without_pause(annotator: Annotator, request: Callable[[Annotator], Awaitable[None]], until: float) -> None:
    """One request after the other; what was begun is finished."""
    while perf_counter() < until:
        await request(annotator)


class Day:
    """Like people: read, edit in bursts, match a peer, look at scores, with pauses that are divided by ``pace``."""

    def __init__(self, annotator: Annotator, pace: float, until: float) -> None:
        self.annotator = annotator
        self.rng = annotator.rng
        self.pace = pace
        self.until = until

    async def spend(self) -> None:
        """Until the time is over; most are in the middle of something when it begins."""
        annotator, person = self.annotator, self.annotator.person
        await self._pause(0, 10)
        if self.rng.random() < 0.8:
            await self._work(annotator.pyramid)
        while perf_counter() < self.until:
            await annotator.read("page", person["topic"])
            await self._pause(2, 6)
            if self.rng.random() < 0.6:
                await annotator.open(person["address"], annotator.pyramid_api)
                await self._work(annotator.pyramid)
            else:
                await annotator.open(person["peer_address"], annotator.peer_api)
                await self._work(annotator.peer, f"{annotator.peer_api}scores/")
            if self.rng.random() < 0.3:
                await annotator.read("page", self.rng.choice([person["project"], person["project"] + "scores/"]))
                await self._pause(5, 20)

    async def _work(self, work: Work, scores: str = "") -> None:
        for _ in range(self.rng.randint(2, 4)):
            await self._pause(8, 25)  # reading
            await self.annotator.look(work)
            for _ in range(self.rng.randint(3, 8)):
                if perf_counter() >= self.until:
                    return
                await self.annotator.edit(work)
                if scores:
                    await self.annotator.read("scores", scores)
                await self._pause(2, 6)

    async def _pause(self, least: float, most: float) -> None:
        seconds = self.rng.uniform(least, most) / self.pace
        await asyncio.sleep(max(0.0, min(seconds, self.until - perf_counter())))
