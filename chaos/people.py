"""People at work: each has a queue as the browser's, which sends again, with the same ids, what has no answer."""

import json
import random
import threading
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from datetime import datetime
from http.client import HTTPConnection, HTTPException
from typing import Any

from chaos.gestures import Desk

TOKEN = "chaoschaoschaoschaoschaoschaos12"  # any 32 characters, as long as cookie and header agree
MOST_GROUPS = 5  # in one request
MOST_WAITING = 40  # then a person waits too
LONGEST_PAUSE = 0.5  # seconds between tries; a page waits longer, and these people are in a hurry
PASSING = (401, 403)  # the queue is kept: signed out as long as the clock is wrong, say


@dataclass(slots=True)
class Group:
    """One gesture and what has become of it."""

    id: str
    edits: list[dict[str, Any]]
    state: str = "pending"
    sends: int = 0


@dataclass
class Person:
    """Somebody with one pyramid or peer annotation; a thread edits and sends until `leave`."""

    name: str
    session: tuple[str, str]
    kind: str
    work: int
    desk: Desk
    pace: random.Random
    port: int
    timeout: float
    groups: list[Group] = field(default_factory=list)
    queue: deque[Group] = field(default_factory=deque)
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    working: bool = False
    revision: int = 0

    def __post_init__(self) -> None:
        self._gone = threading.Event()
        self._connection = HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._failures = 0
        self._thread.start()

    @property
    def settled(self) -> int:
        """How many groups have been answered for."""
        return len(self.groups) - len(self.queue)

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits any more."""
        return not self.queue

    @property
    def path(self) -> str:
        """Where the edits go."""
        return f"/api/{self.kind}/{self.work}/edits/"

    @property
    def headers(self) -> dict[str, str]:
        """Who sends them."""
        name, value = self.session
        cookies = f"{name}={value}; csrftoken={TOKEN}"
        return {"Content-Type": "application/json", "Cookie": cookies, "X-CSRFToken": TOKEN}

    def leave(self) -> None:
        """Ends the thread."""
        self._gone.set()
        self._thread.join()
        self._connection.close()

    def _live(self) -> None:
        try:
            self._work()
        except Exception as error:
            self.faults.append(f"{self.name} gave up: {error!r}")
            raise

    def _work(self) -> None:
        while not self._gone.is_set():
            if self.working and len(self.queue) < MOST_WAITING:
                group = Group(self.desk.new_id(), self.desk.gesture())
                self.groups.append(group)
                self.queue.append(group)
            if self.queue:
                self._send()
            self._gone.wait(min(LONGEST_PAUSE, 0.02 * 2**self._failures) * self.pace.uniform(0.5, 1.0))

    def _send(self) -> None:
        sent = list(self.queue)[: self.pace.randint(1, MOST_GROUPS)]
        for group in sent:
            group.sends += 1
        self.counts["resent"] += sum(group.sends == 2 for group in sent)
        began = time.time()
        try:
            status, body = self._post([{"group": group.id, "edits": group.edits} for group in sent])
        except (OSError, HTTPException, ValueError):  # half an answer is none
            self.counts["no answer"] += 1
            self._connection.close()
            self._fail()
            return
        self.counts[str(status)] += 1
        if status == 200:
            self._failures = 0
            self._settle(sent, body, began)
        else:
            self._note(status, body)
            self._fail()

    def _fail(self) -> None:
        self._failures = min(self._failures + 1, 10)

    def _post(self, groups: list[dict[str, Any]]) -> tuple[int, dict[str, Any]]:
        body = json.dumps({"base": self.revision, "groups": groups})
        self._connection.request("POST", self.path, body, self.headers)
        with self._connection.getresponse() as answer:
            content = answer.read()
        if b"Traceback" in content:
            self.faults.append(f"{self.name} was answered {answer.status} with a traceback.")
        return answer.status, json.loads(content)

    def _settle(self, sent: list[Group], answer: dict[str, Any], began: float) -> None:
        """Lets go of what is answered for; what is refused is dropped, as its person would decide."""
        applied = set(answer["applied"])
        if answer["applied"] != [group.id for group in sent[: len(applied)]]:
            self.faults.append(f"{self.name} was told of other groups than were sent.")
        old = {row["group"] for row in answer.get("edits", []) if datetime.fromisoformat(row["at"]).timestamp() < began}
        for group in sent:
            if group.id in applied:
                group.state = "acknowledged"
                self.counts["taken before"] += group.sends > 1 and group.id in old
            elif answer["refused"] and answer["refused"]["group"] == group.id:
                group.state = "refused"
                self.counts["refused"] += 1
        while self.queue and self.queue[0].state != "pending":
            self.queue.popleft()
        self.revision = answer["revision"]

    def _note(self, status: int, problem: dict[str, Any]) -> None:
        if status <= 500 and status not in PASSING:
            self.faults.append(f"{self.name} was answered {status}: {problem.get('detail')}")


def hired(material: list[dict[str, Any]], *, port: int, timeout: float, seed: int) -> list[Person]:
    """The people that `chaos.material` has made, not working yet."""
    people = []
    for number, one in enumerate(material):
        desk = Desk(random.Random(f"{seed}/{number}"), [tuple(text) for text in one["texts"]], one["scus"])
        pace = random.Random(f"{seed}/{number}/pace")
        people.append(Person(one["name"], tuple(one["session"]), one["kind"], one["work"], desk, pace, port, timeout))
    return people
