"""Reads the nugget banks of TREC's AutoJudge (``format_version`` 3): claims, and questions with their gold answers."""

from collections.abc import Mapping
from typing import Any

from annotator.interchange.judgment_files.reading import Reading
from annotator.interchange.judgment_files.records import BadRecord, mapping, text_field

_CLAIM_FIELDS = {"claim", "claim_id", "importance", "query_id"}
_QUESTION_FIELDS = {"question", "question_id", "answers", "importance", "query_id"}
_BANK_FIELDS = {"query_id", "title_query", "format_version", "nugget_bank", "claim_bank"}


def auto_judge_nuggets(reading: Reading, place: str, bank: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Returns claims and questions as nuggets of a plain bank. Reports the number of values that have no place there.

    A question's text is followed by its gold answers, separated by " / ". Raises BadRecord.
    """
    lost = _count(bank, _BANK_FIELDS)
    nuggets = []
    for claim in _entries(bank, "claim_bank"):
        lost += _count(claim, _CLAIM_FIELDS)
        nuggets.append({"text": text_field(claim, "claim"), **_importance(claim)})
    for question in _entries(bank, "nugget_bank"):
        lost += _count(question, _QUESTION_FIELDS)
        answers = mapping(question, "answers")
        lost += sum(_count(answer, {"answer"}) for answer in answers.values() if isinstance(answer, dict))
        text = f"{text_field(question, 'question')} {' / '.join(answers)}".strip()
        nuggets.append({"text": text, **_importance(question)})
    lost += sum(1 for nugget in nuggets if nugget.pop("lost", None))
    if lost:
        reading.repair(place, f"{lost} values of the bank, such as references and creators, have no place here.")
    return nuggets


def _entries(bank: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    entries = list(mapping(bank, name).values())
    if not all(isinstance(entry, dict) for entry in entries):
        raise BadRecord(f"an entry of {name} is not an object.")
    return entries


def _importance(record: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the importance if it is "vital" or "okay". Banks may rate it in other ways."""
    importance = record.get("importance")
    if importance in ("vital", "okay"):
        return {"importance": importance}
    return {} if importance is None else {"lost": True}


def _count(record: Mapping[str, Any], known: set[str]) -> int:
    """Returns the number of values outside the known fields that are not empty."""
    return sum(1 for name, value in record.items() if name not in known and value not in (None, [], {}, ""))
