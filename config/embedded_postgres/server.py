"""One embedded server for all processes of an installation: the first starts it, the last stops it."""

import atexit
import fcntl
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, ClassVar

import psycopg2
from psycopg2 import sql

from config.data_folder import ensure_folder, ensure_secret
from config.embedded_postgres.account import prepare_account
from config.embedded_postgres.cluster import ROLE, Cluster, programs_folder

PORT = 5432  # only a part of the socket's file name: nothing listens on the network
LONGEST_SOCKET_PATH = 103  # bytes. With the closing NUL, macOS allows 104 and Linux 108.
START_TIMEOUT = 60.0  # seconds for a server that is starting, stopping or recovering


class ServerRefused(psycopg2.OperationalError):
    """The server cannot start; the message says why in one sentence."""


class EmbeddedServer:
    """The server of one data folder as this process sees it; `for_folder` returns it.

    Each process that uses the server has a shared lock on the file postgres.handles. The open file is its handle. The
    kernel releases the lock however the process ends; a list of process ids would be wrong after a SIGKILL or the
    reuse of an id. A forked child inherits the handle, so the lock lasts until the child has ended too.
    """

    _servers: ClassVar[dict[Path, "EmbeddedServer"]] = {}

    def __init__(self, folder: Path, *, fsync: bool) -> None:
        self.folder = ensure_folder(folder)
        self.home = self.folder / "postgres"  # 0700, with the socket and the cluster
        self.fsync = fsync
        self._handle: int | None = None

    @classmethod
    def for_folder(cls, folder: Path, *, fsync: bool = True) -> "EmbeddedServer":
        """Returns the object for `folder`, of which each process has only one."""
        folder = folder.expanduser().resolve()
        if folder not in cls._servers:
            cls._servers[folder] = cls(folder, fsync=fsync)
        return cls._servers[folder]

    @property
    def connection_parameters(self) -> dict[str, Any]:
        """Parameters for psycopg2, without the name of a database."""
        password = ensure_secret(self.folder / "postgres_password")
        return {"host": str(self.home), "port": PORT, "user": ROLE, "password": password}

    def ensure_running(self, *, recheck: bool = False) -> dict[str, Any]:
        """Starts the server if it does not run, and returns its connection parameters.

        ``recheck``: check that the server runs, even if this process has used it already.

        Raises:
            ServerRefused: the folder's path is too long, or Postgres does not start.
        """
        if self._handle is None or recheck:
            self._check_path()
            with self._exclusive_lock():
                cluster = self._cluster()
                if self._handle is None:
                    self._handle = self._open("postgres.handles")
                    fcntl.flock(self._handle, fcntl.LOCK_SH)
                    atexit.register(self._release_at_exit, os.getpid())
                self._start(cluster)
        return self.connection_parameters

    def answers(self) -> bool:
        """Whether the server accepts a connection."""
        try:
            psycopg2.connect(dbname="postgres", connect_timeout=5, **self.connection_parameters).close()
        except psycopg2.OperationalError:
            return False
        return True

    def release(self) -> None:
        """Releases this process's handle, and stops the server if no other process uses it."""
        if self._handle is not None:
            with self._exclusive_lock():
                self._close_handle()
                if not self._is_used():
                    self._cluster().stop()

    def stop(self) -> None:
        """Stops the server even if other processes use it; only for temporary folders."""
        with self._exclusive_lock():
            self._close_handle()
            if self.home.exists():
                self._cluster().stop()

    @contextmanager
    def _exclusive_lock(self) -> Iterator[None]:
        """Lets only one process at a time start or stop the server."""
        with os.fdopen(self._open("postgres.lock")) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _open(self, name: str) -> int:
        return os.open(self.folder / name, os.O_RDWR | os.O_CREAT, 0o600)

    def _close_handle(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _is_used(self) -> bool:
        with os.fdopen(self._open("postgres.handles")) as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
            return False

    def _check_path(self) -> None:
        socket_path = self.home / f".s.PGSQL.{PORT}"
        length = len(os.fsencode(socket_path))
        if length > LONGEST_SOCKET_PATH:
            raise ServerRefused(
                f"The data folder's path is too long for the embedded Postgres ({socket_path} has {length} bytes, "
                f"{LONGEST_SOCKET_PATH} are allowed): set PYRAMIDION_DATA to a shorter path."
            )

    def _release_at_exit(self, registering_pid: int) -> None:
        # A forked child inherits this callback, but the lock belongs to its parent.
        if os.getpid() == registering_pid:
            self.release()

    def _cluster(self) -> Cluster:
        self.home.mkdir(mode=0o700, exist_ok=True)
        account = prepare_account(self.home, programs_folder())
        account.chown(self.home)
        return Cluster(self.home, account)

    def _start(self, cluster: Cluster) -> None:
        if not cluster.data_directory.exists():
            # Without fsync this is a test database, which may check passwords quickly.
            cluster.make(self.connection_parameters["password"], scram_iterations=4096 if self.fsync else 1)
        deadline = time.monotonic() + START_TIMEOUT
        while not self.answers():
            if cluster.process() is None:
                cluster.remove_stale_pid_files()
                self._try_to_start(cluster, deadline)
            elif time.monotonic() > deadline:
                raise ServerRefused(f"The embedded Postgres runs but does not answer; see {cluster.log}.")
            else:
                time.sleep(0.1)
        self._ensure_database()

    def _try_to_start(self, cluster: Cluster, deadline: float) -> None:
        try:
            cluster.start(fsync=self.fsync)
        except subprocess.CalledProcessError as failure:
            # After a SIGKILL of the server, its child processes take a moment to end and to free the shared memory.
            if time.monotonic() > deadline or "shared memory block" not in _end_of_log(cluster.log):
                raise ServerRefused(f"The embedded Postgres does not start; see {cluster.log}.") from failure
            time.sleep(0.2)

    def _ensure_database(self) -> None:
        with closing(psycopg2.connect(dbname="postgres", **self.connection_parameters)) as connection:
            connection.autocommit = True
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [ROLE])
                if cursor.fetchone() is None:
                    cursor.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(ROLE)))


def stop_and_remove(folder: Path) -> None:
    """Stops the server of a temporary `folder` and removes the folder."""
    server = EmbeddedServer.for_folder(folder)
    server.stop()
    shutil.rmtree(server.folder, ignore_errors=True)


def _end_of_log(log: Path) -> str:
    try:
        return log.read_text(errors="replace")[-2000:]
    except FileNotFoundError:
        return ""
