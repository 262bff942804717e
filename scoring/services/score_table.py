"""Peers by topics with means: what the score page shows, and the API the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.core.pyramid_scores import Mean, Score, mean_over_topics
from scoring.services.score_fields import KINDS
from scoring.services.scored import EXPORT_COLUMNS, Scored


@dataclass(frozen=True, slots=True)
class TableRow:
    """One summarizer as matched by one person: a cell a topic (None where there is no annotation), and the means."""

    summarizer: str
    matcher: str
    cells: dict[str, Scored | None]
    means: dict[str, Mean]

    def score(self, topic: str, kind: str) -> Score | None:
        """The score of a kind on a topic."""
        cell = self.cells[topic]
        return getattr(cell.scores, kind) if cell else None

    def as_json(self) -> dict[str, Any]:
        """``{"summarizer", "matcher", "original": {"mean", "n"}, ...}``."""
        means = {kind: {"mean": mean.value, "n": mean.n} for kind, mean in self.means.items()}
        return {"summarizer": self.summarizer, "matcher": self.matcher, **means}


def table_rows(scored: Sequence[Scored], topics: Sequence[str]) -> list[TableRow]:
    """A row for each summarizer and matcher, by name; ``topics`` are the keys of the columns.

    Masked peers are left out: who wrote one on each topic is what nobody is to know.
    """
    by_row: dict[tuple[str, str], dict[str, Scored]] = {}
    for one in scored:
        if one.is_masked:
            continue
        by_row.setdefault((one.summarizer, one.matcher), {})[one.topic] = one
    return [
        TableRow(
            summarizer,
            matcher,
            {topic: cells.get(topic) for topic in topics},
            {kind: mean_over_topics(getattr(cells[topic].scores, kind) for topic in cells) for kind in KINDS},
        )
        for (summarizer, matcher), cells in sorted(by_row.items(), key=lambda item: natural_key(*item[0]))
    ]


def natural_key(*names: str) -> list[Any]:
    """Sorts names that are numbers by their value, before all others."""
    return [(not name.isdecimal(), int(name) if name.isdecimal() else 0, name) for name in names]


def sorted_rows(rows: list[TableRow], by: str, *, descending: bool, kind: str) -> list[TableRow]:
    """The rows by ``summarizer``, ``matcher``, ``mean`` or ``topic:KEY``; rows without that number come last."""
    if by == "matcher":
        return sorted(rows, key=lambda row: natural_key(row.matcher), reverse=descending)
    what, _, topic = by.partition(":")
    if what != "mean" and (what != "topic" or not rows or topic not in rows[0].cells):
        return rows[::-1] if descending else rows

    def number(row: TableRow) -> float | None:
        if what == "mean":
            return row.means[kind].value
        score = row.score(topic, kind)
        return score.score if score else None

    numbered = [(value, row) for row in rows if (value := number(row)) is not None]
    ordered = sorted(numbered, key=lambda pair: pair[0], reverse=descending)
    return [row for _, row in ordered] + [row for row in rows if number(row) is None]


def sorted_peers(scored: Sequence[Scored], by: str, *, descending: bool) -> list[Scored]:
    """The peers of a topic by a column of the export, or by summarizer; those without a value come last."""
    if by not in EXPORT_COLUMNS or by == "warnings":
        by = "summarizer"
    valued = [(value, one) for one in scored if (value := one.as_row()[by]) is not None]
    ordered = sorted(
        valued, key=lambda pair: natural_key(pair[0]) if isinstance(pair[0], str) else pair[0], reverse=descending
    )
    return [one for _, one in ordered] + [one for one in scored if one.as_row()[by] is None]
