"""Studies of a project: who creates and deletes them, and the results that are stored for whoever sees the same."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.runs.steps import RunProgress, RunStopped, TakesLong, in_run, using_turn
from annotator.web.refusals import NotAllowed, ServiceRefused
from scoring.observations.viewer import Viewer
from scoring.stats.levels import Level
from scoring.studies import services
from scoring.studies.comparisons import StudyTest
from scoring.studies.document import document_text
from scoring.studies.models import GivenScore, Study, StudyResult
from scoring.studies.project_data import HIDDEN
from scoring.studies.queries import study_with_number, visible_studies
from scoring.studies.result import study_document
from scoring.studies.services import create_study, delete_study, delete_unused_results, study_answer
from tests.factories import make_member, make_project
from tests.scoring.scored_project import matched_peer
from tests.scoring.studies.studied_project import DEFINITION, data_of, studied_project, viewer_of

pytestmark = pytest.mark.django_db


def study_of(project, title="") -> Study:
    return create_study(project=project, title=title, definition=DEFINITION, by=make_member(project, "manager"))


def test_studies_are_numbered_within_their_project() -> None:
    project, other = studied_project(), studied_project()
    first, second = study_of(project), study_of(project, "  Content  ")
    assert [(study.number, study.title) for study in (first, second)] == [(1, "Study 1"), (2, "Content")]
    assert study_of(other).number == 1
    assert list(visible_studies(Viewer(project))) == [second, first]
    assert study_with_number(Viewer(project), 1) == first
    assert first.definition == DEFINITION
    with pytest.raises(Study.DoesNotExist):
        study_with_number(Viewer(other), 2)


def test_only_managers_create_and_delete_studies() -> None:
    project = studied_project()
    study, annotator = study_of(project), make_member(project)
    with pytest.raises(NotAllowed):
        create_study(project=project, title="", definition=DEFINITION, by=annotator)
    with pytest.raises(NotAllowed):
        delete_study(study=study, by=annotator)
    study_answer(Viewer(project), study)
    delete_study(study=study, by=make_member(project, "manager"))
    assert (Study.objects.count(), StudyResult.objects.count()) == (0, 0)


def test_a_project_has_a_limited_number_of_studies(monkeypatch) -> None:
    monkeypatch.setattr(services, "MAX_STUDIES", 1)
    project = studied_project()
    study_of(project)
    with pytest.raises(ServiceRefused, match="at most 1 studies"):
        study_of(project)


@pytest.mark.parametrize(("number", "title"), [(1, "Again"), (0, "Zero"), (2, "")])
def test_the_database_refuses_wrong_numbers_and_titles(number, title) -> None:
    study = study_of(studied_project())
    with pytest.raises(IntegrityError), transaction.atomic():
        Study.objects.create(project=study.project, number=number, title=title, content=study.content)


def test_a_result_is_that_of_the_pure_function_and_stored() -> None:
    project = studied_project()
    study = study_of(project)
    answer = study_answer(Viewer(project), study)
    assert answer.text == document_text(study_document(DEFINITION, data_of(project), "0.1.0"))
    assert answer.document is not None
    assert answer.document["source"] == {"project": project.slug}
    first = StudyResult.objects.get()
    again = study_answer(Viewer(project), study)
    assert (again.text, StudyResult.objects.get()) == (answer.text, first)


def test_the_number_of_queries_does_not_grow() -> None:
    project = studied_project()
    study = study_of(project)
    study_answer(Viewer(project), study)

    def queries():
        with CaptureQueriesContext(connection) as captured:
            study_answer(Viewer(project), study)
        return len(captured)

    before = queries()
    release = project.topics.get(key="D1-A").works.get(kind="pyramid").releases.get()
    for name in ("5", "6", "7"):
        matched_peer(release, name, [1, 3])
    study_answer(Viewer(project), study)
    assert queries() == before


def test_other_scores_give_another_result_and_the_first_remains() -> None:
    project = studied_project()
    study = study_of(project)
    before = study_answer(Viewer(project), study)
    GivenScore.objects.filter(column__name="length", summary__summarizer="1").update(value=0)
    after = study_answer(Viewer(project), study)
    assert (before.text != after.text, StudyResult.objects.count()) == (True, 2)


def test_who_may_not_see_the_scores_is_told_why() -> None:
    project = studied_project(live_scores="hide")
    study = study_of(project)
    viewer = viewer_of(project)
    answer = study_answer(viewer, study)
    assert (answer.document, answer.data, answer.refusal) == (None, None, HIDDEN)


def test_a_study_whose_columns_are_gone_says_so() -> None:
    project = studied_project()
    study = study_of(project)
    project.given_columns.get(name="length").delete()
    answer = study_answer(Viewer(project), study)
    assert answer.refusal == "The project has no column “given.length”. It has given.overall."


def test_groups_keep_their_order() -> None:
    project = studied_project()
    definition = DEFINITION.from_json({**DEFINITION.as_json(), "groups": {"initial": "-A$", "update": "-B$"}})
    study = create_study(project=project, title="", definition=definition, by=make_member(project, "manager"))
    study.refresh_from_db()
    assert list(json.loads(study.content)["groups"]) == ["initial", "update"]


def test_results_that_nobody_reads_are_deleted() -> None:
    project = studied_project()
    study = study_of(project)
    study_answer(Viewer(project), study)
    assert delete_unused_results() == 0
    StudyResult.objects.update(last_used=timezone.now() - timedelta(days=89))
    study_answer(Viewer(project), study)  # which notes that it is used
    assert delete_unused_results() == 0
    StudyResult.objects.update(last_used=timezone.now() - timedelta(days=91))
    assert delete_unused_results() == 1


def test_an_empty_project_has_no_study() -> None:
    assert list(visible_studies(Viewer(make_project()))) == []


def test_an_interrupted_run_goes_on_and_gives_the_same_bytes() -> None:
    project = studied_project()
    study = study_of(project)
    expected = study_answer(Viewer(project), study).text
    StudyResult.objects.all().delete()
    parts: dict[str, bytes] = {}
    first = RunProgress({}, parts.__setitem__)

    def stop_after_three(key: str, part: bytes) -> None:
        parts[key] = part
        first.must_stop = len(parts) == 3

    first._save = stop_after_three
    with in_run(first), pytest.raises(RunStopped):
        study_answer(Viewer(project), study)
    assert (len(parts), StudyResult.objects.count()) == (3, 0)
    further: dict[str, bytes] = {}
    with in_run(RunProgress(dict(parts), further.__setitem__)):
        assert study_answer(Viewer(project), study).text == expected
    assert not parts.keys() & further.keys()
    assert StudyResult.objects.get().document == expected


def test_a_long_study_becomes_a_run() -> None:
    project = studied_project()
    manager = make_member(project, "manager")
    tests = (StudyTest.PERMUTATION,)
    definition = replace(DEFINITION, tests=tests, levels=tuple(Level), resamples=100_000)
    study = create_study(project=project, title="", definition=definition, by=manager)
    with using_turn(lambda seconds: None), pytest.raises(TakesLong):
        study_answer(Viewer(project), study)
