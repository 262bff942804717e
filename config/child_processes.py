"""Child processes of `manage.py serve`: workers end with it, and it restarts its runner."""

import logging
import multiprocessing
import os
import signal
import time
from threading import Event, Thread

PAUSE = 2.0  # seconds before a dead runner is restarted
PATIENCE = 10.0  # seconds for the runner to return its run to the queue when the site stops

logger = logging.getLogger(__name__)


class SupervisedRunner:
    """Starts the runner, and restarts it if it dies."""

    def __init__(self) -> None:
        self._stopping = Event()
        self._process = self._start()
        self._thread = Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stops the runner; its run goes back to the queue."""
        self._stopping.set()
        self._process.terminate()
        self._process.join(PATIENCE)
        self._process.kill()
        self._process.join()

    def _start(self) -> multiprocessing.process.BaseProcess:
        process = multiprocessing.get_context("spawn").Process(target=_run, name="runner")
        process.start()
        return process

    def _watch(self) -> None:
        while True:
            self._process.join()
            if self._stopping.wait(PAUSE):
                return
            logger.warning("The runner died and is restarted.")
            self._process = self._start()


def _run() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    end_with_launcher()
    call_command("run_queue")


def end_with_launcher() -> None:
    """Sends SIGTERM to this process when the process that started it has ended.

    Otherwise a launcher that was killed would leave processes that hold the port and the embedded Postgres. It does
    nothing in a process that Python's multiprocessing has not started.
    """
    Thread(target=_end, daemon=True).start()


def _end() -> None:
    launcher = multiprocessing.parent_process()
    if launcher is None:
        return
    launcher.join()
    # join() returns when the launcher closes its first file, but its lock on the embedded Postgres goes with the last
    # one, and a process that finds that lock leaves Postgres running. When all are closed, the parent has changed.
    while os.getppid() == launcher.pid:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGTERM)
