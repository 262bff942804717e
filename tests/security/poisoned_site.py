"""A whole project full of hostile text, and a browser for everybody who may look at it."""

from datetime import timedelta
from typing import Any

import numpy as np
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone

from annotator.accounts.models import ApiToken
from annotator.judgments.models import sheets
from annotator.matching.models import peer_annotations
from annotator.projects.invitation_models import Invitation
from annotator.projects.models import Membership, Project
from annotator.pyramids.models import pyramids
from annotator.runs.models import Run, RunPart
from annotator.work.notes.models import NoteThread
from annotator.work.release_models import Release
from annotator.work.tasks.models import Assignment
from scoring.observations.parses.models import Parse
from scoring.studies.definition import StudyDefinition
from scoring.studies.models import GivenColumn, GivenScore, Measured, Study, StudyResult, TrainedMeasure
from scoring.studies.services import create_study
from scoring.studies.trained.services import add_trained_measure
from tests.access import actors
from tests.access.scene import Scene, browsers
from tests.annotator.interchange.judged_project import make_judged_project
from tests.annotator.interchange.whole_project import make_whole_project
from tests.factories import make_account_invitation, make_document, make_run, make_sheet, make_statements, make_user
from tests.scoring.studies.trained.files import dicomer_file
from tests.security.poison import poison

PEOPLE = {actors.MANAGER: "mia", actors.OWNER: "ann", actors.OTHER: "bob", actors.VIEWER: "vic"}


class PoisonedScene(Scene):
    """The project "p" under the names of `tests.access`; its peer is found by its own name."""

    def named(self, arg: Any, actor: str) -> Any:
        """What a word of the table stands for."""
        return self.names.get(arg, arg) if isinstance(arg, str) else arg


def make_poisoned_scene() -> PoisonedScene:
    """Rows of every kind, hostile text in each."""
    project = make_whole_project("p")
    people = {actor: project.memberships.get(name=name) for actor, name in PEOPLE.items()}
    kinds = {"blind": False, "mask_summarizers": False, "suggestions": "on", "live_scores": "show"}
    type(project).objects.filter(pk=project.pk).update(**kinds)
    root = make_user("root", is_superuser=True, is_staff=True)
    _more_rows(people[actors.MANAGER].user, root)
    _scores(project, people[actors.MANAGER])
    run = make_run(project=project, user=people[actors.MANAGER].user, state="failed", error="Something failed.")
    RunPart.objects.create(run=run, kind=RunPart.Kind.INPUT, key="0000 a.pyr", data=b"")
    outsider = make_user("outsider")
    make_account_invitation(project, outsider, created_by=people[actors.MANAGER].user)
    make_judged_project("judged")
    make_sheet(project.topics.all()[0], people[actors.OWNER], comment="A comment")
    make_document(project.topics.all()[0])
    make_statements(project.topics.all()[0])
    poison()
    clients = browsers({**people, actors.ROOT: root, actors.OUTSIDER: outsider})
    return PoisonedScene(project, people, clients, row_names(people))


def _more_rows(user: Any, root: Any) -> None:
    now = timezone.now()
    for name in ("script", "another"):
        own = {"prefix": f"pyr_{name[:8]}", "hash": f"{name:0<64}", "scope": "read"}
        ApiToken.objects.create(user=user, name=name, created_at=now, expires_at=now + timedelta(days=9), **own)
    Group.objects.create(name="group")
    kind = ContentType.objects.get_for_model(type(user))
    about = {"content_type": kind, "object_id": user.pk, "object_repr": "somebody", "change_message": "changed"}
    LogEntry.objects.create(user=root, action_flag=CHANGE, **about)


def _scores(project: Project, manager: Membership) -> None:
    topic = project.topics.all()[0]
    column = GivenColumn.objects.create(project=project, name="readability")
    GivenScore.objects.create(column=column, summary=topic.summaries.all()[0], judge="assessor", value=1)
    parsed = topic.summaries.all()[0]
    Parse.objects.create(summary=parsed, kind="conllu", content="1", digest="0", parser="UDPipe", file_name="a.conllu")
    values, reasons = np.ones(1).tobytes(), [""]
    now = timezone.now()
    Measured.objects.create(topic=topic, key="0" * 64, values=values, reasons=reasons, last_used=now)
    definition = StudyDefinition(columns=("rouge-2", "word-overlap"), against=("pyramid.modified",))
    study = create_study(project=project, title="Study", definition=definition, by=manager)
    add_trained_measure(project=project, data=dicomer_file(), by=manager)
    StudyResult.objects.create(study=study, key="0" * 64, document="{}", last_used=now)


def row_names(people: dict[str, Membership]) -> dict[str, Any]:
    """What the words of the table stand for in a whole project."""
    owner = Membership.objects.get(pk=people[actors.OWNER].pk)
    annotation = peer_annotations().filter(owner=owner).order_by("-created_at")[0]
    pyramid = pyramids().get(topic=annotation.topic, owner=owner)
    invitation = Invitation.objects.get(project=pyramid.topic.project)
    project = pyramid.topic.project
    sheet = sheets().filter(topic__project=project).first() or make_sheet(annotation.topic, owner)
    run = Run.objects.filter(project=project).first() or make_run(project=project, user=people[actors.MANAGER].user)
    return {
        "D1": pyramid.topic.key,
        actors.OWNER: owner.name,
        "peer": annotation.summary.summarizer,
        "model": pyramid.topic.summaries.model_summaries()[0].summarizer,
        "annotation": annotation.pk,
        "pyramid": pyramid.pk,
        "release": Release.objects.filter(pyramid=pyramid).order_by("-number")[0].pk,
        "thread": NoteThread.objects.filter(work=pyramid)[0].pk,
        "document": (pyramid.topic.documents.first() or make_document(pyramid.topic, "letter")).key,
        "items": (pyramid.topic.item_lists.first() or make_statements(pyramid.topic)).pk,
        "member": people[actors.VIEWER].pk,
        "assignment": Assignment.objects.filter(topic=pyramid.topic)[0].pk,
        "invitation": invitation.pk,
        "offer": (project.account_invitations.first() or make_account_invitation(project)).pk,
        "study": getattr(Study.objects.filter(project=project).first(), "number", 1),
        "trained": getattr(TrainedMeasure.objects.filter(project=project).first(), "key", "0123abcd"),
        "code": invitation.code,
        "sheet": sheet.pk,
        "instrument": sheet.sheet.instrument_id,
        "run": run.pk,
    }
