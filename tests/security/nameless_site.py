"""A project whose adjudicator must not know whose work is whose: names, files, ids and times to be looked for."""

import re
from collections.abc import Container, Sequence
from copy import copy
from datetime import UTC, datetime
from unittest.mock import patch

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotator.matching.models import MatchFile, peer_annotations
from annotator.projects.invitations import make_invitation
from annotator.projects.models import CONSENSUS, Summary
from annotator.projects.peer_names import mask_project
from annotator.pyramids.models import pyramids
from annotator.work.adjudication.consensus import start_consensus
from annotator.work.log.append import log_event
from annotator.work.models import Work
from annotator.work.notes.models import Note, NoteThread
from annotator.work.release_models import Release
from scoring.observations.viewer import Viewer
from scoring.studies.definition import StudyDefinition
from scoring.studies.services import create_study, study_answer
from scoring.studies.trained.services import add_trained_measure
from tests import scenes
from tests.access.actors import ADJUDICATOR, MANAGER, OTHER, OWNER, REVIEWER
from tests.access.asking import METHODS, address, ask
from tests.access.marks import everything
from tests.access.scene import Scene, browsers
from tests.access.table import TABLE, Route
from tests.annotator.work.adjudication.adjudicated import make_texts, two_matchings, two_pyramids
from tests.factories import (
    make_account_invitation,
    make_assignment,
    make_document,
    make_instrument,
    make_release,
    make_run,
    make_sheet,
    make_statements,
    make_user,
)
from tests.scenes import add_topic_roles
from tests.scoring.studies.trained.files import dicomer_file
from tests.security.judging import crawl

FIRST, SECOND = "Zoltan", "Quilla"
"""The owners of the work; these words are also in the names of their accounts and files."""
PEER_ID = 7_654_321
"""The primary key of the peer, which says where it was in the import."""
WORK_DONE_AT = datetime(1987, 2, 3, 4, 5, tzinfo=UTC)
TIMES = re.compile(r"\b1987-02|Feb\w* 1987|\b[345]\d\s+years|\d{4,}\s+days")
LISTS_MEMBERS = {"project", "member-add", "api-members", "join"}
"""Members of a project know one another, by these pages, which tell nothing of their work."""
NOT_ASKED = {"logout", "sign-out-everywhere"}
CHANGING = re.compile(
    'csrf-token" content="[^"]*"|csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"|nonce-[^\' ;]*|'
    "csrftoken=[^;]*;[^\n]*|Expires: [^\n]*|X-Request-ID: [^\n]*"
)
"""What differs from request to request."""


def make_nameless_scene(*, hidden: bool) -> Scene:
    """Both owners have finished and released pyramids of a topic, and matched its peer to the first owner's release.

    ``hidden``: the project is blind, and its peer is masked.
    """
    people = {MANAGER: "manager", ADJUDICATOR: "annotator", REVIEWER: "annotator"}
    people |= {FIRST: "annotator", SECOND: "annotator"}
    scene = scenes.make_scene("p", people, anonymous_owners=True, blind=hidden, mask_summarizers=hidden)
    owners = [scene.members[name] for name in (FIRST, SECOND)]
    for owner in owners:
        User.objects.filter(memberships=owner).update(username=f"account-of-{owner.name}")
        owner.refresh_from_db()
    with patch("django.utils.timezone.now", return_value=WORK_DONE_AT):
        topic = make_texts(scene.project)
        topic.summaries.filter(kind=Summary.Kind.PEER).update(id=PEER_ID)
        peer = topic.summaries.get(pk=PEER_ID)
        works = two_pyramids(topic, *owners)
        releases = [_release(work) for work in works]
        works += two_matchings(topic, releases[0], *owners)
        threads = [_plant_names(work) for work in works]
        for owner in owners:
            make_assignment(topic, owner)
            make_assignment(topic, owner, summary=peer)
    add_topic_roles(topic, adjudicator=scene.members[ADJUDICATOR], reviewer=scene.members[REVIEWER])
    mask_project(project=scene.project)
    peer.refresh_from_db()
    invitation = make_invitation(
        project=scene.project, role="viewer", max_uses=9, days=9, by=scene.manager, now=timezone.now()
    )
    definition = StudyDefinition(columns=("rouge-1",), against=("pyramid.modified",), resamples=1)
    study = create_study(project=scene.project, title="", definition=definition, by=scene.manager)
    adjudicator = User.objects.get(memberships=scene.members[ADJUDICATOR])
    study_answer(Viewer.member(adjudicator, "p"), study)  # stores values, which pages mention
    sheet = make_sheet(topic, owners[0], summary=peer, instrument=make_instrument(scene.project, "quality"))
    names = {
        "sheet": sheet.pk,
        "instrument": sheet.sheet.instrument_id,
        "study": study.number,
        "trained": add_trained_measure(project=scene.project, data=dicomer_file(), by=scene.manager).key,
        "model": topic.summaries.model_summaries()[0].summarizer,
        "document": make_document(topic).key,
        "items": make_statements(topic).pk,
        "member": owners[0].pk,
        "assignment": topic.assignments.all()[0].pk,
        "invitation": invitation.pk,
        "offer": make_account_invitation(scene.project, make_user()).pk,
        "code": invitation.code,
        "run": make_run(project=scene.project, user=scene.manager.user).pk,
        "release": releases[0].pk,
        "thread": threads[0].pk,
        "pyramid": works[0].pk,
        "annotation": works[2].pk,
        OWNER: FIRST,
    }
    members = {**scene.members, OTHER: owners[0]}
    return Scene(scene.project, members, browsers(scene.members), names, peer.mask if hidden else peer.summarizer)


