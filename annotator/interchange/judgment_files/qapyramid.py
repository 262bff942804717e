"""Reads the judgments of QAPyramid: which question-answer pairs of a reference crowd workers see in a summary."""

from collections.abc import Mapping
from typing import Any

from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile, Reading
from annotator.interchange.judgment_files.records import BadRecord, json_value, mapping
from annotator.judgments.table import JudgmentRow
from annotator.tables.csv_records import TableError

QUESTION = "present"


def read_qapyramid(data: bytes) -> JudgmentFile:
    """Returns question-answer pairs as statements under a heading for each verb, and the workers' judgments.

    The file consists of nested objects: systems, their documents, the verbs of a document (named by document and
    number), and the pairs of a verb. Each pair has a list of ``[worker, 0 or 1]``. Raises TableError with all errors.
    """
    systems = json_value(data)
    if not isinstance(systems, dict):
        raise TableError(["The file is not a JSON object of systems."])
    reading, keys = Reading(), dict[tuple[str, str, str], str]()
    for system in systems:
        try:
            documents = mapping(systems, system)
            for topic in documents:
                verbs = mapping(documents, topic)
                for verb in verbs:
                    _read_verb(reading, keys, system, topic, verb, mapping(verbs, verb))
        except BadRecord as error:
            reading.refuse(f"System {system[:40]}", str(error))
    return reading.result()


def _read_verb(
    reading: Reading,
    keys: dict[tuple[str, str, str], str],
    system: str,
    topic: str,
    verb: str,
    pairs: Mapping[str, Any],
) -> None:
    """Add the pairs of a verb and their judgments. ``keys``: the keys of all pairs so far, by topic, verb and text."""
    place = f"{system[:40]}, {verb[:40]}"
    for pair, votes in pairs.items():
        if (topic, verb, pair) not in keys:
            number = 1 + sum(known[:2] == (topic, verb) for known in keys)
            keys[topic, verb, pair] = f"{verb}.{number}"
        key = keys[topic, verb, pair]
        reading.add_item(ItemRow(topic, "", "statements", "", key, pair, heading=verb), place)
        for worker, value in _votes(pair, votes):
            reading.add(JudgmentRow("", topic, system, "peer", worker, "", QUESTION, key, value), place)


def _votes(pair: str, votes: Any) -> list[tuple[str, int]]:
    """Returns the worker and the value of each vote. Raises BadRecord."""
    if not isinstance(votes, list):
        raise BadRecord(f"the judgments of “{pair[:60]}” are not a list.")
    parsed = []
    for vote in votes:
        match vote:
            case [str() | int() as worker, int() as value] if value in (0, 1) and not isinstance(worker, bool):
                parsed.append((str(worker), int(value)))
            case _:
                raise BadRecord(f"a judgment of “{pair[:60]}” is not a worker with 0 or 1.")
    return parsed
