"""Reads the nugget banks of TREC's AutoJudge (``format_version`` 3): claims, and questions with their gold answers."""

from collections.abc import Mapping
from typing import Any

from annotator.interchange.judgment_files.reading import Reading
from annotator.interchange.judgment_files.records import BadRecord, mapping, text_field

_CLAIM_FIELDS = {"claim", "claim_id", "importance", "query_id"}
_QUESTION_FIELDS = {"question", "question_id", "answers", "importance", "query_id"}
_BANK_FIELDS = {"query_id", "title_query", "format_version", "nugget_bank", "claim_bank"}
_LOST = "lost"


def auto_judge_nuggets(reading: Reading, place: str, bank: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Returns claims and questions as nuggets of a plain bank. Reports how many values a plain bank cannot hold.

    A question's text is followed by its gold answers, separated by " / ". Raises BadRecord.
    """
    lost_count = _unread_count(bank, _BANK_FIELDS)
    nuggets = []
    for claim in _entries(bank, "claim_bank"):
        lost_count += _unread_count(claim, _CLAIM_FIELDS)
        nuggets.append({"text": text_field(claim, "claim"), **_importance(claim)})
    for question in _entries(bank, "nugget_bank"):
        lost_count += _unread_count(question, _QUESTION_FIELDS)
        answers = mapping(question, "answers")
        lost_count += sum(_unread_count(answer, {"answer"}) for answer in answers.values() if isinstance(answer, dict))
        text = f"{text_field(question, 'question')} {' / '.join(answers)}".strip()
        nuggets.append({"text": text, **_importance(question)})
    lost_count += sum(1 for nugget in nuggets if nugget.pop(_LOST, None))
    if lost_count:
        reading.repair(place, f"{lost_count} values of the bank, such as references and creators, have no place here.")
    return nuggets


def _entries(bank: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    entries = list(mapping(bank, name).values())
    if not all(isinstance(entry, dict) for entry in entries):
        raise BadRecord(f"an entry of {name} is not an object.")
    return entries


def _importance(record: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the importance if it is "vital" or "okay". Any other rating gives the key `_LOST`, to be counted."""
    importance = record.get("importance")
    if importance in ("vital", "okay"):
        return {"importance": importance}
    return {} if importance is None else {_LOST: True}


def _unread_count(record: Mapping[str, Any], known: set[str]) -> int:
    """Returns the number of fields that are neither known nor empty."""
    return sum(1 for name, value in record.items() if name not in known and value not in (None, [], {}, ""))
