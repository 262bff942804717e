"""Undo and redo: a group taken back, or done again, if everything it touched is as it left it (DESIGN §4)."""

from dataclasses import dataclass, replace
from typing import Any

from annotator.work.edits.refusal import Refused
from annotator.work.edits.request import UUID, Verb

HISTORY_VERBS = {"undo": Verb({"group": UUID}, alone=True), "redo": Verb({"group": UUID}, alone=True)}

NOT_LATEST = "A later step of yours stands; undo that first."
ENDED = "A new edit has ended redo."
IS_A_TURN = "An undo is taken back by redo, and a redo by undo."


@dataclass(frozen=True, slots=True)
class Step:
    """A group that applied: the images of all it touched before and after.

    ``done``: not undone. ``mine``: of the person who now undoes or redoes. ``barred``: why that person may not turn
    this step whatever else stands, a sentence, or nothing.
    """

    before: dict[str, Any]
    after: dict[str, Any]
    done: bool = True
    barred: str = ""
    mine: bool = True


TURN = Step({}, {}, barred=IS_A_TURN, mine=False)


def turn(
    history: dict[str, Step], images: dict[str, Any], verb: str, group: str, *, any_order: bool = False
) -> dict[str, Any]:
    """The touched images after ``undo`` or ``redo`` of a group; the history's step is turned. Raises Refused.

    ``history`` is in the order in which the groups were made. ``any_order``: later steps of one's own do not bar an
    undo (a manager).
    """
    step = history.get(group)
    if step is None:
        raise Refused("gone", "That step is not in the history.")
    if step.barred:
        raise Refused("blocked", step.barred)
    if step.done != (verb == "undo"):
        raise Refused("blocked", "That step has been undone already." if verb == "undo" else "That step stands.")
    if step.done and not any_order and _later_stands(history, group):
        raise Refused("blocked", NOT_LATEST)
    left, wanted = (step.after, step.before) if step.done else (step.before, step.after)
    in_the_way = [key for key, image in left.items() if images.get(key) != image]
    if in_the_way:
        raise Refused("blocked", f"{_named(in_the_way[0], left, images)} has been changed since.")
    history[group] = replace(step, done=not step.done)
    return dict(wanted)


def end_redo(history: dict[str, Step]) -> None:
    """A new edit ends redo: what is undone now stays so."""
    for group, step in history.items():
        if not (step.done or step.barred):
            history[group] = replace(step, barred=ENDED)


def _later_stands(history: dict[str, Step], group: str) -> bool:
    groups = list(history)
    later = groups[groups.index(group) + 1 :]
    return any(history[one].mine and history[one].done for one in later)


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
    return "An SCU that was looked for" if key.startswith("absent:") else "A unit"
