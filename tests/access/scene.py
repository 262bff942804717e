"""A blind project with everything that an address can name, made once for all requests of a module."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from annotator.judgments.models import Instrument, sheets
from annotator.judgments.services.extracts import add_extract
from annotator.matching.models import MatchFile, peer_annotations
from annotator.projects.documents.services import NewDocument, add_documents
from annotator.projects.invitations import make_invitation
from annotator.projects.models import CONSENSUS, Membership, Project
from annotator.projects.peer_names import mask_project
from annotator.pyramids.models import pyramids
from annotator.work.log.append import log_event
from annotator.work.notes.models import Note, NoteThread
from scoring.studies.definition import StudyDefinition
from scoring.studies.services import create_study
from scoring.studies.trained.services import add_trained_measure
from tests import scenes
from tests.access import actors
from tests.factories import (
    make_account_invitation,
    make_assignment,
    make_instrument,
    make_member,
    make_peer_annotation,
    make_project,
    make_pyramid,
    make_run,
    make_sheet,
    make_topic,
    make_user,
    scu_snapshot,
    unit_snapshot,
)
from tests.scenes import add_models, add_peers, add_pyramid, add_topic_roles, released, signed_in
from tests.scoring.studies.trained.files import dicomer_file

WORK = "Wombat"
"""Stands in all that the owner writes: who may not see the work reads it nowhere."""
PEER = "Zebra7"
"""The real name of the peer; in its title and its file too. It is masked."""
MODELS = 2
DOCUMENT = "41"
"""The key of a document, of which the peer's summarizer has made an extract too."""


@dataclass
class Scene(scenes.Scene):
    """The project "p": members by the names of ``actors``, the owner's work on topic "D1", and what addresses name.

    The owner has a pyramid with two releases and has matched a peer to the first; the other has a pyramid with one.
    Peers are masked and shuffled. Without work (`make_texts`) the keys are those of nothing.
    """

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
        peer_annotations().filter(pk=self.names["annotation"]).update(state=state)
        of_sheet = "submitted" if state in actors.FINISHED else "in_progress"
        sheets().filter(pk=self.names["sheet"]).update(state=of_sheet)


ROLES = {actors.MANAGER: "manager", actors.VIEWER: "viewer"}


def make_scene() -> Scene:
    """The scene and a browser for everybody in it."""
    scene = make_texts()
    add_work(scene)
    return scene


def make_texts() -> Scene:
    """The scene before the owner has begun: people, topics, texts, roles, and the other's pyramid."""
    people = {name: ROLES.get(name, "annotator") for name in actors.MEMBERS}
    settings = {"blind": True, "mask_summarizers": True, "shuffle_peers": True}
    scene = scenes.make_scene("p", people, **settings)
    project, members = scene.project, scene.members
    topic, elsewhere = (
        make_topic(project, key, title=f"Topic {key}", statement="What happened?") for key in ("D1", "D2")
    )
    add_models(topic, MODELS)
    peer, _ = add_peers(topic, [PEER, "Zebra8"])
    topic.summaries.peer_summaries().update(title="Zebra title")
    mask_project(project=project)
    add_documents(topic=topic, documents=[NewDocument(DOCUMENT, "The mill burned. It stood by a river.")], by=None)
    add_extract(topic=topic, summarizer=PEER, sentences=[f"{DOCUMENT}.2"], by=None)
    released(add_pyramid(topic, members[actors.OTHER], 1))
    add_topic_roles(topic, reviewer=members[actors.REVIEWER], adjudicator=members[actors.ADJUDICATOR])
    add_topic_roles(
        elsewhere, reviewer=members[actors.REVIEWER_ELSEWHERE], adjudicator=members[actors.ADJUDICATOR_ELSEWHERE]
    )
    peer.refresh_from_db()
    outsider = make_member(make_project("other"), "manager", make_user(actors.OUTSIDER))
    root = make_user(actors.ROOT, is_superuser=True, is_staff=True)
    clients = browsers({**members, actors.OUTSIDER: outsider, actors.ROOT: root})
    return Scene(project, members, clients, _names(project, members), peer.mask)


def browsers(people: Mapping[str, Any]) -> dict[str, Client]:
    """A browser for each of these members or users, and one in which nobody is signed in."""
    return {actors.NOBODY: Client(), **{name: signed_in(person) for name, person in people.items()}}


def add_work(scene: Scene) -> None:
    """What the owner does, and those who look at it."""
    topic, owner = scene.project.topics.get(key="D1"), scene.members[actors.OWNER]
    models = list(topic.summaries.model_summaries())
    said = {"label": WORK, "comment": WORK}
    snapshots = [
        scu_snapshot(number, *((model.pk, [(number * 100 + at, 0, 3)]) for at, model in enumerate(models)), **said)
        for number in (1, 2, 3)
    ]
    pyramid = make_pyramid(topic, owner, snapshots)
    release = released(pyramid)
    pyramids().filter(pk=pyramid.pk).update(revision=9)
    pyramid.refresh_from_db()
    released(pyramid)
    peer = topic.summaries.get(summarizer=PEER)
    unit = unit_snapshot(1, 1, (1, 0, 3), comment=WORK)
    annotation = make_peer_annotation(release, owner, [unit], summary=peer)
    MatchFile.objects.create(work=annotation, name=f"{PEER}.pan")
    imported = {"file": f"{PEER}.pan", "state": "in_progress"}
    log_event(annotation.pk, revision=0, verb="import", payload=imported, by=owner.user, now=timezone.now())
    for work in (pyramid, annotation):
        work.editors.add(scene.members[actors.EDITOR])
    Membership.objects.create(project=scene.project, name=CONSENSUS)
    thread = NoteThread.objects.create(work=annotation)
    on_pyramid = NoteThread.objects.create(work=pyramid)
    for one in (thread, on_pyramid):
        Note.objects.create(thread=one, author=owner, at=timezone.now(), text=WORK)
    make_assignment(topic, owner)
    instrument = Instrument.objects.get(pk=scene.names["instrument"])
    sheet = make_sheet(topic, owner, summary=peer, instrument=instrument, comment=WORK)
    works = {"annotation": annotation, "pyramid": pyramid, "release": release, "thread": thread, "sheet": sheet}
    scene.names |= {name: work.pk for name, work in works.items()}


def _names(project: Project, members: dict[str, Membership]) -> dict[str, Any]:
    manager = members[actors.MANAGER]
    invitation = make_invitation(project=project, role="viewer", max_uses=9, days=9, by=manager, now=timezone.now())
    topic, other = project.topics.get(key="D1"), members[actors.OTHER]
    assignment = make_assignment(topic, other)
    definition = StudyDefinition(columns=("rouge-1",), against=("pyramid.modified",), resamples=1)
    create_study(project=project, title="", definition=definition, by=manager)
    trained = add_trained_measure(project=project, data=dicomer_file(), by=manager)
    make_assignment(topic, other, summary=topic.summaries.get(summarizer=PEER))
    return {
        "document": DOCUMENT,
        "items": topic.item_lists.get().pk,
        **dict.fromkeys(("annotation", "pyramid", "release", "thread", "sheet"), 1),
        "study": 1,
        "trained": trained.key,
        "instrument": make_instrument(project, "quality").pk,
        "model": topic.summaries.model_summaries()[0].summarizer,
        "member": members[actors.VIEWER].pk,
        "assignment": assignment.pk,
        "invitation": invitation.pk,
        "offer": make_account_invitation(project, User.objects.get(username=actors.OUTSIDER)).pk,
        "code": invitation.code,
        "run": make_run(project=project, user=manager.user).pk,
    }
