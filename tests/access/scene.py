"""A blind project with everything that an address can name, made once for all requests of a module."""

from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.utils import timezone

from annotator.matching.models import MatchFile, matchings
from annotator.projects.invitations import make_invitation
from annotator.projects.models import CONSENSUS, Membership, Project
from annotator.projects.peer_names import mask_project
from annotator.pyramids.models import pyramids
from annotator.work.log.events import log_event
from annotator.work.notes.models import Note, NoteThread
from annotator.work.states.models import TopicRole
from tests.access import actors
from tests.factories import (
    make_assignment,
    make_member,
    make_peer_annotation,
    make_project,
    make_pyramid,
    make_topic,
    make_user,
    scu_image,
    unit_image,
)
from tests.scenes import add_models, add_peers, add_pyramid, released

WORK = "Wombat"
"""Stands in all that the owner writes: who may not see the work reads it nowhere."""
PEER = "Zebra7"
"""The real name of the peer; in its title and its file too. It is masked."""
MODELS = 2


@dataclass
class Scene:
    """The project "p": people by the names of ``actors``, the owner's work on topic "D1", and what addresses name.

    The owner has a pyramid with two releases and has matched a peer to the first; the other has a pyramid with one.
    Peers are masked and shuffled. Without work (`make_texts`) the keys are those of nothing.
    """

    project: Project
    people: dict[str, Membership]
    clients: dict[str, Client]
    names: dict[str, Any] = field(default_factory=dict)
    mask: str = ""

    def named(self, arg: Any, actor: str) -> Any:
        """What a word of the table stands for when this actor asks; other words stand for themselves."""
        if arg == "peer":
            return PEER if actor == actors.MANAGER else self.mask
        return self.names.get(arg, arg) if isinstance(arg, str) else arg

    def set_state(self, state: str) -> None:
        """Put the owner's pyramid and peer annotation into a state."""
        pyramids().filter(pk=self.names["pyramid"]).update(state=state)
        matchings().filter(pk=self.names["annotation"]).update(state=state)


ROLES = {actors.MANAGER: "manager", actors.VIEWER: "viewer"}


def make_scene() -> Scene:
    """The scene and a browser for everybody in it."""
    scene = make_texts()
    add_work(scene)
    return scene


def make_texts() -> Scene:
    """The scene before the owner has begun: people, topics, texts, roles, and the other's pyramid."""
    project = make_project("p", blind=True, mask_summarizers=True, shuffle_peers=True)
    people = {name: make_member(project, ROLES.get(name, "annotator"), make_user(name)) for name in actors.MEMBERS}
    topic, elsewhere = (
        make_topic(project, key, title=f"Topic {key}", statement="What happened?") for key in ("D1", "D2")
    )
    add_models(topic, MODELS)
    peer, _ = add_peers(topic, [PEER, "Zebra8"])
    topic.summaries.peer_summaries().update(title="Zebra title")
    mask_project(project=project)
    released(add_pyramid(topic, people[actors.OTHER], 1))
    for name, where, role in (
        (actors.REVIEWER, topic, "reviewer"),
        (actors.ADJUDICATOR, topic, "adjudicator"),
        (actors.REVIEWER_ELSEWHERE, elsewhere, "reviewer"),
        (actors.ADJUDICATOR_ELSEWHERE, elsewhere, "adjudicator"),
    ):
        TopicRole.objects.create(topic=where, member=people[name], role=role)
    peer.refresh_from_db()
    return Scene(project, people, _browsers(people), _names(project, people), peer.mask)


def add_work(scene: Scene) -> None:
    """What the owner does, and those who look at it."""
    topic, owner = scene.project.topics.get(key="D1"), scene.people[actors.OWNER]
    models = list(topic.summaries.model_summaries())
    said = {"label": WORK, "comment": WORK}
    images = [
        scu_image(number, *((model.pk, [(number * 100 + at, 0, 3)]) for at, model in enumerate(models)), **said)
        for number in (1, 2, 3)
    ]
    pyramid = make_pyramid(topic, owner, images)
    release = released(pyramid)
    pyramids().filter(pk=pyramid.pk).update(revision=9)
    pyramid.refresh_from_db()
    released(pyramid)
    peer = topic.summaries.get(summarizer=PEER)
    unit = unit_image(1, 1, (1, 0, 3), comment=WORK)
    annotation = make_peer_annotation(release, owner, [unit], summary=peer)
    MatchFile.objects.create(work=annotation, name=f"{PEER}.pan")
    imported = {"file": f"{PEER}.pan", "state": "in_progress"}
    log_event(annotation.pk, revision=0, verb="import", payload=imported, by=owner.user, now=timezone.now())
    for work in (pyramid, annotation):
        work.editors.add(scene.people[actors.EDITOR])
    Membership.objects.create(project=scene.project, name=CONSENSUS)
    thread = NoteThread.objects.create(work=annotation)
    on_pyramid = NoteThread.objects.create(work=pyramid)
    for one in (thread, on_pyramid):
        Note.objects.create(thread=one, author=owner, at=timezone.now(), text=WORK)
    make_assignment(topic, owner)
    works = {"annotation": annotation, "pyramid": pyramid, "release": release, "thread": thread}
    scene.names |= {name: work.pk for name, work in works.items()}


def _browsers(people: dict[str, Membership]) -> dict[str, Client]:
    users = {name: member.user for name, member in people.items()}
    users[actors.OUTSIDER] = make_member(make_project("other"), "manager", make_user(actors.OUTSIDER)).user
    users[actors.ROOT] = make_user(actors.ROOT, is_superuser=True, is_staff=True)
    clients = {actors.NOBODY: Client()}
    for name, user in users.items():
        assert user
        clients[name] = Client()
        clients[name].force_login(user)
    return clients


def _names(project: Project, people: dict[str, Membership]) -> dict[str, Any]:
    manager = people[actors.MANAGER]
    invitation = make_invitation(project=project, role="viewer", most_uses=9, days=9, by=manager, now=timezone.now())
    topic, other = project.topics.get(key="D1"), people[actors.OTHER]
    assignment = make_assignment(topic, other)
    make_assignment(topic, other, summary=topic.summaries.get(summarizer=PEER))
    return {
        **dict.fromkeys(("annotation", "pyramid", "release", "thread"), 1),
        "model": topic.summaries.model_summaries()[0].summarizer,
        "member": people[actors.VIEWER].pk,
        "assignment": assignment.pk,
        "invitation": invitation.pk,
        "code": invitation.code,
    }
