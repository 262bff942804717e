"""The command measure: the numbers of the API in each format, stored, and what it refuses."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotator.projects.models import Project
from scoring.studies.given_scores import ScoreOptions, import_scores
from scoring.studies.models import GivenScore, Measured
from tests.factories import make_summary
from tests.scenes import Scene, make_scene, signed_in
from tests.scoring.studies.measured_project import add_topics

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> Scene:
    scene = make_scene("p")
    add_topics(scene.project, (2, 2), (2, 1))
    return scene


def run(*args: str) -> tuple[str, str]:
    out, errors = StringIO(), StringIO()
    call_command("measure", "--project", "p", *args, stdout=out, stderr=errors)
    return out.getvalue(), errors.getvalue()


def test_the_json_has_the_numbers_of_the_api_and_fills_the_store(scene: Scene) -> None:
    printed: dict[str, Any] = json.loads(run("--measure", "rouge-2", "--measure", "lcs", "--format", "json")[0])
    assert Measured.objects.count() == 4
    answer = signed_in(scene.manager).get("/api/projects/p/measures/?measure=rouge-2&measure=lcs").json()
    for part in ("measures", "rows", "means"):
        assert printed[part] == answer[part]
    assert printed["warnings"] == [
        "rouge-2 is undefined for 1 of 7 summaries: no models.",
        "lcs is undefined for 1 of 7 summaries: no models.",
    ]
    assert printed["made_by"]["settings"] == {"source": "project p", "topic": None}


def test_tables_have_the_topics_that_are_asked_for(scene: Scene) -> None:
    out, errors = run("--measure", "rouge-2", "--topic", "T2")
    assert [line.split()[:2] for line in out.split("\n")[:4]] == [
        *(["topic", "summarizer"], ["T2", "P0"], ["T2", "P1"], ["T2", "M0"]),
    ]
    assert errors == "rouge-2 is undefined for 1 of 3 summaries: no models.\n"


def test_the_csv_comes_back_as_given_scores_with_the_same_numbers(scene: Scene) -> None:
    csv = run("--measure", "rouge-2:stem=no", "--format", "csv")[0].encode()
    report = import_scores(project=scene.project, data=csv, options=ScoreOptions(), by=None)
    assert (report.added, report.left_out) == (18, 0)
    answer = signed_in(scene.manager).get("/api/projects/p/measures/?measure=rouge-2:stem%3Dno").json()
    recalls = sorted(row["recall"] for row in answer["rows"] if row["recall"] is not None)
    given = GivenScore.objects.filter(column__name__in=["rouge-2:stem=no", "rouge-2:stem=no,value=recall"])
    assert sorted(given.values_list("value", flat=True)) == recalls


def test_letters_that_a_tokenizer_loses_are_told(scene: Scene) -> None:
    make_summary(scene.project.topics.get(key="T1"), "peer", text="Лампа погасла.", summarizer="P9")
    assert "over 5% of the letters are lost in 1 of 8 texts" in run("--measure", "rouge-2")[1]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--measure", "be-h"), "be-h needs elements, and the project has elements for 0 of 7 texts."),
        (("--measure", "rouge-2", "--topic", "T9"), "There is no topic “T9” in this project; there are: T1, T2."),
        (("--measure", "rouge-22"), "There is no measure “rouge-22”"),
        (("--measure", "lcs", "--format", "rouge"), "ROUGE-1.5.5 has no measure lcs."),
    ],
)
def test_what_cannot_be_computed_is_refused(scene: Scene, args: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        run(*args)
    assert sentence in str(refused.value)
    assert not Measured.objects.exists()
    assert Project.objects.count() == 1
