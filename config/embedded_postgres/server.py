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
from config.embedded_postgres.account import account_for_server
from config.embedded_postgres.cluster import ROLE, Cluster, programs

PORT = 5432  # only part of the socket's name: nothing listens on the network
LONGEST_SOCKET = 103  # bytes: 104 with the closing NUL on macOS, 108 on Linux
PATIENCE = 60.0  # seconds for a server that is starting, stopping or recovering


class ServerRefused(psycopg2.OperationalError):
    """The server cannot start; the message is one sentence for people."""


class EmbeddedServer:
    """The server of one data folder as this process sees it; `of` returns it.

    Each process that uses the server has a shared lock on a file, its handle: the kernel releases it however the
    process ends. A list of process ids would be wrong after a SIGKILL and after the reuse of an id. A forked child
    inherits the handle, so the lock lasts until the child has ended too.
    """

    _servers: ClassVar[dict[Path, "EmbeddedServer"]] = {}

    def __init__(self, folder: Path, *, fsync: bool) -> None:
        self.folder = ensure_folder(folder)
        self.home = self.folder / "postgres"  # 0700, with the socket and the cluster
        self.fsync = fsync
        self._handle: int | None = None

    @classmethod
    def of(cls, folder: Path, *, fsync: bool = True) -> "EmbeddedServer":
        """Returns this process's only object for `folder`."""
        key = folder.expanduser().resolve()
        if key not in cls._servers:
            cls._servers[key] = cls(key, fsync=fsync)
        return cls._servers[key]

    @property
    def access(self) -> dict[str, Any]:
        """Connection parameters for psycopg2, without a database."""
        password = ensure_secret(self.folder / "postgres_password")
        return {"host": str(self.home), "port": PORT, "user": ROLE, "password": password}

    def running(self, *, again: bool = False) -> dict[str, Any]:
        """Starts the server if needed, and returns its connection parameters.

        `again` checks once more although this process has used the server before.

        Raises:
            ServerRefused: the folder's path is too long, or Postgres does not start.
        """
        if self._handle is None or again:
            self._check_path()
            with self._exclusive_lock():
                cluster = self._cluster()
                if self._handle is None:
                    self._handle = self._open("postgres.handles")
                    fcntl.flock(self._handle, fcntl.LOCK_SH)
                    atexit.register(self._release_in, os.getpid())
                self._start(cluster)
        return self.access

    def answers(self) -> bool:
        """Whether the server accepts a connection."""
        try:
            psycopg2.connect(dbname="postgres", connect_timeout=5, **self.access).close()
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
        """Stops the server even if other processes use it: for temporary folders."""
        with self._exclusive_lock():
            self._close_handle()
            if self.home.exists():
                self._cluster().stop()

    @contextmanager
    def _exclusive_lock(self) -> Iterator[None]:
        """One process at a time starts or stops the server."""
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
        socket = self.home / f".s.PGSQL.{PORT}"
        length = len(os.fsencode(socket))
        if length > LONGEST_SOCKET:
            raise ServerRefused(
                f"The data folder's path is too long for the embedded Postgres ({socket} has {length} bytes, "
                f"{LONGEST_SOCKET} are allowed): set PYRAMIDION_DATA to a shorter one."
            )

    def _release_in(self, pid: int) -> None:
        # A forked child has inherited this callback, but the lock is its parent's.
        if os.getpid() == pid:
            self.release()

    def _cluster(self) -> Cluster:
        self.home.mkdir(mode=0o700, exist_ok=True)
        account = account_for_server(self.home, programs())
        account.own(self.home)
        return Cluster(self.home, account)

    def _start(self, cluster: Cluster) -> None:
        if not cluster.files.exists():
            cluster.make(self.access["password"])
        until = time.monotonic() + PATIENCE
        while not self.answers():
            if cluster.process() is None:
                cluster.remove_stale_pid_files()
                self._try_to_start(cluster, until)
            elif time.monotonic() > until:
                raise ServerRefused(f"The embedded Postgres runs but does not answer; see {cluster.log}.")
            else:
                time.sleep(0.1)
        self._ensure_database()

    def _try_to_start(self, cluster: Cluster, until: float) -> None:
        try:
            cluster.start(fsync=self.fsync)
        except subprocess.CalledProcessError as failure:
            # After a SIGKILL of the server its children need a moment to end; until then they hold the shared memory.
            if time.monotonic() > until or "shared memory block" not in _end_of(cluster.log):
                raise ServerRefused(f"The embedded Postgres does not start; see {cluster.log}.") from failure
            time.sleep(0.2)

    def _ensure_database(self) -> None:
        with closing(psycopg2.connect(dbname="postgres", **self.access)) as connection:
            connection.autocommit = True
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [ROLE])
                if cursor.fetchone() is None:
                    cursor.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(ROLE)))


def destroy(folder: Path) -> None:
    """Stops the server of a temporary `folder` and removes the folder."""
    server = EmbeddedServer.of(folder)
    server.stop()
    shutil.rmtree(server.folder, ignore_errors=True)


def _end_of(log: Path) -> str:
    try:
        return log.read_text(errors="replace")[-2000:]
    except FileNotFoundError:
        return ""
