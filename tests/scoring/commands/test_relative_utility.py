"""`manage.py relative_utility`: of MEAD's files and of a project."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from annotator.judgments.models import Extract, ExtractedItem
from tests.annotator.commands.command_line import CommandLine
from tests.annotator.judgments.scene import list_of, make_judging
from tests.scoring.results.judgments.scene import judge_all

KEYS = ["sentences", "judges", "size", "j", "r", "j_by_pair", "extracts", "kappa_judges", "warnings", "made_by"]
# published.json, 003.ru.example: Radev, Jing & Budzikowska 2000, section 4.2, four sentences and three judges.
PAPER: dict[str, list[int | None]] = {"1": [10, 8, 2, 5], "2": [10, 9, 3, 6], "3": [5, 8, 4, 9]}


def sentjudge(by_judge: dict[str, list[int | None]]) -> str:
    lines = []
    for number in range(4):
        judgments = "".join(
            f'<JUDGE N="{judge}" UTIL="{values[number]}"/>'
            for judge, values in by_judge.items()
            if values[number] is not None
        )
        lines.append(f'<S DID="d1" PAR="1" RSNT="{number + 1}" SNO="{number + 1}">{judgments}</S>')
    return f'<SENT-JUDGE QID="7">{"".join(lines)}</SENT-JUDGE>'


def extract(system: str, *sentences: int, topic: str = "7") -> str:
    lines = "".join(f'<S ORDER="{order}" DID="d1" SNO="{number}"/>' for order, number in enumerate(sentences, start=1))
    return f'<EXTRACT QID="{topic}" COMPRESSION="10" SYSTEM="{system}" LANG="ENG">{lines}</EXTRACT>'


@pytest.fixture
def manage(capsys, monkeypatch) -> CommandLine:
    """Runs a command. Commands close the database's connections when they end; the test still needs its own."""
    monkeypatch.setattr(connections, "close_all", lambda: None)
    return CommandLine(capsys)


@pytest.fixture
def files(tmp_path) -> dict[str, Path]:
    texts = {"judgments": sentjudge(PAPER), "lead": extract("lead", 1, 4), "tail": extract("tail", 1, 3)}
    paths = {name: tmp_path / name for name in texts}
    for name, text in texts.items():
        paths[name].write_text(text)
    return paths


def run(manage: Any, files: dict[str, Path], *flags: object) -> Any:
    extracts = [files[name] for name in files if name != "judgments"]
    return manage("relative_utility", "--judgments", files["judgments"], *flags, "--extracts", *extracts)


def test_the_example_of_the_paper(manage, files) -> None:
    ran = run(manage, files, "--json")
    assert (ran.status, list(ran.json)) == (0, KEYS)
    assert (ran.json["sentences"], ran.json["judges"], ran.json["size"]) == (4, ["1", "2", "3"], 2)
    assert (round(ran.json["r"], 3), round(ran.json["j"], 5)) == (0.732, 0.84018)
    lead, tail = ran.json["extracts"]
    assert (lead["summarizer"], lead["label"]) == ("lead", "10")
    assert (round(lead["s"], 5), round(lead["d"], 5), round(tail["s"], 5)) == (0.83299, 0.93349, 0.62676)
    ran = run(manage, files, "--pooled")
    assert "0.8330" in ran.out
    assert "s_pooled" in ran.out


def test_sizes_and_rates(manage, files) -> None:
    assert run(manage, files, "--size", 3, "--json").json["size"] == 3
    assert run(manage, files, "--rate", 0.25, "--json").json["size"] == 1
    assert run(manage, files, "--rate", 0.25, "--size", 1).status == 2
    assert run(manage, files, "--rate", 2).status == 2


def test_an_unfinished_judge_is_left_out(manage, files) -> None:
    files["judgments"].write_text(sentjudge({**PAPER, "4": [1, None, 2, 3]}))
    ran = run(manage, files, "--json")
    assert ran.json["judges"] == ["1", "2", "3"]
    assert "4 is left out: not all sentences are judged." in ran.json["warnings"]
    assert run(manage, files, "--json", "--include-drafts").json["judges"] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (extract("far", 9), "The judgments have no sentence d1#9."),
        (extract("other", 1, topic="8"), "The extract is of topic “8”, the judgments of 7."),
        ("<EXTRACT", "tail: "),
    ],
)
def test_wrong_extracts_are_refused_with_one_line(manage, files, text, message) -> None:
    files["tail"].write_text(text)
    ran = run(manage, files)
    assert ran.status == 1
    assert message in ran.err
    assert len(ran.err.splitlines()) == 1


def test_flags_go_together(manage, files) -> None:
    assert manage("relative_utility").status == 2
    assert manage("relative_utility", "--judgments", files["judgments"]).status == 2
    assert manage("relative_utility", "--project", "p").status == 2


@pytest.mark.django_db
def test_the_instrument_of_a_project(manage) -> None:
    judging = make_judging()
    for preset in ("mead-utility", "best-sentences"):
        for who, value in (("judge", 3), ("other", 7)):
            judge_all(judging, preset, who, value)
    items = list_of(judging.topic, "document_sentences")
    made = Extract.objects.create(items=items, summarizer="lead", label="10")
    for position, item in enumerate(items.items.order_by("position")[:2], start=1):
        ExtractedItem.objects.create(extract=made, item=item, position=position)
    ran = manage("relative_utility", "--project", "p", "--instrument", "mead-utility", "--json")
    assert ran.status == 0
    (topic,) = ran.json["topics"]
    assert (topic["topic"], topic["size"], topic["judges"]) == ("mill", 2, ["judge", "other"])
    assert (topic["j"], topic["extracts"][0]["s"]) == (1, 1)  # each judge gave all sentences the same utility
    ran = manage("relative_utility", "--project", "p", "--instrument", "best-sentences")
    assert ran.status == 0
    assert "lead" in ran.out
    assert manage("relative_utility", "--project", "p", "--instrument", "presence").status == 1
