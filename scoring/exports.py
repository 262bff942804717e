"""Scores to be given away: the same rows as CSV, JSON and from the API."""

from typing import Any

from annotator.formats.csv_output import csv_text
from scoring.services.peer_scores import ScoreSheet
from scoring.services.scored import EXPORT_COLUMNS
from scoring.tables import json_text

FORMATS = ("csv", "json")


def export_rows(sheet: ScoreSheet) -> list[dict[str, Any]]:
    """One row a scored peer with the columns of DESIGN §5; ``warnings`` is a list of sentences."""
    return [one.as_row() for one in sheet.scored]


def export_text(sheet: ScoreSheet, form: str) -> str:
    """The rows as ``csv`` (warnings in one cell, safe from being run as formulas) or ``json``."""
    rows = export_rows(sheet)
    if form == "json":
        return json_text(rows)
    return csv_text(EXPORT_COLUMNS, [{**row, "warnings": " ".join(row["warnings"])} for row in rows])
