"""The site on a throw-away Postgres, with a project of the size that the budgets speak of; gone when the bench ends."""

import atexit
import os
import random
import shutil
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.request import urlopen
from uuid import UUID

ROOT = Path(__file__).parent.parent
WORKERS = 2
PEOPLE = 16
MODELS = 10
WORDS = 400
SCUS = 100
CONTRIBUTORS = 500
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
    """Where the site is, and who is signed in."""

    port: int
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
    site = Site(port, people)
    _wait_until_up(site)
    return site


def _people() -> tuple[Person, ...]:
    from django.contrib.auth.models import User
    from django.test import Client

    from annotator.models import Membership
    from annotator.services.projects import add_member, create_project
    from annotator.services.texts import NewSummary, add_summaries, create_topic

    rng = random.Random(1)
    project = create_project(name="Bench", by=None)
    topic = create_topic(project=project, key="D1")
    texts = [NewSummary("model", f"M{n}", _text(rng)) for n in range(1, MODELS + 1)]
    summaries, _ = add_summaries(topic=topic, summaries=texts)
    people = []
    for number in range(PEOPLE):
        user = User.objects.create_user(f"annotator{number}")
        owner = add_member(project=project, user=user, role=Membership.Role.ANNOTATOR)
        pyramid = _filled_pyramid(topic, owner, user, summaries, rng)
        client = Client()
        client.force_login(user)
        session, keys = client.cookies["sessionid"].value, tuple(summary.pk for summary in summaries)
        address = f"/p/{project.slug}/t/{topic.key}/pyramid/{owner.name}/"
        people.append(Person(session, pyramid.pk, pyramid.revision, keys, address))
    return tuple(people)


def _filled_pyramid(topic, owner, user, summaries, rng):  # type: ignore[no-untyped-def]  # models load after django.setup()
    from django.utils import timezone

    from annotator.reducers.pyramid import ContributorImage, ScuImage
    from annotator.services.intake import fill_pyramid, new_parts
    from annotator.services.pyramids import start_pyramid

    pyramid = start_pyramid(topic=topic, owner=owner)
    images: list[ScuImage] = []
    for uid in range(1, SCUS + 1):
        contributors: list[ContributorImage] = []
        for summary in rng.sample(summaries, CONTRIBUTORS // SCUS):
            start = rng.randrange(summary.length - 60)
            contributors.append({"summary": summary.pk, "comment": "", "parts": new_parts([(start, start + 50)])})
        key = str(UUID(int=rng.getrandbits(128), version=4))
        label = f"content unit {uid}"
        image: ScuImage = {
            "id": key,
            "uid": uid,
            "position": float(uid),
            "label": label,
            "comment": "",
            "contributors": [],
        }
        images.append({**image, "contributors": contributors})
    fill_pyramid(pyramid=pyramid, images=images, payload={"bench": True}, by=user, now=timezone.now())
    pyramid.refresh_from_db()
    return pyramid


def _text(rng: random.Random) -> str:
    words = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(2, 9))) for _ in range(WORDS)]
    sentences = (" ".join(words[start : start + 20]).capitalize() for start in range(0, WORDS, 20))
    return ". ".join(sentences) + ".\n"


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
    shutil.rmtree(f"{folder}-static", ignore_errors=True)
