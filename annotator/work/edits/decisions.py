"""What was decided about differences between annotations: verbs of a consensus, of pyramids and peer annotations alike.

A decision stands among the images under ``decision:<key of the difference>``, so that undo takes it back together with
the SCUs or units that were made for it.
"""

import re
from collections.abc import Callable
from typing import Any, NotRequired, TypedDict, TypeVar, cast

from annotator.work.edits.reducer import State
from annotator.work.edits.refusal import Refused
from annotator.work.edits.request import COMMENT, MAX_LIST, Field, Payload, Verb, uuid_check

DECISION = "decision:"
WORDS = ("agree", "both", "merge", "free")

_DIFFERENCE = re.compile(r"[0-9a-f]{16}")
_SOURCE = re.compile(r"[A-Z]")

S = TypeVar("S", bound=State[Any])


class DecisionImage(TypedDict):
    """What was decided about one difference.

    ``choice``: the letter of the source that was taken, or one of `WORDS`. ``sources``: by letter the ids of the SCUs
    or units that were compared. ``scus`` or ``units``: what was made of them here, maybe nothing.
    """

    id: str
    choice: str
    note: str
    sources: dict[str, list[str]]
    scus: NotRequired[list[str]]
    units: NotRequired[list[str]]


def difference_check(value: Any) -> str | None:
    if isinstance(value, str) and _DIFFERENCE.fullmatch(value):
        return None
    return "This must be the key of a difference: 16 hexadecimal digits."


def choice_check(value: Any) -> str | None:
    if isinstance(value, str) and (value in WORDS or _SOURCE.fullmatch(value)):
        return None
    return f"This must be the letter of a source, or one of: {', '.join(WORDS)}."


def ids_check(value: Any) -> str | None:
    if not isinstance(value, list) or len(value) > MAX_LIST or any(uuid_check(item) for item in value):
        return f"This must be a list of at most {MAX_LIST:,} UUIDs in lower case."
    return "The list repeats an item." if len(set(value)) != len(value) else None


def sources_check(value: Any) -> str | None:
    if not isinstance(value, dict) or not all(_SOURCE.fullmatch(letter) for letter in value):
        return "This must be an object from letters of sources to lists of ids."
    return next((message for ids in value.values() if (message := ids_check(ids))), None)


def decision_verbs(made: str) -> dict[str, Verb]:
    """The two verbs; ``made`` is what the payload calls the ids of what was made, "scus" or "units"."""
    difference = Field(difference_check)
    fields = {
        "difference": difference,
        "choice": Field(choice_check),
        "note": COMMENT,
        "sources": Field(sources_check),
        made: Field(ids_check),
    }
    return {"decide": Verb(fields), "undecide": Verb({"difference": difference})}


def decision_handlers(made: str, find: Callable[[S, str], Any]) -> dict[str, Callable[[S, Payload], dict[str, Any]]]:
    """What the two verbs do. ``find``: the SCU or unit of an id; raises Refused where there is none."""

    def decide(state: S, payload: Payload) -> dict[str, Any]:
        _check_may(state)
        for key in payload[made]:
            find(state, key)
        name = f"{DECISION}{payload['difference']}"
        _check_nothing_is_left(state, state.images.get(name, {}).get(made, []), payload[made])
        image = {key: payload[key] for key in ("choice", "note", "sources", made)}
        return {name: cast("DecisionImage", {"id": name, **image})}

    def undecide(state: S, payload: Payload) -> dict[str, Any]:
        name = f"{DECISION}{payload['difference']}"
        if name not in state.images:
            raise Refused("gone", "This difference is not decided.")
        return {name: None}

    return {"decide": decide, "undecide": undecide}


def _check_nothing_is_left(state: State[Any], before: list[str], now: list[str]) -> None:
    """Raise Refused if something made for an earlier decision stands and this one does not name it.

    It would stand beside what is made now: two people have decided the same difference at once.
    """
    if any(key in state.images and key not in now for key in before):
        raise Refused("changed", "Somebody has decided this difference meanwhile.")


def _check_may(state: State[Any]) -> None:
    if not state.may_decide:
        raise Refused("gone", "This is no consensus: there are no differences to decide.")
