"""A study as a file: its scores as CSV or SacreROUGE's lines, its document as JSON, or both as a workbook."""

import json
from collections.abc import Iterable, Iterator
from enum import StrEnum
from io import BytesIO
from typing import Any

import numpy as np

from scoring.measures.observation import HUMAN
from scoring.results.exports.tables import Table, two_columns, with_made_by
from scoring.results.exports.texts import csv_pieces
from scoring.results.exports.writing import write_workbook
from scoring.results.reporting.program import this_program
from scoring.studies.data import StudyData
from scoring.studies.document import StudyDocument, StudyPart
from scoring.studies.services import StudyAnswer


class StudyFormat(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"
    SACREROUGE = "sacrerouge"


SUFFIXES = {
    StudyFormat.CSV: "csv",
    StudyFormat.XLSX: "xlsx",
    StudyFormat.JSON: "json",
    StudyFormat.SACREROUGE: "metrics.jsonl",
}
CONTENT_TYPES = {
    StudyFormat.CSV: "text/csv; charset=utf-8",
    StudyFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    StudyFormat.JSON: "application/json",
    StudyFormat.SACREROUGE: "application/x-ndjson",
}

SUMMARY_COLUMNS = ("topic", "summarizer", "kind")
# A column "draws" counts random draws; "neither" counts those that neither of the two columns wins.
PART_SHEETS = {
    "correlations": (
        *("a", "b", "level", "coefficient", "value", "low", "high", "n", "topics_used", "topics_undefined"),
        *("significant_value", "significant_topics_used", "significant_topics_left_out"),
    ),
    "koehn": ("a", "b", "against", "level", "coefficient", "a_wins", "b_wins", "neither", "draws", "exact"),
    "williams": ("a", "b", "against", "t", "df", "p", "p_two_sided"),
    "permutation": ("a", "b", "against", "level", "coefficient", "p", "adjusted", "draws"),
    "ranking": (
        *("column", "rank", "tied", "rank_low", "rank_high", "summarizer", "kind", "mean", "low", "high", "n"),
        *("letters", "exact", "draws"),
    ),
    "disagreements": ("a", "b", "topic", "summarizer", "value_a", "value_b", "rank_a", "rank_b", "summarizers"),
}
"""The sheets that list entries of the study and of its groups: the columns of each, after a first column "group"."""


def study_file(answer: StudyAnswer, file_format: StudyFormat, *, wide: bool = False) -> bytes:
    """Returns the content of the file. ``wide``: whether CSV has a column for each column of the study; otherwise it
    has a row for each score. The answer must have a result.
    """
    document, data = answer.document, answer.data
    if document is None or data is None:
        raise ValueError(answer.refusal)
    if file_format is StudyFormat.JSON:
        return answer.text.encode()
    if file_format is StudyFormat.SACREROUGE:
        return "".join(f"{line}\n" for line in _metrics_lines(data)).encode()
    if file_format is StudyFormat.CSV:
        source = {"project": answer.study.project.slug, "study": answer.study.number, "digest": document["digest"]}
        made_by = this_program().with_settings(source)
        table = with_made_by(_wide_table(data) if wide else _long_table(data), made_by)
        return "".join(csv_pieces(table)).encode()
    out = BytesIO()
    write_workbook(out, _sheets(answer, document, data))
    return out.getvalue()


def _scores(data: StudyData) -> Iterator[tuple[dict[str, str], list[float | None]]]:
    """Yields, for each summary with a score, its SUMMARY_COLUMNS and its score in each column of the study."""
    table = data.table
    for topic_index, topic in enumerate(table.topics):
        for index, summarizer in enumerate(table.summarizers):
            values = [None if np.isnan(value) else value for value in table.values[:, index, topic_index].tolist()]
            if any(value is not None for value in values):
                kind = HUMAN if summarizer in data.people else "peer"
                yield dict(zip(SUMMARY_COLUMNS, (topic, summarizer, kind), strict=True)), values


def _long_table(data: StudyData) -> Table:
    columns = data.columns
    rows = (
        {**summary, "name": column.name, "value": value, "signature": column.signature}
        for summary, values in _scores(data)
        for column, value in zip(columns, values, strict=True)
    )
    return Table((*SUMMARY_COLUMNS, "name", "value", "signature"), rows)


def _wide_table(data: StudyData) -> Table:
    names = data.table.columns
    rows = ({**summary, **dict(zip(names, values, strict=True))} for summary, values in _scores(data))
    return Table((*SUMMARY_COLUMNS, *names), rows)


def _metrics_lines(data: StudyData) -> Iterator[str]:
    """Yields the lines of ``metrics.jsonl`` of SacreROUGE. Missing scores are left out."""
    for summary, values in _scores(data):
        metrics = {name: value for name, value in zip(data.table.columns, values, strict=True) if value is not None}
        line = {
            "instance_id": summary["topic"],
            "summarizer_id": summary["summarizer"],
            "summarizer_type": "reference" if summary["kind"] == HUMAN else "peer",
            "metrics": metrics,
        }
        yield json.dumps(line, ensure_ascii=False, allow_nan=False)


def _sheets(answer: StudyAnswer, document: StudyDocument, data: StudyData) -> dict[str, Table]:
    """Returns the sheets of the workbook by name."""
    parts: list[tuple[str, StudyPart]] = [("", document), *((group["name"], group) for group in document["groups"])]
    names = [column["name"] for column in document["columns"]]
    means = (
        {"group": group, "summarizer": summarizer, **dict(zip(names, means, strict=True))}
        for group, part in parts
        for summarizer, *means in zip(part["summarizers"], *part["means"], strict=True)
    )
    sheets = {"scores": _wide_table(data), "means": Table(("group", "summarizer", *names), means)}
    for name, columns in PART_SHEETS.items():
        rows = [
            {"group": group, **{column: _cell(entry.get(column)) for column in columns}}
            for group, part in parts
            for entry in _entries(part, name)
        ]
        if rows:
            sheets[name] = Table(("group", *columns), rows)
    sheets["columns"] = Table(("name", "kind", "signature"), document["columns"])
    sheets["settings"] = two_columns(("setting", "value"), _settings(answer, document))
    return sheets


def _entries(part: StudyPart, name: str) -> Iterable[dict[str, Any]]:
    """Returns what the part has under this name, such as "koehn", as flat rows: a row per summarizer for a ranking."""
    entries: Any = part[name]  # type: ignore[literal-required]
    if name == "ranking":
        return [{**ranking, **row} for ranking in entries for row in ranking["summarizers"]]
    if name == "correlations":
        return [
            {**entry, **{f"significant_{key}": value for key, value in entry.get("significant", {}).items()}}
            for entry in entries
        ]
    return list(entries)


def _cell(value: Any) -> Any:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _settings(answer: StudyAnswer, document: StudyDocument) -> Iterator[tuple[str, Any]]:
    program = this_program()
    yield "version", document["version"]
    yield "date", program.day.isoformat()
    yield "project", answer.study.project.slug
    yield "study", answer.study.number
    yield "title", answer.study.title
    yield "digest", document["digest"]
    for name, value in document["definition"].items():
        yield name, value if isinstance(value, int | str) and not isinstance(value, bool) else json.dumps(value)
    for warning in document["warnings"]:
        yield "note", warning
