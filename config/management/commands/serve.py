"""`manage.py serve`: prepares the site and serves it. `make run` calls it after installing the dependencies."""

import argparse
import multiprocessing
import signal
import socket
import sys
import threading
import time
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import connections
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels

from config.child_processes import SupervisedRunner
from config.first_start import (
    collect_static,
    database_lock,
    delete_expired_rows,
    delete_used_first_password,
    make_first_user,
    write_first_password,
)

STOP_TIMEOUT = 20  # seconds for requests in progress to finish when the site stops


class Command(BaseCommand):
    """Migrates, collects static files, makes the first user and the sample project, and serves the site."""

    help = "Prepare the site (database, static files, first user, sample project) and serve it."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Takes the defaults from the environment, for `make run` and containers."""
        env = settings.ENVIRONMENT
        parser.add_argument("--address", default=env.str("PYRAMIDION_ADDRESS", default="127.0.0.1"))
        parser.add_argument("--port", type=int, default=env.int("PYRAMIDION_PORT", default=8000))
        parser.add_argument("--workers", type=int, default=env.int("PYRAMIDION_WORKERS", default=2))
        parser.add_argument("--no-sample", action="store_true", help="Do not load the sample project on a first start.")
        parser.add_argument(
            "--no-runner", action="store_true", help="Start no runner; another process must run manage.py run_queue."
        )

    def handle(
        self, *, address: str, port: int, workers: int, no_sample: bool, no_runner: bool, **options: Any
    ) -> None:
        """Runs until Ctrl-C or SIGTERM; the embedded Postgres, if used, stops after the workers."""
        signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # the usual status after a signal
        _check_port_is_free(address, port)
        env = settings.ENVIRONMENT
        name = env.str("PYRAMIDION_USER", default="admin")
        password_setting = env.str("PYRAMIDION_PASSWORD", default="")
        collect_static()
        with database_lock():
            call_command("migrate", verbosity=0, interactive=False)
            delete_expired_rows()
            delete_used_first_password(name)
            password = make_first_user(name, password_setting, with_sample=not no_sample)
        connections.close_all()
        # A forked worker would inherit the locks of this process, but not the threads that release them.
        multiprocessing.set_start_method("spawn", force=True)
        runner = None if no_runner else SupervisedRunner()
        try:
            self._serve(
                address, port, workers, self._sign_in_hint(name, password, is_from_setting=bool(password_setting))
            )
        finally:
            if runner is not None:
                runner.stop()

    def _serve(self, address: str, port: int, workers: int, sign_in_hint: str) -> None:
        server = Granian(
            "config.asgi:application",
            address=address,
            port=port,
            interface=Interfaces.ASGINL,  # ASGI without lifespan events
            # With HTTP/2 allowed, granian would wait for ever for the first byte of a connection.
            http=HTTPModes.http1,
            workers=workers,
            websockets=False,
            log_level=LogLevels.warning,
            log_dictconfig=settings.LOGGING,
            respawn_failed_workers=True,
            workers_kill_timeout=STOP_TIMEOUT,
        )
        # By default granian reloads on SIGHUP, but a closing terminal sends SIGHUP to end the process.
        server.on_startup(lambda: signal.signal(signal.SIGHUP, server.signal_handler_interrupt))
        threading.Thread(target=self._announce, args=(address, port, sign_in_hint), daemon=True).start()
        server.serve()

    def _announce(self, address: str, port: int, sign_in_hint: str) -> None:
        while not _accepts_connections(address, port):
            time.sleep(0.05)
        url = f"http://{_reachable(address)}:{port}"
        if settings.PRODUCTION:
            url = f"https://{settings.ALLOWED_HOSTS[0].lstrip('.')} (for the proxy: {url})"
        self.stdout.write(f"Pyramidion is at {url}\n{sign_in_hint}\nStop it with Ctrl-C.")
        self.stdout.flush()

    def _sign_in_hint(self, name: str, password: str | None, *, is_from_setting: bool) -> str:
        """Returns a sentence about how to sign in.

        ``password``: of the user just created; None if a superuser existed before. ``is_from_setting``: it is the value
        of PYRAMIDION_PASSWORD. Only a terminal shows a generated password; logs are kept, so they name a file that
        contains it.
        """
        if password is None:
            return "Sign in as before (to set a new password: manage.py changepassword NAME)."
        if is_from_setting:
            return f"Sign in as {name} with the password from PYRAMIDION_PASSWORD."
        if self.stdout.isatty():
            return f"Sign in as {name} with the password {password} (shown only this once)."
        file = write_first_password(password)
        return f"Sign in as {name} with the password in {file} (remove the file when you have changed the password)."


def _check_port_is_free(address: str, port: int) -> None:
    """Raises CommandError if the port is in use: granian would share it with the other server."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            raise CommandError(
                f"Cannot serve on {address}:{port} ({error.strerror}): choose another port with PYRAMIDION_PORT."
            ) from error


def _accepts_connections(address: str, port: int) -> bool:
    try:
        socket.create_connection((_reachable(address), port), timeout=1).close()
    except OSError:
        return False
    return True


def _reachable(address: str) -> str:
    """Returns the address to connect to: the loopback address if the server listens on all addresses."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address, address)  # noqa: S104
