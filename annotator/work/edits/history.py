"""Undo and redo: a group is undone, or done again, if everything it touched is as it left it (DESIGN §4)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from annotator.work.edits.describe import fixed
from annotator.work.edits.request import uuid_check
from annotator.work.edits.verb import Field, Payload, Refused, Verb

NOT_LATEST = "You have made a later step; undo that first."
ENDED = "A new edit has ended redo."
IS_A_TURN = "Redo reverses an undo, and undo reverses a redo."


@dataclass(frozen=True, slots=True)
class Step:
    """A group that applied: the images of all it touched before and after.

    ``done``: not undone. ``mine``: of the person who now undoes or redoes. ``barred``: why that person may not undo or
    redo this step whatever else stands, a sentence, or nothing.
    """

    before: dict[str, Any]
    after: dict[str, Any]
    done: bool = True
    barred: str = ""
    mine: bool = True


TURN = Step({}, {}, barred=IS_A_TURN, mine=False)


def undo_or_redo(state: Any, payload: Payload, *, undo: bool) -> dict[str, Any]:
    """The touched images after undo or redo of a group, which the state's history notes. Raises Refused."""
    group, history, images = payload["group"], state.history, state.images
    step = history.get(group)
    if step is None:
        raise Refused("gone", "That step is not in the history.")
    if step.barred:
        raise Refused("blocked", step.barred)
    if step.done != undo:
        raise Refused("blocked", "That step has been undone already." if undo else "That step has not been undone.")
    if undo and not state.any_order and _later_stands(history, group):
        raise Refused("blocked", NOT_LATEST)
    left, wanted = (step.after, step.before) if undo else (step.before, step.after)
    in_the_way = [key for key, image in left.items() if images.get(key) != image]
    if in_the_way:
        raise Refused("blocked", f"{_named(in_the_way[0], left, images)} has been changed since.")
    history[group] = replace(step, done=not undo)
    return dict(wanted)


# The group is no id to load: its step comes with the history.
_GROUP = {"group": Field(uuid_check)}
HISTORY_VERBS = {
    "undo": Verb(_GROUP, partial(undo_or_redo, undo=True), fixed("undid"), rank=0, alone=True),
    "redo": Verb(_GROUP, partial(undo_or_redo, undo=False), fixed("redid"), rank=0, alone=True),
}


def undone_groups(log: Iterable[Any]) -> set[str]:
    """The groups that are undone, because their last undo or redo is an undo.

    ``log``: rows with ``verb``, ``group`` and ``payload``, in their order. In SQL: `log.history.UNDONE`.
    """
    last = {edit.payload["group"]: edit.verb for edit in log if edit.verb in HISTORY_VERBS}
    return {group for group, verb in last.items() if verb == "undo"}


def standing(log: Collection[Any], *verbs: str) -> list[Any]:
    """The edits of these verbs that are not undone, in the order of the log."""
    undone = undone_groups(log)
    return [edit for edit in log if edit.verb in verbs and str(edit.group) not in undone]


def end_redo(history: dict[str, Step]) -> None:
    """Forbid redo of all that is undone: a new edit ends redo."""
    for group, step in history.items():
        if not (step.done or step.barred):
            history[group] = replace(step, barred=ENDED)


def _later_stands(history: dict[str, Step], group: str) -> bool:
    groups = list(history)
    later = groups[groups.index(group) + 1 :]
    return any(history[key].mine and history[key].done for key in later)


def _named(key: str, left: dict[str, Any], images: dict[str, Any]) -> str:
    image = images.get(key) or left[key] or {}
    if label := image.get("label"):
        return f"“{label}”"
    if uid := image.get("uid"):
        return f"SCU {uid}"
    if key.startswith("aside:"):
        return "Text that was set aside"
    if key.startswith("decision:"):
        return "A decision"
    return "The mark of an absent SCU" if key.startswith("absent:") else "A unit"
