"""The values of one measure for one summary, and the means of a summarizer."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.short_name import short_name
from scoring.measures.automatic.signature import format_signature


@dataclass(frozen=True, slots=True)
class MeasuredRow:
    """``kind``: "peer" or "model". ``values``: by name; empty if undefined, with the reason ``undefined``."""

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
    """The plain means of a summarizer over the ``topics`` where the measure is defined."""

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


def means(rows: Iterable[MeasuredRow]) -> list[MeanRow]:
    """The means, in the order in which summarizers and measures first appear."""
    groups: dict[tuple[str, str, Measure], list[MeasuredRow]] = {}
    for row in rows:
        groups.setdefault((row.summarizer, row.kind, row.measure), []).append(row)
    return [_mean(*key, group) for key, group in groups.items()]


def _mean(summarizer: str, kind: str, measure: Measure, rows: Sequence[MeasuredRow]) -> MeanRow:
    defined = [row.values for row in rows if row.values]
    values = {name: fsum(one[name] for one in defined) / len(defined) for name in measure.values} if defined else {}
    return MeanRow(summarizer, kind, measure, values, len(defined), len(rows) - len(defined))


def measures_as_json(measures: Iterable[Measure]) -> list[dict[str, Any]]:
    return [
        {"signature": format_signature(one), "name": short_name(one), "values": list(one.values)} for one in measures
    ]


VALUE_COLUMNS = ("topic", "summarizer", "kind", "name", "value", "undefined", "signature")


def value_rows(rows: Iterable[MeasuredRow]) -> Iterator[dict[str, Any]]:
    """A row with VALUE_COLUMNS for each value. ``name``: the short name of the value, which is that of the measure for
    its primary value.
    """
    for row in rows:
        common = {"topic": row.topic, "summarizer": row.summarizer, "kind": row.kind, "undefined": row.undefined}
        signature = format_signature(row.measure)
        for value in row.measure.values:
            name = short_name(row.measure, value)
            yield {**common, "name": name, "value": row.values.get(value), "signature": signature}


def table_rows(rows: Iterable[MeasuredRow | MeanRow]) -> Iterator[dict[str, Any]]:
    """For each summary, or summarizer, a row with the primary value of each measure by its short name."""
    tables: dict[tuple[str, ...], dict[str, Any]] = {}
    for row in rows:
        topic = row.topic if isinstance(row, MeasuredRow) else ""
        table = tables.setdefault(
            (topic, row.kind, row.summarizer), {"topic": topic, "summarizer": row.summarizer, "kind": row.kind}
        )
        table[short_name(row.measure)] = row.values.get(row.measure.primary)
        if isinstance(row, MeanRow):
            table["topics"] = max(row.topics, table.get("topics", 0))
    yield from tables.values()
