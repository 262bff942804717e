"""What was decided about differences between annotations: verbs of a consensus, of pyramids and peer annotations alike.

A decision stands among the images under ``decision:<key of the difference>``, so that undo undoes it together with
the SCUs or units that were made for it.
"""

import re
from collections.abc import Callable
from typing import Any, NotRequired, TypedDict, TypeVar, cast

from annotator.work.edits.describe import fixed, name_of
from annotator.work.edits.reducer import State
from annotator.work.edits.request import COMMENT, MAX_LIST, uuid_check
from annotator.work.edits.verb import Check, Done, Field, Payload, Refused, Sentence, Verb, keyed

DECISION = "decision:"
WORDS = ("agree", "both", "merge", "free")

_SOURCE = re.compile("[A-Z]")

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


def _text_check(is_valid: Callable[[str], object], message: str) -> Check:
    return lambda value: None if isinstance(value, str) and is_valid(value) else message


def ids_check(value: Any) -> str | None:
    if not isinstance(value, list) or len(value) > MAX_LIST or any(uuid_check(item) for item in value):
        return f"This must be a list of at most {MAX_LIST:,} UUIDs in lower case."
    return "The list repeats an item." if len(set(value)) != len(value) else None


def sources_check(value: Any) -> str | None:
    if not isinstance(value, dict) or not all(_SOURCE.fullmatch(letter) for letter in value):
        return "This must be an object from letters of sources to lists of ids."
    return next((message for ids in value.values() if (message := ids_check(ids))), None)


_CHOICES = {
    "agree": "took over {}, as all have it",
    "merge": "decided {}: merged",
    "free": "decided {}: edited freely",
}


def decision_verbs(made: str, find: Callable[[S, str], Any], *, names_items: bool) -> dict[str, Verb]:
    """The two verbs of a kind.

    ``made``: what the payload calls the ids of what was made, such as "scus". ``find``: the SCU or unit of an id;
    raises Refused if there is none. ``names_items``: the history names the items that were made.
    """

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

    difference = _text_check(
        re.compile("[0-9a-f]{16}").fullmatch, "This must be the key of a difference: 16 hexadecimal digits."
    )
    choices = f"This must be the letter of a source, or one of: {', '.join(WORDS)}."
    key, image = {"difference": Field(difference)}, keyed(DECISION, "difference")
    fields = {
        **key,
        "choice": Field(_text_check(lambda text: text in WORDS or _SOURCE.fullmatch(text), choices)),
        "note": COMMENT,
        "sources": Field(sources_check),
        made: Field(ids_check, ids=True),
    }
    return {
        "decide": Verb(fields, decide, _decided(made if names_items else ""), rank=10, loads=image),
        "undecide": Verb(key, undecide, fixed("left a difference open again"), rank=20, loads=image),
    }


def _decided(made: str) -> Sentence:
    def sentence(group: Done, edit: Done) -> str:
        first = next(iter(edit.payload.get(made, ())), None)
        name = name_of(first, group.after) if first else "a difference"
        return _CHOICES.get(edit.payload["choice"], "decided {}: {}").format(name, edit.payload["choice"])

    return sentence


def _check_nothing_is_left(state: State[Any], before: list[str], now: list[str]) -> None:
    """Raise Refused if something made for an earlier decision stands and this one does not name it.

    It would stand beside what is made now: two people have decided the same difference at once.
    """
    if any(key in state.images and key not in now for key in before):
        raise Refused("changed", "Somebody has decided this difference meanwhile.")


def _check_may(state: State[Any]) -> None:
    if not state.may_decide:
        raise Refused("gone", "This is no consensus: there are no differences to decide.")


def undecided_sentence(number: int) -> str:
    """The sentence that prevents a release or finishing; nothing if all is decided."""
    if not number:
        return ""
    return "One difference is not decided yet." if number == 1 else f"{number} differences are not decided yet."
