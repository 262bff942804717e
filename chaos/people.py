"""People at work: each has a queue like the browser's, which sends unanswered groups again with the same ids."""

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

TOKEN = "chaoschaoschaoschaoschaoschaos12"  # any 32 characters, the same in cookie and header
MOST_GROUPS = 5  # in one request
MOST_WAITING = 40  # then the person stops editing
LONGEST_PAUSE = 0.5  # seconds between tries; a page waits longer


@dataclass(slots=True)
class Group:
    """One group of edits and its state: pending, acknowledged or refused."""

    id: str
    edits: list[dict[str, Any]]
    state: str = "pending"
    sends: int = 0


@dataclass
class Person:
    """An editor of one pyramid or peer annotation; a thread edits and sends until `leave`.

    ``crash_rate`` is the share of requests in the middle of which the browser is killed.
    """

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
    errors: list[str] = field(default_factory=list)
    working: bool = False
    crash_rate: float = 0.0
    revision: int = 0

    def __post_init__(self) -> None:
        self._gone = threading.Event()
        self._connection = HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._failures = 0
        self._thread.start()

    @property
    def answered(self) -> int:
        """How many groups were acknowledged or refused."""
        return len(self.groups) - len(self.queue)

    def _headers(self) -> dict[str, str]:
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
            self.errors.append(f"{self.name} gave up: {error!r}")
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
        self.counts["sent again"] += sum(group.sends == 2 for group in sent)
        began = time.time()
        try:
            status, body = self._post([{"group": group.id, "edits": group.edits} for group in sent])
        except (OSError, HTTPException, ValueError):  # half a response counts as none
            self.counts["no answer"] += 1
            self._connection.close()
            self._fail()
            return
        self.counts[str(status)] += 1
        if status == 200:
            self._failures = 0
            self._settle(sent, body, began)
        else:
            if status <= 500:
                self.errors.append(f"{self.name} was answered {status}: {body.get('detail')}")
            self._fail()

    def _fail(self) -> None:
        self._failures = min(self._failures + 1, 10)

    def _post(self, groups: list[dict[str, Any]]) -> tuple[int, dict[str, Any]]:
        body = json.dumps({"base": self.revision, "groups": groups})
        path = f"/api/{self.kind}/{self.work}/edits/"
        if self.pace.random() < self.crash_rate:
            self._send_part(path, body)
            raise ConnectionAbortedError("The browser was killed.")
        self._connection.request("POST", path, body, self._headers())
        with self._connection.getresponse() as answer:
            content = answer.read()
        if b"Traceback" in content:
            self.errors.append(f"{self.name} was answered {answer.status} with a traceback.")
        return answer.status, json.loads(content)

    def _send_part(self, path: str, body: str) -> None:
        """Sends a part of the request, or all of it without reading the response."""
        self._connection.putrequest("POST", path)
        for name, value in {**self._headers(), "Content-Length": str(len(body))}.items():
            self._connection.putheader(name, value)
        self._connection.endheaders(body[: self.pace.choice((len(body) // 2, len(body)))].encode())
        time.sleep(self.pace.uniform(0, 0.05))  # the server may or may not begin with it

    def _settle(self, sent: list[Group], answer: dict[str, Any], began: float) -> None:
        """Removes answered groups from the queue; the person drops a refused one."""
        applied = set(answer["applied"])
        if answer["applied"] != [group.id for group in sent[: len(applied)]]:
            self.errors.append(f"{self.name} got a response for other groups than were sent.")
        old = {row["group"] for row in answer.get("edits", []) if datetime.fromisoformat(row["at"]).timestamp() < began}
        for group in sent:
            if group.id in applied:
                group.state = "acknowledged"
                self.counts["applied before"] += group.sends > 1 and group.id in old
            elif answer["refused"] and answer["refused"]["group"] == group.id:
                group.state = "refused"
                self.counts["refused"] += 1
        while self.queue and self.queue[0].state != "pending":
            self.queue.popleft()
        self.revision = answer["revision"]


def make_people(material: list[dict[str, Any]], *, port: int, timeout: float, seed: int) -> list[Person]:
    """Makes the people of `chaos.material`, who do not work yet."""
    people = []
    for number, row in enumerate(material):
        desk = Desk(random.Random(f"{seed}/{number}"), [tuple(text) for text in row["texts"]], row["scus"])
        pace = random.Random(f"{seed}/{number}/pace")
        people.append(Person(row["name"], tuple(row["session"]), row["kind"], row["work"], desk, pace, port, timeout))
    return people
