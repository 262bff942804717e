"""The verbs that decide the differences between the sources of a consensus. Pyramids and peer annotations share them.

A decision is stored as a snapshot with the key ``decision:<key of the difference>``, so that one undo reverses it
together with the SCUs or units that were made for it.
"""

import re
from collections.abc import Callable
from typing import Any, NotRequired, TypedDict, TypeVar, cast

from annotator.work.edits.describe import always, name_of
from annotator.work.edits.reducer import State
from annotator.work.edits.request import COMMENT, MAX_LIST, uuid_check
from annotator.work.edits.verb import (
    Check,
    Field,
    HistoryEdit,
    Payload,
    Refused,
    SentenceFunction,
    Verb,
    snapshot_to_load,
)

DECISION = "decision:"
# "agree": all sources agree; "both": all their items are taken; "merge": these are merged; "free": edited freely.
CHOICES = ("agree", "both", "merge", "free")

_SOURCE_LETTER = re.compile("[A-Z]")

S = TypeVar("S", bound=State[Any])


class DecisionSnapshot(TypedDict):
    """The decision on one difference.

    ``choice``: the letter of the source that was taken, or one of `CHOICES`. ``sources``: by letter of the source, the
    ids of the compared SCUs or units. ``scus`` or ``units``: the ids of the items that it added to the consensus.
    """

    id: str
    choice: str
    note: str
    sources: dict[str, list[str]]
    scus: NotRequired[list[str]]
    units: NotRequired[list[str]]


def _text_check(is_valid: Callable[[str], object], message: str) -> Check:
    return lambda value: None if isinstance(value, str) and is_valid(value) else message


def ids_check(value: Any) -> str | None:
    if not isinstance(value, list) or len(value) > MAX_LIST or any(uuid_check(item) for item in value):
        return f"This must be a list of at most {MAX_LIST:,} UUIDs in lower case."
    return "The list repeats an item." if len(set(value)) != len(value) else None


def sources_check(value: Any) -> str | None:
    if not isinstance(value, dict) or not all(_SOURCE_LETTER.fullmatch(letter) for letter in value):
        return "This must be an object from letters of sources to lists of ids."
    return next((message for ids in value.values() if (message := ids_check(ids))), None)


_CHOICE_SENTENCES = {
    "agree": "accepted {}, on which all sources agree",
    "merge": "decided {}: merged",
    "free": "decided {}: edited freely",
}


def decision_verbs(items_field: str, find_item: Callable[[S, str], Any], *, names_items: bool) -> dict[str, Verb]:
    """Returns the verbs ``decide`` and ``undecide`` of a kind.

    ``items_field``: the payload field with the ids of the items made for the decision: "scus" or "units".
    ``find_item``: returns an item by id, or raises Refused. ``names_items``: the history names the first
    of these items; otherwise it says "a difference".
    """

    def decide(state: S, payload: Payload) -> dict[str, Any]:
        _check_is_consensus(state)
        for item_id in payload[items_field]:
            find_item(state, item_id)
        key = f"{DECISION}{payload['difference']}"
        _check_includes_earlier_items(state, state.snapshots.get(key, {}).get(items_field, []), payload[items_field])
        decision = {name: payload[name] for name in ("choice", "note", "sources", items_field)}
        return {key: cast("DecisionSnapshot", {"id": key, **decision})}

    def undecide(state: S, payload: Payload) -> dict[str, Any]:
        key = f"{DECISION}{payload['difference']}"
        if key not in state.snapshots:
            raise Refused("gone", "This difference is not decided.")
        return {key: None}

    key_check = _text_check(
        re.compile("[0-9a-f]{16}").fullmatch, "This must be the key of a difference: 16 hexadecimal digits."
    )
    choice_message = f"This must be the letter of a source, or one of: {', '.join(CHOICES)}."
    key_fields, load_decision = {"difference": Field(key_check)}, snapshot_to_load(DECISION, "difference")
    fields = {
        **key_fields,
        "choice": Field(_text_check(lambda text: text in CHOICES or _SOURCE_LETTER.fullmatch(text), choice_message)),
        "note": COMMENT,
        "sources": Field(sources_check),
        items_field: Field(ids_check, holds_ids=True),
    }
    return {
        "decide": Verb(
            fields, decide, _decision_sentence(items_field if names_items else None), priority=10, loads=load_decision
        ),
        "undecide": Verb(key_fields, undecide, always("reopened a difference"), priority=20, loads=load_decision),
    }


def _decision_sentence(items_field: str | None) -> SentenceFunction:
    """Returns the ``says`` of ``decide``. If ``items_field`` is given, the sentence names the first item in it."""

    def sentence(edit: HistoryEdit, after: dict[str, Any]) -> str:
        first_id = next(iter(edit.payload.get(items_field, ())), None) if items_field else None
        name = name_of(first_id, after) if first_id else "a difference"
        return _CHOICE_SENTENCES.get(edit.payload["choice"], "decided {}: {}").format(name, edit.payload["choice"])

    return sentence


def _check_includes_earlier_items(state: State[Any], earlier_ids: list[str], ids: list[str]) -> None:
    """Raise Refused if this decision omits an existing item that an earlier decision on the difference created.

    Two people then decided the difference at the same time, and the items of both would remain.
    """
    if any(item_id in state.snapshots and item_id not in ids for item_id in earlier_ids):
        raise Refused("changed", "Somebody has decided this difference meanwhile.")


def _check_is_consensus(state: State[Any]) -> None:
    if not state.may_decide:
        raise Refused("gone", "This is not a consensus, so there are no differences to decide.")


def undecided_sentence(number: int) -> str:
    """Returns the sentence about undecided differences, which prevent release and finishing; "" if there are none."""
    if not number:
        return ""
    return "One difference is not decided yet." if number == 1 else f"{number} differences are not decided yet."