def _release(pyramid: Work) -> Release:
    """A release as it was imported, from a file named after the owner."""
    snapshots = pyramid.work_kind.snapshots([pyramid.pk])[pyramid.pk]
    return make_release(pyramid, snapshots, created_by=pyramid.owner.user, file_name=f"{pyramid.owner.name}.pyr")


def _plant_names(work: Work) -> NoteThread:
    """Give a work an imported file, changes of state and a note by its owner."""
    name, user = work.owner.name, work.owner.user
    if work.release_id:
        MatchFile.objects.create(work=work, name=f"{name}.pan")
    for verb in ("review", "agree"):
        payload = {"state": "submitted", "file": f"{name}.pan"}
        log_event(work.pk, revision=work.revision, verb=verb, payload=payload, by=user, now=WORK_DONE_AT)
        work.refresh_from_db()
    thread = NoteThread.objects.create(work=work)
    Note.objects.create(thread=thread, author=work.owner, at=WORK_DONE_AT, text="Why?")
    return thread


def begin_consensuses(scene: Scene) -> None:
    """The adjudicator begins the consensus on the pyramids and that on the peer; addresses then name these."""
    for works, name in ((pyramids(), "pyramid"), (peer_annotations(), "annotation")):
        sources = [works.get(owner__name=owner) for owner in (FIRST, SECOND)]
        consensus = start_consensus(sources=sources, by=scene.members[ADJUDICATOR], now=timezone.now())
        scene.names[name] = consensus.pk
    scene.names[OWNER] = CONSENSUS


def hidden_ids(scene: Scene) -> list[int]:
    """The ids of the owners' works, and those of their notes; that of the peer if it is masked."""
    works = Work.objects.exclude(owner__name=CONSENSUS).filter(topic__project=scene.project)
    threads = NoteThread.objects.filter(work__in=works)
    peer = [PEER_ID] if scene.project.mask_summarizers else []
    return [*works.values_list("pk", flat=True), *threads.values_list("pk", flat=True), *peer]


def answers(scene: Scene, *, methods: Sequence[str] = METHODS, read: Container[str] = ()) -> dict[str, str]:
    """What the adjudicator gets from each route with each method, and from where it leads. No effect remains.

    ``read``: the addresses that have been read already.
    """
    found = {}
    browser = scene.clients[ADJUDICATOR]
    for place, route in enumerate(TABLE):
        for method in methods:
            if route.name in NOT_ASKED or not route.rule(method):
                continue
            if method == "get" and address(route, scene, ADJUDICATOR) in read:
                continue
            cookies = copy(browser.cookies)
            with transaction.atomic():
                found[f"{route.name} {method} {place}"] = _answer(route, method, scene)
                transaction.set_rollback(True)
            browser.cookies = cookies
    return found


def _answer(route: Route, method: str, scene: Scene) -> str:
    answer = ask(route, method, scene, ADJUDICATOR)
    text = everything(answer)
    if answer.headers.get("Location", "").startswith("/"):
        text += everything(scene.clients[ADJUDICATOR].get(answer.headers["Location"]))
    return text.replace(answer.request["PATH_INFO"], "")  # what was asked is no news


def linked_answers(scene: Scene) -> dict[str, str]:
    """The pages and files to which links lead the adjudicator."""
    found = crawl(scene.clients[ADJUDICATOR], ["/", "/p/p/t/D1/"])
    return {where: everything(answer) for where, answer in found.items()}


def leaks(text: str, ids: list[int], *, lists_members: bool) -> list[str]:
    """The names, accounts and files of owners, ids and times in an answer."""
    if lists_members:
        text = re.sub(rf"(account-of-)?({FIRST}|{SECOND})(?!\.p)", "", text)
    found = [mark for mark in (FIRST, SECOND, *map(str, ids)) if mark in text]
    return found + TIMES.findall(text)
