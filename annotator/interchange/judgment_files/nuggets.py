"""Reads and writes nuggets as JSON Lines: banks of nuggets, judged answers, answers, and their scores (TREC RAG)."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from annotator.interchange.judgment_files.auto_judge_banks import auto_judge_nuggets
from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile, Reading, TextRow
from annotator.interchange.judgment_files.records import BadRecord, objects, text_field
from annotator.judgments.table import JudgmentRow
from annotator.tables.csv_records import decode_table
from annotator.tables.json_records import json_records

QUESTION = "support"
VALUES = {"not_support": 0, "partial_support": 1, "support": 2}
IMPORTANCE = ("vital", "okay", "")
MAX_LINE_VALUES = 20_000

METRICS = ("strict_vital", "strict_all", "vital", "all")
_ASSIGNMENTS = {value: word for word, value in VALUES.items()}


@dataclass(frozen=True, slots=True)
class NuggetScores:
    """The scores of a topic's answer; None if undefined."""

    topic: str
    strict_vital: float | None
    strict_all: float | None
    vital: float | None
    all: float | None


def read_bank(data: bytes) -> JudgmentFile:
    """Returns the nuggets of each topic, numbered from 1, and its query. Raises TableError with all errors.

    Banks of TREC's AutoJudge (version 3) are read too. A repeated nugget of a topic counts once.
    """

    def read(reading: Reading, place: str, record: Mapping[str, Any]) -> None:
        is_auto_judge = "claim_bank" in record or "nugget_bank" in record
        topic = text_field(record, "query_id" if is_auto_judge else "qid")
        query = text_field(record, "title_query" if is_auto_judge else "query", optional=True)
        nuggets = auto_judge_nuggets(reading, place, record) if is_auto_judge else objects(record, "nuggets")
        _add_query(reading, place, topic, query)
        keys = {item.text: item.key for item in reading.items if item.topic == topic}
        for nugget in nuggets:
            item = _nugget(topic, str(len(keys) + 1), nugget)
            if item.text in keys:
                reading.repair(place, f"the nugget “{item.text[:60]}” is there twice; it counts once.")
                continue
            keys[item.text] = item.key
            reading.add_item(item, place)

    return _read(data, read, if_empty="The file has no nuggets.")


def write_bank(bank: JudgmentFile) -> str:
    """Returns one line for each topic."""
    queries = {text.topic: text.text for text in bank.texts if text.kind == "statement"}
    by_topic: dict[str, list[ItemRow]] = {}
    for item in bank.items:
        by_topic.setdefault(item.topic, []).append(item)
    return _lines(
        {"qid": topic, "query": queries.get(topic, ""), "nuggets": [_nugget_record(item) for item in items]}
        for topic, items in by_topic.items()
    )


def read_assignments(data: bytes, *, judge: str, bank: Sequence[ItemRow] = ()) -> JudgmentFile:
    """Returns the judgments of one judge about answers, and the answers. Raises TableError with all errors.

    ``bank``: the known nuggets, which are matched by their text. If a topic has nuggets in the bank, other nuggets in
    the file are refused; otherwise the file's nuggets are added, numbered in the order in which they first occur. If a
    line judges a passage instead of an answer, the passage is read as an answer named by its ``docid``.
    """
    items = {(item.topic, item.text.strip()): item for item in bank}
    topics_of_bank = {item.topic for item in bank}

    def read(reading: Reading, place: str, record: Mapping[str, Any]) -> None:
        topic = text_field(record, "qid")
        is_passage = "candidate_text" in record
        name = text_field(record, "docid" if is_passage else "run_id")
        answer = text_field(record, "candidate_text" if is_passage else "answer_text", optional=True)
        _add_query(reading, place, topic, text_field(record, "query", optional=True))
        if answer.strip():
            reading.add_text(TextRow(topic, "peer", name, answer), place)
        for nugget in objects(record, "nuggets"):
            item = _matched_item(reading, place, items, topic, nugget, adds_missing=topic not in topics_of_bank)
            assignment = text_field(nugget, "assignment")
            if assignment not in VALUES:
                raise BadRecord(f"the assignment “{assignment[:30]}” is none of {', '.join(VALUES)}.")
            value = VALUES[assignment]
            if item is not None:
                reading.add(JudgmentRow("", topic, name, "peer", judge, "", QUESTION, item.key, value), place)

    return _read(data, read, if_empty="The file has no judged answers.")


