"""`manage.py enough`: tables and projects, output and exit status."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.commands import manage
from tests.factories import make_member
from tests.scoring.scored_project import manager_of, matched_peer, released_topic

ROOT = Path(__file__).parents[3]
KEYS = ["components", "phi", "detectable", "needed", "settings", "warnings", "made_by"]
# Shrout & Fleiss 1979, table 2: six targets (here: summarizers), four judges (here: topics).
SHROUT_FLEISS = [(9, 2, 5, 8), (6, 1, 3, 2), (8, 4, 6, 8), (7, 1, 2, 6), (10, 5, 6, 9), (6, 2, 4, 7)]


def called(*arguments: object) -> dict:
    """What it prints, in this process."""
    out = StringIO()
    call_command("enough", *map(str, arguments), "--json", stdout=out)
    return json.loads(out.getvalue())


@pytest.fixture
def table(tmp_path) -> Path:
    """Shrout and Fleiss's scores in a wide table."""
    path = tmp_path / "scores.csv"
    rows = [["topic", *(f"s{n}" for n in range(1, 7))]]
    rows += [[f"t{n + 1}", *(str(scores[n]) for scores in SHROUT_FLEISS)] for n in range(4)]
    path.write_text("\n".join(map(",".join, rows)), encoding="utf-8")
    return path


@pytest.fixture
def long_table(tmp_path) -> Path:
    """Four summarizers on three topics by two matchers; one score is missing."""
    path = tmp_path / "long.csv"
    rows = [
        f"t{t},s{s},m{m},{(s * 7 + t * t * 3 + s * t * 2 + m * (s + t)) % 11 / 10}"
        for s in range(4)
        for t in range(3)
        for m in range(2)
    ]
    rows[5] = rows[5].rsplit(",", 1)[0] + ",NA"
    path.write_text("\n".join(["topic,summarizer,matcher,value", *rows]), encoding="utf-8")
    return path


def test_a_table_has_the_published_coefficients(table) -> None:
    # Phi and G of one topic are ICC(2,1) and ICC(3,1), of four ICC(2,4) and ICC(3,4): Shrout & Fleiss, table 4.
    result = called("--scores", table, "--topics", 1, 4)
    assert list(result) == KEYS
    settings = result["made_by"]["settings"]
    assert (settings["scores"], settings["topics"], settings["difference"]) == ("scores.csv", [1, 4], 0.05)
    assert list(result["components"]) == [
        *("summarizer", "topic", "matcher", "summarizer:topic", "summarizer:matcher", "topic:matcher", "residual")
    ]
    assert [name for name, variance in result["components"].items() if variance is not None] == [
        *("summarizer", "topic", "residual")
    ]
    one, four = result["phi"]
    assert (one["topics"], one["matchers"], four["topics"]) == (1, 1, 4)
    assert (round(one["phi"], 2), round(one["g"], 2)) == (0.29, 0.71)
    assert (round(four["phi"], 2), round(four["g"], 2)) == (0.62, 0.91)
    assert result["settings"]["method"] == "ANOVA"
    assert (result["settings"]["summarizers"], result["settings"]["topics"]) == (6, 4)


def test_detectable_differences_shrink_and_topics_needed_are_the_first_to_detect(table) -> None:
    result = called("--scores", table, "--difference", 2)
    detectable = {row["topics"]: row["difference"] for row in result["detectable"]}
    assert sorted(detectable.values(), reverse=True) == list(detectable.values())
    needed = result["needed"][0]["for_difference"]
    around = called("--scores", table, "--topics", needed - 1, needed)["detectable"]
    assert around[0]["difference"] > 2 >= around[1]["difference"]
    good = result["needed"][0]["for_g"]
    around = called("--scores", table, "--topics", good - 1, good)["phi"]
    assert around[0]["g"] < 0.8 <= around[1]["g"]


