"""Reads and writes LitePyramid's files: lists of SCUs, and crowd workers' answers about up to 16 SCUs per row."""

import json
import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from annotator.interchange.judgment_files.cells import BadCell, Cells, table_rows, yes_or_no
from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile, Reading, TextRow
from annotator.judgments.table import JudgmentRow
from annotator.tables.csv_output import csv_text

QUESTION = "present"
SCU_COLUMNS = ("eventId", "questionId", "questionText", "answer", "author", "sourceSummaryId", "forUse")
STATEMENTS_IN_ROW = 16
BLANK = "BLANK"
"""The content of a statement column without a statement."""
RESULT_COLUMNS = (
    "WorkerId",
    "Input.eventId",
    "Input.summaryId",
    "Input.qIdList",
    "Input.summary_text",
    *(f"Input.statement_{number}" for number in range(1, STATEMENTS_IN_ROW + 1)),
    *(f"Answer.S{number}Answer" for number in range(1, STATEMENTS_IN_ROW + 1)),
)

_ANSWERS = {"p": 1, "n": 0}
_LETTERS = {value: letter for letter, value in _ANSWERS.items()}  # the inverse of _ANSWERS
_KEY = r"""'[^'\\]*'|"(?:[^"\\]|\\.)*"|\d+"""
_ANY_KEY = re.compile(rf"{_KEY}")
_KEY_LIST = re.compile(rf"\[\s*(?:(?:{_KEY})\s*(?:,\s*(?:{_KEY})\s*)*)?\]", re.ASCII)


def read_scus(data: bytes) -> JudgmentFile:
    """Returns the SCUs as statements, each with the summary that it is from. Raises TableError with all errors.

    SCUs that are false in the column ``forUse`` are shown to judges, but not judged.
    """
    reading = Reading()
    for place, cells in table_rows(data, required=("eventid", "questionid", "questiontext")):
        try:
            if isinstance(cells, str):
                raise BadCell(cells)
            item = ItemRow(
                topic=cells["eventid"],
                list="",
                source="statements",
                summarizer=cells.get("sourcesummaryid", ""),
                key=cells["questionid"],
                text=cells["questiontext"],
                judged=yes_or_no(cells, "foruse", default=True),
            )
            reading.add_item(item, place)
        except BadCell as error:
            reading.refuse(place, str(error))
    return reading.result(if_empty="The table has no SCUs.")


def write_scus(items: Iterable[ItemRow]) -> str:
    records = (
        {
            "eventId": item.topic,
            "questionId": item.key,
            "questionText": item.text,
            "answer": "",
            "author": "",
            "sourceSummaryId": item.summarizer,
            "forUse": "1" if item.judged else "0",
        }
        for item in items
    )
    return csv_text(SCU_COLUMNS, records)


def read_results(data: bytes, *, scus: Sequence[ItemRow] = ()) -> JudgmentFile:
    """Returns the answers of crowd workers, the summaries, and the statements. Raises TableError with all errors.

    ``scus``: the known SCUs. If a topic has known SCUs, rows with other statements about it are refused. Without a
    column ``WorkerId``, rows about the same statements of a summary are attributed to ``w1``, ``w2``, ... in order.
    """
    reading = Reading()
    known_texts = {(item.topic, item.key): item.text for item in scus}
    known_topics = {item.topic for item in scus}
    row_counts: dict[tuple[str, str, tuple[str, ...]], int] = {}
    for place, cells in table_rows(data, required=("input.eventid", "input.summaryid", "input.qidlist")):
        if reading.has_too_many_errors:
            break
        try:
            if isinstance(cells, str):
                raise BadCell(cells)
            topic, summary, keys = cells["input.eventid"], cells["input.summaryid"], _keys(cells["input.qidlist"])
            number = row_counts[topic, summary, keys] = row_counts.get((topic, summary, keys), 0) + 1
            judge = cells.get("workerid", f"w{number}")
            for key, text, value in _answers(cells, keys):
                if topic in known_topics and known_texts.get((topic, key)) != text:
                    raise BadCell(f"the statement {key} of event {topic} differs from that in the list of SCUs.")
                reading.add_item(ItemRow(topic, "", "statements", "", key, text), place)
                row = JudgmentRow("", topic, summary, "peer", judge, "", QUESTION, key, value)
                reading.add(row, place)
            if cells.get("input.summary_text"):
                reading.add_text(TextRow(topic, "peer", summary, cells["input.summary_text"]), place)
        except BadCell as error:
            reading.refuse(place, str(error))
    if row_counts and not _has_worker_column(data):
        reading.repair(
            "All lines", "there is no column WorkerId; judges are named w1, w2 ... in the order of the rows."
        )
    return reading.result()


