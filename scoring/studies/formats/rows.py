"""Rows of values, one for each summary and measure, and rows of means, one for each summarizer and measure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, isnan
from typing import Any

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.short_name import short_name
from scoring.measures.automatic.signature import format_signature
from scoring.stats.arrays import Floats


@dataclass(frozen=True, slots=True)
class MeasuredRow:
    """The values of one measure for one summary. ``kind``: "peer" or "model". ``values``: by name, without those that
    are undefined; ``undefined``: why these are undefined, or "".
    """

    topic: str
    summarizer: str
    kind: str
    measure: Measure
    values: Mapping[str, float]
    undefined: str = ""

    @property
    def primary(self) -> float | None:
        return self.values.get(self.measure.primary)

    def as_json(self) -> dict[str, Any]:
        return {
            "topic": self.topic,
            "summarizer": self.summarizer,
            "kind": self.kind,
            "measure": short_name(self.measure),
            **{value: self.values.get(value) for value in self.measure.values},
            "undefined": self.undefined or None,
        }


@dataclass(frozen=True, slots=True)
class MeanRow:
    """The plain means of one measure for one summarizer, each over the topics where it is defined. ``topics``: the
    number of topics where the primary value is defined; ``undefined``: the number of the others.
    """

    summarizer: str
    kind: str
    measure: Measure
    values: Mapping[str, float]
    topics: int
    undefined: int

    def as_json(self) -> dict[str, Any]:
        return {
            "summarizer": self.summarizer,
            "kind": self.kind,
            "measure": short_name(self.measure),
            **{value: self.values.get(value) for value in self.measure.values},
            "topics": self.topics,
            "undefined": self.undefined,
        }


def defined_values(measure: Measure, values: Floats) -> dict[str, float]:
    """Returns the values that are not NaN, by name. ``values``: float64[values of the measure]."""
    by_name = zip(measure.values, values.tolist(), strict=True)
    return {name: value for name, value in by_name if not isnan(value)}


def means(rows: Iterable[MeasuredRow]) -> list[MeanRow]:
    """Returns the means, in the order in which summarizers and measures first appear."""
    groups: dict[tuple[str, str, Measure], list[MeasuredRow]] = {}
    for row in rows:
        groups.setdefault((row.summarizer, row.kind, row.measure), []).append(row)
    return [_mean(*key, group) for key, group in groups.items()]


def _mean(summarizer: str, kind: str, measure: Measure, rows: Sequence[MeasuredRow]) -> MeanRow:
    values = {}
    for name in measure.values:
        if defined := [row.values[name] for row in rows if name in row.values]:
            values[name] = fsum(defined) / len(defined)
    count = sum(row.primary is not None for row in rows)
    return MeanRow(summarizer, kind, measure, values, count, len(rows) - count)


def measures_as_json(measures: Iterable[Measure]) -> list[dict[str, Any]]:
    return [
        {"signature": format_signature(measure), "name": short_name(measure), "values": list(measure.values)}
        for measure in measures
    ]


VALUE_COLUMNS = ("topic", "summarizer", "kind", "name", "value", "undefined", "signature")


def value_rows(rows: Iterable[MeasuredRow]) -> Iterator[dict[str, Any]]:
    """Yields a row with VALUE_COLUMNS for each value. ``name``: the short name of the value; for the primary value,
    the short name of the measure.
    """
    for row in rows:
        common = {"topic": row.topic, "summarizer": row.summarizer, "kind": row.kind, "undefined": row.undefined}
        signature = format_signature(row.measure)
        for value in row.measure.values:
            name = short_name(row.measure, value)
            yield {**common, "name": name, "value": row.values.get(value), "signature": signature}


def table_rows(rows: Iterable[MeasuredRow | MeanRow]) -> Iterator[dict[str, Any]]:
    """Yields a row for each summary or, if the rows are of means, for each summarizer. A row has the primary value of
    each measure under the short name of the measure.
    """
    rows_by_summary: dict[tuple[str, ...], dict[str, Any]] = {}
    for row in rows:
        topic = row.topic if isinstance(row, MeasuredRow) else ""
        table_row = rows_by_summary.setdefault(
            (topic, row.kind, row.summarizer), {"topic": topic, "summarizer": row.summarizer, "kind": row.kind}
        )
        table_row[short_name(row.measure)] = row.values.get(row.measure.primary)
        if isinstance(row, MeanRow):
            table_row["topics"] = max(row.topics, table_row.get("topics", 0))
    yield from rows_by_summary.values()
