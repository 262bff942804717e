"""``manage.py baselines``: extracts of files and of projects."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotator.judgments.models import Extract
from annotator.projects.documents.services import NewDocument, add_documents
from annotator.projects.models import Summary, Topic
from tests.factories import make_project, make_topic

ONE = "The dam broke on Friday and the river took the old bridge away. Nobody was hurt."
TWO = "The town will build a new bridge of stone over the river next year. It will open in May."


def make_files(folder: Path) -> Path:
    for topic in ("D1", "D2"):
        (folder / topic).mkdir(parents=True)
        for key, text in (("NYT19990101.1.txt", ONE), ("NYT19990102.1.txt", TWO)):
            (folder / topic / key).write_text(text)
    return folder


def run(*arguments: Any) -> None:
    call_command("baselines", *map(str, arguments))


def test_files_give_peers_that_measure_files_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    run("--files", make_files(tmp_path / "in"), "--out", out, "--sentences", 1, "--name", "LEAD,CENTROID")
    rows = list(csv.reader((out / "extracts.csv").read_text().splitlines()))
    assert rows[:2] == [
        ["topic", "document", "name", "kind", "sentences"],
        ["D1", "NYT19990102.1", "LEAD", "baseline", "1"],
    ]
    assert (
        out / "peers" / "D2.M.1.X.LEAD"
    ).read_text() == "The town will build a new bridge of stone over the river next year.\n"
    capsys.readouterr()
    (out / "models").mkdir()
    for topic in ("D1", "D2"):
        (out / "models" / f"{topic}.M.1.X.A").write_text(ONE)
    call_command("measure_files", str(out), "--measure", "word-overlap", "--format", "json")
    peers = {(row["topic"], row["summarizer"], row["kind"]) for row in json.loads(capsys.readouterr().out)["rows"]}
    assert peers == {(topic, name, "peer") for topic in ("D1", "D2") for name in ("LEAD", "CENTROID")}


def test_a_folder_of_documents_is_one_topic(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("--files", make_files(tmp_path) / "D2", "--out", tmp_path / "out", "--words", 20, "--json")
    answer = json.loads(capsys.readouterr().out)
    assert [(row["topic"], row["summarizer"], row["label"]) for row in answer["baselines"]] == [
        ("D2", name, "20 words") for name in ("LEAD", "RAND", "CENTROID")
    ]
    assert answer["baselines"][0]["sentences"] == ["NYT19990102.1#1", "NYT19990102.1#2"]
    assert (answer["made_by"]["settings"]["words"], answer["made_by"]["settings"]["seed"]) == (20, 1)


@pytest.mark.parametrize(
    ("arguments", "why", "status"),
    [
        (["--words", "5"], "one of the arguments --project --files is required", 1),
        (["--files", "none", "--out", "out", "--words", "5"], "none: There is no such folder.", 1),
        (["--files", "in", "--out", "in", "--words", "5"], "in is not an empty folder.", 1),
        (["--files", "in", "--words", "5"], "--files goes with --out, --project with --keep and --topic.", 2),
        (["--files", "in", "--out", "out", "--words", "0"], "'0' is not a positive whole number", 1),
        (["--files", "in", "--out", "out", "--percent", "101"], "'101' is more than 100 percent", 1),
        (["--files", "in", "--out", "out", "--words", "5", "--name", "BEST"], "there is no baseline 'BEST'", 1),
        (["--files", "dotted", "--out", "out", "--words", "5"], "has a dot in its name", 1),
        (["--files", "empty", "--out", "out", "--words", "5"], "It has no files.", 1),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], why: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_files(tmp_path / "in")
    make_files(tmp_path / "dotted" / "v1.2")
    (tmp_path / "dotted" / "v1.2" / "stray").write_text(ONE)
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=why.replace("(", "[(]")) as error:
        run(*arguments)
    # Within a process, Django gives 1 for the parser's own errors; on the command line they exit with 2.
    assert (error.value.returncode, "\n" in str(error.value)) == (status, False)
    assert not (tmp_path / "out").exists()


@pytest.fixture
def topic() -> Topic:
    topic = make_topic(make_project("p"), "D1")
    add_documents(topic=topic, documents=[NewDocument("41", ONE), NewDocument("42", TWO)], by=None)
    return topic


@pytest.mark.django_db
def test_a_project_gets_extracts_and_peers_only_on_request(topic: Topic, capsys: pytest.CaptureFixture[str]) -> None:
    make_topic(topic.project, "empty")
    run("--project", "p", "--sentences", 1, "--name", "LEAD")
    captured = capsys.readouterr()
    assert captured.out.splitlines()[1].split() == ["D1", "LEAD", "1", "sentence", "42#1", "-"]
    assert captured.err == (
        "D1: Not every document has a date in its key: LEAD takes the last one, 42, for the newest.\n"
    )
    assert not Summary.objects.exists()
    for _ in range(2):
        run("--project", "p", "--topic", "D1", "--sentences", 1, "--name", "LEAD", "--keep")
    peer = Summary.objects.get()
    assert (peer.kind, peer.summarizer, peer.text) == (
        "peer",
        "LEAD",
        "The town will build a new bridge of stone over the river next year.",
    )
    assert Extract.objects.get().summary == peer


@pytest.mark.django_db
def test_what_a_project_lacks_is_refused(topic: Topic) -> None:
    for arguments, why in (
        (["--project", "none"], "There is no project “none”."),
        (["--project", "p", "--topic", "D2"], "There is no topic “D2”"),
        (["--project", "q"], "No topic has documents yet."),
    ):
        make_project("q") if arguments[-1] == "q" else None
        with pytest.raises(CommandError, match=why):
            run(*arguments, "--words", 5)
    empty = make_topic(topic.project, "D0")
    with pytest.raises(CommandError, match="This topic has no documents yet"):
        run("--project", "p", "--topic", empty.key, "--words", 5)
