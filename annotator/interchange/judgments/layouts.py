"""The layouts of exported files: a shape (what each row is), and a format that it can be written in."""

from dataclasses import dataclass
from enum import StrEnum

from annotator.web.refusals import ServiceRefused


class Shape(StrEnum):
    """What a file contains. ANSWERS: texts of peers. MEASURES: scores, which `scoring` computes (see `measures`)."""

    JUDGMENTS = "judgments"
    ITEMS = "items"
    ANSWERS = "answers"
    MEASURES = "measures"


TABLES = ("csv", "jsonl", "xlsx")
FORMATS_OF = {
    Shape.JUDGMENTS: (*TABLES, "duc-table", "mead", "litepyramid", "nuggets"),
    Shape.ITEMS: (*TABLES, "see", "mead", "litepyramid", "nuggets"),
    Shape.ANSWERS: ("nuggets",),
    Shape.MEASURES: (*TABLES, "nuggets"),
}
_KINDS = {
    "duc-table": ("rating",),
    "see": ("coverage",),
    "mead": ("utility", "extract"),
    "litepyramid": ("presence",),
    "nuggets": ("presence",),
}
"""The kinds of instruments that a format is limited to. Formats not listed here are for all kinds."""
FORMATS = (*TABLES, "duc-table", "see", "mead", "litepyramid", "nuggets")
_SUFFIXES = {
    "csv": "csv", "jsonl": "jsonl", "xlsx": "xlsx", "duc-table": "txt", "see": "zip", "mead": "zip",
    "litepyramid": "csv", "nuggets": "jsonl",
}  # fmt: skip
_CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/x-ndjson",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "txt": "text/plain; charset=utf-8",
    "zip": "application/zip",
}
CONTENT_TYPES = tuple(_CONTENT_TYPES.values())


def formats_for(kind: str, shape: Shape) -> tuple[str, ...]:
    """The formats of a shape that can be used for an instrument of this kind."""
    return tuple(name for name in FORMATS_OF[shape] if kind in _KINDS.get(name, (kind,)))


@dataclass(frozen=True, slots=True)
class Layout:
    """A shape and a format that it can be written in."""

    shape: Shape
    file_format: str

    @classmethod
    def of(cls, file_format: str, shape: str = "") -> "Layout":
        """Returns the layout. ``shape`` defaults to the first that has this format.

        Raises ServiceRefused if the shape does not have this format.
        """
        with_format = (candidate for candidate in Shape if file_format in FORMATS_OF[candidate])
        chosen_shape = Shape(shape) if shape else next(with_format)
        if file_format not in FORMATS_OF[chosen_shape]:
            formats = ", ".join(FORMATS_OF[chosen_shape])
            raise ServiceRefused(f"The shape {chosen_shape} has no format {file_format}; it has {formats}.")
        return cls(chosen_shape, file_format)

    @property
    def suffix(self) -> str:
        if self == Layout(Shape.MEASURES, "nuggets"):
            return "zip"  # a file for each peer
        return _SUFFIXES[self.file_format]

    def check_judge(self, judge: str) -> None:
        """Raises ServiceRefused if a judge is named, but the layout has nothing that belongs to one judge."""
        if judge and self.shape != Shape.JUDGMENTS:
            raise ServiceRefused(f"A file of {self.shape} cannot be limited to one judge.")

    @property
    def content_type(self) -> str:
        return _CONTENT_TYPES[self.suffix]
