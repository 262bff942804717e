"""A runner: takes one run after the other from the queue, until it is told to stop.

The run is computed in a thread of its own, with its own connection. Meanwhile the main thread says every second that
the runner is alive, stores the parts that were computed, and finds out whether the run was cancelled. It waits where
the database is away: the calculation may well go on.
"""

import logging
import os
import socket
import time
import uuid
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

from django.core.exceptions import BadRequest, ObjectDoesNotExist, PermissionDenied
from django.db import DatabaseError, InterfaceError, OperationalError, close_old_connections, connections, transaction

from annotator.runs.models import Run, RunPart
from annotator.runs.queue import RunLost, beat, claim_run, fail, finish, give_back
from annotator.runs.registry import Outcome, job_named
from annotator.runs.steps import RunStopped, Steps, in_run, stored_parts
from annotator.texts.errors import FormatError
from annotator.web.refusals import NotAllowed, ServiceRefused

logger = logging.getLogger(__name__)
Answer = TypeVar("Answer")

BEAT = 1.0  # seconds
IDLE = 1.0  # seconds between two looks into an empty queue
PATIENCE = 3.0  # seconds that the part in hand may still take when the runner stops
AWAY = (OperationalError, InterfaceError)
FAULT = "Something went wrong on the server. It has been logged."


class RunFailed(Exception):
    """The run cannot be done; the message is one sentence for its user."""


class Runner:
    """One at a time in a process."""

    def __init__(self) -> None:
        self.name = f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"[-100:]
        self._is_stopping = False
        self._steps: Steps | None = None

    def stop(self) -> None:
        """Stop after the part in hand; the run goes back to the queue. A handler of signals may call this."""
        self._is_stopping = True
        if self._steps is not None:
            self._steps.is_stopped = True

    def work(self) -> None:
        """Work until `stop`."""
        while not self._is_stopping:
            try:
                run = claim_run(self.name)
            except AWAY:
                run = None
                _reconnect()
            if run is None:
                time.sleep(IDLE)
            else:
                self._perform(run)

    def _perform(self, run: Run) -> None:
        parts: SimpleQueue[tuple[str, bytes]] = SimpleQueue()
        stored = _patiently(lambda: stored_parts(run.parts.filter(kind=RunPart.Kind.COMPUTED)))
        steps = self._steps = Steps(stored, lambda key, data: parts.put((key, data)))
        steps.is_stopped = self._is_stopping
        calculation = Thread(target=_in_thread, args=(run, steps), daemon=True)
        calculation.start()
        waiting: list[tuple[str, bytes]] = []
        until: float | None = None
        while calculation.is_alive():
            calculation.join(BEAT if until is None else 0.05)
            while not parts.empty():
                waiting.append(parts.get())
            try:
                beat(run, done=steps.done, parts=waiting)
                waiting.clear()
            except RunLost:
                steps.is_stopped = True
            except DatabaseError:
                _reconnect()
            if self._is_stopping:
                until = until or time.monotonic() + PATIENCE
                if time.monotonic() > until:
                    break
        _patiently(lambda: give_back(run, is_to_blame=not self._is_stopping))  # nothing happens if it has ended


def _in_thread(run: Run, steps: Steps) -> None:
    try:
        settle(run, steps)
    except (RunStopped, RunLost):
        logger.info("Run %s was stopped.", run.pk)
    except AWAY:
        logger.warning("The database went away during run %s.", run.pk)
    finally:
        connections.close_all()


def settle(run: Run, steps: Steps) -> None:
    """Do all of a run that was claimed, and write down how it ended. Raises RunStopped, RunLost, database errors."""
    try:
        with in_run(steps):
            _finish(run, steps)
    except (RunLost, *AWAY):
        raise
    except (RunFailed, ServiceRefused, FormatError, NotAllowed, PermissionDenied, BadRequest) as refused:
        fail(run, str(refused) or "This is not allowed.")
    except ObjectDoesNotExist:
        fail(run, "What it was to be computed from is no longer there for you.")
    except MemoryError:
        fail(run, "The server is short of memory.")
    except Exception:
        logger.exception("Run %s (%s) failed.", run.pk, run.job)
        fail(run, FAULT)


def _finish(run: Run, steps: Steps) -> None:
    job = job_named(run.job)
    if job.is_atomic:
        with transaction.atomic():
            seen = job.basis(run.user, run)
            _store(run, steps, job.perform(run), seen)
        return
    before = job.basis(run.user, run)
    outcome = job.perform(run)
    # What could be seen before or after may be in the result.
    _store(run, steps, outcome, before | job.basis(run.user, run))


def _store(run: Run, steps: Steps, outcome: Outcome, basis: frozenset[str]) -> None:
    steps.check()
    finish(run, result=outcome.result, basis=sorted(basis), content=outcome.content)


def _patiently(ask: Callable[[], Answer]) -> Answer:
    while True:
        try:
            return ask()
        except AWAY:
            _reconnect()
            time.sleep(IDLE)


def _reconnect() -> None:
    close_old_connections()
    connections.close_all()
