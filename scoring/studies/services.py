"""Creates and deletes studies, and computes their results."""

import json
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from annotator.projects.models import Membership, Project
from annotator.projects.permissions import check_manage
from annotator.runs.steps import map_with_checkpoints, reserve_time
from annotator.texts.errors import Malformed
from annotator.web.refusals import ServiceRefused
from scoring.observations.viewer import Viewer
from scoring.studies.data import StudyData
from scoring.studies.definition import StudyDefinition
from scoring.studies.document import StudyDocument, document_text, read_document
from scoring.studies.duration import estimated_seconds
from scoring.studies.models import Study, StudyResult
from scoring.studies.project_data import check_definition, study_data
from scoring.studies.result import study_document
from scoring.studies.workers import ScoreTopics, score_topics

MAX_STUDIES = 500
MAX_TITLE = 200
LAST_USE_PRECISION = timedelta(days=1)
"""The stored time of the last use is updated only if it is older than this."""
UNUSED = timedelta(days=90)
"""Results that nobody has read for this long are deleted."""


@dataclass(frozen=True, slots=True, eq=False)
class StudyAnswer:
    """What a viewer gets for a study: its data, and its document as ``text``. If there is no result,
    ``data`` is None, ``text`` is "", and ``refusal`` says why in sentences.
    """

    study: Study
    data: StudyData | None
    text: str
    refusal: str = ""

    @property
    def document(self) -> StudyDocument | None:
        return read_document(self.text) if self.text else None


@transaction.atomic
def create_study(*, project: Project, title: str, definition: StudyDefinition, by: Membership) -> Study:
    """Create a study and return it. Without a title, it is called "Study" with its number.

    Raises NotAllowed unless ``by`` manages the project, ServiceRefused if the project has `MAX_STUDIES` already, and
    StudyRefused or UnmetNeed if the definition does not fit the project.
    """
    check_manage(by.role)
    checked = check_definition(project, definition)
    Project.objects.select_for_update().get(pk=project.pk)  # two studies at once must not get the same number
    if project.studies.count() >= MAX_STUDIES:
        raise ServiceRefused(f"A project can have at most {MAX_STUDIES} studies: delete some first.")
    number = (project.studies.aggregate(last=Max("number"))["last"] or 0) + 1
    return Study.objects.create(
        project=project,
        number=number,
        title=title.strip()[:MAX_TITLE] or f"Study {number}",
        content=json.dumps(checked.as_json()),
        created_by=by.user,
    )


def delete_study(*, study: Study, by: Membership) -> None:
    """Delete a study. Raises NotAllowed unless ``by`` manages the project."""
    check_manage(by.role)
    study.delete()


def study_answer(viewer: Viewer, study: Study, *, score: ScoreTopics = score_topics) -> StudyAnswer:
    """Returns the result of a study from the scores that the viewer may see: the stored result, or a new one, which is
    then stored. ``score`` computes values of measures.

    Calls `reserve_time`, so that a `long_work` view starts a background run instead if this takes long. There is no
    result if the viewer sees too few scores, or if the definition does not fit the project, which may have changed.
    """
    definition = study.definition
    try:
        data = study_data(viewer, definition, score=score)
        text = _stored_or_new_text(study, definition, data)
    except Malformed as refused:
        return StudyAnswer(study, None, "", " ".join(error.message for error in refused.errors))
    return StudyAnswer(study, data.select(definition), text)


def delete_unused_results() -> int:
    """Delete the results that nobody has read for `UNUSED`. Returns their number."""
    return StudyResult.objects.filter(last_used__lt=timezone.now() - UNUSED).delete()[0]


def _stored_or_new_text(study: Study, definition: StudyDefinition, data: StudyData) -> str:
    """Returns the document as text: the stored one, or a new one, which is then stored."""
    version = settings.PYRAMIDION_VERSION
    key = sha256(f"{definition.digest} {data.digest} {version}".encode()).hexdigest()
    now = timezone.now()
    stored = study.results.filter(key=key).values_list("document", "last_used").first()
    if stored is not None:
        text, last_used = stored
        if last_used < now - LAST_USE_PRECISION:
            study.results.filter(key=key).update(last_used=now)
        return text
    reserve_time(estimated_seconds(definition, data))
    text = document_text(study_document(definition, data, version, map_steps=map_with_checkpoints))
    StudyResult.objects.bulk_create(
        [StudyResult(study=study, key=key, document=text, last_used=now)], ignore_conflicts=True
    )
    return text
