"""Imports of scores from outside: what they add and change, what they list and refuse, and that nothing is half in."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from annotator.projects.models import Project
from annotator.projects.services import delete_project
from annotator.web.refusals import NotAllowed, ServiceRefused
from scoring.studies import given_scores
from scoring.studies.given_scores import ScoreOptions, delete_given_column, given_values, import_scores, parse_scale
from scoring.studies.models import GivenColumn, GivenScore
from tests.factories import make_member, make_project, make_summary, make_topic

pytestmark = pytest.mark.django_db

TABLE = "topic,summarizer,judge,clarity,focus\nT1,P1,ann,3,1\nT1,P1,ben,4,\nT1,M1,ann,5,2\n"


@pytest.fixture
def project() -> Project:
    project = make_project("p")
    topic = make_topic(project, "T1")
    for kind, name in (("peer", "P1"), ("peer", "P2"), ("model", "M1"), ("model", "P2")):
        make_summary(topic, kind, summarizer=name)
    return project


def imported(project: Project, table: str, *, dry_run: bool = False, **options: Any) -> dict[str, Any]:
    data = table.encode()
    report = import_scores(project=project, data=data, options=ScoreOptions(**options), by=None, dry_run=dry_run)
    return {name: value for name, value in report.as_json().items() if value}


def stored() -> list[tuple[str, str, str, str, float]]:
    fields = ("column__name", "summary__kind", "summary__summarizer", "judge", "value")
    return sorted(GivenScore.objects.values_list(*fields))


def test_scores_are_added_changed_and_left_as_they_are(project: Project) -> None:
    assert imported(project, TABLE) == {"names": ["clarity", "focus"], "added": 5, "empty": 1}
    assert imported(project, TABLE) == {"names": ["clarity", "focus"], "unchanged": 5, "empty": 1}
    changed = imported(project, "topic,summarizer,judge,clarity\nT1,P1,ann,2\nT1,P2,,4.25\n")
    assert changed == {"names": ["clarity"], "added": 1, "changed": 1}
    assert stored() == [
        ("clarity", "model", "M1", "ann", 5),
        ("clarity", "peer", "P1", "ann", 2),
        ("clarity", "peer", "P1", "ben", 4),
        ("clarity", "peer", "P2", "", 4.25),  # the peer, though a model has the same name
        ("focus", "model", "M1", "ann", 2),
        ("focus", "peer", "P1", "ann", 1),
    ]


def test_studies_read_the_mean_over_judges(project: Project) -> None:
    imported(project, "topic,summarizer,judge,f\nT1,P1,a,.1\nT1,P1,b,.2\nT1,P1,c,.3\nT1,P2,a,7\n")
    means = given_values(project, ["f", "g"])
    assert sorted(means["f"].values()) == [0.2, 7]  # the mean of exact decimals
    assert means["g"] == {}
    assert given_values(make_project("other"), ["f"]) == {"f": {}}


def test_unknown_peers_are_listed_and_not_made(project: Project) -> None:
    table = "topic,summarizer,f\nT1,P1,1\nT1,P9,2\nT1,P9,2\nT2,P1,3\nT2,P2,3\n"
    unknown = ["P9 on topic T1", "topic T2"]
    assert imported(project, table) == {"names": ["f"], "added": 1, "left_out": 3, "unknown": unknown}
    assert project.topics.count() == 1
    with pytest.raises(ServiceRefused, match="The project has no summary of this table"):
        imported(project, "topic,summarizer,f\nT9,P1,1\n")


def test_a_dry_run_reports_and_writes_nothing(project: Project) -> None:
    assert imported(project, TABLE, dry_run=True)["added"] == 5
    assert not GivenColumn.objects.exists()


def test_columns_know_whether_people_gave_the_scores_and_their_scale(project: Project) -> None:
    imported(project, TABLE, human=("clarity",), scale=(1, 5))
    imported(project, "topic,summarizer,clarity\nT1,P2,5\n")
    columns = GivenColumn.objects.values_list("name", "is_human", "scale_low", "scale_high")
    assert list(columns) == [("clarity", True, 1, 5), ("focus", False, 1, 5)]
    with pytest.raises(ServiceRefused, match=r"Line 2: clarity of P2 on T1 is 6, outside its scale 1-5\."):
        imported(project, "topic,summarizer,clarity\nT1,P2,6\n")


@pytest.mark.parametrize(
    ("table", "options", "sentence"),
    [
        ("topic,summarizer,f\nT1,P1,1\nT1,P1,2\n", {}, "Line 3: P1 already has another score on T1 in line 2."),
        ("topic,summarizer,f\nT1,P1,1\nT1,P2,NaN\n", {}, "Line 3, column “f”: “NaN” is not a number."),
        ("topic,summarizer,f\nT1,P1,1\nT1,P2,inf\n", {}, "Line 3, column “f”: “inf” is not a number."),
        (
            'topic,summarizer,f\nT1,P1,1\nT1,P2,"1,5"\n',
            {},
            "Line 3, column “f”: “1,5” is not a number. Write a decimal point.",
        ),
        ("topic,summarizer,a\x07b\nT1,P1,1\n", {}, "cannot be the name of a score: it contains a control character."),
        (f"topic,summarizer,{'x' * 101}\nT1,P1,1\n", {}, "is longer than 100 characters."),
        ("topic,summarizer,f\nT1,P1,1\n", {"human": ("g",)}, "The table has no score “g”; it has f."),
        (f"topic,summarizer,judge,f\nT1,P1,{'x' * 101},1\n", {}, "x…” is longer than 100 characters."),
    ],
)
def test_of_a_bad_table_nothing_is_imported(
    project: Project, table: str, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ServiceRefused) as refused:
        imported(project, table, **options)
    assert sentence in str(refused.value)
    assert not GivenColumn.objects.exists()


def test_a_project_has_at_most_so_many_kinds_of_given_scores(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(given_scores, "MAX_COLUMNS", 2)
    imported(project, TABLE)
    imported(project, "topic,summarizer,focus\nT1,P2,1\n")
    with pytest.raises(ServiceRefused, match="The project would have 3 kinds of given scores; at most 2 are possible"):
        imported(project, "topic,summarizer,third\nT1,P2,1\n")


def test_all_scores_of_a_table_can_be_human(project: Project) -> None:
    imported(project, TABLE, human=("*",))
    assert set(GivenColumn.objects.values_list("is_human", flat=True)) == {True}


@pytest.mark.parametrize(
    ("text", "scale"), [("", None), ("1-5", (1, 5)), (" -2.5 - +2 ", (-2.5, 2)), ("-5--1", (-5, -1))]
)
def test_scales_are_read(text: str, scale: tuple[float, float] | None) -> None:
    assert parse_scale(text) == scale


@pytest.mark.parametrize("text", ["5-1", "1-1", "1", "1-x", "1-1e9", "nan-5"])
def test_other_scales_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="A scale is written like 1-5, the lower end first"):
        parse_scale(text)


def test_only_managers_import_and_delete(project: Project) -> None:
    annotator, manager = make_member(project), make_member(project, "manager")
    options: dict[str, Any] = {"project": project, "data": TABLE.encode(), "options": ScoreOptions()}
    with pytest.raises(NotAllowed):
        import_scores(**options, by=annotator)
    import_scores(**options, by=manager)
    with pytest.raises(NotAllowed):
        delete_given_column(project=project, name="focus", by=annotator)
    delete_given_column(project=project, name="focus", by=manager)
    assert [column.name for column in GivenColumn.objects.all()] == ["clarity"]
    with pytest.raises(GivenColumn.DoesNotExist):
        delete_given_column(project=make_project("other"), name="clarity", by=manager)


def test_scores_go_with_their_project(project: Project) -> None:
    imported(project, TABLE)
    delete_project(project=project, by=make_member(project, "manager"))
    assert not GivenColumn.objects.exists()
    assert not GivenScore.objects.exists()


def run(*args: str) -> str:
    out = StringIO()
    call_command("import_scores", *args, stdout=out)
    return out.getvalue()


def test_the_command_imports_files_and_reports(project: Project, tmp_path: Path) -> None:
    table, nist = tmp_path / "scores.csv", tmp_path / "overall.table"
    table.write_text(TABLE)
    nist.write_text("topic selector assessor peer score\nT1 A B P1 4\nT1 A B P9 4\n")
    files = ("--project", "p", "--human", "overall", "--scale", "1-5", str(nist))
    assert run(*files, "--dry-run") == (
        f"{nist} (dry run): scores overall: 1 added, 0 changed, 0 unchanged, 0 empty.\n"
        "Left out 1, because the project lacks P9 on topic T1.\n"
    )
    (report,) = json.loads(run(*files, "--json"))
    counts = {"added": 1, "changed": 0, "unchanged": 0, "empty": 0, "left_out": 1}
    assert report == {"file": nist.name, "names": ["overall"], "unknown": ["P9 on topic T1"], "dry_run": False} | counts
    with pytest.raises(CommandError, match="cannot be read"):
        run("--project", "p", str(tmp_path / "none.csv"))


SOUND = {"value": 1.0, "judge": ""}


@pytest.mark.parametrize(
    ("name", "breaks"),
    [
        ("given_column_once_in_project", lambda column, _: GivenColumn(project=column.project, name="f")),
        ("given_column_name_not_empty", lambda column, _: GivenColumn(project=column.project, name="")),
        (
            "given_column_scale_in_order",
            lambda column, _: GivenColumn(project=column.project, name="g", scale_low=5, scale_high=1),
        ),
        ("given_score_once", lambda column, summary: GivenScore(column=column, summary=summary, **SOUND)),
        (
            "given_score_is_a_number",
            lambda column, summary: GivenScore(column=column, summary=summary, judge="b", value=float("nan")),
        ),
        (
            "given_score_is_a_number",
            lambda column, summary: GivenScore(column=column, summary=summary, judge="b", value=1e15),
        ),
    ],
)
def test_the_database_keeps_out(project: Project, name: str, breaks: Callable[..., Any]) -> None:
    summary = project.topics.all()[0].summaries.all()[0]
    column = GivenColumn.objects.create(project=project, name="f", scale_low=1, scale_high=5)
    GivenScore.objects.create(column=column, summary=summary, **SOUND)
    with pytest.raises(IntegrityError, match=f'"{name}"'), transaction.atomic():
        breaks(column, summary).save()
