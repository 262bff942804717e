"""What is done to the running site, one class a fault."""

import os
import random
import resource
import signal
import threading
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import ClassVar

import psutil
import psycopg2

from chaos.clock import set_clock
from chaos.disk import Disk
from chaos.people import Person
from chaos.proxy import Network
from chaos.site import Site, wait_until
from config.embedded_postgres.server import EmbeddedServer

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Ground:
    """What faults can reach."""

    site: Site
    network: Network
    disk: Disk
    people: Sequence[Person]


class Fault:
    """Something that happens; `strike` does it and says to what, `heal` ends it after `lasts` seconds of work."""

    name: ClassVar[str]
    lasts: ClassVar[float] = 0.0

    def impossible(self, ground: Ground) -> str:
        """Why it cannot be tried here; empty if it can."""
        return ""

    def strike(self, ground: Ground, rng: random.Random) -> str:
        """Do harm; the answer names what was hit."""
        raise NotImplementedError

    def heal(self, ground: Ground) -> None:
        """End what does not end by itself."""


class KillWorker(Fault):
    """One of the processes that answer requests."""

    name = "kill-worker"

    def strike(self, ground: Ground, rng: random.Random) -> str:
        """SIGKILL."""
        return _killed(rng.choice(ground.site.workers()))


class KillWorkerAgain(Fault):
    """A worker, and at once the one that takes its place."""

    name = "kill-worker-again"
    times = 3

    def strike(self, ground: Ground, rng: random.Random) -> str:
        """SIGKILL to each as soon as there are as many workers as before."""
        count, said = len(ground.site.workers()), [_killed(ground.site.workers()[0])]
        for _ in range(self.times - 1):
            known = {one.pid for one in ground.site.workers()}
            wait_until(lambda: len(ground.site.workers()) == count, "No worker takes the place of the dead one")
            newest = [one for one in ground.site.workers() if one.pid not in known] or ground.site.workers()
            said.append(_killed(newest[-1]))
        return ", then ".join(said)


class KillWorkers(Fault):
    """All workers at once; the launcher stays."""

    name = "kill-workers"

    def strike(self, ground: Ground, rng: random.Random) -> str:
        """SIGKILL."""
        return ", ".join([_killed(worker) for worker in ground.site.workers()])


class KillLauncher(Fault):
    """`manage.py serve` itself; its workers end by themselves."""

    name = "kill-launcher"

    def strike(self, ground: Ground, rng: random.Random) -> str:
        """SIGKILL."""
        return _killed(ground.site.launcher)


class KillAll(Fault):
    """Launcher, workers and Postgres, as when the machine is reset (but for what its disk has not written yet)."""

    name = "kill-all"

    def strike(self, ground: Ground, rng: random.Random) -> str:
        """SIGKILL to the launcher first, that nothing is started anew."""
        postmaster = ground.site.postmaster()
        processes = [ground.site.launcher, *ground.site.workers(), *([postmaster] if postmaster else [])]
        processes += ground.site.backends()
        return f"{len([_killed(one) for one in processes])} processes of site and Postgres"


class KillPostgres(Fault):
    """The first process of Postgres."""

    name = "kill-postgres"

    def strike(self, ground: Ground, rng: random.Random) -> str:
        """SIGKILL."""
        return _killed(_postmaster(ground.site))


class StopPostgres(Fault):
    """Postgres as by `pg_ctl stop -m immediate`."""

    name = "stop-postgres"

    def strike(self, ground: Ground, rng: random.Random) -> str:
        """SIGQUIT."""
        process = _postmaster(ground.site)
        process.send_signal(signal.SIGQUIT)
        return f"postgres {process.pid}, immediate"


class KillBackend(Fault):
    """A process of Postgres that serves one connection: Postgres then ends them all and recovers."""

    name = "kill-backend"

    def strike(self, ground: Ground, rng: random.Random) -> str:
        """SIGKILL."""
        wait_until(lambda: bool(ground.site.backends()), "Nobody is connected to Postgres")
        return _killed(rng.choice(ground.site.backends()))


class CutConnections(Fault):
    """Requests that break off in header or body, answers that never come or not whole."""

    name = "cut-connections"
    lasts = 2.0

    def strike(self, ground: Ground, rng: random.Random) -> str:
        """A share of all that passes."""
        ground.network.breaking = rng.uniform(0.1, 0.4)
        return f"{ground.network.breaking:.0%} of all pieces"

    def heal(self, ground: Ground) -> None:
        """The network is whole again."""
        ground.network.breaking = 0.0


