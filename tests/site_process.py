"""The site as its own processes, as people run it: for journeys in a browser and for tests that kill it."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.request import urlopen

import psutil

ROOT = Path(__file__).parent.parent
PATIENCE = 120.0  # seconds until it must have ended, or be idle
START_PATIENCE = 900.0  # seconds until it must answer: a start took a minute where 20 processes shared two cores
START_CPU = 60.0  # seconds that its processes may compute until then; an idle machine needs 8
NAME = "site"  # of its connections to the database


class SiteProcess:
    """A server with worker processes on a free port, on the database `database` (the tests' own).

    It serves what is collected into the folder `static`, as an installation does.
    """

    def __init__(self, database: str, static: Path, *, workers: int = 2) -> None:
        self.database = database
        self.static = static
        self.workers = workers
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "PYRAMIDION_TEST_DATABASE": self.database,
            "PYRAMIDION_TEST_STATIC": str(self.static),
            "PYRAMIDION_TEST_COLLECTED": "1",
            "PGAPPNAME": NAME,
        }

    def collect(self) -> None:
        """Collects the static files, once before the first start."""
        command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
        subprocess.run(command, cwd=ROOT, env=self._environment, check=True)

    def start(self) -> None:
        """Starts it and waits until it answers. One that does not is killed, so that nothing of it stays."""
        self.launch()
        try:
            self.wait_until_up()
        except BaseException:
            self.stop(signal.SIGKILL)
            raise

    def launch(self) -> None:
        """Starts it."""
        self._process = subprocess.Popen(self._command, cwd=ROOT, env=self._environment)

    @property
    def _command(self) -> list[str]:
        options = ["--interface", "asginl", "--http", "1", "--workers", str(self.workers), "--port", str(self.port)]
        options += ["--no-ws", "--log-level", "warning", "--respawn-failed-workers"]
        return [sys.executable, "-m", "granian", *options, "config.asgi:application"]

    def wait_until_idle(self) -> None:
        """Waits until it has nothing for the database to do: a client that went away has left something, perhaps."""
        until = time.monotonic() + PATIENCE
        while self._statements():
            if time.monotonic() > until:
                raise TimeoutError("The site still works on a request.")
            time.sleep(0.01)

    def _statements(self) -> int:
        """How many the database works on for it, transactions that wait for their next one included."""
        from django.db import connection

        with connection.cursor() as cursor:
            at_work = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND application_name = %s"
            cursor.execute(f"{at_work} AND state <> 'idle'", [self.database, NAME])
            return int(cursor.fetchone()[0])

    def worker_pids(self) -> list[int]:
        """The numbers of the processes that answer requests."""
        if self._process is None:
            return []
        children = psutil.Process(self._process.pid).children()
        return [child.pid for child in children if "resource_tracker" not in " ".join(child.cmdline())]

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Ends it, with SIGKILL (for all its processes) as the sharpest way."""
        if self._process is None:
            return
        if number == signal.SIGKILL:
            for child in psutil.Process(self._process.pid).children(recursive=True):
                child.kill()
        self.signal(number)
        self.wait_until_ended()

    def signal(self, number: signal.Signals) -> None:
        """Tells it to end, or what else the signal means."""
        if self._process is not None:
            self._process.send_signal(number)

    def wait_until_ended(self) -> int:
        """Its exit status."""
        assert self._process is not None
        status = self._process.wait(timeout=PATIENCE)
        self._process = None
        return status

    def _cpu_seconds(self) -> float:
        """The CPU time of the site's processes, including workers that have ended."""
        assert self._process is not None
        try:
            launcher = psutil.Process(self._process.pid)
            return sum(sum(process.cpu_times()[:4]) for process in (launcher, *launcher.children(recursive=True)))
        except psutil.NoSuchProcess:
            return 0.0

    def __enter__(self) -> Self:
        self.collect()
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def wait_until_up(self) -> None:
        """Waits until it answers, however busy the machine is. Raises ChildProcessError if the site has ended, or
        TimeoutError if it computes for longer than any start: then its workers fail again and again.
        """
        assert self._process is not None
        until = time.monotonic() + START_PATIENCE
        while time.monotonic() < until and self._cpu_seconds() < START_CPU:
            if (status := self._process.poll()) is not None:
                raise ChildProcessError(f"The site has ended with status {status}; the reason is printed above.")
            try:
                with urlopen(f"{self.url}/healthz", timeout=5) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                time.sleep(0.05)
        raise TimeoutError(f"The site does not answer on {self.url}.")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
