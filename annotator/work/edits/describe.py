"""What a group of edits did, in words: for the history and for what undo would undo."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Done:
    """An edit that applied: its verb, payload, and the touched images before and after."""

    verb: str
    payload: dict[str, Any]
    before: dict[str, Any]
    after: dict[str, Any]


def describe(edits: Sequence[Done]) -> str:
    """One sentence without a subject or full stop: “merged 3 SCUs into “Last keeper left””."""
    if not edits:
        return "did nothing"
    chief = min(edits, key=lambda edit: _RANK.get(edit.verb, len(_RANK)))
    whole = Done(
        chief.verb, chief.payload, edits[0].before, {key: i for edit in edits for key, i in edit.after.items()}
    )
    sentence = _SENTENCES.get(chief.verb, _other)(whole, chief)
    alike = sum(edit.verb == chief.verb for edit in edits)
    return f"{sentence} and {alike - 1} more" if alike > 1 else sentence


def _name(key: str | None, *images: dict[str, Any]) -> str:
    for of_one in images:
        image = of_one.get(key) if key else None
        if image:
            label = image.get("label", "").strip()
            short = label if len(label) <= LONGEST_NAME else f"{label[: LONGEST_NAME - 1]}…"
            return f"“{short}”" if short else f"SCU {image['uid']}" if "uid" in image else "a unit"
    return "an SCU"


def _of(field: str, text: str) -> Callable[[Done, Done], str]:
    """A sentence that names what one field of the payload points to, as it stands after (else before) the edit."""

    def sentence(whole: Done, chief: Done) -> str:
        return text.format(_name(chief.payload.get(field), whole.after, chief.before))

    return sentence


def _holder(text: str) -> Callable[[Done, Done], str]:
    """A sentence that names the one SCU or unit that was touched."""

    def sentence(_: Done, chief: Done) -> str:
        return text.format(_name(next(iter(chief.after), None), chief.after, chief.before))

    return sentence


def _merge(whole: Done, chief: Done) -> str:
    count = len(chief.payload["scus"])
    name = _name(chief.payload["into"], whole.after)
    return (
        f"merged {_name(chief.payload['scus'][0], chief.before)} into {name}"
        if count == 1
        else (f"merged {count} SCUs into {name}")
    )


def _split(whole: Done, chief: Done) -> str:
    return f"split {_name(chief.payload['scu'], whole.after)} into two"


def _flag(whole: Done, chief: Done) -> str:
    key = chief.payload.get("scu") or chief.payload.get("unit")
    done = "flagged" if chief.verb == "flag" else "unflagged"
    return f"{done} {_name(key, whole.after)} as {chief.payload['reason']}"


def _match(_: Done, chief: Done) -> str:
    return "matched words to an SCU" if chief.payload["scu"] else "marked words as matching nothing"


def _decide(whole: Done, chief: Done) -> str:
    made = next(iter(chief.payload.get("scus", ())), None)
    name = _name(made, whole.after) if made else "a difference"
    return _CHOICES.get(chief.payload["choice"], "decided {}: {}").format(name, chief.payload["choice"])


def _release(_: Done, chief: Done) -> str:
    return f"made release {chief.payload['number']}"


def _fixed(text: str) -> Callable[[Done, Done], str]:
    return lambda *_: text


def _noted(text: str) -> Callable[[Done, Done], str]:
    """A sentence with the note of a change of the state."""

    def sentence(_: Done, chief: Done) -> str:
        note = chief.payload.get("note", "")
        short = note if len(note) <= LONGEST_NAME else f"{note[: LONGEST_NAME - 1]}…"
        return f"{text}: {short}" if note else text

    return sentence


def _other(_: Done, chief: Done) -> str:
    return chief.verb.replace("_", " ")


_CHOICES = {
    "agree": "took over {}, as all have it",
    "merge": "decided {}: merged",
    "free": "decided {}: edited freely",
}

_SENTENCES: dict[str, Callable[[Done, Done], str]] = {
    "decide": _decide,
    "undecide": _fixed("left a difference open again"),
    "merge_scus": _merge,
    "split_scu": _split,
    "create_scu": _of("scu", "made {}"),
    "delete_scu": _of("scu", "deleted {}"),
    "move_contributor": _of("to_scu", "moved a contributor to {}"),
    "move_part": _of("to_scu", "moved a part to {}"),
    "copy_part": _of("to_scu", "copied a part to {}"),
    "remove_contributor": _of("scu", "removed a contributor of {}"),
    "relabel_scu": _of("scu", "relabelled {}"),
    "comment_scu": _of("scu", "commented on {}"),
    "comment_contributor": _of("scu", "commented on a contributor of {}"),
    "reorder_scu": _of("scu", "moved {} in the list"),
    "add_part": _of("scu", "added words to {}"),
    "set_part": _holder("changed the bounds of a part of {}"),
    "remove_part": _holder("removed a part of {}"),
    "flag": _flag,
    "unflag": _flag,
    "set_aside": _fixed("set text aside"),
    "unset_aside": _fixed("took text back that was set aside"),
    "match_part": _match,
    "rematch_unit": _fixed("matched a unit to another SCU"),
    "split_unit": _fixed("split a unit"),
    "join_units": _fixed("joined units"),
    "label_unit": _fixed("labelled a unit"),
    "comment_unit": _fixed("commented on a unit"),
    "remove_unit": _fixed("removed a unit"),
    "mark_absent": _fixed("marked an SCU as absent"),
    "unmark_absent": _fixed("took back that an SCU is absent"),
    "import": _fixed("imported"),
    "release": _release,
    "submit": _noted("finished"),
    "review": _noted("took into review"),
    "return": _noted("returned"),
    "agree": _noted("agreed"),
    "adjudicate": _noted("adjudicated"),
    "reopen": _noted("reopened"),
    "carry_over": _fixed("carried over from another release"),
    "consensus": _fixed("took in the work that this is made from"),
}
# Of several verbs in a group the first of these names it.
_RANK = {verb: rank for rank, verb in enumerate(_SENTENCES)}
