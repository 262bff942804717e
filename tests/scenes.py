"""A project with people and an annotated topic: what the scenes of all packages are built from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.crypto import get_random_string
from rest_framework.test import APIClient

from annotator.accounts.sign_ins import SessionStore, record_sign_in
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.pyramids.services import release_pyramid
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.states.models import TopicRole
from tests.factories import (
    make_member,
    make_peer_annotation,
    make_project,
    make_pyramid,
    make_summary,
    make_topic,
    make_user,
    scu_snapshot,
    unit_snapshot,
)

TEXT = "One two three four."
WORDS = [0, 3, 4, 7, 8, 13, 14, 18]


def signed_in(person: User | Membership, *, csrf: bool = False) -> APIClient:
    """A client for pages (forms) and API (``format="json"``) with a session of this person.

    The session's row is written as signing in leaves it, by one statement. Signing in itself takes 19.
    """
    client = APIClient(enforce_csrf_checks=csrf)
    client.default_format = "multipart"  # as a browser sends forms
    user = person.user if isinstance(person, Membership) else person
    assert user is not None
    session: dict[str, Any] = {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[-1],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }
    record_sign_in(session=session, agent="", address="127.0.0.1", now=timezone.now())
    key = get_random_string(32)
    SessionStore(key).create_model_instance(session).save(force_insert=True)
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client


def statements(client: Client, address: str) -> int:
    """How many SQL statements a page takes."""
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@dataclass
class Scene:
    """A project and its people."""

    project: Project
    members: dict[str, Membership]

    @property
    def manager(self) -> Membership:
        """The manager, whose name is "ann" if the scene has a member of each role."""
        return self.members["manager"]

    @property
    def annotator(self) -> Membership:
        """An annotator."""
        return self.members["annotator"]

    @property
    def viewer(self) -> Membership:
        """A viewer."""
        return self.members["viewer"]

    def user(self, name: str) -> User:
        """The account of a member."""
        user = self.members[name].user
        assert user is not None
        return user


def make_scene(slug: str = "p", people: Mapping[str, str] | Sequence[str] = (), **settings: Any) -> Scene:
    """A project with its people and nothing else: a member of each role, or these with the roles that they have."""
    project = make_project(slug, **settings)
    if people:
        roles = people if isinstance(people, Mapping) else {name: _role(name) for name in people}
        return Scene(project, {name: make_member(project, role, make_user(name)) for name, role in roles.items()})
    members = {role: make_member(project, role, make_user(f"{role}-{slug}")) for role in Membership.Role.values}
    members["manager"].name = "ann"
    members["manager"].save()
    return Scene(project, members)


def _role(name: str) -> str:
    return name if name in ("manager", "viewer") else "annotator"


def add_topic_roles(topic: Topic, **members: Membership) -> None:
    """Give members these roles on the topic."""
    for role, member in members.items():
        TopicRole.objects.create(topic=topic, member=member, role=role)


def add_models(topic: Topic, number: int) -> list[Summary]:
    """Model summaries of four words."""
    first = topic.summaries.model_summaries().count()
    return [make_summary(topic, text=TEXT, words=WORDS, sentences=[0, 19], position=first + at) for at in range(number)]


def add_peers(topic: Topic, names: Sequence[str]) -> list[Summary]:
    """Peer summaries of four words."""
    first = topic.summaries.peer_summaries().count()
    words: dict[str, Any] = {"text": TEXT, "words": WORDS, "sentences": [0, 19]}
    return [make_summary(topic, "peer", summarizer=name, position=first + at, **words) for at, name in enumerate(names)]


def add_pyramid(topic: Topic, owner: Membership, scus: int) -> Work:
    """A pyramid in which every model says every SCU with its first word."""
    models = list(topic.summaries.model_summaries())
    snapshots = [
        scu_snapshot(number, *((model.pk, [(number * 100 + at, 0, 3)]) for at, model in enumerate(models)))
        for number in range(1, scus + 1)
    ]
    return make_pyramid(topic, owner, snapshots)


def released(pyramid: Work) -> Release:
    """The next release of a pyramid, by its owner."""
    assert pyramid.owner.user is not None
    return release_pyramid(pyramid=pyramid, by=pyramid.owner.user, now=timezone.now())


def annotated_topic(
    project: Project, owner: Membership, key: str = "D1", *, models: int = 2, scus: int = 3, peers: int = 1
) -> Work:
    """A topic with a released pyramid and peers "7", "8", ... matched to its first SCU; gives the annotation of "7"."""
    topic = make_topic(project, key, title=f"Topic {key}", statement="What happened?")
    add_models(topic, models)
    release = released(add_pyramid(topic, owner, scus))
    summaries = add_peers(topic, [str(7 + at) for at in range(peers)])
    annotations = [make_peer_annotation(release, owner, [unit_snapshot(1, 1, (1, 0, 3))], summary=s) for s in summaries]
    return annotations[0]
