"""Given scores by page and API: what comes in, what is refused with its field, and who may."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.studies.models import GivenColumn, GivenScore
from tests.factories import make_summary, make_topic
from tests.scenes import Scene, make_scene, signed_in

pytestmark = pytest.mark.django_db

PAGE, API = "/p/p/score-tables/", "/api/projects/p/score-tables/"
TABLE = "topic,summarizer,clarity,focus\nT1,P1,3,1\nT1,P9,4,2\n"


@pytest.fixture
def scene() -> Scene:
    scene = make_scene("p")
    make_summary(make_topic(scene.project, "T1"), "peer", summarizer="P1")
    return scene


def posted(scene: Scene, table: str, *, name: str = "ratings.v2.csv", **fields: str) -> Any:
    upload = SimpleUploadedFile(name, table.encode())
    return signed_in(scene.manager).post(PAGE, {"table": upload, **fields})


def sent(scene: Scene, **body: Any) -> Any:
    return signed_in(scene.manager).post(API, body, format="json")


def test_the_page_imports_a_table_and_reports(scene: Scene) -> None:
    answer = posted(scene, TABLE, human="clarity, focus", scale="1-5")
    assert answer.status_code == 200
    assert "The table was imported" in answer.text
    assert "Left out, because the project lacks: P9 on topic T1." in answer.text
    columns = GivenColumn.objects.values_list("name", "is_human", "scale_low", "scale_high")
    assert list(columns) == [("clarity", True, 1, 5), ("focus", True, 1, 5)]
    listed = signed_in(scene.manager).get(PAGE).text
    assert "1 to 5" in listed
    assert signed_in(scene.manager).post(PAGE, {"delete": "focus"}).status_code == 302
    assert signed_in(scene.manager).post(PAGE, {"delete": "a\0"}).status_code == 404
    assert [score.column.name for score in GivenScore.objects.all()] == ["clarity"]


def test_scores_without_a_name_have_that_of_the_file(scene: Scene) -> None:
    posted(scene, "topic,summarizer,value\nT1,P1,3\n")
    assert GivenColumn.objects.get().name == "ratings"


def test_a_table_can_be_checked_only(scene: Scene) -> None:
    assert "The table can be imported" in posted(scene, TABLE, dry_run="on").text
    assert not GivenColumn.objects.exists()


@pytest.mark.parametrize(
    ("table", "fields", "sentence"),
    [
        ('topic,summarizer,f\nT1,P1,"1,5"\n', {}, "Line 2, column “f”: “1,5” is not a number. Write a decimal point."),
        ("topic,summarizer,f\nT1,P1,1\n", {"scale": "5"}, "A scale is written like 1-5"),
        ("topic,summarizer,a\0b\nT1,P1,1\n", {}, "A name in the table has a NUL character"),
        ("", {}, "The submitted file is empty."),
    ],
)
def test_the_page_says_what_is_wrong(scene: Scene, table: str, fields: dict[str, str], sentence: str) -> None:
    answer = posted(scene, table, **fields)
    assert answer.status_code == 400
    assert sentence.replace("submitted ", "") in answer.text.replace("submitted ", "")
    assert not GivenColumn.objects.exists()


def test_the_api_imports_and_lists(scene: Scene) -> None:
    answer = sent(scene, table=TABLE, human=["*"], scale="1-5")
    assert answer.json() == {
        "names": ["clarity", "focus"],
        "added": 2,
        "changed": 0,
        "unchanged": 0,
        "empty": 0,
        "left_out": 2,
        "unknown": ["P9 on topic T1"],
        "dry_run": False,
    }
    column = {"name": "clarity", "is_human": True, "scale_low": 1, "scale_high": 5, "scores": 1}
    listed = signed_in(scene.annotator).get(API).json()
    assert listed == {"columns": [column, {**column, "name": "focus"}]}


@pytest.mark.parametrize(
    ("body", "field", "sentence"),
    [
        ({"table": "topic,summarizer,f\nT1,P1,NaN\n"}, "table", "Line 2, column “f”: “NaN” is not a number."),
        ({"table": TABLE, "scale": "5-1"}, "scale", "A scale is written like 1-5"),
        ({"table": TABLE, "human": ["x"]}, "table", "The table has no score “x”; it has clarity, focus."),
        ({}, "table", "This field is required."),
        ({"table": TABLE, "more": 1}, "more", "There is no such field."),
    ],
)
def test_the_api_refuses_with_the_field(scene: Scene, body: dict[str, Any], field: str, sentence: str) -> None:
    answer = sent(scene, **body)
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert error["field"] == field
    assert error["message"].startswith(sentence)
    assert not GivenColumn.objects.exists()


def test_only_managers_import(scene: Scene) -> None:
    for member in (scene.annotator, scene.viewer):
        assert signed_in(member).post(API, {"table": TABLE}, format="json").status_code == 403
        assert signed_in(member).get(PAGE).status_code == 403
    outsider = make_scene("q").manager
    assert signed_in(outsider).get(API).status_code == 404
    assert signed_in(outsider).post(API, {"table": TABLE}, format="json").status_code == 404
