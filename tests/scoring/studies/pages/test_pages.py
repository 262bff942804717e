"""The pages of studies: the list, the form of a new study, one study, and who may do what."""

import json
from collections.abc import Iterator
from html import unescape

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership, Project
from annotator.projects.peer_names import mask_project
from scoring.observations.viewer import Viewer
from scoring.studies.definition import StudyDefinition
from scoring.studies.models import GivenScore, Study
from scoring.studies.services import create_study, study_answer
from tests.factories import make_member, make_project
from tests.scenes import signed_in
from tests.scoring.scored_project import manager_of
from tests.scoring.studies.studied_project import DEFINITION, studied_project

pytestmark = pytest.mark.django_db

LIST, NEW, PAGE = "/p/p/studies/", "/p/p/studies/new/", "/p/p/studies/1/"


@pytest.fixture(scope="module")
def _made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Project, Membership]]:
    with django_db_blocker.unblock(), transaction.atomic():
        project = studied_project("p")
        yield project, manager_of(project)
        transaction.set_rollback(True)


@pytest.fixture
def project(_made, db):
    """The project as it was made: `db` undoes what a test does to it."""
    return Project.objects.get(slug="p")


@pytest.fixture
def manager(project, _made):
    return _made[1]


@pytest.fixture
def client(manager):
    return signed_in(manager)


@pytest.fixture
def study(project, manager):
    return create_study(project=project, title="Length <or> ROUGE?", definition=DEFINITION, by=manager)


def text_of(response) -> str:
    return unescape(response.content.decode())


def ticked(response, name: str) -> list[str]:
    return list(response.context["form"][name].value())


def test_the_empty_list_explains_what_a_study_is_for(project, client) -> None:
    page = text_of(client.get(LIST))
    assert "A study shows how well each measure agrees with people" in page
    assert f'href="{NEW}"' in page
    annotator = text_of(signed_in(make_member(project)).get(LIST))
    assert "A manager of the project can make one." in annotator
    assert NEW not in annotator


def test_the_list_names_each_study_with_its_columns(client, study) -> None:
    page = text_of(client.get(LIST))
    assert f'<a href="{PAGE}">Length <or> ROUGE?</a>' in page
    assert "ROUGE-1, “length”" in page
    assert "the modified score" in page


def test_sensible_answers_are_ticked_so_that_one_click_makes_a_study(client, project) -> None:
    form = client.get(NEW)
    assert ticked(form, "columns") == [
        "rouge-1",
        "rouge-2",
        "rouge-l",
        "rouge-su4",
        "tesla-s",
        "cosine",
        "given.length",
    ]
    assert ticked(form, "against") == ["pyramid.modified", "given.overall"]
    initial = form.context["form"].initial
    answer = client.post(NEW, {**initial, "resamples": 5})
    assert answer.headers["Location"] == PAGE
    assert Study.objects.get(project=project).definition.columns[-1] == "given.length"
    assert client.get(PAGE).status_code == 200


def test_measures_that_lack_something_cannot_be_ticked(client) -> None:
    page = text_of(client.get(NEW))
    assert "no summary has a parse" in page
    assert '<input type="checkbox" name="columns" value="be-hm:be=ud1" disabled>' in page


def test_a_project_without_scores_says_what_a_study_needs() -> None:
    page = text_of(signed_in(manager_of(make_project("empty"))).get("/p/empty/studies/new/"))
    assert "A study needs scores by people" in page
    assert "<form" not in page.partition("<main")[2]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"columns": []}, "Choose at least one measure."),
        ({"against": []}, "Choose at least one column of human scores."),
        ({"more_columns": "rouge-2:stems=no"}, "stems"),
        ({"more_columns": "be-h"}, "be-h needs elements"),
        ({"topics": "D1-A D9"}, "There is no topic “D9”."),
        ({"groups": "odd=("}, "“odd”"),
        ({"groups": "odd"}, "Write each group as NAME=REGULAR EXPRESSION."),
        ({"resamples": 0}, "Ensure this value is greater than or equal to 1."),
    ],
)
def test_a_refused_study_is_explained_and_the_choices_stay(client, change, sentence) -> None:
    answer = client.post(NEW, {**client.get(NEW).context["form"].initial, "title": "Mine", **change})
    assert answer.status_code == 400
    assert sentence in text_of(answer)
    assert 'value="Mine"' in text_of(answer)
    assert not Study.objects.exists()


def test_another_study_starts_with_the_choices_of_a_former_one(client, project, manager) -> None:
    former = StudyDefinition.from_json(
        {
            **DEFINITION.as_json(),
            "columns": ["rouge-1", "rouge-2:stem=no"],
            "topics": ["D1-A", "D2-B"],
            "groups": {"initial": "-A$"},
            "seed": 7,
        }
    )
    create_study(project=project, title="", definition=former, by=manager)
    form = client.get(f"{NEW}?from=1")
    initial = form.context["form"].initial
    assert (ticked(form, "columns"), initial["more_columns"]) == (["rouge-1"], "rouge-2:stem=no")
    assert client.post(NEW, initial).headers["Location"] == "/p/p/studies/2/"
    assert Study.objects.get(number=2).definition == former
    assert client.get(f"{NEW}?from=9").status_code == 404
    assert client.get(f"{NEW}?from={'9' * 5000}").status_code == 200  # no number of a study, and too long for int()


