"""Scores as tables: columns, and rows that are made while they are read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from scoring.measures.observation import Measure, Row
from scoring.results.exports.running import Running
from scoring.results.scores.columns import as_row, long_columns

Cells = dict[str, Any]
WIDE_COLUMNS = ("project", "summarizer", "kind", "matcher", "score", "mean", "n")
"""What stands before the topics of a wide table."""


@dataclass(frozen=True, slots=True)
class Table:
    """``rows`` can be read once; their values are text, numbers, None and lists of sentences."""

    columns: tuple[str, ...]
    rows: Iterable[Cells]


def long_table(rows: Iterable[Row], measures: Iterable[Measure], counts: Iterable[str] = ()) -> Table:
    """A row a summary and judge, in the columns of DESIGN §5."""
    columns = long_columns(measures, counts)
    return Table(columns, (as_row(row, columns) for row in rows))


def wide_table(rows: Iterable[Row], running: Running) -> Table:
    """A row a summarizer and matcher with one score a topic: the cells that ``running`` keeps as ``rows`` are read.

    They are read whole, and held as one number a cell. A topic of the name of another column gets "topic:" before it.
    """
    topics = dict.fromkeys(row.origin.subject.topic for row in rows)
    taken = {*WIDE_COLUMNS, *topics}
    columns = {topic: _free(topic, taken) if topic in WIDE_COLUMNS else topic for topic in topics}
    return Table((*WIDE_COLUMNS, *columns.values()), _wide_rows(running, columns))


def _free(topic: str, taken: set[str]) -> str:
    """A column's name for a topic of the name of another column."""
    while topic in taken:
        topic = f"topic:{topic}"
    return topic


def _wide_rows(running: Running, columns: dict[str, str]) -> Iterator[Cells]:
    kind = running.kept
    for means in running.mean_rows():
        row = (means["project"], means["summarizer"], means["kind"], means["matcher"])
        own = dict(zip(WIDE_COLUMNS, (*row, kind, means[kind], means[f"{kind}_n"]), strict=True))
        cells = running.cells[row]
        yield {**own, **{column: cells.get(topic) for topic, column in columns.items()}}
