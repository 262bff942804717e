"""Rows of values, one for each summary and measure, and rows of means, one for each summarizer and measure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, isnan
from typing import Any

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.short_name import short_name
from scoring.measures.automatic.signature import format_signature
from scoring.measures.automatic.topic_texts import Need
from scoring.stats.arrays import Floats


@dataclass(frozen=True, slots=True)
class MeasuredRow:
    """The values of one measure for one summary. ``kind``: "peer" or "model". ``values``: by name, without those that
    are undefined; ``undefined``: why these are undefined, or "". ``in_training``: whether the measure was trained on
    this summary.
    """

    topic: str
    summarizer: str
    kind: str
    measure: Measure
    values: Mapping[str, float]
    undefined: str = ""
    in_training: bool = False

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
            **({"in_training": self.in_training} if Need.TRAINED in self.measure.needs else {}),
        }


@dataclass(frozen=True, slots=True)
class MeanRow:
    """The plain means of one measure for one summarizer, each over the topics where it is defined. ``topics``: the
    number of topics where the primary value is defined; ``undefined``: the number of the others; ``in_training``: the
    number of defined primary values of summaries that the measure was trained on.
    """

    summarizer: str
    kind: str
    measure: Measure
    values: Mapping[str, float]
    topics: int
    undefined: int
    in_training: int = 0

    def as_json(self) -> dict[str, Any]:
        return {
            "summarizer": self.summarizer,
            "kind": self.kind,
            "measure": short_name(self.measure),
            **{value: self.values.get(value) for value in self.measure.values},
            "topics": self.topics,
            "undefined": self.undefined,
            **({"in_training": self.in_training} if Need.TRAINED in self.measure.needs else {}),
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
    in_training = sum(row.in_training and row.primary is not None for row in rows)
    return MeanRow(summarizer, kind, measure, values, count, len(rows) - count, in_training)


def measures_as_json(measures: Iterable[Measure]) -> list[dict[str, Any]]:
    return [
        {"signature": format_signature(measure), "name": short_name(measure), "values": list(measure.values)}
        for measure in measures
    ]


VALUE_COLUMNS = ("topic", "summarizer", "kind", "name", "value", "undefined", "signature")
IN_TRAINING = "in_training"
"""Whether a trained measure was trained on the summary."""


def value_columns(measures: Iterable[Measure]) -> tuple[str, ...]:
    """Returns the columns of `value_rows` for these measures; only trained measures need the column ``in_training``."""
    has_trained = any(Need.TRAINED in measure.needs for measure in measures)
    return (*VALUE_COLUMNS, IN_TRAINING) if has_trained else VALUE_COLUMNS


def value_rows(rows: Iterable[MeasuredRow]) -> Iterator[dict[str, Any]]:
    """Yields a row with VALUE_COLUMNS and IN_TRAINING for each value. ``name``: the short name of the value; for the
    primary value, the short name of the measure. ``in_training``: "yes" or "no"; "" for other measures.
    """
    for row in rows:
        common = {"topic": row.topic, "summarizer": row.summarizer, "kind": row.kind, "undefined": row.undefined}
        is_trained = Need.TRAINED in row.measure.needs
        common[IN_TRAINING] = ("no", "yes")[row.in_training] if is_trained else ""
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
