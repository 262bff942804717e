"""Runs a site with embedded Postgres and fsync, as an administrator would, and restarts it whenever it ends."""

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

import psutil

from bench.site import ROOT, TIMEOUT, answers, free_port, stop_process, wait_until
from config.embedded_postgres.account import prepare_account
from config.embedded_postgres.cluster import Cluster

SETTING_PREFIXES = ("PYRAMIDION_", "DJANGO_", "DATABASE_URL", "SECRET_KEY", "PYTEST", "COV_")


class Site:
    """`manage.py serve` with its own data folder and port."""

    def __init__(self, folder: Path, *, has_runner: bool = False) -> None:
        self.data, self.log, self.port = folder / "data", folder / "log", free_port()
        self.has_runner, self.restarts = has_runner, 0
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
            stop_process(self._process)
        if self._log_file is not None:
            self._log_file.close()

    def wait_until_ready(self, *, timeout: float = TIMEOUT) -> float:
        """Waits until the site is ready, and returns the seconds it took. Raises TimeoutError."""
        started, url = time.monotonic(), f"http://127.0.0.1:{self.port}/readyz"
        wait_until(lambda: answers(url), "The site does not become ready", timeout=timeout)
        return time.monotonic() - started

    @property
    def launcher(self) -> psutil.Process:
        """The process of `manage.py serve`."""
        if self._process is None:
            raise RuntimeError("The site has not been started.")
        return psutil.Process(self._process.pid)

    def workers(self) -> list[psutil.Process]:
        """The worker processes, and the runner if the site has one."""
        return _children(self.launcher, "spawn_main")

    def postmaster(self) -> psutil.Process | None:
        """The main process of Postgres, if it runs."""
        return Cluster(self.data / "postgres", prepare_account()).process()

    def backends(self) -> list[psutil.Process]:
        """The processes of Postgres that each serve one connection."""
        postmaster = self.postmaster()
        return _children(postmaster, "[local]") if postmaster else []


def _children(process: psutil.Process, text: str) -> list[psutil.Process]:
    """The running children of a process whose command has this text."""
    children = []
    with suppress(psutil.Error):
        for child in process.children():
            with suppress(psutil.Error):
                children += [child] if text in " ".join(child.cmdline()) else []
    return children
