"""Scores to be given away: the same rows as CSV, XLSX, JSON, DUC table and from the API."""

from typing import Any

from scoring.services.peer_scores import ScoreSheet


def export_rows(sheet: ScoreSheet) -> list[dict[str, Any]]:
    """One row a scored peer with the columns of DESIGN §5; ``warnings`` is a list of sentences."""
    return [one.as_row() for one in sheet.scored]
