"""`GET /api/projects/<slug>/scores/export/`, and the same from the score pages."""

import json

import pytest
from django.test import Client

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership, Project, Summary
from tests.factories import make_member, make_project
from tests.scenes import signed_in
from tests.scoring.results.exports.written import csv_rows, exported, sheets
from tests.scoring.scored_project import manager_of, matched_peer, released_topic

pytestmark = pytest.mark.django_db
ADDRESS = "/api/projects/p/scores/export/"
TYPES = {
    "csv": ("text/csv; charset=utf-8", "p.scores.csv"),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "p.scores.xlsx"),
    "json": ("application/json", "p.scores.json"),
    "duc": ("text/plain; charset=utf-8", "p.scores.txt"),
}


@pytest.fixture
def project() -> Project:
    project = make_project("p")
    for key in ("D1", "D2"):
        matched_peer(released_topic(project, key), "7", [1, None, 1])
    return project


@pytest.mark.parametrize("form", TYPES)
def test_every_form_is_the_file_of_the_page_and_of_the_command(project, form) -> None:
    client = signed_in(make_member(project))
    answer = client.get(ADDRESS, {"file": form})
    kind, name = TYPES[form]
    assert (answer["Content-Type"], answer["Content-Disposition"]) == (kind, f'attachment; filename="{name}"')
    body = answer.getvalue()
    assert int(answer["Content-Length"]) == len(body)
    assert body == client.get(f"/p/p/scores.{form}").getvalue() == exported(form, project)


def test_the_rows_are_those_of_the_scores_in_the_api(project) -> None:
    client = signed_in(make_member(project))
    rows = json.loads(client.get(ADDRESS, {"file": "json", "rounding": "exact", "x": "distinct"}).getvalue())
    assert [row.pop("made_by").split("; ")[1:3] for row in rows] == [["rounding=exact", "x=distinct"]] * 2
    assert rows == client.get("/api/projects/p/scores/", {"rounding": "exact", "x": "distinct"}).json()["rows"]
    assert {row["original_x"] for row in rows} == {2}


def test_shape_score_topic_and_header_can_be_chosen(project) -> None:
    client = signed_in(make_member(project))
    wide = csv_rows(client.get(ADDRESS, {"shape": "wide", "score": "recall"}).getvalue())
    assert [(row["score"], row["D1"] or row["D2"]) for row in wide] == [("recall", "0.5")] * 3  # two and both
    assert [row["topic"] for row in csv_rows(client.get(ADDRESS, {"topic": "D2"}).getvalue())] == ["D2"]
    assert client.get(ADDRESS, {"topic": "D2"}).getvalue() == client.get("/p/p/t/D2/scores.csv").getvalue()
    table = client.get(ADDRESS, {"file": "duc", "header": "no", "topic": "D1"}).getvalue()
    assert table.startswith(b"D1\t7\t0.6\t1\t1\t")


@pytest.mark.parametrize("accept", ["text/csv", "application/xml", "*/*"])
def test_accept_does_not_matter(project, accept) -> None:
    client = signed_in(make_member(project))
    assert client.get(ADDRESS, {"file": "xlsx"}, headers={"accept": accept}).getvalue()[:2] == b"PK"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"file": "pdf"}, "file"),
        ({"shape": "round"}, "shape"),
        ({"file": "duc", "shape": "wide"}, "shape"),
        ({"score": "best"}, "score"),
        ({"x": "y"}, "x"),
    ],
)
def test_what_cannot_be_understood_is_400_with_the_field(project, query, field) -> None:
    answer = signed_in(make_member(project)).get(ADDRESS, query)
    assert (answer.status_code, [error["field"] for error in answer.json()["errors"]]) == (400, [field])


def test_who_may_not_see_gets_nothing(project) -> None:
    assert Client().get(ADDRESS).status_code == 401
    assert signed_in(manager_of(make_project())).get(ADDRESS).status_code == 404
    assert signed_in(make_member(project)).get(ADDRESS, {"topic": "D9"}).status_code == 404
    assert signed_in(make_member(project)).get("/p/p/scores.pdf").status_code == 404
    assert signed_in(make_member(project)).post(ADDRESS).status_code == 405


def test_names_and_scores_are_those_that_the_member_may_see(project) -> None:
    Project.objects.update(mask_summarizers=True)
    Summary.objects.filter(kind="peer").update(mask="Peer 41")
    viewer = signed_in(make_member(project, Membership.Role.VIEWER))
    manager = signed_in(manager_of(project))
    names = [{row["summarizer"] for row in csv_rows(client.get(ADDRESS).getvalue())} for client in (viewer, manager)]
    assert names == [{"Peer 41"}, {"7"}]
    Project.objects.update(live_scores="hide")
    assert csv_rows(viewer.get(ADDRESS).getvalue()) == []
    told = dict(sheets(viewer.get(ADDRESS, {"file": "xlsx"}).getvalue())["settings"])
    assert told["scores that the project does not show at present (left out)"] == 2


def test_the_number_of_statements_does_not_grow_with_peers_or_topics(project, django_assert_num_queries) -> None:
    client = signed_in(make_member(project))
    for _ in range(2):
        with django_assert_num_queries(14):
            client.get(ADDRESS, {"file": "xlsx"}).getvalue()
        for key in ("D3", "D4"):
            release = released_topic(project, f"{key}{peer_annotations().count()}")
            for name in "abc":
                matched_peer(release, name, [1, 2])
