"""A trial on a running site. In each round a fault happens while people edit, and the log is audited afterwards."""

import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from bench.site import ROOT, TIMEOUT, wait_until
from chaos.faults import FAULTS
from chaos.people import Person, make_people
from chaos.pressure import Pressure
from chaos.site import Site
from config.embedded_postgres.server import stop_and_remove

FIRST_START_TIMEOUT = 300.0  # seconds, for a busy machine


@dataclass(frozen=True, slots=True)
class Round:
    """The result of one fault, which killed ``target``. ``downtime``: seconds."""

    fault: str
    target: str
    downtime: float
    counts: Counter[str]
    errors: tuple[str, ...]


class Trial:
    """A running site with people who edit."""

    def __init__(self, seed: int, *, groups: int = 15, timeout: float = 20.0, has_runner: bool = False) -> None:
        """``groups``: how many groups of edits of each person are answered before each fault, and again after it.
        ``timeout``: seconds that a person waits for an answer; the default is that of the site's pages.
        """
        self.groups, self.timeout, self.seed = groups, timeout, seed
        self.rng = random.Random(seed)
        # A short path: a Unix socket's path is limited to about 100 bytes.
        self.folder = Path(tempfile.mkdtemp(prefix="chaos-", dir="/tmp")).resolve()
        self.folder.chmod(0o711)
        self.site = Site(self.folder, has_runner=has_runner)
        self.people: list[Person] = []
        self.pressure: Pressure | None = None
        self._database_process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        try:
            self.site.start()
            self.site.wait_until_ready(timeout=FIRST_START_TIMEOUT)
            command, pipe = [sys.executable, "-m", "chaos.database"], subprocess.PIPE
            self._database_process = subprocess.Popen(
                command, cwd=ROOT, env=self.site.environment, stdin=pipe, stdout=pipe, text=True
            )
            material = self._call("make")
            self.people = make_people(material, port=self.site.port, timeout=self.timeout, seed=self.seed)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self.pressure is not None:
            self.pressure.stop()
        for person in self.people:
            person.leave()
        if self._database_process is not None:
            self._database_process.communicate()
        self.site.stop()
        stop_and_remove(self.site.data)
        shutil.rmtree(self.folder, ignore_errors=True)

    def run_round(self, fault: str) -> Round:
        """Causes one fault, and audits everything after the recovery."""
        counts_before, restarts = self._counts(), self.site.restarts
        target, downtime, errors = "", 0.0, list[str]()
        try:
            for person in self.people:
                person.is_editing = True
            self._wait_for_answers(self.groups)
            time.sleep(self.rng.uniform(0, 0.2))  # so that the fault can come at any moment of a request
            target = FAULTS[fault](self.site, self.people, self.rng)
            downtime = self.site.wait_until_ready()
            self._wait_for_answers(self.groups)
        except TimeoutError as error:
            errors.append(str(error))
        with suppress(TimeoutError):
            self._finish_queues()
        errors += [f"{person.name}'s edits are not answered." for person in self.people if person.queue]
        if self.site.restarts > restarts:
            target += "; the site was started again"
        errors += self._audit()
        return Round(fault, target, downtime, self._counts() - counts_before, tuple(errors))

    def measure_edits(self, group_count: int) -> list[float]:
        """Returns the sorted milliseconds of people's requests until so many groups of each have been answered."""
        for person in self.people:
            person.milliseconds.clear()
            person.is_editing = True
        self._wait_for_answers(group_count, timeout=5 * TIMEOUT)
        times = sorted(ms for person in self.people for ms in list(person.milliseconds))
        self._finish_queues()
        return times

    def start_pressure(self) -> None:
        """Starts long runs and stalled clients, which go on until the end, and waits until both load the site."""
        self.pressure = pressure = Pressure(self.site.port, **self._call("make_scores"))
        pressure.start()
        wait_until(lambda: pressure.is_complete, "There is no long run, or no stalled client", timeout=2 * TIMEOUT)

    def _finish_queues(self) -> None:
        """Stops new edits, and waits until all queues are empty."""
        for person in self.people:
            person.is_editing = False
        wait_until(lambda: not any(person.queue for person in self.people), "Edits are still not answered")

    def _wait_for_answers(self, group_count: int, timeout: float = TIMEOUT) -> None:
        """Waits until this many more groups of each person have been answered."""
        goals = [(person, person.answered_count + group_count) for person in self.people]
        message = "Edits are not answered"
        wait_until(lambda: all(person.answered_count >= goal for person, goal in goals), message, timeout=timeout)

    def _counts(self) -> Counter[str]:
        total: Counter[str] = Counter()
        for person in self.people:
            total += person.counts
            total["acknowledged"] += sum(group.state == "acknowledged" for group in list(person.groups))
        return total

    def _audit(self) -> list[str]:
        errors: list[str] = []
        sources: list[Person | Pressure] = [*self.people, *([self.pressure] if self.pressure else [])]
        for source in sources:
            errors += dict.fromkeys(source.errors)  # without duplicates
            source.errors.clear()
        sent = [
            {"work": person.work, "who": person.name, "group": group.id, "edits": group.edits, "state": group.state}
            for person in self.people
            for group in list(person.groups)
        ]
        return [*errors, *self._call("audit", sent=sent)]

    def _call(self, function: str, **arguments: Any) -> Any:
        process: Any = self._database_process
        process.stdin.write(json.dumps({"function": function, "arguments": arguments}) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())
