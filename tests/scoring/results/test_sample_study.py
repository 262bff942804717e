"""Every page of results has something to show for the sample study, which a new installation has."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from pytest_django import DjangoDbBlocker

from annotator.matching.models import Unit
from annotator.projects.models import Project
from annotator.work.log.rebuild import rebuild
from annotator.work.models import Work
from scoring.observations.viewer import Viewer
from scoring.studies.given_scores import given_columns, given_values
from scoring.studies.services import study_answer
from tests.factories import make_user
from tests.scenes import signed_in


@pytest.fixture(scope="module")
def _loaded(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Project]:
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("load_sample_study", user=make_user("ann").username)
        yield Project.objects.get()
        transaction.set_rollback(True)


@pytest.fixture
def study(_loaded: Project, db: None) -> Project:
    """The sample study, managed by Ann."""
    return _loaded


def api(study: Project, path: str) -> Any:
    user = study.memberships.get(role="manager").user
    assert user
    return signed_in(user).get(f"/api/projects/{study.slug}/{path}").json()


def test_two_annotators_without_accounts_did_the_work_and_one_matching_is_a_draft(study: Project) -> None:
    members = {(member.name, member.role, member.user_id is None) for member in study.memberships.all()}
    assert members == {("ann", "manager", False), ("nora", "annotator", True), ("tomas", "annotator", True)}
    works = Work.objects.filter(topic__project=study)
    assert works.count() == 10 * 2 * (1 + 7)
    [draft] = works.filter(state="in_progress").select_related("summary", "owner")
    assert draft.summary
    assert (draft.summary.summarizer, draft.owner.name) == ("neural-7", "tomas")


def test_the_log_rebuilds_a_pyramid_and_its_matchings(study: Project) -> None:
    for work in Work.objects.filter(topic__project=study, topic__key="bees"):
        assert rebuild(work.pk)[1] == []


def test_scores_tell_summarizers_apart_on_all_topics(study: Project) -> None:
    ranking = api(study, "scores/")["ranking"]
    names = [row["summarizer"] for row in ranking["summarizers"]]
    assert (names[0], names[-1]) == ("edda", "neural-7")
    different = [pair for pair in ranking["pairs"] if pair["holm"] < 0.05]
    assert (len(different), len(ranking["pairs"])) == (6, 21)  # README, "Results in the sample study"


def test_annotators_agree_well_but_not_wholly(study: Project) -> None:
    agreement = api(study, "agreement/")
    assert agreement["refused"] is None
    assert 0.8 < agreement["alpha"]["jaccard"] < 0.95
    assert agreement["matchers"]


def test_enough_and_stability_are_not_refused(study: Project) -> None:
    for path in ("enough/", "stability/?score_peers=true"):
        answer = api(study, path)
        assert answer["refused"] is None
        assert answer["matchers"] == ["nora", "tomas"]
    assert answer["peers_refused"] is None


def test_two_assessors_gave_each_peer_a_score_from_1_to_5(study: Project) -> None:
    [column] = given_columns(study)
    assert (column.name, column.is_human, column.scale_low, column.scale_high) == ("responsiveness", True, 1, 5)
    assert column.score_count == 10 * 7 * 2
    assert len(set(given_values(study, [column.name])[column.name].values())) > 5


def test_the_stored_study_shows_measures_that_disagree_with_people(study: Project) -> None:
    document = study_answer(Viewer(study), study.studies.get(number=1)).document
    assert document
    rankings = {
        ranking["column"]: [row["summarizer"] for row in ranking["summarizers"]] for ranking in document["ranking"]
    }
    assert rankings["pyramid.modified"][0] == rankings["given.responsiveness"][0] == "edda"
    prefers_extract = {
        column: names.index("extract-2") < names.index("paraphrase-4") for column, names in rankings.items()
    }
    assert prefers_extract == {  # README, "Results in the sample study"
        **dict.fromkeys(("rouge-1", "rouge-2", "rouge-l", "cosine", "tesla-s"), True),
        **dict.fromkeys(("pyramid.modified", "given.responsiveness"), False),
    }
    assert document["koehn"]
    assert document["disagreements"]


def test_commented_units_are_flagged_for_discussion(study: Project) -> None:
    units = Unit.objects.filter(annotation__topic__project=study)
    assert list(units.exclude(comment="").values_list("flags", flat=True)) == [["discuss"]] * 10
