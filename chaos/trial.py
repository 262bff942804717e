"""A trial: people work, a fault happens, the site comes back, everything is sent, and the log is audited."""

import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from chaos.faults import FAULTS
from chaos.people import Person, make_people
from chaos.site import ROOT, Site, wait_until
from config.embedded_postgres.server import stop_and_remove

FIRST_START = 300.0  # seconds, on a busy machine


@dataclass(frozen=True, slots=True)
class Round:
    """The result of one fault; ``errors`` are sentences, none if all is well."""

    at: float
    fault: str
    target: str
    away: float
    counts: Counter[str]
    errors: tuple[str, ...]


class Trial:
    """A running site with people at work."""

    def __init__(self, seed: int, *, groups: int = 15, timeout: float = 20.0) -> None:
        """``groups``: how many groups of edits of each person must be answered before a fault, and again after it.

        ``timeout``: seconds until a person gives up waiting for an answer, by default as in the page.
        """
        self.groups, self.timeout, self.seed = groups, timeout, seed
        self.rng = random.Random(seed)
        # A short path: a Unix socket's path is limited to about 100 bytes.
        self.folder = Path(tempfile.mkdtemp(prefix="chaos-", dir="/tmp")).resolve()
        self.folder.chmod(0o711)
        self.site = Site(self.folder)
        self.people: list[Person] = []
        self.started = time.monotonic()
        self._database: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        try:
            self._begin()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _begin(self) -> None:
        self.site.start()
        self.site.wait_until_ready(patience=FIRST_START)
        self._database = subprocess.Popen(
            [sys.executable, "-m", "chaos.database"],
            cwd=ROOT, env=self.site.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        material = self._call("make", seed=self.seed)
        self.people = make_people(material, port=self.site.port, timeout=self.timeout, seed=self.seed)
        self.started = time.monotonic()

    def _end(self) -> None:
        for person in self.people:
            person.leave()
        if self._database is not None:
            self._database.communicate()
        self.site.stop()
        stop_and_remove(self.site.data)
        shutil.rmtree(self.folder, ignore_errors=True)

    def round(self, fault: str) -> Round:
        """Tries one fault and audits everything."""
        before, restarts = self._counts(), self.site.restarts
        target, away, errors = "", 0.0, list[str]()
        at = time.monotonic() - self.started
        try:
            for person in self.people:
                person.working = True
            self._wait_for_answers(self.groups)
            time.sleep(self.rng.uniform(0, 0.2))  # any moment of a request
            at = time.monotonic() - self.started
            target = FAULTS[fault](self.site, self.people, self.rng)
            away = self.site.wait_until_ready()
            self._wait_for_answers(self.groups)
        except TimeoutError as error:
            errors.append(str(error))
        errors += self._finish_queues()
        if self.site.restarts > restarts:
            target += "; the site was started again"
        errors += self._audit()
        return Round(at, fault, target, away, self._counts() - before, tuple(errors))

    def _finish_queues(self) -> list[str]:
        """Stops new edits, and waits until all queues are empty."""
        for person in self.people:
            person.working = False
        try:
            wait_until(lambda: not any(person.queue for person in self.people), "Edits still wait")
        except TimeoutError as error:
            return [str(error)]
        return []

    def _wait_for_answers(self, more: int) -> None:
        goals = {person.name: person.answered + more for person in self.people}
        wait_until(
            lambda: all(person.answered >= goals[person.name] for person in self.people), "The work does not go on"
        )

    def _counts(self) -> Counter[str]:
        total: Counter[str] = Counter()
        for person in self.people:
            total += person.counts
            total["acknowledged"] += sum(group.state == "acknowledged" for group in list(person.groups))
        return total

    def _audit(self) -> list[str]:
        errors = dict.fromkeys(error for person in self.people for error in person.errors)  # each once
        for person in self.people:
            person.errors.clear()
        sent = [
            {"work": person.work, "who": person.name, "group": group.id, "edits": group.edits, "state": group.state}
            for person in self.people
            for group in list(person.groups)
        ]
        return [*errors, *self._call("audit", sent=sent)]

    def _call(self, function: str, **arguments: Any) -> Any:
        process = self._database
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"function": function, "arguments": arguments}) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())
