"""Runs a site with embedded Postgres and fsync, as an administrator would, and restarts it whenever it ends."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO
from urllib.error import HTTPError
from urllib.request import urlopen

import psutil

from config.embedded_postgres.account import prepare_account
from config.embedded_postgres.cluster import Cluster

ROOT = Path(__file__).parent.parent
TIMEOUT = 60.0  # seconds for the site to become ready, or to stop
SETTING_PREFIXES = ("PYRAMIDION_", "DJANGO_", "DATABASE_URL", "SECRET_KEY", "PYTEST", "COV_")


class Site:
    """`manage.py serve` with its own data folder and port."""

    def __init__(self, folder: Path, *, has_runner: bool = False) -> None:
        self.data = folder / "data"
        self.log = folder / "log"
        self.port = _free_port()
        self.has_runner = has_runner
        self.restarts = 0
        inherited = {key: value for key, value in os.environ.items() if not key.startswith(SETTING_PREFIXES)}
        self.environment = inherited | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PYRAMIDION_DATA": str(self.data),
            "PYRAMIDION_PORT": str(self.port),
            "PYRAMIDION_PASSWORD": "only for the fault tests",
        }
        self._process: subprocess.Popen[bytes] | None = None
        self._log_file: IO[bytes] | None = None
        self._stopped = threading.Event()
        self._supervisor = threading.Thread(target=self._supervise, daemon=True)

    def start(self) -> None:
        """Starts the site and its supervision, without waiting until it answers."""
        self._log_file = self.log.open("ab")
        self._launch()
        self._supervisor.start()

    def _launch(self) -> None:
        command = [sys.executable, "manage.py", "serve", "--no-sample", *([] if self.has_runner else ["--no-runner"])]
        log = self._log_file
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdout=log, stderr=log, start_new_session=True
        )

    def _supervise(self) -> None:
        """Restarts an ended launcher, as Docker or systemd does."""
        while not self._stopped.wait(0.2):
            if self._process is not None and self._process.poll() is not None:
                self.restarts += 1
                self._launch()

    def stop(self) -> None:
        """Stops the site with SIGTERM."""
        self._stopped.set()
        if self._supervisor.is_alive():
            self._supervisor.join()
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(timeout=TIMEOUT)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        if self._log_file is not None:
            self._log_file.close()

    def is_ready(self) -> bool:
        """Whether /readyz answers 200."""
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as response:
                return bool(response.status == 200)
        except HTTPError as refusal:
            refusal.close()
        except OSError:
            pass
        return False

    def wait_until_ready(self, *, timeout: float = TIMEOUT) -> float:
        """Waits until the site is ready, and returns the seconds it took. Raises TimeoutError."""
        started = time.monotonic()
        wait_until(self.is_ready, "The site does not become ready", timeout=timeout)
        return time.monotonic() - started

    @property
    def launcher(self) -> psutil.Process:
        """The process of `manage.py serve`."""
        if self._process is None:
            raise RuntimeError("The site has not been started.")
        return psutil.Process(self._process.pid)

    def workers(self) -> list[psutil.Process]:
        """The worker processes, and the runner if the site has one."""
        return [child for child in _children(self.launcher) if "spawn_main" in " ".join(_command(child))]

    def postmaster(self) -> psutil.Process | None:
        """The main process of Postgres, if it runs."""
        account = prepare_account()
        return Cluster(self.data / "postgres", account).process()

    def backends(self) -> list[psutil.Process]:
        """The processes of Postgres that each serve one connection."""
        postmaster = self.postmaster()
        children = _children(postmaster) if postmaster else []
        return [child for child in children if "[local]" in " ".join(_command(child))]


def wait_until(condition: Callable[[], bool], message: str, *, timeout: float = TIMEOUT) -> None:
    """Waits until the condition is true. Raises TimeoutError with the message."""
    deadline = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{message} (after {timeout:.0f} s).")
        time.sleep(0.02)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _children(process: psutil.Process) -> list[psutil.Process]:
    try:
        return list(process.children())
    except psutil.NoSuchProcess:
        return []


def _command(process: psutil.Process) -> list[str]:
    try:
        return list(process.cmdline())
    except psutil.Error:
        return []
