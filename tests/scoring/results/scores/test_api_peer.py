"""`GET /api/peer-annotations/<id>/scores/`."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_member, make_project
from tests.scenes import signed_in
from tests.scoring.scored_project import manager_of, matched_peer, released_topic

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return make_project()


@pytest.fixture
def annotation(project):
    return matched_peer(released_topic(project), "7", [1, 2, 2, None], state="in_progress")


def ask(annotation, member=None, method="get"):
    client = signed_in(member) if member else Client()
    return getattr(client, method)(f"/api/peer-annotations/{annotation.pk}/scores/")


def test_the_address_is_the_one_that_the_workspace_is_told() -> None:
    assert reverse("api-peer-annotation-scores", args=[9]) == "/api/peer-annotations/9/scores/"


def test_scores_of_a_draft_come_with_x_and_max(project, annotation) -> None:
    answer = ask(annotation, make_member(project)).json()
    assert answer["original"] == {"score": 5 / 6, "x": 4, "max": 6}
    assert answer["modified"] == {"score": 1.0, "x": 2, "max": 5}
    assert answer["recall"] == {"score": 5 / 6, "x": 3, "max": 6}
    assert {name: answer[name] for name in ("weight_sum", "matched_scus", "repeated", "non_matching")} == {
        "weight_sum": 5,
        "matched_scus": 2,
        "repeated": 1,
        "non_matching": 1,
    }
    assert answer["warnings"] == []


@pytest.mark.parametrize("rule", ["after_submit", "hide"])
def test_where_the_project_does_not_show_them_an_annotator_gets_403_and_a_manager_the_scores(rule) -> None:
    project = make_project(live_scores=rule)
    annotation = matched_peer(released_topic(project), "7", [1], state="in_progress")
    refused = ask(annotation, make_member(project))
    assert (refused.status_code, list(refused.json())) == (403, ["type", "title", "status", "detail"])
    assert ask(annotation, manager_of(project)).status_code == 200


def test_somebody_outside_the_project_gets_404(annotation) -> None:
    assert ask(annotation, manager_of(make_project())).status_code == 404


def test_somebody_signed_out_gets_401(annotation) -> None:
    assert ask(annotation).status_code == 401


def test_an_annotation_that_is_not_there_is_404(project, annotation) -> None:
    annotation.pk += 1_000
    assert ask(annotation, manager_of(project)).status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_can_be_written(project, annotation, method) -> None:
    assert ask(annotation, manager_of(project), method).status_code == 405


def test_statements_do_not_grow_with_units(project, annotation, django_assert_num_queries) -> None:
    release = annotation.release
    member = manager_of(project)
    client = signed_in(member)
    for one in (annotation, matched_peer(release, "8", [None])):
        with django_assert_num_queries(5):
            client.get(f"/api/peer-annotations/{one.pk}/scores/")