def test_several_matchers_are_told_apart(long_table) -> None:
    result = called("--scores", long_table)
    assert None not in result["components"].values()
    assert result["settings"]["method"] == "REML"
    assert result["settings"]["scores"] == 23
    assert {row["matchers"] for row in result["phi"]} == {1, 2, 3}
    assert "1 of 24 scores are missing: The cell of the table is empty." in result["warnings"]
    by_matchers = [row for row in result["phi"] if row["topics"] == 10]
    assert by_matchers[0]["phi"] <= by_matchers[1]["phi"] <= by_matchers[2]["phi"]


def test_several_matchers_cannot_be_planned_for_from_single_scores(table) -> None:
    assert {row["matchers"] for row in called("--scores", table)["phi"]} == {1}
    with pytest.raises(CommandError, match="nothing shows how matchers differ"):
        called("--scores", table, "--matchers", 2)


def test_the_text_has_the_same_numbers(table) -> None:
    out, warnings = StringIO(), StringIO()
    call_command("enough", "--scores", str(table), "--topics", "4", stdout=out, stderr=warnings)
    phi = called("--scores", table, "--topics", 4)["phi"][0]
    assert "24 scores (score) of 6 summarizers on 4 topics by 1 matcher." in out.getvalue()
    assert f"{phi['phi']:.4f}  {phi['g']:.4f}" in out.getvalue()
    assert warnings.getvalue() == "Variances estimated from 4 topics and 6 summarizers are rough.\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("topic,a,b\nt1,1,2\n", "at least two summarizers on at least two topics, not 2 and 1"),
        ("topic,a,b\nt1,1,\nt2,,2\n", "Too few summarizers have scores on the same topics"),
        ("topic,a,b\nt1,1,x\n", "Line 2, column “b”: “x” is not a number"),
    ],
)
def test_tables_without_variances_are_refused_with_a_sentence(tmp_path, text, sentence) -> None:
    path = tmp_path / "scores.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=sentence):
        called("--scores", path)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--project", "p", "--scores", "x.csv"],
        ["--scores", "x.csv", "--owner", "ann"],
        ["--project", "p", "--value", "v"],
        ["--scores", "x.csv", "--release", "latest"],
    ],
)
def test_wrong_usage_has_status_2(arguments) -> None:
    with pytest.raises(CommandError) as refused:
        called(*arguments)
    assert refused.value.returncode == 2


def test_a_table_needs_no_database(table) -> None:
    environment = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
    command = [sys.executable, "manage.py", "enough", "--scores", str(table)]
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0
    refused = manage("enough", "--scores", table, "--difference", "0")
    assert (refused.returncode, "is not a number above 0" in refused.stderr) == (2, True)


@pytest.mark.django_db
def test_a_project_by_its_matchers(tmp_path) -> None:
    release = released_topic()
    project = release.pyramid.topic.project
    manager_of(project)
    releases = [release, released_topic(project, "D2", release.pyramid.owner)]
    people = [make_member(project), make_member(project)]
    units = [[1], [1, 2], [1, 2, 3], [2, 3]]
    for topic, of_topic in enumerate(releases):
        for number, own in enumerate(units):
            for person, owner in enumerate(people):
                matched_peer(of_topic, f"system-{number}", own[: 1 + (number + topic + person) % 3], owner=owner)
    result = called("--project", project.slug)
    settings = result["settings"]
    assert (settings["scores"], settings["summarizers"], settings["topics"], settings["matchers"]) == (16, 4, 2, 2)
    assert settings["method"] == "ANOVA"
    assert settings["score"] == "modified"
    one = called("--project", project.slug, "--matcher", people[0].name)["settings"]
    assert (one["scores"], one["matchers"]) == (8, 1)
    with pytest.raises(CommandError, match="not 4 and 1"):
        called("--project", project.slug, "--topic", "D2")
    with pytest.raises(CommandError, match="at least two topics, not 0 and 0"):
        called("--project", project.slug, "--owner", "nobody")
