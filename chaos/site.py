"""Runs a site with embedded Postgres and fsync, as an administrator would, and restarts it whenever it ends."""

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import psutil

from bench.site import ROOT, TIMEOUT, answers, free_port, stop_process, wait_until
from config.embedded_postgres.account import prepare_account
from config.embedded_postgres.cluster import Cluster

SETTING_PREFIXES = ("PYRAMIDION_", "DJANGO_", "DATABASE_URL", "SECRET_KEY", "PYTEST", "COV_")


class Site:
    """`manage.py serve` with its own data folder and port."""

    def __init__(self, folder: Path, *, has_runner: bool = False) -> None:
        self.data, self.port = folder / "data", free_port()
        self.has_runner, self.restarts = has_runner, 0
        inherited = {key: value for key, value in os.environ.items() if not key.startswith(SETTING_PREFIXES)}
        self.environment = inherited | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PYRAMIDION_DATA": str(self.data),
            "PYRAMIDION_PORT": str(self.port),
            "PYRAMIDION_PASSWORD": "only for the fault tests",
        }
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = threading.Event()
        self._supervisor = threading.Thread(target=self._supervise, daemon=True)

    def start(self) -> None:
        """Starts the site and its supervision, without waiting until it answers."""
        self._launch()
        self._supervisor.start()

    def _launch(self) -> None:
        command = [sys.executable, "manage.py", "serve", "--no-sample", *([] if self.has_runner else ["--no-runner"])]
        none = subprocess.DEVNULL
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdout=none, stderr=none, start_new_session=True
        )

    def _supervise(self) -> None:
        """Restarts an ended launcher, as Docker or systemd does."""
        while not self._stopped.wait(0.2):
            if self._process is not None and self._process.poll() is not None:
                self.restarts += 1
                self._launch()

    def stop(self) -> None:
        self._stopped.set()
        if self._supervisor.is_alive():
            self._supervisor.join()
        if self._process is not None:
            stop_process(self._process)

    def wait_until_ready(self, *, timeout: float = TIMEOUT) -> float:
        """Waits until the site is ready, and returns the seconds it took. Raises TimeoutError."""
        started, url = time.monotonic(), f"http://127.0.0.1:{self.port}/readyz"
        wait_until(lambda: answers(url), "The site does not become ready", timeout=timeout)
        return time.monotonic() - started

    @property
    def launcher(self) -> psutil.Process:
        """The process of `manage.py serve`."""
        assert self._process is not None
        return psutil.Process(self._process.pid)

    def workers(self) -> list[psutil.Process]:
        """The worker processes, and the runner if the site has one."""
        return _children(self.launcher, "spawn_main")

    def postmaster(self) -> list[psutil.Process]:
        """The main process of Postgres, if it runs."""
        process = Cluster(self.data / "postgres", prepare_account()).process()
        return [process] if process else []

    def backends(self) -> list[psutil.Process]:
        """The processes of Postgres that each serve one connection."""
        return [backend for process in self.postmaster() for backend in _children(process, "[local]")]


def _children(process: psutil.Process, text: str) -> list[psutil.Process]:
    """The running children of a process whose command has this text."""
    children = []
    with suppress(psutil.Error):
        for child in process.children():
            with suppress(psutil.Error):
                children += [child] if text in " ".join(child.cmdline()) else []
    return children
