"""Formats and shapes of exported scores, and the query string that chooses them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django import forms

from scoring.results.forms import TopicQuery


class FileFormat(StrEnum):
    """The format of the file, by its name in URLs and flags."""

    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"
    DUC = "duc"


class Shape(StrEnum):
    """``long``: a row for each peer and matcher. ``wide``: one for each summarizer and matcher, topics as columns."""

    LONG = "long"
    WIDE = "wide"


SUFFIXES = {FileFormat.CSV: "csv", FileFormat.XLSX: "xlsx", FileFormat.JSON: "json", FileFormat.DUC: "txt"}
CONTENT_TYPES = {
    FileFormat.CSV: "text/csv; charset=utf-8",
    FileFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    FileFormat.JSON: "application/json",
    FileFormat.DUC: "text/plain; charset=utf-8",
}

WIDE_DUC = "A DUC table has one line for each peer, so it has no wide shape."


@dataclass(frozen=True, slots=True)
class ExportForm:
    """``score``: the score of a wide table. ``header``: whether a DUC table begins with its column names."""

    format: FileFormat = FileFormat.CSV
    shape: Shape = Shape.LONG
    score: str = "modified"
    header: bool = True


class ExportQuery(TopicQuery):
    """A :class:`TopicQuery` with ``file=csv|xlsx|json|duc&shape=long|wide&header=no``.

    ``score`` is the score of a wide table. ``header=no`` leaves out the column names of a DUC table.
    """

    file = forms.ChoiceField(choices=[(one, one) for one in FileFormat], required=False)
    shape = forms.ChoiceField(choices=[(one, one) for one in Shape], required=False)
    header = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")], required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if (cleaned.get("file"), cleaned.get("shape")) == (FileFormat.DUC, Shape.WIDE):
            self.add_error("shape", WIDE_DUC)
        return cleaned

    def form(self, file_format: FileFormat | None = None) -> ExportForm:
        """The form of the file; ``file_format`` goes before ``file``."""
        values = self.values
        chosen = file_format or FileFormat(values.get("file") or FileFormat.CSV)
        shape = Shape.LONG if chosen is FileFormat.DUC else Shape(values.get("shape") or Shape.LONG)
        return ExportForm(chosen, shape, self.display.kind, header=values.get("header") != "no")
