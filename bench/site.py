"""A temporary site with its own Postgres, server process and signed-in annotators; removed at the end."""

import atexit
import gzip
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.request import urlopen

import django
from django.core.management import call_command
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.figures import NotMeasured, timed
from config.embedded_postgres.server import stop_and_remove

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from playwright.sync_api import Page, Response

ROOT = Path(__file__).parent.parent
TEAM_SIZE = 8
TIMEOUT = 60.0  # seconds for a site to become ready, or to stop


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
    django.setup()
    from bench.settings import DATA

    atexit.register(_remove, Path(os.environ[DATA]))
    call_command("migrate", verbosity=0, interactive=False)
    call_command("collectstatic", verbosity=0, interactive=False)


@cache
def start_server() -> int:
    """Starts granian with two workers, and returns its port."""
    prepare_django()
    port = free_port()
    options = ["--interface", "asginl", "--http", "1", "--workers", "2", "--no-ws", "--log-level", "warning"]
    command = [sys.executable, "-m", "granian", *options, "--port", str(port), "config.asgi:application"]
    server = subprocess.Popen(command, cwd=ROOT)
    atexit.register(stop_process, server)
    wait_until(lambda: answers(f"http://127.0.0.1:{port}/healthz"), "The site does not answer")
    return port


@cache
def make_team(number: int) -> tuple[Annotator, ...]:
    """Makes a topic of full size and `TEAM_SIZE` annotators, each with a pyramid of it."""
    prepare_django()
    from django.contrib.auth.models import User

    from annotator.projects.models import Membership
    from annotator.projects.services import add_member, create_project
    from bench.material import fill_topic, make_topic

    rng = random.Random(number)
    project = create_project(name=f"Bench {number}", by=None)
    topic = make_topic(project, "D1", rng)
    annotators = []
    for index in range(TEAM_SIZE):
        user = User.objects.create_user(f"annotator-{number}-{index}")
        owner = add_member(project=project, user=user, role=Membership.Role.ANNOTATOR, by=None)
        pyramid, summaries = fill_topic(topic, owner, rng)
        path = f"/p/{project.slug}/t/{topic.key}/pyramid/{owner.name}/"
        annotators.append(Annotator(session_of(user), pyramid.pk, pyramid.revision, summaries, path))
    analyze()
    return tuple(annotators)


def analyze() -> None:
    """Collects table statistics for the query planner, as autovacuum does on a real site."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def session_of(user: "User | None") -> str:
    """Signs the user in, and returns the key of the session."""
    assert user is not None
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def client_with(session: str) -> Client:
    """Returns a Django test client with this session key."""
    client = Client(headers={"host": "127.0.0.1"})
    client.cookies["sessionid"] = session
    return client


@contextmanager
def open_page(session: str, path: str, *, ready: str, width: int) -> Iterator[tuple["Page", float]]:
    """Opens a page in Chromium, and yields it with the gzipped kB of all its responses, once an element matches
    ``ready``. Raises NotMeasured if the environment names no Chromium.
    """
    if "CHROMIUM" not in os.environ:
        raise NotMeasured("set CHROMIUM")
    from playwright.sync_api import sync_playwright

    url = f"http://127.0.0.1:{start_server()}"
    responses: list[Response] = []
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-dev-shm-usage"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=arguments)
        context = browser.new_context(base_url=url, viewport={"width": width, "height": 1000})
        context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
        page = context.new_page()
        page.on("response", lambda response: responses.append(response))
        page.goto(path)
        page.wait_for_selector(ready)
        yield page, sum(len(gzip.compress(response.body())) for response in responses if response.ok) / 1e3
        browser.close()


def counted(send: Callable[[], Any]) -> tuple[int, Any]:
    """Sends a request. Returns the number of its SQL queries, and its response, which must be no error."""
    with CaptureQueriesContext(connection) as queries:
        response = send()
    if response.status_code >= 400:
        raise AssertionError(f"The answer is {response.status_code}: {response.content[:200]!r}")
    return len(queries), response


def timed_get(client: Client, path: str) -> tuple[int, float, Any]:
    """Returns the number of SQL queries, the seconds and the response of a second GET; the first fills caches."""
    client.get(path)
    seconds, (queries, response) = timed(lambda: counted(lambda: client.get(path)))
    return queries, seconds, response


def free_port() -> int:
    """Returns a port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(url: str) -> bool:
    """Whether the URL answers 200."""
    try:
        with urlopen(url, timeout=5) as response:
            return bool(response.status == 200)
    except HTTPError as refusal:
        refusal.close()
    except OSError:
        pass
    return False


def wait_until(condition: Callable[[], bool], message: str, *, timeout: float = TIMEOUT) -> None:
    """Waits until the condition is true. Raises TimeoutError with the message."""
    deadline = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{message} (after {timeout:.0f} s).")
        time.sleep(0.02)


def stop_process(process: subprocess.Popen[bytes]) -> None:
    """Stops a process with SIGTERM, or kills it after `TIMEOUT`."""
    process.terminate()
    try:
        process.wait(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _remove(folder: Path) -> None:
    connections.close_all()
    stop_and_remove(folder)
