"""Given scores and studies in project files: what is exported, comes back, and is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from annotator.interchange.project_file.exporting import export_project
from annotator.interchange.project_file.importing import import_project
from annotator.interchange.project_file.refusals import ProjectFileError
from annotator.projects.models import Project
from scoring.studies.definition import Group, StudyDefinition
from scoring.studies.given_scores import ScoreOptions, import_scores
from scoring.studies.interchange.project_file import FIELDS
from scoring.studies.models import GivenScore, Study
from scoring.studies.services import create_study
from tests.factories import make_summary, make_topic
from tests.scenes import make_scene

pytestmark = pytest.mark.django_db

TABLE = "topic,summarizer,judge,clarity,focus\nmill,one,x,3,1.1\nmill,one,y,4,2\nmill,two,x,1,\n"

GROUPS = (Group("mills", "mill"), Group("all", "."))  # not in alphabetical order, which must not change


@pytest.fixture
def exported() -> dict[str, Any]:
    """The file of a project with two kinds of scores and a study."""
    scene = make_scene()
    topic = make_topic(scene.project, "mill")
    for name in ("one", "two"):
        make_summary(topic, "peer", summarizer=name)
    options = ScoreOptions(human=("clarity",), scale=(1, 5))
    import_scores(project=scene.project, data=TABLE.encode(), options=options, by=scene.manager)
    definition = StudyDefinition(columns=("given.focus",), against=("given.clarity",), groups=GROUPS)
    create_study(project=scene.project, title="Focus", definition=definition, by=scene.manager)
    return as_json(scene.project)


def as_json(project: Project) -> Any:
    return json.loads("".join(export_project(project)))


def imported(content: Any) -> Project:
    return import_project(data=json.dumps(content).encode(), by=None, slug="copy")


def test_scores_and_studies_come_back_as_they_were(exported: dict[str, Any]) -> None:
    assert [column["name"] for column in exported["given_scores"]] == ["clarity", "focus"]
    assert exported["given_scores"][0]["scale"] == [1, 5]
    assert exported["given_scores"][1]["scores"][0] == {
        "topic": "mill", "kind": "peer", "summarizer": "one", "judge": "x", "value": 1.1
    }  # fmt: skip
    copy = imported(exported)
    assert GivenScore.objects.filter(column__project=copy).count() == 5
    study = Study.objects.get(project=copy)
    assert (study.title, study.created_by, study.creator_name) == ("Focus", None, exported["studies"][0]["created_by"])
    assert study.definition.groups == GROUPS
    again = as_json(copy)
    assert (again["given_scores"], again["studies"]) == (exported["given_scores"], exported["studies"])


def test_a_file_without_them_has_none(exported: dict[str, Any]) -> None:
    del exported["given_scores"], exported["studies"]
    copy = imported(exported)
    assert not Study.objects.filter(project=copy).exists()
    assert not {"given_scores", "studies"} & as_json(copy).keys()


def refused(content: Any) -> str:
    with pytest.raises(ProjectFileError) as error:
        imported(content)
    return str(error.value)


def test_what_cannot_be_is_refused_with_its_place(exported: dict[str, Any]) -> None:
    def changed(change: Any) -> str:
        content = json.loads(json.dumps(exported))
        change(content)
        return refused(content)

    score = ("given_scores", 0, "scores", 0)

    def put(*path: Any, value: Any) -> Any:
        def change(content: Any) -> None:
            for step in path[:-1]:
                content = content[step]
            content[path[-1]] = value

        return change

    assert "given_scores[0].scores[0]" in changed(put(*score, "summarizer", value="nobody"))
    assert "given_scores[0].scores[0].value" in changed(put(*score, "value", value="high"))
    assert "given_scores[0].scores[0].value" in changed(put(*score, "value", value=1e16))
    assert "given_scores[0].scores[1]" in changed(put(*score, "judge", value="y"))
    assert "given_scores[0].scale" in changed(put("given_scores", 0, "scale", value=[5, 1]))
    assert "given_scores[0].name" in changed(put("given_scores", 0, "name", value="a\nb"))
    assert "given_scores[1]" in changed(put("given_scores", 0, "name", value="focus"))
    assert "studies[0].definition" in changed(put("studies", 0, "definition", value={"colour": "red"}))
    assert "studies[0].number" in changed(put("studies", 0, "number", value=0))


def test_every_field_is_in_the_file_or_left_out_with_a_reason() -> None:
    for model, fields in FIELDS.items():
        assert {field.name for field in model._meta.get_fields() if field.concrete} == fields.keys()
