"""`manage.py score_files`: output, exit status, no database."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import manage
from tests.scoring.small_pan import pan_bytes, small_peer, small_pyramid

ROOT = Path(__file__).parents[3]
KEYS = [
    *("file", "topic", "peer", "annotator", "models", "pyramid_scus", "matched_scus", "repeated", "non_matching"),
    *("weight_sum", "original", "modified", "recall", "settings", "warnings", "made_by"),
]


def run(*arguments):
    return manage("score_files", *arguments)


@pytest.fixture
def pan(tmp_path):
    path = tmp_path / "100.D0601.M.250.A.1.pan"
    path.write_bytes(pan_bytes(small_peer(small_pyramid({1: [0, 1, 2], 2: [0, 1], 3: [2]}), [1, 2, 0])))
    return path


def test_json_has_the_keys_of_the_contract(pan) -> None:
    done = run(pan, "--format", "json")
    (one,) = json.loads(done.stdout)
    assert (done.returncode, done.stderr, list(one)) == (0, "", KEYS)
    # By hand: weights 3, 2, 1; SCUs 1 and 2 matched and one unit not; Xa = 6/3.
    assert one["original"] == {"score": 5 / 6, "x": 3, "max": 6}
    assert one["modified"] == {"score": 1.0, "x": 2, "max": 5}
    assert one["recall"] == {"score": 5 / 6, "x": 3, "max": 6}
    assert one["settings"] == {"rounding": "half-up", "x": "ducview", "weights": "contributors", "non_matching": "mark"}


def test_csv_has_the_same_numbers_to_the_last_digit(pan) -> None:
    (row,) = csv.DictReader(io.StringIO(run(pan, "--format", "csv").stdout))
    assert float(row["original"]) == 5 / 6
    assert (row["topic"], row["peer"], row["original_x"], row["original_max"]) == ("D0601", "1", "3", "6")


def test_in_its_own_process_it_does_the_same_without_a_database(pan, tmp_path) -> None:
    unreachable = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "PYRAMIDION_DATA": str(tmp_path / "var")}
    arguments = (pan, tmp_path / "missing.pan")
    command = [sys.executable, "manage.py", "score_files", *map(str, arguments)]
    environment = {**os.environ, **unreachable}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    here = run(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (1, here.stdout, here.stderr)


def test_a_table_is_what_people_get(pan) -> None:
    header, row = run(pan).stdout.splitlines()
    assert header.split()[:3] == ["topic", "peer", "annotator"]
    assert "0.8333" in row


def test_settings_reach_the_scores(pan) -> None:
    (one,) = json.loads(
        run(pan, "--format", "json", "--rounding", "ceil", "--x", "distinct", "--weights", "summaries").stdout
    )
    assert (one["settings"]["rounding"], one["settings"]["x"], one["settings"]["weights"]) == (
        "ceil",
        "distinct",
        "summaries",
    )


def test_a_refused_file_is_status_1_and_a_line_and_the_others_are_scored(pan, tmp_path) -> None:
    broken = tmp_path / "broken.pan"
    broken.write_text("<peerAnnotation>")
    missing = tmp_path / "missing.pan"
    paths = (broken, pan, missing)
    errors = [
        f"{broken}: It is cut off: the XML ends in the middle, at line 1.",
        f"{missing}: It cannot be read (No such file or directory).",
    ]
    done = run(*paths, "--format", "json")
    assert (done.returncode, done.stderr.splitlines()) == (
        1,
        [*errors, "CommandError: 2 of 3 files could not be read."],
    )
    answers = json.loads(done.stdout)
    assert [answer["file"] for answer in answers] == [str(path) for path in paths]
    assert answers[0] == {"file": str(broken), "error": errors[0].removeprefix(f"{broken}: ")}
    assert answers[1:2] == json.loads(run(pan, "--format", "json").stdout)
    for form in ("csv", "table"):
        done = run(*paths, "--format", form)
        assert (done.returncode, done.stdout) == (1, run(pan, "--format", form).stdout)
        assert done.stderr.splitlines()[-3:-1] == errors


def test_strict_stops_at_the_first_refused_file_and_one_file_gives_one_line(pan, tmp_path) -> None:
    broken = tmp_path / "broken.pan"
    broken.write_text("<peerAnnotation>")
    for arguments in ((pan, broken, broken, "--strict"), (broken,)):
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (1, "")
        line = f"CommandError: {broken}: It is cut off: the XML ends in the middle, at line 1.\n"
        assert done.stderr == line


def test_a_separator_that_begins_with_a_dash_is_a_usage_error_that_says_how_to_write_it(pan) -> None:
    done = run(pan, "--separator", "-+")
    assert done.returncode == 2
    assert done.stderr.endswith(
        "error: argument --separator: expected one argument; if it begins with a dash, write --separator=REGEX\n"
    )
    assert run(pan, "--separator=-+").returncode == 0
    assert "needs --separator=REGEX" in " ".join(run("--help").stdout.split())


@pytest.mark.parametrize("arguments", [(), ("--rounding", "sideways"), ("--models", "0"), ("--format", "xml")])
def test_wrong_usage_is_status_2(pan, arguments) -> None:
    files = (pan,) if arguments else ()
    assert run(*files, *arguments).returncode == 2
