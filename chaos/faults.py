"""The faults: each function kills parts of the running site, and returns a description of what it killed."""

import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import psutil

from bench.site import wait_until
from chaos.people import Person
from chaos.site import Site

Fault = Callable[[Site, Sequence[Person], random.Random], str]
BROWSER_SECONDS = 2.0  # how long browsers are killed


def kill_browsers(site: Site, people: Sequence[Person], rng: random.Random) -> str:
    """Kills browsers in the middle of requests for `BROWSER_SECONDS`; each person continues with the same queue."""
    share = rng.uniform(0.1, 0.4)
    for person in people:
        person.crash_rate = share
    time.sleep(BROWSER_SECONDS)
    for person in people:
        person.crash_rate = 0.0
    return f"browsers at {share:.0%} of requests"


def kill_worker(site: Site, people: Sequence[Person], rng: random.Random) -> str:
    """Kills one worker process; the launcher replaces it."""
    return _kill(rng.choice(site.workers()))


def kill_workers(site: Site, people: Sequence[Person], rng: random.Random) -> str:
    """Kills all worker processes."""
    return ", ".join([_kill(worker) for worker in site.workers()])


def kill_launcher(site: Site, people: Sequence[Person], rng: random.Random) -> str:
    """Kills `manage.py serve`; its workers end by themselves."""
    return _kill(site.launcher)


def kill_all(site: Site, people: Sequence[Person], rng: random.Random) -> str:
    """Kills launcher, workers and Postgres, in this order, as a reset of the machine would."""
    processes = [site.launcher, *site.workers(), site.postmaster(), *site.backends()]
    return f"{len([_kill(process) for process in processes])} processes of site and Postgres"


def kill_postgres(site: Site, people: Sequence[Person], rng: random.Random) -> str:
    """Kills the main process of Postgres."""
    wait_until(lambda: site.postmaster() is not None, "Postgres does not run")
    return _kill(site.postmaster())


def kill_backend(site: Site, people: Sequence[Person], rng: random.Random) -> str:
    """Kills the Postgres process of one connection; Postgres then ends all connections and recovers."""
    wait_until(lambda: bool(site.backends()), "Nobody is connected to Postgres")
    return _kill(rng.choice(site.backends()))


FAULTS: dict[str, Fault] = {
    "kill-browser": kill_browsers,
    "kill-worker": kill_worker,
    "kill-workers": kill_workers,
    "kill-launcher": kill_launcher,
    "kill-all": kill_all,
    "kill-postgres": kill_postgres,
    "kill-backend": kill_backend,
}


def _kill(process: psutil.Process | None) -> str:
    if process is not None:
        with suppress(psutil.NoSuchProcess):
            name = "postgres" if "postgres" in process.name() else "process"
            process.kill()
            return f"{name} {process.pid}"
    return "a process that had ended"
