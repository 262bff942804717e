"""The annotators of the load test: real-sized topics, a pyramid and a peer each, all signed in."""

import random
from dataclasses import dataclass
from functools import cache

from bench.material import BUDGETED, fill_topic, make_topic
from bench.site import prepare_django, running_site

PEOPLE, TOPICS, PEERS = 64, 8, 2
SLUG = "bench-crowd"


@dataclass(frozen=True, slots=True)
class Annotating:
    """A signed-in annotator; addresses are of pages, ``scus`` those of the release that the peer is matched to."""

    session: str
    pyramid: int
    revision: int
    summaries: tuple[int, ...]
    address: str
    peer: int
    scus: tuple[str, ...]
    peer_address: str
    topic: str
    project: str


@cache
def crowd() -> tuple[Annotating, ...]:
    """64 people, eight to a topic; once for all lines."""
    prepare_django()
    from django.db import connection

    from annotator.projects.services import create_project

    rng = random.Random(3)
    project = create_project(name=SLUG, by=None)
    topics = [make_topic(project, f"T{n}", BUDGETED, rng, peers=PEERS) for n in range(TOPICS)]
    people = [one for n, topic in enumerate(topics) for one in _team(topic, n, rng)]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    # One of each topic first, and so on: a few of them are not all in one topic.
    return tuple(sorted(people, key=lambda person: int(person.address.rsplit("-", 1)[1].strip("/"))))


def crowded_port() -> int:
    """Where the site is that they are signed in to."""
    crowd()
    return running_site().port


def _team(topic, number: int, rng: random.Random) -> list[Annotating]:  # type: ignore[no-untyped-def]  # models load after django.setup()
    """The people of a topic: they match its peers to the first one's release."""
    from django.contrib.auth.models import User
    from django.utils import timezone

    from annotator.projects.models import Membership
    from annotator.projects.services import add_member
    from annotator.pyramids.services import release_pyramid

    made = []
    for place in range(PEOPLE // TOPICS):
        user = User.objects.create_user(f"{SLUG}-{number}-{place}")
        owner = add_member(project=topic.project, user=user, role=Membership.Role.ANNOTATOR, by=None)
        made.append((owner, *fill_topic(topic, owner, BUDGETED, rng)))
    release = release_pyramid(pyramid=made[0][1], by=made[0][0].user, now=timezone.now())
    return [_annotating(topic, release, *one) for one in made]


def _annotating(topic, release, owner, pyramid, keys: tuple[int, ...]) -> Annotating:  # type: ignore[no-untyped-def]
    from django.test import Client

    from annotator.matching.services import start_peer_annotation

    client = Client()
    client.force_login(owner.user)
    peer = topic.summaries.filter(kind="peer")[owner.pk % PEERS]
    annotation = start_peer_annotation(summary=peer, release=release, owner=owner)
    pyramid.refresh_from_db()
    project = f"/p/{topic.project.slug}/"
    place = f"{project}t/{topic.key}/"
    return Annotating(
        session=client.cookies["sessionid"].value,
        pyramid=pyramid.pk,
        revision=pyramid.revision,
        summaries=keys,
        address=f"{place}pyramid/{owner.name}/",
        peer=annotation.pk,
        scus=tuple(str(uuid) for uuid in release.scus.values_list("uuid", flat=True)),
        peer_address=f"{place}peers/{peer.summarizer}/{owner.name}/",
        topic=place,
        project=project,
    )
