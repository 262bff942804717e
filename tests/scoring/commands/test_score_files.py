"""`manage.py score_files`: output, exit status, no database."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scoring.small_pan import pan_bytes, small_peer, small_pyramid

ROOT = Path(__file__).parents[3]
KEYS = [
    *("file", "topic", "peer", "annotator", "models", "pyramid_scus", "matched_scus", "repeated", "non_matching"),
    *("weight_sum", "original", "modified", "recall", "settings", "warnings"),
]


@pytest.fixture
def run(tmp_path):
    """Runs the command in its own process, where a database connection would fail."""

    def command(*arguments):
        unreachable = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "PYRAMIDION_DATA": str(tmp_path / "var")}
        arguments = [sys.executable, "manage.py", "score_files", *map(str, arguments)]
        environment = {**os.environ, **unreachable}
        return subprocess.run(arguments, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    return command


@pytest.fixture
def pan(tmp_path):
    path = tmp_path / "100.D0601.M.250.A.1.pan"
    path.write_bytes(pan_bytes(small_peer(small_pyramid({1: [0, 1, 2], 2: [0, 1], 3: [2]}), [1, 2, 0])))
    return path


def test_json_has_the_keys_of_the_contract(run, pan) -> None:
    done = run(pan, "--format", "json")
    (one,) = json.loads(done.stdout)
    assert (done.returncode, done.stderr, list(one)) == (0, "", KEYS)
    # By hand: weights 3, 2, 1; SCUs 1 and 2 matched and one unit not; Xa = 6/3.
    assert one["original"] == {"score": 5 / 6, "x": 3, "max": 6}
    assert one["modified"] == {"score": 1.0, "x": 2, "max": 5}
    assert one["recall"] == {"score": 5 / 6, "x": 3, "max": 6}
    assert one["settings"] == {"rounding": "half-up", "x": "ducview", "weights": "contributors", "non_matching": "mark"}


def test_csv_has_the_same_numbers_to_the_last_digit(run, pan) -> None:
    (row,) = csv.DictReader(io.StringIO(run(pan, "--format", "csv").stdout))
    assert float(row["original"]) == 5 / 6
    assert (row["topic"], row["peer"], row["original_x"], row["original_max"]) == ("D0601", "1", "3", "6")


def test_a_table_is_what_people_get(run, pan) -> None:
    header, row = run(pan).stdout.splitlines()
    assert header.split()[:3] == ["topic", "peer", "annotator"]
    assert "0.8333" in row


def test_settings_reach_the_scores(run, pan) -> None:
    (one,) = json.loads(
        run(pan, "--format", "json", "--rounding", "ceil", "--x", "distinct", "--weights", "summaries").stdout
    )
    assert (one["settings"]["rounding"], one["settings"]["x"], one["settings"]["weights"]) == (
        "ceil",
        "distinct",
        "summaries",
    )


def test_a_refused_file_is_status_1_and_one_line(run, pan, tmp_path) -> None:
    broken = tmp_path / "broken.pan"
    broken.write_text("<peerAnnotation>")
    done = run(pan, broken)
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1
    assert "broken.pan" in done.stderr


@pytest.mark.parametrize("arguments", [(), ("--rounding", "sideways"), ("--models", "0"), ("--format", "xml")])
def test_wrong_usage_is_status_2(run, pan, arguments) -> None:
    files = (pan,) if arguments else ()
    assert run(*files, *arguments).returncode == 2
