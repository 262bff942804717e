"""``metrics.jsonl`` of SacreROUGE: the metrics of a summary on each line.

Values range from 0 to 1 and are not percentages. As in SacreROUGE, ``f`` is called "f1", and the names of jackknifed
measures end with ``_jk``.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.short_name import short_name
from scoring.studies.formats.rows import MeasuredRow

TYPES = {"peer": "peer", "model": "reference"}
VALUE_NAMES = {"f": "f1"}
"""SacreROUGE's names of values, where they differ from ours."""


def metrics_lines(rows: Iterable[MeasuredRow]) -> Iterator[str]:
    """Yields lines without line ends, in the order in which summaries first appear. Undefined values are left out."""
    summaries: dict[tuple[str, str, str], dict[str, Any]] = {}
    for row in rows:
        metrics = summaries.setdefault((row.topic, row.summarizer, TYPES[row.kind]), {})
        if row.values:
            metrics[_name(row.measure)] = _metric(row)
    for (topic, summarizer, kind), metrics in summaries.items():
        line = {"instance_id": topic, "summarizer_id": summarizer, "summarizer_type": kind, "metrics": metrics}
        yield json.dumps(line, ensure_ascii=False, allow_nan=False)


def _metric(row: MeasuredRow) -> Any:
    """Returns a number for a measure with only one value, else all values by name."""
    if len(row.measure.values) == 1:
        return row.primary
    return {VALUE_NAMES.get(name, name): value for name, value in row.values.items()}


def _name(measure: Measure) -> str:
    is_jackknifed = ("jack", "yes") in measure.parameters.items
    return f"{short_name(measure, without='jack')}_jk" if is_jackknifed else short_name(measure)