def write_results(content: JudgmentFile) -> str:
    """Returns a CSV table. Each row has up to 16 answers of one judge about one summary."""
    texts = {(text.topic, text.name): text.text for text in content.texts if text.kind == "peer"}
    statements = {(item.topic, item.key): item.text for item in content.items}
    rows_by_sheet: dict[tuple[str, str, str], list[JudgmentRow]] = {}
    for row in content.rows:
        rows_by_sheet.setdefault((row.topic, row.summarizer, row.judge), []).append(row)
    records = []
    for (topic, summary, judge), rows in rows_by_sheet.items():
        remaining = iter(rows)
        while batch := list(islice(remaining, STATEMENTS_IN_ROW)):
            record: dict[str, Any] = dict.fromkeys(RESULT_COLUMNS, "")
            record |= {f"Input.statement_{number}": BLANK for number in range(1, STATEMENTS_IN_ROW + 1)}
            record |= {"WorkerId": judge, "Input.eventId": topic, "Input.summaryId": summary}
            record["Input.qIdList"] = json.dumps([row.item for row in batch], ensure_ascii=False)
            record["Input.summary_text"] = texts.get((topic, summary), "")
            for number, row in enumerate(batch, start=1):
                record[f"Input.statement_{number}"] = statements[topic, row.item]
                record[f"Answer.S{number}Answer"] = "" if row.value is None else _LETTERS[row.value]
            records.append(record)
    return csv_text(RESULT_COLUMNS, records)


def _keys(cell: str) -> tuple[str, ...]:
    """Returns the keys in a list such as ``['q1', 'q2']``, without evaluating it as Python code. Raises BadCell."""
    if not _KEY_LIST.fullmatch(cell):
        raise BadCell(f"Input.qIdList “{cell[:40]}” is not a list of keys.")
    try:
        return tuple(json.loads(key) if key.startswith('"') else key.strip("'") for key in _ANY_KEY.findall(cell))
    except ValueError:
        raise BadCell(f"Input.qIdList “{cell[:40]}” has a key with a wrong escape.") from None


def _answers(cells: Cells, keys: tuple[str, ...]) -> list[tuple[str, str, int | None]]:
    """Returns the key, statement and answer for each statement of a row. Raises BadCell."""
    if len(keys) > STATEMENTS_IN_ROW or cells.get(f"answer.s{STATEMENTS_IN_ROW + 1}answer"):
        raise BadCell(f"it has more than {STATEMENTS_IN_ROW} statements or answers.")
    answers = []
    for number in range(1, STATEMENTS_IN_ROW + 1):
        statement = cells.get(f"input.statement_{number}", "")
        answer = cells.get(f"answer.s{number}answer", "").lower()
        is_asked = statement not in ("", BLANK)
        if is_asked != (number <= len(keys) and keys[number - 1] != BLANK):
            raise BadCell(f"Input.qIdList and statement {number} do not agree on what is asked.")
        if answer and (answer not in _ANSWERS or not is_asked):
            raise BadCell(
                f"answer {number} is “{answer[:20]}”; it must be p, n or empty, and empty without a statement."
            )
        if is_asked:
            answers.append((keys[number - 1], statement, _ANSWERS.get(answer)))
    return answers


def _has_worker_column(data: bytes) -> bool:
    return b"workerid" in data.partition(b"\n")[0].lower()
