"""The one verb of checklists: ``answer {item, value, was}``, yes, no or (null) not answered."""

from typing import Any

from annotator.work.edits.describe import always
from annotator.work.edits.events import EVENTS
from annotator.work.edits.history import HISTORY_VERBS
from annotator.work.edits.reducer import Reducer, State
from annotator.work.edits.request import UUID
from annotator.work.edits.verb import Field, Payload, Refused, Verb
from tests.factories import UNIT_IDS, client_id

Snapshot = dict[str, Any]
QUESTIONS = ("Is it fluent?", "Is it short?", "Does it answer the question?")
ITEMS = {client_id(UNIT_IDS, number): text for number, text in enumerate(QUESTIONS, start=1)}


def snapshot_of(item: str, value: bool) -> Snapshot:
    """An answered item."""
    return {"id": item, "position": list(ITEMS).index(item), "label": ITEMS[item], "value": value}


def _answer_check(value: Any) -> str | None:
    return None if value is None or isinstance(value, bool) else "This must be true, false or null."


def _answer(state: State[Snapshot], payload: Payload) -> dict[str, Snapshot | None]:
    item, value = payload["item"], payload["value"]
    if item not in ITEMS:
        raise Refused("gone", "The checklist has no such item.")
    stands = state.snapshots.get(item)
    if (stands["value"] if stands else None) != payload["was"]:
        raise Refused("changed", "This has been answered otherwise meanwhile.")
    return {item: None if value is None else snapshot_of(item, value)}


ANSWER = Field(_answer_check)
SHEET_VERBS = {
    "answer": Verb({"item": UUID, "value": ANSWER, "was": ANSWER}, _answer, always("answered a question"), priority=1),
    **HISTORY_VERBS,
    **EVENTS,
}
SHEET: Reducer[State[Snapshot], Snapshot] = Reducer(SHEET_VERBS)
