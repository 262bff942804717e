"""Processes beside `manage.py serve` itself: workers end with it; its runner is started again when it dies."""

import logging
import multiprocessing
import os
import signal
import time
from threading import Event, Thread

PAUSE = 2.0  # seconds before a runner that died is started again
PATIENCE = 10.0  # seconds that it gets to give its run back when the site stops

logger = logging.getLogger(__name__)


class SupervisedRunner:
    """Starts the process, and watches it in a thread."""

    def __init__(self) -> None:
        self._stopping = Event()
        self._process = self._start()
        self._thread = Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the process; its run goes back to the queue."""
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
            logger.warning("The runner died and is started again.")
            self._process = self._start()


def _run() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    end_with_launcher()
    call_command("run_queue")


def end_with_launcher() -> None:
    """From now on this process gets SIGTERM when the process that started it has ended.

    Otherwise a launcher that was killed would leave processes behind, which hold the port and the embedded Postgres.
    """
    Thread(target=_end, daemon=True).start()


def _end() -> None:
    launcher = multiprocessing.parent_process()
    if launcher is None:
        return
    launcher.join()
    # It counts as gone when the first of its files is closed; its share in the embedded Postgres goes with the last
    # one, and whoever finds that share still held leaves Postgres running. Who has closed all is a parent no more.
    while os.getppid() == launcher.pid:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGTERM)