def test_the_page_has_the_numbers_of_the_document_to_the_last_digit(client, study, project) -> None:
    document = study_answer(Viewer(project), study).document
    assert document is not None
    page = text_of(client.get(PAGE))
    for entry in document["correlations"]:
        if entry["level"] == "summarizer" and "pyramid.modified" in (entry["a"], entry["b"]):
            assert f'value="{entry["value"]!r}"' in page
    for means in document["means"]:
        assert all(f'value="{mean!r}"' in page for mean in means)
    assert "ROUGE-1 agrees best with the modified score: Kendall’s tau" in page
    assert "Passonneau et al. 2005" in page
    assert "Length <or> ROUGE?" in page
    assert "Length <or>" not in client.get(PAGE).content.decode()


def test_figures_are_files_too(client, study) -> None:
    csv = client.get(f"{PAGE}?figure=correlations&as=csv")
    assert csv.content.decode().splitlines()[0] == "Column,and column,Pearson’s r,Kendall’s tau"
    svg = client.get(f"{PAGE}?x=given.length&figure=scatter&as=svg")
    assert svg.headers["Content-Type"] == "image/svg+xml"
    assert b"length" in svg.content


def test_no_two_files_of_studies_share_a_name(client, study, project, manager) -> None:
    create_study(project=project, title="The same again", definition=DEFINITION, by=manager)
    figures = ("figure=correlations&as=csv", "figure=scatter&as=csv", "figure=scatter&as=csv&x=given.length")
    formats = ("", "shape=wide", "format=json")
    addresses = [
        *(f"/p/p/studies/{number}/?{query}" for number in (1, 2) for query in figures),
        *(f"/api/projects/p/studies/{number}/export/?{query}" for number in (1, 2) for query in formats),
    ]
    assert len({client.get(address).headers["Content-Disposition"] for address in addresses}) == len(addresses)


def test_choices_stay_when_another_is_made(client, study) -> None:
    page = text_of(client.get(f"{PAGE}?level=summary&x=given.length&sort=rouge-1&order=asc"))
    for name, value in (("level", "summary"), ("sort", "rouge-1"), ("order", "asc")):
        assert f'<input type="hidden" name="{name}" value="{value}">' in page


def test_disagreements_lead_to_the_texts(client, study) -> None:
    page = client.get(f"{PAGE}?read=given.length")
    rows = page.context["disagreements"]
    assert rows
    for row in rows:
        assert client.get(row.url).status_code == 200
        assert f"/t/{row.entry['topic']}/peers/{row.entry['summarizer']}/" in row.url


def test_a_summary_that_nobody_has_matched_leads_to_its_topic(client, project, manager) -> None:
    peer_annotations().filter(topic__project=project).delete()
    given = StudyDefinition(columns=("given.length",), against=("given.overall",), resamples=5)
    GivenScore.objects.filter(column__name="overall", summary__summarizer="1").update(value=-1)
    create_study(project=project, title="", definition=given, by=manager)
    urls = {row.url for row in client.get(PAGE).context["disagreements"]}
    assert "/p/p/t/D1-A/" in urls


def test_masked_summarizers_are_not_studied(client, study, project) -> None:
    project.mask_summarizers = True
    project.save()
    mask_project(project=project)
    page = text_of(signed_in(make_member(project)).get(PAGE))
    assert "This study has no result for you at present" in page
    assert "cannot be studied until a manager reveals the topics" in page


def test_managers_delete_a_study(client, study) -> None:
    assert client.post(f"{PAGE}delete/").headers["Location"] == LIST
    assert not Study.objects.exists()


def test_members_who_do_not_manage_see_no_buttons_of_managers(project, study) -> None:
    browser = signed_in(make_member(project))
    page = text_of(browser.get(PAGE))
    assert "Change and run again" not in page
    assert "Delete" not in page
    assert browser.get(NEW).status_code == 403


def test_the_project_and_its_scores_lead_to_the_studies(client, project) -> None:
    for name in ("project", "project-scores"):
        assert f'href="{LIST}"' in text_of(client.get(reverse(name, args=["p"])))


def test_queries_do_not_grow_with_topics_columns_or_summaries(client, project, manager) -> None:
    small = StudyDefinition(columns=("rouge-1",), against=("given.overall",), topics=("D1-A",), resamples=5)
    large = StudyDefinition(
        columns=("rouge-1", "rouge-2", "rouge-l", "given.length"), against=("given.overall",), resamples=5
    )
    counts = []
    for definition in (small, large):
        number = create_study(project=project, title="", definition=definition, by=manager).number
        client.get(f"/p/p/studies/{number}/")
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/p/p/studies/{number}/")
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_the_definition_can_be_copied(client, study) -> None:
    text = client.get(PAGE).context["definition_text"]
    assert StudyDefinition.from_json(json.loads(text)) == DEFINITION
