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


def _fault(find: Callable[[Site], list[psutil.Process]], *, kills_all: bool = True) -> Fault:
    """Returns the fault that waits for the processes and kills them, or a random one of them."""

    def kill(site: Site, people: Sequence[Person], rng: random.Random) -> str:
        wait_until(lambda: bool(find(site)), "There is no process to kill")
        processes = find(site)
        return ", ".join([_kill(process) for process in (processes if kills_all else [rng.choice(processes)])])

    return kill


FAULTS = {
    "kill-browser": kill_browsers,
    "kill-worker": _fault(Site.workers, kills_all=False),  # the launcher replaces it
    "kill-workers": _fault(Site.workers),
    "kill-launcher": _fault(lambda site: [site.launcher]),  # its workers end by themselves
    # In this order, as by a reset of the machine:
    "kill-all": _fault(lambda site: [site.launcher, *site.workers(), *site.postmaster(), *site.backends()]),
    "kill-postgres": _fault(Site.postmaster),
    "kill-backend": _fault(Site.backends, kills_all=False),  # Postgres then ends all connections and recovers
}


def _kill(process: psutil.Process) -> str:
    with suppress(psutil.NoSuchProcess):
        name = "postgres" if "postgres" in process.name() else "process"
        process.kill()
        return f"{name} {process.pid}"
    return "a process that had ended"
