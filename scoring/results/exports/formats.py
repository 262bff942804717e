"""Formats and shapes of exported scores."""

from dataclasses import dataclass
from enum import StrEnum


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
    """``score``: the score of a wide table. ``header``: whether a DUC table begins with its column names.

    Raises ValueError for a wide DUC table.
    """

    format: FileFormat = FileFormat.CSV
    shape: Shape = Shape.LONG
    score: str = "modified"
    header: bool = True

    def __post_init__(self) -> None:
        if self.format is FileFormat.DUC and self.shape is Shape.WIDE:
            raise ValueError(WIDE_DUC)
