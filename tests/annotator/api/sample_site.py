"""The sample project in the state that calls of the API are tried on."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from annotator.accounts.tokens import make_token
from annotator.interchange.sample import load_sample
from annotator.judgments.services.item_lists import create_typed_statement_list
from annotator.matching.models import peer_annotations
from annotator.pyramids.models import pyramids
from annotator.runs.answers import JOB
from annotator.runs.models import Run
from annotator.work.notes.models import NoteThread
from annotator.work.release_models import Release
from scoring.studies.definition import StudyDefinition
from scoring.studies.services import create_study
from scoring.studies.trained.services import add_trained_measure
from tests.factories import make_member, make_project, make_sheet, make_user
from tests.scoring.studies.trained.files import dicomer_file, dicomer_model


@dataclass(frozen=True)
class Site:
    """The sample project, and tokens of its manager and of a member of another project."""

    manager: str
    outsider: str
    keys: dict[str, Any]

    def path_parameters(self, path: str) -> dict[str, Any]:
        """The values for the placeholders of a path."""
        kind = path.split("/")[2]
        name = "amara" if "/models/" in path else "baseline"
        values = {"slug": "sample", "key": "mill", "name": name, "id": self.keys.get(kind), "run": self.keys["run"]}
        values |= {"number": 1, "document": "courier"}  # number: of the study
        values["trained"] = dicomer_model().key
        return {place: value for place, value in values.items() if f"{{{place}}}" in path}


def make_site() -> Site:
    """The sample project with a peer annotation in progress, a thread of notes and a queued run."""
    now, manager, outsider = timezone.now(), make_user("manager"), make_user("outsider")
    load_sample(by=manager, now=now)
    make_member(make_project("other"), "manager", outsider)
    tokens = [make_token(name="t", scope="write", days=1, by=user, now=now).value for user in (manager, outsider)]
    definition = StudyDefinition(columns=("rouge-1", "rouge-2"), against=("pyramid.modified",), resamples=100)
    sample = manager.memberships.get(project__slug="sample")
    add_trained_measure(project=sample.project, data=dicomer_file(), by=sample)
    create_study(project=sample.project, title="Which measure?", definition=definition, by=sample)
    pyramid = pyramids().get()
    annotation = peer_annotations().order_by("summary__position")[0]
    peer_annotations().filter(pk=annotation.pk).update(state="in_progress")
    run = Run.objects.create(job=JOB.name, title="Scores of the sample", user=manager)
    keys: dict[str, Any] = {"run": run.pk, "notes": NoteThread.objects.create(work=pyramid).pk}
    keys |= {"pyramids": pyramid.pk, "peer-annotations": annotation.pk, "releases": Release.objects.get().pk}
    sheet = make_sheet(pyramid.topic, sample)
    create_typed_statement_list(topic=pyramid.topic, texts=["The mill turns again."], by=sample)
    keys |= {"sheets": sheet.pk, "instruments": sheet.sheet.instrument_id}
    return Site(tokens[0], tokens[1], keys)
