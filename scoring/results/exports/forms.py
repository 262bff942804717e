"""Formats and shapes of exported scores, and the query string that selects them. DUC: the plain text tables of the
Document Understanding Conferences.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django import forms

from scoring.results.forms import TopicQuery


class FileFormat(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"
    DUC = "duc"


class Shape(StrEnum):
    """``long``: a row for each peer and matcher. ``wide``: a row for each summarizer and matcher, topics as columns."""

    LONG = "long"
    WIDE = "wide"


SUFFIXES = {FileFormat.CSV: "csv", FileFormat.XLSX: "xlsx", FileFormat.JSON: "json", FileFormat.DUC: "txt"}
CONTENT_TYPES = {
    FileFormat.CSV: "text/csv; charset=utf-8",
    FileFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    FileFormat.JSON: "application/json",
    FileFormat.DUC: "text/plain; charset=utf-8",
}

Ratings = Mapping[tuple[str, str, str], int]
"""People's ratings of peers, by topic, summarizer and question (`judgment_files.duc_scores.RATINGS`)."""

NO_WIDE_DUC_TABLE = "A DUC table has one line for each peer, so it has no wide shape."


@dataclass(frozen=True, slots=True)
class ExportLayout:
    """The format of an export and what its tables contain. ``score_kind``: the score of a wide table and of the ranking
    in a workbook.

    DUC tables: ``has_header``: whether the first line has the column names. ``ratings``: the ratings beside the scores;
    None for a table without columns for ratings.

    Workbooks: ``has_ranking``: whether there is a ranking, which can take minutes to compute. ``common_topics_only``:
    whether its means are over the topics that all summarizers have. ``min_topics``: it leaves out summarizers with
    scores on fewer topics.
    """

    file_format: FileFormat = FileFormat.CSV
    shape: Shape = Shape.LONG
    score_kind: str = "modified"
    has_header: bool = True
    has_ranking: bool = True
    common_topics_only: bool = False
    min_topics: int = 1
    ratings: Ratings | None = None


class ExportQuery(TopicQuery):
    """A :class:`TopicQuery` with ``file=csv|xlsx|json|duc&shape=long|wide&header=no``. ``score`` is the score of a wide
    table, and of the ranking in a workbook. ``header=no`` leaves out the column names of a DUC table.
    """

    file = forms.ChoiceField(choices=[(file_format, file_format) for file_format in FileFormat], required=False)
    shape = forms.ChoiceField(choices=[(shape, shape) for shape in Shape], required=False)
    header = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")], required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if (cleaned.get("file"), cleaned.get("shape")) == (FileFormat.DUC, Shape.WIDE):
            self.add_error("shape", NO_WIDE_DUC_TABLE)
        return cleaned

    def layout(self, file_format: FileFormat | None = None) -> ExportLayout:
        """Returns the layout of the file. ``file_format``: in the URL of a download; replaces ``file`` of the query."""
        values = self.values
        file_format = file_format or FileFormat(values.get("file") or FileFormat.CSV)
        shape = Shape.LONG if file_format is FileFormat.DUC else Shape(values.get("shape") or Shape.LONG)
        display = self.display
        return ExportLayout(
            file_format,
            shape,
            display.score_kind,
            has_header=values.get("header") != "no",
            common_topics_only=display.common_topics_only,
            min_topics=display.min_topics,
        )
