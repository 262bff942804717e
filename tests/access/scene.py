"""A blind project with everything that an address can name, made once for all requests of a module."""

from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.utils import timezone

from annotator.models import Assignment, Membership, NoteThread, PeerAnnotation, Project, Pyramid, TopicRole
from annotator.services.invitations import make_invitation
from tests.access import actors
from tests.annotator.views.scene import add_models, add_peers, add_pyramid, released
from tests.factories import (
    make_member,
    make_peer_annotation,
    make_project,
    make_topic,
    make_user,
    unit_image,
)

PEER = "7"


@dataclass
class Scene:
    """The project "p": people by the names of ``actors``, the owner's work on topic "D1", and what addresses name.

    The owner has a pyramid with two releases and has matched peer "7" to the first; the other has a pyramid with one.
    """

    project: Project
    people: dict[str, Membership]
    pyramid: Pyramid
    annotation: PeerAnnotation
    clients: dict[str, Client]
    names: dict[str, Any] = field(default_factory=dict)

    def named(self, arg: Any, actor: str) -> Any:
        """What a word of the table stands for when this actor asks; other words stand for themselves."""
        if arg == "peer":
            return self.peer_name(actor)
        return self.names.get(arg, arg) if isinstance(arg, str) else arg

    def peer_name(self, actor: str) -> str:  # masks come
        """What the peer is called in the addresses that this actor is given."""
        return PEER


ROLES = {actors.MANAGER: "manager", actors.VIEWER: "viewer"}


def make_scene() -> Scene:
    """The scene and a browser for everybody in it."""
    project = make_project("p", blind=True)
    people = {name: make_member(project, ROLES.get(name, "annotator"), make_user(name)) for name in actors.MEMBERS}
    topic, elsewhere = (
        make_topic(project, key, title=f"Topic {key}", statement="What happened?") for key in ("D1", "D2")
    )
    add_models(topic, 2)
    peer, _ = add_peers(topic, [PEER, "8"])
    owner = people[actors.OWNER]
    pyramid = add_pyramid(topic, owner, 3)
    release = released(pyramid)
    Pyramid.objects.filter(pk=pyramid.pk).update(revision=9)
    pyramid.refresh_from_db()
    released(pyramid)
    annotation = make_peer_annotation(release, owner, [unit_image(1, 1, (1, 0, 3))], summary=peer)
    for work in (pyramid, annotation):
        work.editors.add(people[actors.EDITOR])
    released(add_pyramid(topic, people[actors.OTHER], 1))
    for name, where, role in (
        (actors.REVIEWER, topic, "reviewer"),
        (actors.ADJUDICATOR, topic, "adjudicator"),
        (actors.REVIEWER_ELSEWHERE, elsewhere, "reviewer"),
        (actors.ADJUDICATOR_ELSEWHERE, elsewhere, "adjudicator"),
    ):
        TopicRole.objects.create(topic=where, member=people[name], role=role)
    scene = Scene(project, people, pyramid, annotation, _browsers(people))
    scene.names = _names(scene)
    return scene


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


def _names(scene: Scene) -> dict[str, Any]:
    manager = scene.people[actors.MANAGER]
    invitation = make_invitation(
        project=scene.project, role="viewer", most_uses=9, days=9, by=manager, now=timezone.now()
    )
    return {
        "annotation": scene.annotation.pk,
        "pyramid": scene.pyramid.pk,
        "member": scene.people[actors.VIEWER].pk,
        "assignment": Assignment.objects.create(topic=scene.pyramid.topic, member=scene.people[actors.OTHER]).pk,
        "invitation": invitation.pk,
        "code": invitation.code,
        "thread": NoteThread.objects.create(annotation=scene.annotation).pk,
    }
