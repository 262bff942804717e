"""A runner: executes the runs in the queue, one after the other, until it is stopped.

A run is computed in a separate thread with its own database connection. Meanwhile the main thread sends a heartbeat
every second, stores computed parts, and learns whether the run was cancelled. While the database does not respond, the
main thread retries, because the calculation itself can often go on.
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
from django.db import Error, close_old_connections, connections, transaction

from annotator.runs.models import Run, RunPart
from annotator.runs.queue import RunLost, claim_run, fail, finish, give_back, send_heartbeat
from annotator.runs.registry import Outcome, job_named
from annotator.runs.steps import RunProgress, RunStopped, in_run, stored_parts
from annotator.texts.errors import FormatError
from annotator.web.database_errors import is_conflict, is_temporary
from annotator.web.refusals import NotAllowed, ServiceRefused

logger = logging.getLogger(__name__)
QueryResult = TypeVar("QueryResult")

HEARTBEAT_INTERVAL = 1.0  # seconds
POLL_INTERVAL = 1.0  # seconds between two looks at an empty queue, or two attempts to connect
STOP_TIMEOUT = 3.0  # seconds that the calculation may still take when the runner is stopped
CONFLICT = "Somebody else changed the same thing at the same moment. Nothing was changed; start the run again."
UNEXPECTED_ERROR = "Something went wrong on the server. It has been logged."


class RunFailed(Exception):
    """The run cannot be carried out; the message is one sentence for its user."""


class Runner:
    """Executes queued runs, one at a time."""

    def __init__(self) -> None:
        self.name = f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"[-100:]
        self._is_stopping = False
        self._progress: RunProgress | None = None

    def stop(self) -> None:
        """Stop after the current part, and return the run to the queue. A signal handler may call this."""
        self._is_stopping = True
        if self._progress is not None:
            self._progress.must_stop = True

    def work(self) -> None:
        """Execute runs until `stop` is called."""
        while not self._is_stopping:
            try:
                run = claim_run(self.name)
            except Error as error:
                if not is_temporary(error):
                    raise
                run = None
                _drop_connections()
            if run is None:
                time.sleep(POLL_INTERVAL)
            else:
                self._perform(run)

    def _perform(self, run: Run) -> None:
        new_parts: SimpleQueue[tuple[str, bytes]] = SimpleQueue()
        stored = _retry_until_connected(lambda: stored_parts(run.parts.filter(kind=RunPart.Kind.COMPUTED)))
        progress = self._progress = RunProgress(stored, lambda key, data: new_parts.put((key, data)))
        progress.must_stop = self._is_stopping
        calculation = Thread(target=_execute_in_thread, args=(run, progress), daemon=True)
        calculation.start()
        unsaved_parts: list[tuple[str, bytes]] = []
        deadline: float | None = None
        while calculation.is_alive():
            calculation.join(HEARTBEAT_INTERVAL if deadline is None else 0.05)
            while not new_parts.empty():
                unsaved_parts.append(new_parts.get())
            try:
                send_heartbeat(run, done=progress.done, parts=unsaved_parts)
                unsaved_parts.clear()
            except RunLost:
                progress.must_stop = True
            except Error:
                _drop_connections()
            if self._is_stopping:
                deadline = deadline or time.monotonic() + STOP_TIMEOUT
                if time.monotonic() > deadline:
                    break
        # If the run has ended, `give_back` changes nothing.
        _retry_until_connected(lambda: give_back(run, counts_attempt=not self._is_stopping))


def _execute_in_thread(run: Run, progress: RunProgress) -> None:
    try:
        execute_run(run, progress)
    except (RunStopped, RunLost):
        logger.info("Run %s was stopped.", run.pk)
    except Error:
        logger.warning("The database went away during run %s.", run.pk)
    finally:
        connections.close_all()


def execute_run(run: Run, progress: RunProgress) -> None:
    """Execute a claimed run, and record how it ended. Raises RunStopped, RunLost, or a temporary database error."""
    try:
        with in_run(progress):
            _compute_and_store(run, progress)
    except RunLost:
        raise
    except (RunFailed, ServiceRefused, FormatError, NotAllowed, PermissionDenied, BadRequest) as refused:
        fail(run, str(refused) or "This is not allowed.")
    except ObjectDoesNotExist:
        fail(run, "You can no longer see what it should be computed from.")
    except MemoryError:
        fail(run, "The server is short of memory.")
    except Exception as error:
        if is_temporary(error):
            raise
        logger.exception("Run %s (%s) failed.", run.pk, run.job)
        fail(run, CONFLICT if is_conflict(error) else UNEXPECTED_ERROR)


def _compute_and_store(run: Run, progress: RunProgress) -> None:
    """Store the result of a run with its basis: identifiers of the data that its user may see (see `registry.Job`)."""
    job = job_named(run.job)
    if job.is_atomic:
        with transaction.atomic():
            basis = job.basis(run.user, run)
            _store(run, progress, job.perform(run), basis)
        return
    basis_before = job.basis(run.user, run)
    outcome = job.perform(run)
    # What the user may see can have changed meanwhile; the result may contain data of either state.
    _store(run, progress, outcome, basis_before | job.basis(run.user, run))


def _store(run: Run, progress: RunProgress, outcome: Outcome, basis: frozenset[str]) -> None:
    progress.check_stopped()
    finish(run, result=outcome.result, basis=sorted(basis), content=outcome.content)


def _retry_until_connected(query: Callable[[], QueryResult]) -> QueryResult:
    while True:
        try:
            return query()
        except Error as error:
            if not is_temporary(error):
                raise
            _drop_connections()
            time.sleep(POLL_INTERVAL)


def _drop_connections() -> None:
    # Django connects again at the next query.
    close_old_connections()
    connections.close_all()
