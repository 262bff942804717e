"""Exports of scores as actions of the admin."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from annotator.matching.models import peer_annotations
from annotator.projects.models import Project, Topic
from tests.factories import make_project, make_user
from tests.scenes import signed_in
from tests.scoring.results.exports.written import csv_rows, exported, sheets
from tests.scoring.scored_project import matched_peer, released_topic

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    return signed_in(make_user("root", is_staff=True, is_superuser=True))


@pytest.fixture
def projects() -> list[Project]:
    """Two projects of two topics, of the same keys."""
    made = [make_project(slug) for slug in ("p", "q")]
    for project in made:
        for key in ("D1", "D2"):
            matched_peer(released_topic(project, key), "7", [1, None])
    Project.objects.filter(slug="q").update(blind=True, mask_summarizers=True, live_scores="hide")
    return made


def export(client: Client, form: str, *chosen: Project | Topic):
    place = reverse(f"admin:annotator_{chosen[0]._meta.model_name}_changelist")
    sent = {"action": f"export_scores_{form}", "_selected_action": [row.pk for row in chosen]}
    return client.post(place, sent, follow=True)


def test_one_project_is_the_file_that_the_command_writes(staff, projects) -> None:
    answer = export(staff, "csv", projects[0])
    assert answer["Content-Disposition"] == 'attachment; filename="p.scores.csv"'
    assert answer.getvalue() == exported("csv", projects[0])


def test_several_projects_are_one_file_and_nothing_is_masked_or_hidden(staff, projects) -> None:
    answer = export(staff, "xlsx", *projects)
    assert answer["Content-Disposition"] == 'attachment; filename="p,q.scores.xlsx"'
    rows = sheets(answer.getvalue())["scores"][1:]
    assert [row[:3] for row in rows] == [(slug, key, "7") for slug in "pq" for key in ("D1", "D2")]


def test_topics_are_exported_alone(staff, projects) -> None:
    answer = export(staff, "csv", *Topic.objects.filter(key="D2"))
    assert answer["Content-Disposition"] == 'attachment; filename="p.D2,q.D2.scores.csv"'
    assert [(row["project"], row["topic"]) for row in csv_rows(answer.getvalue())] == [("p", "D2"), ("q", "D2")]


def test_two_projects_and_a_topic_named_like_the_second_have_files_of_other_names(staff, projects) -> None:
    Topic.objects.filter(project=projects[0], key="D1").update(key="q")
    answers = [export(staff, "csv", *rows) for rows in (projects, Topic.objects.filter(key="q"))]
    assert [answer["Content-Disposition"].partition("=")[2] for answer in answers] == [
        '"p,q.scores.csv"',
        '"p.q.scores.csv"',
    ]


def test_a_duc_table_of_several_projects_is_refused_with_a_sentence(staff, projects) -> None:
    answer = export(staff, "duc", *projects)
    assert "A DUC table does not name the project" in answer.content.decode()
    assert export(staff, "duc", projects[1]).getvalue().decode().count("D1\t7\t0.6\t1\t0\t") == 1


@pytest.mark.parametrize("form", ["csv", "xlsx", "json", "duc"])
def test_staff_who_may_not_look_may_not_export(projects, form) -> None:
    client = signed_in(make_user(is_staff=True))
    assert export(client, form, projects[0]).status_code == 403


def test_projects_and_topics_offer_every_form(rf) -> None:
    request = rf.get("/")
    request.user = make_user(is_staff=True, is_superuser=True)
    for model in (Project, Topic):
        offered = admin.site.get_model_admin(model).get_actions(request)
        assert {f"export_scores_{form}" for form in ("csv", "xlsx", "json", "duc")} <= set(offered)
        assert "delete_selected" not in offered


def test_chosen_topics_without_scores_give_the_header(staff) -> None:
    project = make_project("p")
    release = released_topic(project)
    assert not peer_annotations().exists()
    assert export(staff, "csv", release.pyramid.topic).getvalue().count(b"\n") == 1