def write_assignments(content: JudgmentFile) -> str:
    """Returns one line for each judged answer. The format names no judge: several judges raise ValueError.

    Nuggets without a value are left out.
    """
    if len({row.judge for row in content.rows}) > 1:
        raise ValueError("Assignments of several judges need a file each.")
    items = {(item.topic, item.key): item for item in content.items}
    answers = {(text.topic, text.name): text.text for text in content.texts if text.kind == "peer"}
    queries = {text.topic: text.text for text in content.texts if text.kind == "statement"}
    by_answer: dict[tuple[str, str], list[JudgmentRow]] = {}
    for row in content.rows:
        if row.value is not None:
            by_answer.setdefault((row.topic, row.summarizer), []).append(row)
    return _lines(
        {
            "qid": topic,
            "query": queries.get(topic, ""),
            "run_id": name,
            "answer_text": answers.get((topic, name), ""),
            "nuggets": [
                {**_nugget_record(items[topic, row.item]), "assignment": _ASSIGNMENTS[row.value or 0]} for row in rows
            ],
        }
        for (topic, name), rows in by_answer.items()
    )


def read_answers(data: bytes, *, run: str = "") -> JudgmentFile:
    """Returns the answers as texts with one sentence per line. Raises TableError with all errors.

    ``run``: the name of answers whose line has no ``run_id``.
    """

    def read(reading: Reading, place: str, record: Mapping[str, Any]) -> None:
        sentences = [" ".join(text_field(sentence, "text").split()) for sentence in objects(record, "answer")]
        name = text_field(record, "run_id", optional=bool(run)) or run
        text = "\n".join(sentence for sentence in sentences if sentence)
        reading.add_text(TextRow(text_field(record, "topic_id"), "peer", name, text), place)

    return _read(data, read, if_empty="The file has no answers.")


def write_answers(texts: Iterable[TextRow]) -> str:
    """Returns one line for each answer, whose sentences are the lines of the text."""
    return _lines(
        {
            "topic_id": text.topic,
            "run_id": text.name,
            "answer": [{"text": line} for line in text.text.split("\n") if line.strip()],
        }
        for text in texts
        if text.kind == "peer"
    )


def write_metrics(scores: Sequence[NuggetScores]) -> str:
    """Returns one line for the scores of each topic, and one for their means. Undefined scores are null."""
    means = NuggetScores("all", *(_mean([getattr(topic_scores, name) for topic_scores in scores]) for name in METRICS))
    return _lines(
        {"qid": row.topic, **{f"{name}_score": getattr(row, name) for name in METRICS}} for row in (*scores, means)
    )


def _mean(scores: Iterable[float | None]) -> float | None:
    """Returns the mean of the defined scores; None if all are undefined."""
    defined = [score for score in scores if score is not None]
    return fmean(defined) if defined else None


def _read(data: bytes, read: Callable[[Reading, str, Mapping[str, Any]], None], *, if_empty: str) -> JudgmentFile:
    """Calls ``read`` with each line's record and place, and returns the content that it adds. Raises TableError.

    ``if_empty``: the error message for a file without content.
    """
    reading = Reading()
    for number, record in json_records(decode_table(data), max_values=MAX_LINE_VALUES):
        place = f"Line {number}"
        if reading.has_too_many_errors:
            break
        try:
            if isinstance(record, str):
                raise BadRecord(record)
            read(reading, place, record)
        except BadRecord as error:
            reading.refuse(place, str(error))
    return reading.result(if_empty=if_empty)


def _add_query(reading: Reading, place: str, topic: str, query: str) -> None:
    if query.strip():
        reading.add_text(TextRow(topic, "statement", "", query), place)


def _nugget(topic: str, key: str, record: Mapping[str, Any]) -> ItemRow:
    importance = text_field(record, "importance", optional=True).lower()
    if importance not in IMPORTANCE:
        raise BadRecord(f"the importance “{importance[:30]}” is neither vital nor okay.")
    text = text_field(record, "text").strip()
    return ItemRow(topic, "", "statements", "", key, text, importance=importance)


def _nugget_record(item: ItemRow) -> dict[str, str]:
    return {"text": item.text, **({"importance": item.importance} if item.importance else {})}


def _matched_item(
    reading: Reading,
    place: str,
    items: dict[tuple[str, str], ItemRow],
    topic: str,
    record: Mapping[str, Any],
    *,
    adds_missing: bool,
) -> ItemRow | None:
    """Returns the known nugget with the text of the record.

    If there is none, the record's nugget is added to ``items`` if ``adds_missing``; otherwise an error is recorded and
    None is returned.
    """
    nugget = _nugget(topic, "", record)
    item = items.get((topic, nugget.text))
    if item is None and adds_missing:
        key = str(1 + sum(other.topic == topic for other in items.values()))
        item = items[topic, nugget.text] = _nugget(topic, key, record)
    if item is None:
        reading.refuse(place, f"topic {topic} has no nugget “{nugget.text[:60]}”.")
    elif nugget.importance not in ("", item.importance):
        reading.repair(place, f"the nugget “{nugget.text[:60]}” is {item.importance or 'not rated'} in the bank.")
    if item is not None and adds_missing:
        reading.add_item(item, place)
    return item


def _lines(records: Iterable[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
