"""The site as an administrator runs it, with an embedded Postgres and real durability, restarted if it ends."""

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

from chaos.clock import FILE
from config.embedded_postgres.account import account_for_server
from config.embedded_postgres.cluster import Cluster

ROOT = Path(__file__).parent.parent
PATIENCE = 60.0  # seconds
OURS = ("PYRAMIDION_", "DJANGO_", "DATABASE_URL", "SECRET_KEY", "PYTEST", "COV_")


class Site:
    """`manage.py serve` on a data folder and a port of its own."""

    def __init__(self, data: Path, beside: Path, *, workers: int = 2) -> None:
        self.data = data
        self.clock = beside / "clock"
        self.log = beside / "log"
        self.port = free_port()
        self.restarts = 0
        kept = {key: value for key, value in os.environ.items() if not key.startswith(OURS)}
        self.environment = kept | {
            "DJANGO_SETTINGS_MODULE": "chaos.settings",
            "PYRAMIDION_DATA": str(self.data),
            "PYRAMIDION_PORT": str(self.port),
            "PYRAMIDION_WORKERS": str(workers),
            "PYRAMIDION_PASSWORD": "a long one, for faults alone",
            FILE: str(self.clock),
        }
        self._process: subprocess.Popen[bytes] | None = None
        self._says: IO[bytes] | None = None
        self._stopped = threading.Event()
        self._supervisor = threading.Thread(target=self._keep_up, daemon=True)

    @property
    def url(self) -> str:
        """Without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it, and again whenever it has ended; it may not answer yet."""
        self._says = self.log.open("ab")
        self._launch()
        self._supervisor.start()

    def _launch(self) -> None:
        command = [sys.executable, "manage.py", "serve", "--no-sample", "--no-runner"]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdout=self._says, stderr=self._says, start_new_session=True
        )

    def _keep_up(self) -> None:
        """What `restart: unless-stopped` or systemd does: starts it again if the launcher has ended."""
        while not self._stopped.wait(0.2):
            if self._process is not None and self._process.poll() is not None:
                self.restarts += 1
                self._launch()

    def stop(self) -> None:
        """Ends it as an administrator does."""
        self._stopped.set()
        if self._supervisor.is_alive():
            self._supervisor.join()
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        if self._says is not None:
            self._says.close()

    def is_ready(self) -> bool:
        """Whether it answers, with its database."""
        try:
            with urlopen(f"{self.url}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except HTTPError as refusal:
            refusal.close()
        except OSError:
            pass
        return False

    def wait_until_ready(self, *, patience: float = PATIENCE) -> float:
        """How many seconds it took. Raises TimeoutError."""
        started = time.monotonic()
        wait_until(self.is_ready, "The site does not come back", patience=patience)
        return time.monotonic() - started

    @property
    def launcher(self) -> psutil.Process:
        """The process that was started."""
        if self._process is None:
            raise RuntimeError("The site has not been started.")
        return psutil.Process(self._process.pid)

    def workers(self) -> list[psutil.Process]:
        """The processes that answer requests."""
        return [child for child in _children(self.launcher) if "spawn_main" in " ".join(_command(child))]

    def postmaster(self) -> psutil.Process | None:
        """The first process of Postgres, if it runs."""
        account, _ = account_for_server()
        return Cluster(self.data / "postgres", account).process()

    def backends(self) -> list[psutil.Process]:
        """The processes of Postgres that serve a connection."""
        postmaster = self.postmaster()
        children = _children(postmaster) if postmaster else []
        return [child for child in children if "[local]" in " ".join(_command(child))]


def wait_until(true: Callable[[], bool], otherwise: str, *, patience: float = PATIENCE) -> None:
    """Looks again and again. Raises TimeoutError with the words `otherwise`."""
    until = time.monotonic() + patience
    while not true():
        if time.monotonic() > until:
            raise TimeoutError(f"{otherwise} (after {patience:.0f} s).")
        time.sleep(0.02)


def free_port() -> int:
    """A port that nobody listens on."""
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
