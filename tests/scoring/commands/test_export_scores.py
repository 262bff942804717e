"""`manage.py export_scores`."""

import csv
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from annotator.interchange.judgment_files.duc_scores import read_duc_scores
from annotator.interchange.judgments.formats import ReadOptions, sources_of
from annotator.interchange.judgments.importing import import_judgments
from annotator.judgments.presets.registry import PRESETS
from tests.factories import make_member, make_project
from tests.scenes import signed_in
from tests.scoring.scored_project import manager_of, matched_peer, next_release, released_topic

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return make_project("p")


def export(*arguments) -> str:
    out = StringIO()
    call_command("export_scores", "--project", "p", *arguments, stdout=out)
    return out.getvalue()


def test_the_file_is_what_the_page_gives_for_download(project, tmp_path) -> None:
    owner = manager_of(project)
    matched_peer(released_topic(project, owner=owner), "ü", [1, None])
    export("--out", str(tmp_path / "scores.csv"))
    client = signed_in(owner)
    assert (tmp_path / "scores.csv").read_bytes() == client.get("/p/p/scores.csv").getvalue()


def test_json_is_a_list_of_rows(project) -> None:
    matched_peer(released_topic(project), "7", [1])
    (row,) = json.loads(export("--out", "-", "--format", "json"))
    assert (row["summarizer"], row["recall"]) == ("7", 0.5)


def test_a_matcher_release_rounding_and_drafts_can_be_chosen(project) -> None:
    first, second = make_member(project), make_member(project)
    release = released_topic(project)
    matched_peer(release, "7", [1], owner=first)
    matched_peer(next_release(release), "7", [2], owner=second, state="in_progress")
    (row,) = csv.DictReader(export("--out", "-", "--matcher", second.name, "--include-drafts").splitlines())
    assert (row["weight_sum"], row["recall"]) == ("2", repr(2 / 6))
    (row,) = csv.DictReader(export("--out", "-", "--release", "1", "--rounding", "ceil").splitlines())
    assert (row["matcher"], row["rounding"]) == (first.name, "ceil")
    assert len(export("--out", "-", "--release", "latest").splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--project", "none", "--out", "-"), "There is no project “none”."),
        (
            ("--project", "p", "--out", "-", "--matcher", "x"),
            "“x” has matched no peer of this project; matchers are: nobody.",
        ),
        (("--project", "p", "--out", "/nowhere/x.csv"), "/nowhere/x.csv: It cannot be written"),
        (("--project", "p", "--out", "/"), "/: It cannot be written"),
        (("--project", "p", "--out", "-", "--format", "xlsx"), "XLSX is not text and cannot be printed: name a file."),
        (("--project", "p", "--out", "-", "--format", "duc", "--shape", "wide"), "it has no wide shape"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_sentence(project, arguments, told) -> None:
    with pytest.raises(CommandError, match=told):
        call_command("export_scores", *arguments)


@pytest.mark.parametrize("wrong", [("--format", "pdf"), ("--release", "x"), ("--rounding", "up")])
def test_wrong_usage_is_told_as_such(project, wrong) -> None:
    with pytest.raises(CommandError, match="argument --"):
        export("--out", "-", *wrong)


@pytest.mark.parametrize("form", ["csv", "xlsx", "json", "duc"])
def test_each_form_can_be_written(project, tmp_path, form) -> None:
    matched_peer(released_topic(project), "7", [1])
    export("--out", str(tmp_path / "scores"), "--format", form)
    assert [path.name for path in tmp_path.iterdir()] == ["scores"]
    assert (tmp_path / "scores").read_bytes()[:2] == {"csv": b"pr", "xlsx": b"PK", "json": b"[\n", "duc": b"se"}[form]


def test_shape_score_header_and_x_can_be_chosen(project) -> None:
    matched_peer(released_topic(project), "7", [1, 1, 2])
    (row,) = csv.DictReader(export("--out", "-", "--shape", "wide", "--score", "recall").splitlines())
    assert row["D1"] == repr(5 / 6)
    assert export("--out", "-", "--format", "duc", "--no-header").startswith("D1\t7\t1.0\t2\t1\t")
    # by hand: X 3 has Max 6, X 2 without the repetition 5
    assert [
        next(csv.DictReader(export("--out", "-", "--x", x).splitlines()))["original"] for x in ("ducview", "distinct")
    ] == [repr(5 / 6), "1.0"]


def test_where_something_goes_wrong_the_file_that_was_there_stays(project, tmp_path, monkeypatch) -> None:
    matched_peer(released_topic(project), "7", [1])
    file = tmp_path / "scores.csv"
    file.write_text("old")
    monkeypatch.setattr("scoring.observations.score_stream.score_sheet", broken)
    with pytest.raises(RuntimeError):
        export("--out", str(file))
    assert (file.read_text(), [path.name for path in tmp_path.iterdir()]) == ("old", ["scores.csv"])


def broken(*_asked):
    raise RuntimeError


def rated(project, **ratings) -> None:
    """An instrument "quality" with ratings of peer 7 for q1, by judge."""
    table = "topic,summarizer,judge,question,value\n" + "".join(
        f"D1,7,{who},q1,{value}\n" for who, value in ratings.items()
    )
    import_judgments(
        project=project,
        key="quality",
        sources=sources_of("table", [("ratings.csv", table.encode())], ReadOptions()),
        now=timezone.now(),
        preset=PRESETS["duc-quality"],
    )


def test_a_duc_table_can_have_the_ratings_of_instruments(project) -> None:
    matched_peer(released_topic(project), "7", [1])
    rated(project, ann=4, ben=4)
    head, line = export("--out", "-", "--format", "duc", "--ratings", "quality").splitlines()
    assert head.split("\t")[7:] == ["lingqual1", "lingqual2", "lingqual3", "lingqual4", "lingqual5", "content"]
    assert line.split("\t")[7:] == ["4", "NA", "NA", "NA", "NA", "NA"]
    (row,) = read_duc_scores(f"{head}\n{line}\n".encode()).rows
    assert (row.topic, row.summarizer, row.question, row.value) == ("D1", "7", "q1", 4)


def test_ratings_that_a_duc_table_cannot_have_are_refused(project) -> None:
    matched_peer(released_topic(project), "7", [1])
    rated(project, ann=4, ben=5)
    for arguments, why in (
        (
            ("duc", "--ratings", "quality"),
            "Judges gave 7 of topic D1 different ratings for q1; the table has room for one.",
        ),
        (("duc", "--ratings", "none"), "The project has no instrument “none”."),
        (("csv", "--ratings", "quality"), "Only --format duc has columns for ratings."),
    ):
        with pytest.raises(CommandError, match=why):
            export("--out", "-", "--format", *arguments)
