"""The forms that scores can be given away in."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.measures.pyramid_scores import KINDS


class FileFormat(StrEnum):
    """What kind of file it is; the value is what people ask for."""

    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"
    DUC = "duc"


class Shape(StrEnum):
    """``long``: a row a peer and matcher. ``wide``: a row a summarizer and matcher, a column a topic."""

    LONG = "long"
    WIDE = "wide"


SUFFIXES = {FileFormat.CSV: "csv", FileFormat.XLSX: "xlsx", FileFormat.JSON: "json", FileFormat.DUC: "txt"}
CONTENT_TYPES = {
    FileFormat.CSV: "text/csv; charset=utf-8",
    FileFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    FileFormat.JSON: "application/json",
    FileFormat.DUC: "text/plain; charset=utf-8",
}

WIDE_DUC = "A DUC table has one line for each peer: it has no wide shape."


@dataclass(frozen=True, slots=True)
class ExportForm:
    """``score``: which of the three a wide table is of; ``header``: whether a DUC table begins with its columns' names.

    Raises ValueError for a wide DUC table.
    """

    format: FileFormat = FileFormat.CSV
    shape: Shape = Shape.LONG
    score: str = "modified"
    header: bool = True

    def __post_init__(self) -> None:
        if self.format is FileFormat.DUC and self.shape is Shape.WIDE:
            raise ValueError(WIDE_DUC)
        if self.score not in KINDS:
            raise ValueError(f"There is no score “{self.score}”.")
