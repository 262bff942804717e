"""Parses in project files: they come back as they were, and what cannot be is refused."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from annotator.interchange.project_file.exporting import export_project
from annotator.interchange.project_file.importing import import_project
from annotator.interchange.project_file.refusals import ProjectFileError
from annotator.projects.models import Project
from scoring.observations.parses.importing import import_parses
from scoring.observations.parses.models import Parse
from scoring.studies.interchange.parses import FIELDS
from tests.factories import make_member
from tests.scoring.observations.parses.scene import DOCUMENT, MODEL, PEER, conllu, make_parsed_project, parse_file

pytestmark = pytest.mark.django_db


@pytest.fixture
def exported() -> dict[str, Any]:
    project = make_parsed_project()
    texts = {"D1.7": PEER, "D1.A": MODEL, "documents/D1.41": DOCUMENT}
    files = [parse_file(f"{name}.conllu", conllu(text)) for name, text in texts.items()]
    import_parses(project=project, files=files, by=make_member(project, "manager"), parser="UDPipe")
    return as_json(project)


def as_json(project: Project) -> Any:
    return json.loads("".join(export_project(project)))


def imported(content: Any) -> Project:
    return import_project(data=json.dumps(content).encode(), by=None, slug="copy")


def test_parses_come_back_as_they_were(exported: dict[str, Any]) -> None:
    found = [(parse["text"], parse["name"], parse["parser"]) for parse in exported["parses"]]
    assert found == [("model", "A", "UDPipe"), ("peer", "7", "UDPipe"), ("document", "41", "UDPipe")]
    copy = imported(exported)
    assert as_json(copy)["parses"] == exported["parses"]
    parse = Parse.objects.get(summary__topic__project=copy, summary__summarizer="7")
    assert parse.digest == Parse.objects.exclude(pk=parse.pk).get(summary__summarizer="7").digest
    assert (parse.created_by, parse.creator_name) == (None, exported["parses"][0]["created_by"])


def test_a_file_without_parses_is_valid(exported: dict[str, Any]) -> None:
    del exported["parses"]
    assert "parses" not in as_json(imported(exported))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda parses: parses[1].update(name="8"), r"parses\[1\]: There is no such text in this file."),
        (lambda parses: parses[1].update(text="summary"), r"parses\[1\]\.text"),
        (lambda parses: parses[1].update(kind="discourse", content="x"), r"parses\[1\]"),
        (lambda parses: parses[1].update(content=conllu(MODEL)), r"parses\[1\]\.content: Word 3, “and”, is not in"),
        (lambda parses: parses[1].update(content="nonsense"), r"parses\[1\]\.content"),
        (lambda parses: parses.append(parses[1]), r"parses"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(
    exported: dict[str, Any], change: Callable[[list[Any]], Any], message: str
) -> None:
    change(exported["parses"])
    with pytest.raises(ProjectFileError, match=message):
        imported(exported)
    assert Project.objects.count() == 1


def test_every_field_is_in_the_file_or_left_out_with_a_reason() -> None:
    assert {field.name for field in Parse._meta.get_fields() if field.concrete} == FIELDS.keys()
