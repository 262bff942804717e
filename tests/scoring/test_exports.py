"""Scores to be given away."""

import csv
import io
import json

import pytest

from annotator.models import PeerAnnotation
from scoring.exports import export_rows, export_text
from scoring.services.peer_scores import ScoreChoice, score_sheet
from tests.factories import make_project
from tests.scoring.scored_project import matched_peer, released_topic

pytestmark = pytest.mark.django_db

# DESIGN §5
COLUMNS = [
    *("project", "topic", "summarizer", "kind", "matcher", "pyramid_owner", "release", "revision", "state", "models"),
    *("pyramid_scus", "matched_scus", "repeated", "non_matching", "weight_sum", "original", "original_x"),
    *("original_max", "modified", "modified_x", "modified_max", "recall", "recall_max", "rounding", "weight_source"),
    "warnings",
]


def sheet_of(*peers):
    project = make_project()
    release = released_topic(project)
    for summarizer, units in peers:
        matched_peer(release, summarizer, units)
    annotations = PeerAnnotation.objects.all()
    return score_sheet(project=project, annotations=annotations, role=None, choice=ScoreChoice())


def test_the_columns_are_those_of_the_contract() -> None:
    sheet = sheet_of(("7", [1]))
    assert next(csv.reader(io.StringIO(export_text(sheet, "csv")))) == COLUMNS
    assert list(export_rows(sheet)[0]) == COLUMNS


def test_csv_and_json_hold_the_same_numbers_to_the_last_digit() -> None:
    sheet = sheet_of(("7", [1, None, None]), ("8", []))
    from_csv = list(csv.DictReader(io.StringIO(export_text(sheet, "csv"), newline="")))
    from_json = json.loads(export_text(sheet, "json"))
    for csv_row, json_row in zip(from_csv, from_json, strict=True):
        for column in ("original", "original_max", "modified", "recall", "weight_sum"):
            assert (float(csv_row[column]) if csv_row[column] else None) == json_row[column]
    assert from_json[0]["original"] == 3 / 6
    assert (from_csv[1]["original"], from_json[1]["original"]) == ("", None)


def test_a_summarizer_that_looks_like_a_formula_is_not_one() -> None:
    (row,) = csv.DictReader(io.StringIO(export_text(sheet_of(("=cmd()", [1])), "csv"), newline=""))
    assert row["summarizer"] == "'=cmd()"


def test_without_scores_there_is_the_header_alone() -> None:
    assert export_text(sheet_of(), "csv").count("\n") == 1
    assert json.loads(export_text(sheet_of(), "json")) == []
