"""The site on a throw-away Postgres, with a project of the size that the budgets speak of; gone when the bench ends."""

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
from urllib.request import urlopen

from bench.material import BUDGETED, LARGE, Size, fill_topic, make_topic

ROOT = Path(__file__).parent.parent
WORKERS = 2
PEOPLE = 3
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Person:
    """A signed-in annotator with a pyramid of their own; ``summaries`` are the keys of the models."""

    session: str
    pyramid: int
    revision: int
    summaries: tuple[int, ...]
    address: str


@dataclass(frozen=True, slots=True)
class Site:
    """Where the site is, which process serves it, and who is signed in."""

    port: int
    process: int
    people: tuple[Person, ...]

    @property
    def url(self) -> str:
        """Without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"


@cache
def prepare_django() -> tuple[Person, ...]:
    """Django in this process, a migrated throw-away database and the project; once for all lines."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from bench.settings import THROWAWAY

    atexit.register(_remove, Path(os.environ[THROWAWAY]))
    call_command("migrate", verbosity=0, interactive=False)
    call_command("collectstatic", verbosity=0, interactive=False)
    people = _people()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as autovacuum does within a minute; plans without statistics are other plans
    return people


@cache
def running_site() -> Site:
    """The site served by granian with two workers; once for all lines."""
    people = prepare_django()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    options = ["--interface", "wsgi", "--workers", str(WORKERS), "--port", str(port), "--blocking-threads", "4"]
    command = [
        sys.executable,
        "-m",
        "granian",
        *options,
        "--no-ws",
        "--log-level",
        "warning",
        "config.wsgi:application",
    ]
    server = subprocess.Popen(command, cwd=ROOT)
    atexit.register(_stop, server)
    site = Site(port, server.pid, people)
    _wait_until_up(site)
    return site


def _people() -> tuple[Person, ...]:
    from django.contrib.auth.models import User

    from annotator.projects.models import Membership
    from annotator.projects.services import add_member, create_project

    rng = random.Random(1)
    project = create_project(name="Bench", by=None)
    topic = make_topic(project, "D1", BUDGETED, rng)
    people = []
    for number in range(PEOPLE):
        user = User.objects.create_user(f"annotator{number}")
        owner = add_member(project=project, user=user, role=Membership.Role.ANNOTATOR, by=None)
        people.append(_person(topic, owner, BUDGETED, rng))
    return tuple(people)


@cache
def person_at_large() -> Person:
    """The first of the people, with a pyramid of the large size."""
    prepare_django()
    from annotator.projects.models import Membership

    rng = random.Random(2)
    owner = Membership.objects.select_related("project").earliest("pk")
    return _person(make_topic(owner.project, "D2", LARGE, rng), owner, LARGE, rng)


def _person(topic, owner, size: Size, rng: random.Random) -> Person:  # type: ignore[no-untyped-def]  # models load after django.setup()
    from django.test import Client

    pyramid, keys = fill_topic(topic, owner, size, rng)
    client = Client()
    client.force_login(owner.user)
    address = f"/p/{topic.project.slug}/t/{topic.key}/pyramid/{owner.name}/"
    return Person(client.cookies["sessionid"].value, pyramid.pk, pyramid.revision, keys, address)


def _wait_until_up(site: Site) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            with urlopen(f"{site.url}/healthz", timeout=5) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"The site does not answer on {site.url}.")


def _stop(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def _remove(folder: Path) -> None:
    from django.db import connections

    from config.embedded_postgres.server import destroy

    connections.close_all()
    destroy(folder)
