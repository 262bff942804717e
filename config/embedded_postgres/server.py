"""One embedded server for all processes of an installation, started by the first and stopped with the last."""

import atexit
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, ClassVar

import psycopg2
from psycopg2 import sql

from config.data_folder import kept_secret, prepared
from config.embedded_postgres.account import account_for_server
from config.embedded_postgres.cluster import ROLE, Cluster, programs
from config.embedded_postgres.handles import Handle, alone

PORT = 5432  # of the socket's name only: nothing listens on the network
LONGEST_SOCKET = 103  # bytes: 104 with the closing NUL on macOS, 108 on Linux
PATIENCE = 60.0  # seconds for a server that is starting, stopping or recovering


class ServerRefused(RuntimeError):
    """The server cannot be had; one sentence for people."""


class EmbeddedServer:
    """The server of one data folder as seen from this process; ask `of` for it."""

    _known: ClassVar[dict[Path, "EmbeddedServer"]] = {}

    def __init__(self, folder: Path, *, fsync: bool) -> None:
        self.folder = prepared(folder)
        self.fsync = fsync
        self._handle = Handle(self.folder / "postgres.handles")
        self._cluster: Cluster | None = None

    @classmethod
    def of(cls, folder: Path, *, fsync: bool = True) -> "EmbeddedServer":
        """The one object of this process for `folder`."""
        key = folder.expanduser().resolve()
        if key not in cls._known:
            cls._known[key] = cls(key, fsync=fsync)
        return cls._known[key]

    @property
    def home(self) -> Path:
        """The folder (0700) with the socket and the cluster."""
        return self.folder / "postgres"

    @property
    def access(self) -> dict[str, Any]:
        """Connection parameters for psycopg2, without a database."""
        password = kept_secret(self.folder / "postgres_password")
        return {"host": str(self.home), "port": PORT, "user": ROLE, "password": password}

    def running(self, *, again: bool = False) -> dict[str, Any]:
        """Connection parameters of the server, which runs when this returns.

        `again` looks once more although this process has already used the server.

        Raises:
            ServerRefused: the folder's path is too long, or Postgres does not start.
        """
        if not self._handle.held or again:
            self._check_path()
            with alone(self.folder / "postgres.lock"):
                self._take_handle()
                self._start()
        return self.access

    def answers(self) -> bool:
        """Whether the server lets this installation in."""
        try:
            psycopg2.connect(dbname="postgres", connect_timeout=5, **self.access).close()
        except psycopg2.OperationalError:
            return False
        return True

    def let_go(self) -> None:
        """Gives up this process's share; whoever is last stops the server."""
        if self._handle.held:
            with alone(self.folder / "postgres.lock"):
                if self._handle.let_go() and self._cluster is not None:
                    self._cluster.stop()

    def stop(self) -> None:
        """Stops the server whoever uses it: for throw-away folders."""
        with alone(self.folder / "postgres.lock"):
            self._handle.let_go()
            if self.home.exists():
                self._prepared_cluster().stop()

    def _check_path(self) -> None:
        socket = self.home / f".s.PGSQL.{PORT}"
        length = len(os.fsencode(socket))
        if length > LONGEST_SOCKET:
            raise ServerRefused(
                f"The data folder's path is too long for the embedded Postgres ({socket} has {length} bytes, "
                f"{LONGEST_SOCKET} are allowed): set PYRAMIDION_DATA to a shorter one."
            )

    def _take_handle(self) -> None:
        if not self._handle.held:
            self._handle.take()
            atexit.register(self._let_go_in, os.getpid())

    def _let_go_in(self, process: int) -> None:
        # A forked child has inherited this callback, but the share is its parent's.
        if os.getpid() == process:
            self.let_go()

    def _start(self) -> None:
        if self.answers():
            self._cluster = self._cluster or self._prepared_cluster()
            return
        cluster = self._cluster = self._prepared_cluster()
        if not cluster.made:
            cluster.make(self.access["password"])
        until = time.monotonic() + PATIENCE
        while not self.answers():
            if cluster.process() is None:
                cluster.forget_stale_process()
                self._try_to_start(cluster, until)
            elif time.monotonic() > until:
                raise ServerRefused(f"The embedded Postgres runs but does not answer; see {cluster.log}.")
            else:
                time.sleep(0.1)
        self._make_database()

    def _try_to_start(self, cluster: Cluster, until: float) -> None:
        try:
            cluster.start(fsync=self.fsync)
        except subprocess.CalledProcessError as failure:
            # After a SIGKILL of the server its children need a moment to notice; until then the memory is taken.
            if time.monotonic() > until or "shared memory block" not in _end_of(cluster.log):
                raise ServerRefused(f"The embedded Postgres does not start; see {cluster.log}.") from failure
            time.sleep(0.2)

    def _prepared_cluster(self) -> Cluster:
        home = self.home
        home.mkdir(mode=0o700, exist_ok=True)
        account, told = account_for_server(home, programs())
        account.own(home)
        for sentence in told:
            print(sentence, file=sys.stderr)
        return Cluster(home, account)

    def _make_database(self) -> None:
        connection = psycopg2.connect(dbname="postgres", **self.access)
        try:
            connection.autocommit = True
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [ROLE])
                if cursor.fetchone() is None:
                    cursor.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(ROLE)))
        finally:
            connection.close()


def destroy(folder: Path) -> None:
    """Stops the server of a throw-away `folder` and removes all of it."""
    server = EmbeddedServer.of(folder)
    server.stop()
    shutil.rmtree(server.folder, ignore_errors=True)


def _end_of(log: Path) -> str:
    try:
        return log.read_text(errors="replace")[-2000:]
    except FileNotFoundError:
        return ""
