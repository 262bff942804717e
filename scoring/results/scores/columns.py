"""Rows of observations in the columns of exports and of the API (DESIGN §5)."""

from collections.abc import Iterable
from typing import Any

from scoring.measures.observation import Measure, Row
from scoring.measures.pyramid_scores import COUNTS, MEASURES


def long_columns(measures: Iterable[Measure], counts: Iterable[str] = ()) -> tuple[str, ...]:
    """The columns of a table with a row a summary and judge: whose it is, counts, each measure with its details."""
    return (
        *("project", "topic", "summarizer", "kind", "matcher", "pyramid_owner", "release", "revision", "state"),
        *counts,
        *(f"{one.name}{detail}" for one in measures for detail in ("", *(f"_{name}" for name in one.details))),
        *("rounding", "weight_source", "warnings"),
    )


PEER_COLUMNS = long_columns(MEASURES.values(), COUNTS)
"""The columns of pyramid scores."""


def as_row(row: Row, columns: Iterable[str]) -> dict[str, Any]:
    """The values of the ``columns``; ``warnings`` a list of sentences."""
    origin, subject = row.origin, row.origin.subject
    values: dict[str, Any] = {
        "project": subject.project,
        "topic": subject.topic,
        "summarizer": subject.summarizer,
        "kind": subject.kind,
        "matcher": origin.judge,
        "pyramid_owner": origin.basis.owner,
        "release": origin.basis.number,
        "revision": origin.revision,
        "state": origin.state,
        **origin.counts,
        "rounding": origin.rounding,
        "weight_source": origin.basis.source,
        "warnings": list(origin.warnings),
    }
    for name, one in row.values.items():
        values[name] = one.value
        values |= {f"{name}_{detail}": number for detail, number in one.details.items()}
    return {column: values[column] for column in columns}
