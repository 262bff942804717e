"""Exports of a project as bytes, and read back."""

import csv
import io
from typing import Any

from openpyxl import load_workbook

from annotator.projects.models import Project
from scoring.observations.pyramid_scores import ScoreSettings
from scoring.observations.score_stream import ScoreRequest
from scoring.observations.viewer import Viewer
from scoring.results.exports.forms import ExportLayout, FileFormat, Shape
from scoring.results.exports.writing import write_export


def wanted(project: Project, settings: ScoreSettings | None = None) -> ScoreRequest:
    """All of a project."""
    return ScoreRequest(Viewer(project), settings or ScoreSettings())


def exported(
    form: str, *projects: Project, shape: str = "long", settings: ScoreSettings | None = None, **how: Any
) -> bytes:
    """The file."""
    out = io.BytesIO()
    write_export(
        out, [wanted(project, settings) for project in projects], ExportLayout(FileFormat(form), Shape(shape), **how)
    )
    return out.getvalue()


def csv_rows(data: bytes) -> list[dict[str, str]]:
    """The rows of a CSV by column."""
    return list(csv.DictReader(io.StringIO(data.decode(), newline="")))


def sheets(data: bytes) -> dict[str, list[tuple[Any, ...]]]:
    """The cells of a workbook by sheet, its header first."""
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in load_workbook(io.BytesIO(data))}
