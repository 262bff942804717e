"""The studies of a project through the API, and as files with the same numbers."""

import csv
import json
from io import BytesIO, StringIO

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from annotator.projects.peer_names import mask_project
from scoring.observations.viewer import Viewer
from scoring.studies.models import Study
from scoring.studies.project_data import HIDDEN, MASKED
from scoring.studies.services import create_study, study_answer
from tests.factories import make_member
from tests.scenes import signed_in
from tests.scoring.studies.studied_project import DEFINITION, studied_project

pytestmark = pytest.mark.django_db

CHOICES = {**DEFINITION.as_json(), "groups": {"initial": "-A$", "update": "-B$"}}
BODY = {"title": "Content", "definition": CHOICES}


@pytest.fixture
def project():
    return studied_project("p")


@pytest.fixture
def manager(project):
    return signed_in(make_member(project, "manager"))


def post(client, body):
    return client.post(reverse("api-studies", args=["p"]), body, content_type="application/json")


def study_file(client, query):
    response = client.get(reverse("api-study-export", args=["p", 1]) + query)
    assert response.status_code == 200, response.content
    return response.content


def test_a_study_is_created_listed_read_and_deleted(project, manager) -> None:
    created = post(manager, BODY)
    assert created.status_code == 201
    url = created.json()["url"]
    assert manager.get(reverse("api-studies", args=["p"])).json()["results"] == [created.json()]
    answer = manager.get(url).json()
    assert (answer["refused"], answer["number"], answer["title"]) == (None, 1, "Content")
    assert answer["definition"] == answer["result"]["definition"] == CHOICES
    document = study_answer(Viewer(project), Study.objects.get()).document
    assert answer["result"] == document
    assert manager.delete(url).status_code == 204
    assert manager.get(url).status_code == manager.delete(url).status_code == 404


def test_a_wrong_body_is_refused_with_its_field(project, manager) -> None:
    for body, status, field in (
        ({}, 400, "definition"),
        ({"definition": {"columns": ["rouge-1"]}}, 400, "against"),
        ({"definition": {**CHOICES, "columns": ["rouge-1:stam=no"]}}, 400, "columns"),
        ({"definition": {**CHOICES, "columns": ["be-hm"]}}, 422, "measure"),
        ({"definition": {**CHOICES, "against": ["given.length"]}}, 422, "against"),
        ({"definition": CHOICES, "colour": 1}, 400, "colour"),
    ):
        answer = post(manager, body)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (status, field), answer.content
    assert not Study.objects.exists()


def test_each_member_gets_the_study_of_the_scores_that_they_see(project, manager) -> None:
    project.mask_summarizers = True
    project.save()
    mask_project(project=project)
    post(manager, BODY)
    annotator, url = signed_in(make_member(project)), reverse("api-study", args=["p", 1])
    masked = annotator.get(url).json()
    assert (masked["refused"], masked["result"]) == (MASKED, None)
    assert len(manager.get(url).json()["result"]["topics"]) == 3
    project.topics.filter(key="D3-A").update(revealed_at="2026-01-01T00:00Z")
    assert "No topic matches" in annotator.get(url).json()["refused"]  # the group "update" has none of its topics
    project.live_scores = "hide"
    project.save()
    assert annotator.get(url).json()["refused"] == HIDDEN
    file_answer = annotator.get(reverse("api-study-export", args=["p", 1]))
    assert (file_answer.status_code, file_answer.json()["detail"]) == (422, HIDDEN)


def test_files_have_the_numbers_of_the_document(project, manager) -> None:
    post(manager, BODY)
    text = study_file(manager, "?format=json").decode()
    answer = study_answer(Viewer(project), Study.objects.get())
    assert text == answer.text
    assert answer.data is not None
    table, document = answer.data.table, json.loads(text)
    expected = {
        (topic, summarizer, column): table.values[place, row, at]
        for place, column in enumerate(table.columns)
        for row, summarizer in enumerate(table.summarizers)
        for at, topic in enumerate(table.topics)
    }
    long = list(csv.DictReader(StringIO(study_file(manager, "").decode())))
    assert {(row["topic"], row["summarizer"], row["name"]): float(row["value"]) for row in long} == expected
    assert long[0]["signature"] == document["columns"][0]["signature"]
    assert f"digest={document['digest']}" in long[0]["made_by"]
    wide = list(csv.DictReader(StringIO(study_file(manager, "?shape=wide").decode())))
    lines = [json.loads(line) for line in study_file(manager, "?format=sacrerouge").decode().splitlines()]
    sheets = load_workbook(BytesIO(study_file(manager, "?format=xlsx")), read_only=True)
    header, *rows = sheets["scores"].iter_rows(values_only=True)
    for column in table.columns:
        of_column = {names: value for names, value in expected.items() if names[2] == column}
        assert {(row["topic"], row["summarizer"], column): float(row[column]) for row in wide} == of_column
        assert {(row[0], row[1], column): row[header.index(column)] for row in rows} == of_column
        names = ("instance_id", "summarizer_id")
        assert {(*(line[name] for name in names), column): line["metrics"][column] for line in lines} == of_column
    assert (len(wide), len(lines), len(rows)) == (12, 12, 12)
    header, *rows = sheets["correlations"].iter_rows(values_only=True)
    entries = [("", entry) for entry in document["correlations"]]
    entries += [(group["name"], entry) for group in document["groups"] for entry in group["correlations"]]
    assert [(row[0] or "", row[header.index("value")]) for row in rows] == [
        (name, one["value"]) for name, one in entries
    ]
    assert sheets.sheetnames == [
        *("scores", "means", "correlations", "koehn", "williams", "ranking", "disagreements", "columns", "settings")
    ]


def test_a_wrong_query_is_refused(project, manager) -> None:
    post(manager, BODY)
    for query in ("?format=duc", "?shape=round", "?x=1"):
        answer = manager.get(reverse("api-study-export", args=["p", 1]) + query)
        assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")


def test_another_projects_study_does_not_exist(project, manager) -> None:
    other = studied_project("other")
    create_study(project=other, title="", definition=DEFINITION, by=make_member(other, "manager"))
    for name in ("api-study", "api-study-export"):
        for slug in ("p", "other"):
            for method in ("get", "post", "put", "patch", "delete"):
                answer = getattr(manager, method)(reverse(name, args=[slug, 1]))
                assert answer.status_code in ((404, 405) if method != "get" else (404,)), (name, slug, method)
    assert Study.objects.count() == 1
