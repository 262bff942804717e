"""Simulated people, each with a queue of edits like the browser's, which sends unanswered groups again."""

import json
import random
import threading
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any

from chaos.gestures import EditedItems, JudgedItems

CSRF_TOKEN = "chaoschaoschaoschaoschaoschaos12"  # any 32 characters, the same in cookie and header
GROUPS_PER_REQUEST = 5  # at most
QUEUE_LENGTH = 40  # unanswered groups; a person with so many makes no more edits for now
RETRY_PAUSE = 0.5  # seconds, at most, before groups are sent again; a real page waits longer


@dataclass(slots=True)
class Group:
    """One group of edits and its state: pending, acknowledged or refused."""

    id: str
    edits: list[dict[str, Any]]
    state: str = "pending"
    send_count: int = 0


@dataclass
class Person:
    """An editor of one pyramid, peer annotation or sheet, whose thread makes and sends edits until `leave` is called.

    ``milliseconds``: the duration of each accepted request. ``crash_rate``: the share of requests during which the
    browser is killed. ``work``: the id of the work. ``session``: the key of the person's session.
    """

    name: str
    session: str
    api_path: str
    work: int
    items: EditedItems | JudgedItems
    rng: random.Random
    port: int
    timeout: float
    groups: list[Group] = field(default_factory=list)
    queue: deque[Group] = field(default_factory=deque)
    counts: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    is_editing: bool = False
    milliseconds: list[float] = field(default_factory=list)
    crash_rate: float = 0.0
    revision: int = 0

    def __post_init__(self) -> None:
        self._leaving = threading.Event()
        self._connection = HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        cookies = f"sessionid={self.session}; csrftoken={CSRF_TOKEN}"
        self._headers = {"Content-Type": "application/json", "Cookie": cookies, "X-CSRFToken": CSRF_TOKEN}
        self._failures = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def answered_count(self) -> int:
        """How many groups were acknowledged or refused."""
        return len(self.groups) - len(self.queue)

    def leave(self) -> None:
        self._leaving.set()
        self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        try:
            while not self._leaving.is_set():
                if self.is_editing and len(self.queue) < QUEUE_LENGTH:
                    group = Group(self.items.new_id(), self.items.next_group())
                    self.groups.append(group)
                    self.queue.append(group)
                if self.queue:
                    self._send()
                self._leaving.wait(min(RETRY_PAUSE, 0.02 * 2**self._failures) * self.rng.uniform(0.5, 1.0))
        except Exception as error:
            self.errors.append(f"The thread of {self.name} failed: {error!r}")
            raise

    def _send(self) -> None:
        groups = list(self.queue)[: self.rng.randint(1, GROUPS_PER_REQUEST)]
        for group in groups:
            group.send_count += 1
        self.counts["sent again"] += sum(group.send_count == 2 for group in groups)
        sent_at = time.time()
        try:
            status, body = self._post([{"group": group.id, "edits": group.edits} for group in groups])
        except (OSError, HTTPException, ValueError):  # half a response counts as none
            status, body = 0, {}
            self._connection.close()
        self.counts[str(status) if status else "no answer"] += 1
        self._failures = 0 if status == 200 else min(self._failures + 1, 10)
        if status == 200:
            self.milliseconds.append((time.time() - sent_at) * 1000)
            self._record_answer(groups, body)
        elif 0 < status <= 500:
            self.errors.append(f"{self.name} got the status {status}: {body.get('detail')}")

    def _post(self, groups: list[dict[str, Any]]) -> tuple[int, dict[str, Any]]:
        body = json.dumps({"base": self.revision, "groups": groups})
        if self.rng.random() < self.crash_rate:
            self._send_and_crash(body)
            raise ConnectionAbortedError("The browser was killed.")
        self._connection.request("POST", self.api_path, body, self._headers)
        with self._connection.getresponse() as response:
            content = response.read()
        if b"Traceback" in content:
            self.errors.append(f"{self.name} got the status {response.status} with a traceback.")
        return response.status, json.loads(content)

    def _send_and_crash(self, body: str) -> None:
        """Sends half of the request, or all of it without reading the response."""
        self._connection.putrequest("POST", self.api_path)
        for name, value in {**self._headers, "Content-Length": str(len(body))}.items():
            self._connection.putheader(name, value)
        self._connection.endheaders(body[: self.rng.choice((len(body) // 2, len(body)))].encode())
        time.sleep(self.rng.uniform(0, 0.05))  # so that the server sometimes begins to process it

    def _record_answer(self, groups: list[Group], answer: dict[str, Any]) -> None:
        """Sets the groups' states, and removes acknowledged and refused groups from the queue."""
        applied = set(answer["applied"])
        if answer["applied"] != [group.id for group in groups[: len(applied)]]:
            self.errors.append(f"{self.name} got a response about groups that were not sent.")
        for group in groups:
            if group.id in applied:
                group.state = "acknowledged"
            elif answer["refused"] and answer["refused"]["group"] == group.id:
                group.state = "refused"
                self.counts["refused"] += 1
        while self.queue and self.queue[0].state != "pending":
            self.queue.popleft()
        self.revision = answer["revision"]


def make_people(material: list[dict[str, Any]], *, port: int, timeout: float, seed: int) -> list[Person]:
    """Makes the people whom `chaos.material` describes, one for each row of ``material``. They do not edit yet."""
    people = []
    for number, row in enumerate(material):
        texts = [tuple(text) for text in row["texts"]]
        gestures, rng = random.Random(f"{seed}/{number}"), random.Random(f"{seed}/{number}/pace")
        is_judge = row["judged_items"] > 0
        items = JudgedItems(gestures, row["judged_items"]) if is_judge else EditedItems(gestures, texts, row["scus"])
        people.append(Person(row["name"], row["session"], row["api_path"], row["work"], items, rng, port, timeout))
    return people
