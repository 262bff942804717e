"""`GET /api/projects/<slug>/scores/`."""

import pytest
from django.test import Client

from annotator.models import PeerAnnotation
from scoring.exports import export_rows
from scoring.services.peer_scores import ScoreChoice, score_sheet
from tests.factories import make_member, make_project
from tests.scoring.scored_project import manager_of, matched_peer, released_topic, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    project = make_project("p")
    matched_peer(released_topic(project), "7", [1, None])
    return project


def ask(member=None, query="", method="get"):
    client = signed_in(member) if member else Client()
    return getattr(client, method)(f"/api/projects/p/scores/{query}")


def test_rows_are_those_of_the_export(project) -> None:
    answer = ask(make_member(project)).json()
    annotations = PeerAnnotation.objects.all()
    sheet = score_sheet(project=project, annotations=annotations, role=None, choice=ScoreChoice())
    assert answer["rows"] == export_rows(sheet)
    assert answer["rows"][0]["original"] == 3 / 5


def test_means_say_over_how_many_topics(project) -> None:
    (row,) = ask(make_member(project)).json()["means"]
    assert (row["summarizer"], row["original"]) == ("7", {"mean": 3 / 5, "n": 1})


def test_rounding_can_be_asked_for(project) -> None:
    answer = ask(make_member(project), "?rounding=exact").json()
    assert (answer["rounding"], answer["rows"][0]["rounding"]) == ("exact", "exact")


@pytest.mark.parametrize("query", ["?rounding=up", "?release=x", "?score=best"])
def test_what_cannot_be_understood_is_400_with_the_field(project, query) -> None:
    answer = ask(make_member(project), query)
    assert (answer.status_code, [error["field"] for error in answer.json()["errors"]]) == (
        400,
        [query[1:].split("=")[0]],
    )


def test_somebody_outside_the_project_gets_404(project) -> None:
    assert ask(manager_of(make_project())).status_code == 404


def test_somebody_signed_out_gets_401(project) -> None:
    assert ask().status_code == 401


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_can_be_written(project, method) -> None:
    assert ask(manager_of(project), method=method).status_code == 405


def test_hidden_scores_are_counted_as_withheld(project) -> None:
    type(project).objects.filter(pk=project.pk).update(live_scores="hide")
    answer = ask(make_member(project)).json()
    assert (answer["rows"], answer["withheld"]) == ([], 1)
