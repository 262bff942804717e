"""Scores as tables: columns, and rows that are made while they are read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from scoring.exports.running import Running, Summarizer, summarizer_of
from scoring.services.scored import EXPORT_COLUMNS, Scored

Row = dict[str, Any]
WIDE_COLUMNS = ("project", "summarizer", "kind", "matcher", "score", "mean", "n")
"""What stands before the topics of a wide table."""


@dataclass(frozen=True, slots=True)
class Table:
    """``rows`` can be read once; their values are text, numbers, None and lists of sentences."""

    columns: tuple[str, ...]
    rows: Iterable[Row]


def long_table(scored: Iterable[Scored]) -> Table:
    """A row a peer and matcher, in the columns of DESIGN §5."""
    return Table(EXPORT_COLUMNS, (one.as_row() for one in scored))


def wide_table(scored: Iterable[Scored], running: Running, *, kind: str) -> Table:
    """A row a summarizer and matcher with one score a topic; ``running`` takes note of ``scored`` as it is read.

    It is read whole, and held as one number a cell. A topic of the name of another column gets "topic:" before it.
    """
    cells: dict[Summarizer, dict[str, float | None]] = {}
    topics: dict[str, str] = {}
    for one in scored:
        topic = topics.setdefault(one.topic, f"topic:{one.topic}" if one.topic in WIDE_COLUMNS else one.topic)
        if not one.is_masked:
            cells.setdefault(summarizer_of(one), {})[topic] = getattr(one.scores, kind).score
    columns = tuple(topics.values())
    return Table((*WIDE_COLUMNS, *columns), _wide_rows(cells, columns, running, kind))


def _wide_rows(
    cells: dict[Summarizer, dict[str, float | None]], topics: tuple[str, ...], running: Running, kind: str
) -> Iterator[Row]:
    for means in running.mean_rows():
        row = (means["project"], means["summarizer"], means["kind"], means["matcher"])
        own = dict(zip(WIDE_COLUMNS, (*row, kind, means[kind], means[f"{kind}_n"]), strict=True))
        yield {**own, **{topic: cells[row].get(topic) for topic in topics}}
