"""Rounds: people work, a fault strikes, the site comes back, everything is sent, and the tables are looked at."""

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

from chaos.disk import Disk
from chaos.faults import Fault, Ground
from chaos.people import Person, hired
from chaos.proxy import Network
from chaos.site import ROOT, Site, wait_until
from config.embedded_postgres.server import destroy

FIRST_START = 300.0  # seconds, on a busy machine


@dataclass(frozen=True, slots=True)
class Found:
    """What came of one fault; ``faults`` are sentences, none if all is well."""

    at: float
    name: str
    target: str
    away: float
    counts: Counter[str]
    faults: tuple[str, ...]
    skipped: str = ""


class Trial:
    """A running site with people at work, for as many rounds as wanted."""

    def __init__(
        self, seed: int, *, megabytes: int = 1024, in_memory: bool = False, groups: int = 15, timeout: float = 20.0
    ) -> None:
        """``groups``: how many each person must have answered for before a fault, and again when it is over.

        ``timeout``: seconds after which an answer is no longer waited for, by default as in the page.
        """
        self.groups, self.timeout = groups, timeout
        self.rng = random.Random(seed)
        self.seed = seed
        # A short path: sockets have no room for a long one.
        self.folder = Path(tempfile.mkdtemp(prefix="chaos-", dir="/tmp")).resolve()
        self.folder.chmod(0o711)
        self.disk = Disk(self.folder / "disk", megabytes, in_memory=in_memory)
        self.site = Site(self.disk.folder / "data", self.folder)
        self.network = Network(self.site.port, seed)
        self.people: list[Person] = []
        self.started = time.monotonic()
        self._inside: subprocess.Popen[str] | None = None

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
        self._inside = subprocess.Popen(
            [sys.executable, "-m", "chaos.inside"],
            cwd=ROOT,
            env=self.site.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.people = hired(
            self._ask("make", seed=self.seed), port=self.network.port, timeout=self.timeout, seed=self.seed
        )
        self.started = time.monotonic()

    def _end(self) -> None:
        for person in self.people:
            person.leave()
        self.network.close()
        if self._inside is not None:
            self._inside.communicate()
        self.site.stop()
        destroy(self.site.data)
        self.disk.remove()
        shutil.rmtree(self.folder, ignore_errors=True)

    def round(self, fault: Fault) -> Found:
        """Tries one fault and looks at everything."""
        ground = Ground(self.site, self.network, self.disk, self.people)
        at = time.monotonic() - self.started
        if why := fault.impossible(ground):
            return Found(at, fault.name, "", 0.0, Counter(), (), skipped=why)
        before, restarts = self._counts(), self.site.restarts
        target, away, faults = "", 0.0, list[str]()
        try:
            self._work()
            self._acknowledged(self.groups)
            time.sleep(self.rng.uniform(0, 0.2))  # any moment of a request
            at = time.monotonic() - self.started
            target, away = self._struck(fault, ground)
            self._acknowledged(self.groups)
        except TimeoutError as error:
            faults.append(str(error))
        faults += self._rest()
        if self.site.restarts > restarts:
            target += "; the site was started again"
        faults += self._audit()
        return Found(at, fault.name, target, away, self._counts() - before, tuple(faults))

    def _struck(self, fault: Fault, ground: Ground) -> tuple[str, float]:
        """What was hit, and how long the site was away after it was over."""
        try:
            target = fault.strike(ground, self.rng)
            time.sleep(fault.lasts)
        finally:
            fault.heal(ground)
        return target, self.site.wait_until_ready()

    def _work(self) -> None:
        for person in self.people:
            person.working = True

    def _rest(self) -> list[str]:
        """Nothing new is begun, and all that waits is sent; what is still in a queue then is told."""
        for person in self.people:
            person.working = False
        try:
            wait_until(lambda: all(person.is_idle for person in self.people), "Edits still wait")
        except TimeoutError as error:
            return [str(error)]
        return []

    def _acknowledged(self, more: int) -> None:
        """Waits until each person has so many more groups answered for."""
        wanted = {person.name: person.settled + more for person in self.people}
        wait_until(
            lambda: all(person.settled >= wanted[person.name] for person in self.people), "The work does not go on"
        )

    def _counts(self) -> Counter[str]:
        total: Counter[str] = Counter()
        for person in self.people:
            total += person.counts
            total["acknowledged"] += sum(group.state == "acknowledged" for group in list(person.groups))
        return total

    def _audit(self) -> list[str]:
        told = dict.fromkeys(fault for person in self.people for fault in person.faults)  # each once
        for person in self.people:
            person.faults.clear()
        sent = [
            {"work": person.work, "who": person.name, "group": group.id, "edits": group.edits, "state": group.state}
            for person in self.people
            for group in list(person.groups)
        ]
        return [*told, *self._ask("audit", sent=sent)]

    def _ask(self, what: str, **given: Any) -> Any:
        inside = self._inside
        if inside is None or inside.stdin is None or inside.stdout is None:
            raise RuntimeError("Nobody is inside.")
        inside.stdin.write(json.dumps({"ask": what, "given": given}) + "\n")
        inside.stdin.flush()
        return json.loads(inside.stdout.readline())
