"""`GET /api/projects/<slug>/scores/`."""

import pytest
from django.test import Client

from annotator.matching.models import peer_annotations
from scoring.observations.pyramid_scores import ScoreSettings
from scoring.results.scores.ranking import SEED
from tests.factories import make_member, make_project
from tests.scenes import signed_in
from tests.scoring.scored_project import manager_of, matched_peer, released_topic
from tests.scoring.seen import score_sheet

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
    annotations = peer_annotations().all()
    sheet = score_sheet(project=project, annotations=annotations, role=None, settings=ScoreSettings())
    assert answer["rows"] == [one.as_row() for one in sheet.scored]
    assert answer["rows"][0]["original"] == 3 / 5


def test_means_say_over_how_many_topics(project) -> None:
    (row,) = ask(make_member(project)).json()["means"]
    assert (row["summarizer"], row["original"]) == ("7", {"mean": 3 / 5, "n": 1})


def test_rounding_can_be_asked_for(project) -> None:
    answer = ask(make_member(project), "?rounding=exact").json()
    assert (answer["rounding"], answer["rows"][0]["rounding"]) == ("exact", "exact")


@pytest.mark.parametrize("query", ["?rounding=up", "?release=x", "?score=best", "?humans=all", "?test=t"])
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


def test_the_ranking_says_how_it_was_made(project) -> None:
    matched_peer(released_topic(project, "D2"), "7", [1, 2])
    matched_peer(peer_annotations().filter(topic__key="D2")[0].release, "8", [3])
    found = ask(make_member(project), "?score=recall").json()["ranking"]
    assert (found["score"], found["level"]) == ("recall", 0.95)
    assert found["test"] == {
        "name": "paired permutation",
        "exact": True,
        "draws": None,
        "seed": SEED,
        "pairs": 0,
        "significant_below": 0.05,
        "letters_by": "holm",
    }
    first, second = found["summarizers"]
    assert (first["rank"], first["summarizer"], first["mean"], first["n"]) == (1, "7", 2 / 3, 2)
    assert (second["rank"], second["summarizer"], second["low"], second["letters"]) == (2, "8", None, "")
    (pair,) = found["pairs"]
    assert (pair["a"], pair["b"], pair["topics"], pair["p"], pair["effect"]) == ("7", "8", 1, None, None)
    assert found["topics"] == ["D1", "D2"]
    assert found["warnings"] == ["1 of 1 pair is not tested: it has fewer than two topics in common."]


def test_people_come_by_jackknife_as_in_the_export(project) -> None:
    answer = ask(make_member(project), "?humans=jackknife").json()
    settings = ScoreSettings(jackknife=True)
    sheet = score_sheet(project=project, annotations=peer_annotations().all(), role=None, settings=settings)
    assert answer["rows"] == [one.as_row() for one in sheet.scored]
    assert [row["kind"] for row in answer["rows"]] == ["peer", "human", "human", "human"]
    assert {row["kind"] for row in answer["ranking"]["summarizers"]} == {"peer", "human"}


def test_the_number_of_statements_does_not_grow(project, django_assert_num_queries) -> None:
    member = make_member(project)
    client = signed_in(member)
    for key in ("D2", "D3"):
        with django_assert_num_queries(12):
            client.get("/api/projects/p/scores/?humans=jackknife")
        release = released_topic(project, key)
        for peer in "abcd":
            matched_peer(release, peer, [1, None])
