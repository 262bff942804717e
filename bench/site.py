"""A temporary site with its own Postgres, server process and signed-in annotators; removed at the end."""

import atexit
import os
import random
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

from bench.material import FULL_SIZE, fill_topic, make_topic

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

ROOT = Path(__file__).parent.parent
TEAM_SIZE = 8
START_TIMEOUT = STOP_TIMEOUT = 60.0  # seconds


@dataclass(frozen=True, slots=True)
class Annotator:
    """A signed-in annotator with a pyramid (its id); ``summaries``: ids of its models; ``path``: its workspace."""

    session: str
    pyramid: int
    revision: int
    summaries: tuple[int, ...]
    path: str


@cache
def prepare_django() -> None:
    """Sets up Django in this process with a new, migrated database."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
    import django

    django.setup()
    from django.core.management import call_command

    from bench.settings import DATA

    atexit.register(_remove, Path(os.environ[DATA]))
    call_command("migrate", verbosity=0, interactive=False)
    call_command("collectstatic", verbosity=0, interactive=False)


@cache
def start_server() -> int:
    """Starts granian with two workers, and returns its port."""
    prepare_django()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    options = ["--interface", "asginl", "--http", "1", "--workers", "2", "--no-ws", "--log-level", "warning"]
    command = [sys.executable, "-m", "granian", *options, "--port", str(port), "config.asgi:application"]
    server = subprocess.Popen(command, cwd=ROOT)
    atexit.register(_stop, server)
    deadline = time.monotonic() + START_TIMEOUT
    while not _answers(port):
        if time.monotonic() > deadline:
            raise TimeoutError(f"The site does not answer on port {port}.")
        time.sleep(0.1)
    return port


@cache
def make_team(number: int) -> tuple[Annotator, ...]:
    """Makes a topic of full size and `TEAM_SIZE` annotators, each with a pyramid of it."""
    prepare_django()
    from django.contrib.auth.models import User

    from annotator.projects.models import Membership
    from annotator.projects.services import add_member, create_project

    rng = random.Random(number)
    project = create_project(name=f"Bench {number}", by=None)
    topic = make_topic(project, "D1", FULL_SIZE, rng)
    annotators = []
    for index in range(TEAM_SIZE):
        user = User.objects.create_user(f"annotator-{number}-{index}")
        owner = add_member(project=project, user=user, role=Membership.Role.ANNOTATOR, by=None)
        pyramid, summaries = fill_topic(topic, owner, FULL_SIZE, rng)
        session = client_of(user).cookies["sessionid"].value
        path = f"/p/{project.slug}/t/{topic.key}/pyramid/{owner.name}/"
        annotators.append(Annotator(session, pyramid.pk, pyramid.revision, summaries, path))
    analyze()
    return tuple(annotators)


def analyze() -> None:
    """Collects table statistics for the query planner, as autovacuum does on a real site."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def client_of(user: "User | None") -> "Client":
    """Returns a signed-in Django test client."""
    from django.test import Client

    assert user is not None
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(user)
    return client


def timed_get(client: "Client", path: str) -> tuple[int, float, Any]:
    """Returns the number of SQL queries, the seconds and the response of a second GET; the first fills caches."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        started = time.perf_counter()
        response = client.get(path)
        seconds = time.perf_counter() - started
    if response.status_code != 200:
        raise AssertionError(f"{path} answered {response.status_code}.")
    return len(queries), seconds, response


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as response:
            return bool(response.status == 200)
    except OSError:
        return False


def _stop(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(timeout=STOP_TIMEOUT)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def _remove(folder: Path) -> None:
    from django.db import connections

    from config.embedded_postgres.server import stop_and_remove

    connections.close_all()
    stop_and_remove(folder)