class FillDisk(Fault):
    """No byte left where the data folder is."""

    name = "fill-disk"
    lasts = 2.0

    def impossible(self, ground: Ground) -> str:
        """Only where the data folder has a limit of its own."""
        return ground.disk.without

    def strike(self, ground: Ground, rng: random.Random) -> str:
        """A file that takes the rest."""
        return f"{ground.disk.fill() // MEGABYTE} MB taken, nothing left"

    def heal(self, ground: Ground) -> None:
        """Space again."""
        ground.disk.free()


class FillDiskForLog(FillDisk):
    """No byte left when Postgres needs a new file of its write-ahead log: it ends, and cannot start."""

    name = "fill-disk-for-wal"

    def strike(self, ground: Ground, rng: random.Random) -> str:
        """Log files are switched until there is none left that had been made before."""
        taken = ground.disk.fill() // MEGABYTE
        access = EmbeddedServer(ground.site.data, fsync=True).access
        with suppress(psycopg2.Error), closing(psycopg2.connect(dbname="postgres", **access)) as connection:
            connection.autocommit = True
            with connection.cursor() as cursor:
                for _ in range(100):
                    cursor.execute("SELECT pg_switch_wal(), pg_logical_emit_message(false, 'chaos', 'x')")
        return f"{taken} MB taken, Postgres {'runs' if ground.site.postmaster() else 'has ended'}"


class StarveWorker(Fault):
    """A worker that gets no more memory, and requests of several megabytes."""

    name = "starve-worker"
    lasts = 1.0
    requests = 6
    body = b'{"base": 0, "groups": [' + b"[]," * 3_600_000 + b"[]]}"  # 11 MB, and 200 MB when read

    def strike(self, ground: Ground, rng: random.Random) -> str:
        """RLIMIT_AS a little above what it has."""
        worker = rng.choice(ground.site.workers())
        limit = worker.memory_info().vms + 8 * MEGABYTE
        resource.prlimit(worker.pid, resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
        self._worker = worker
        answers: list[str] = []
        threads = [threading.Thread(target=self._ask, args=(ground, answers)) for _ in range(self.requests)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        went = "goes on" if worker.is_running() and worker.status() != psutil.STATUS_ZOMBIE else "died of it"
        return f"worker {worker.pid}, which {went}; {self.requests} large requests: {', '.join(sorted(answers))}"

    def _ask(self, ground: Ground, answers: list[str]) -> None:
        person = ground.people[0]
        with closing(HTTPConnection("127.0.0.1", ground.site.port, timeout=person.timeout)) as connection:
            try:
                connection.request("POST", person.path, self.body, person.headers)
                with connection.getresponse() as answer:
                    answers.append(str(answer.status))
            except (OSError, HTTPException):
                answers.append("none")

    def heal(self, ground: Ground) -> None:
        """Memory again, if it lives."""
        with suppress(psutil.Error, ProcessLookupError):
            resource.prlimit(self._worker.pid, resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


class MoveClock(Fault):
    """The site's clock is wrong, and then right again."""

    name = "move-clock"
    lasts = 1.0

    def strike(self, ground: Ground, rng: random.Random) -> str:
        """By minutes, hours or days, forwards or backwards."""
        seconds = rng.choice((-1, 1)) * rng.choice((90, 3600, 86_400))
        set_clock(ground.site.clock, seconds)
        return f"by {seconds:+} s"

    def heal(self, ground: Ground) -> None:
        """Back, which is a jump too."""
        set_clock(ground.site.clock, 0)


FAULTS: tuple[type[Fault], ...] = (
    KillWorker,
    KillWorkerAgain,
    KillWorkers,
    KillLauncher,
    KillAll,
    KillPostgres,
    StopPostgres,
    KillBackend,
    CutConnections,
    FillDisk,
    FillDiskForLog,
    StarveWorker,
    MoveClock,
)


def _postmaster(site: Site) -> psutil.Process:
    wait_until(lambda: site.postmaster() is not None, "Postgres does not run")
    process = site.postmaster()
    if process is None:
        raise RuntimeError("Postgres has ended by itself.")
    return process


def _killed(process: psutil.Process) -> str:
    with suppress(psutil.NoSuchProcess):
        name = "postgres" if "postgres" in process.name() else "process"
        os.kill(process.pid, signal.SIGKILL)
        return f"{name} {process.pid}"
    return f"process {process.pid}, which was gone"
