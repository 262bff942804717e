"""The child processes of `manage.py serve`, which is called the launcher here: web workers, and the runner of queued
long work.
"""

import logging
import multiprocessing
import os
import signal
import time
from threading import Event, Thread

RESTART_DELAY = 2.0  # seconds before a dead runner is restarted
RUNNER_NICENESS = 19  # the lowest priority, so that web workers go first: people wait for pages, but runs show progress
STOP_TIMEOUT = 10.0  # seconds for the runner to return its current run to the queue before it is killed
SIGNAL_INTERVAL = 1.0  # seconds until a process whose launcher has ended receives SIGTERM again

logger = logging.getLogger(__name__)


class SupervisedRunner:
    """A child process that runs `manage.py run_queue`, and is restarted if it dies."""

    def __init__(self) -> None:
        self._stopping = Event()
        self._process = self._start()
        self._thread = Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stops the runner; its current run goes back to the queue."""
        self._stopping.set()
        self._process.terminate()
        self._process.join(STOP_TIMEOUT)
        self._process.kill()
        self._process.join()

    def _start(self) -> multiprocessing.process.BaseProcess:
        process = multiprocessing.get_context("spawn").Process(target=_run_queue, name="runner")
        process.start()
        return process

    def _watch(self) -> None:
        while True:
            self._process.join()
            if self._stopping.wait(RESTART_DELAY):
                return
            logger.warning("The runner died and is restarted.")
            self._process = self._start()


def _run_queue() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    exit_with_launcher()
    os.nice(RUNNER_NICENESS)
    call_command("run_queue")


def exit_with_launcher() -> None:
    """Starts a thread that waits until the launcher has ended, and then sends SIGTERM until this process ends.

    Otherwise a killed launcher would leave processes behind that occupy the port and the embedded Postgres. The thread
    does nothing in a process that Python's multiprocessing has not started.
    """
    Thread(target=_wait_for_launcher, daemon=True).start()


def _wait_for_launcher() -> None:
    launcher = multiprocessing.parent_process()
    if launcher is None:
        return
    launcher.join()
    # join() may return before the dying launcher has released its lock on the embedded Postgres, and this process would
    # then leave Postgres running. Once the launcher is gone with all its locks, this process has another parent.
    while os.getppid() == launcher.pid:
        time.sleep(0.01)
    # A signal that arrives just before the main thread starts to wait for a lock does not interrupt that wait, and
    # Python handles signals in the main thread only. The process would never end if SIGTERM were not repeated.
    # While clients are connected, granian's shutdown can deadlock with the GIL held (its issue 875). No thread can then
    # run Python, but the kernel still ends the process when the alarm comes.
    signal.alarm(round(STOP_TIMEOUT))
    while True:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(SIGNAL_INTERVAL)
