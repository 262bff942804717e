"""`manage.py serve`: prepares the site and serves it; what `make run` does after the installation."""

import argparse
import multiprocessing
import signal
import socket
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import connections
from granian.constants import Interfaces
from granian.log import LogLevels

from config import run_folder
from config.child_processes import SupervisedRunner
from config.first_start import collect_static, forget_what_ended, one_at_a_time, welcome
from config.patient_server import PatientServer

# Python runs one thread of a process at a time: more threads only hold more database connections.
THREADS = 4
LONGEST_REQUEST = 20  # seconds that a request in progress may still take when the site stops


class Command(BaseCommand):
    """Migrates, collects static files, makes the first user and the sample project, and serves until stopped."""

    help = "Prepare the site (database, static files, first user, sample project) and serve it."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Everything is settable by environment too, for `make run` and containers."""
        env = settings.ENVIRONMENT
        parser.add_argument("--address", default=env.str("PYRAMIDION_ADDRESS", default="127.0.0.1"))
        parser.add_argument("--port", type=int, default=env.int("PYRAMIDION_PORT", default=8000))
        parser.add_argument("--workers", type=int, default=env.int("PYRAMIDION_WORKERS", default=2))
        parser.add_argument("--no-sample", action="store_true", help="Do not load the sample project on a first start.")
        parser.add_argument(
            "--no-runner", action="store_true", help="Start no runner: manage.py run_queue runs elsewhere."
        )

    def handle(
        self, *, address: str, port: int, workers: int, no_sample: bool, no_runner: bool, **options: Any
    ) -> None:
        """Runs until Ctrl-C or SIGTERM; the embedded Postgres, if used, stops after the workers."""
        signal.signal(signal.SIGTERM, _leave)
        _check_free(address, port)
        env = settings.ENVIRONMENT
        name = env.str("PYRAMIDION_USER", default="admin")
        given = env.str("PYRAMIDION_PASSWORD", default="")
        collect_static()
        with one_at_a_time():
            call_command("migrate", verbosity=0, interactive=False)
            forget_what_ended()
            password = welcome(name, given, sample=not no_sample)
        connections.close_all()
        folder = run_folder.make()
        # Forked workers would share the locks and threads of this process.
        multiprocessing.set_start_method("spawn", force=True)
        runner = None if no_runner else SupervisedRunner()
        try:
            self._serve(address, port, workers, folder, _sign_in(name, password, given=bool(given)))
        finally:
            if runner is not None:
                runner.stop()
            run_folder.remove(folder)

    def _serve(self, address: str, port: int, workers: int, folder: Path, sign_in: str) -> None:
        server = PatientServer(
            "config.served:application",
            address=address,
            port=port,
            interface=Interfaces.WSGI,
            workers=workers,
            blocking_threads=THREADS,
            websockets=False,
            log_level=LogLevels.warning,
            log_dictconfig=settings.LOGGING,
            respawn_failed_workers=True,
            workers_kill_timeout=LONGEST_REQUEST,
        )
        server.on_startup(lambda: _heed_signals(server, folder))
        threading.Thread(target=self._tell_when_up, args=(address, port, sign_in), daemon=True).start()
        server.serve()

    def _tell_when_up(self, address: str, port: int, sign_in: str) -> None:
        while not _answers(address, port):
            time.sleep(0.05)
        where = f"http://{_shown(address)}:{port}"
        if settings.PRODUCTION:
            where = f"https://{settings.ALLOWED_HOSTS[0].lstrip('.')} (for the proxy: {where})"
        self.stdout.write(f"Pyramidion is at {where}\n{sign_in}\nStop it with Ctrl-C.")
        self.stdout.flush()


def _heed_signals(server: Any, folder: Path) -> None:
    """SIGTERM stops the site after the time that the proxy needs to notice; a second one, or Ctrl-C, at once."""

    def stop_soon(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, server.signal_handler_interrupt)
        run_folder.stop_soon(folder)
        waiting = threading.Timer(settings.DRAIN, server.signal_handler_interrupt)
        waiting.daemon = True
        waiting.start()

    signal.signal(signal.SIGTERM, stop_soon)
    # granian reloads on SIGHUP, which a closed terminal sends to those who should end.
    signal.signal(signal.SIGHUP, server.signal_handler_interrupt)


def _sign_in(name: str, password: str | None, *, given: bool) -> str:
    if password is None:
        return "Sign in as before (a new password: manage.py changepassword NAME)."
    if given:
        return f"Sign in as {name} with the password from PYRAMIDION_PASSWORD."
    return f"Sign in as {name} with the password {password} (shown only this once)."


def _check_free(address: str, port: int) -> None:
    """One sentence before anything is started, instead of two servers that share the port."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            raise CommandError(
                f"Cannot serve on {address}:{port} ({error.strerror}): choose another port with PYRAMIDION_PORT."
            ) from error


def _answers(address: str, port: int) -> bool:
    try:
        socket.create_connection((_shown(address), port), timeout=1).close()
    except OSError:
        return False
    return True


def _shown(address: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address, address)  # noqa: S104


def _leave(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)
