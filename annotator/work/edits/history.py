"""Undo and redo of a group of edits, which are possible while every item is still as the group left it.

A *turn* is an undo or redo. A *step* is a group to be undone or redone, *done* unless its last turn was an undo.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from annotator.work.edits.describe import always
from annotator.work.edits.request import uuid_check
from annotator.work.edits.verb import Field, Payload, Refused, Verb

NOT_LATEST = "You have made a later step; undo that first."
REDO_ENDED = "You have made a new edit since, so redo is no longer possible."
IS_A_TURN = "Redo reverses an undo, and undo reverses a redo."


@dataclass(frozen=True, slots=True)
class Step:
    """An applied group: the snapshots that it changed, as they were before and after it.

    ``mine``: the group was made by the person who now undoes or redoes it. ``barred``: a sentence that says why this
    person can never undo or redo it, whatever the state of the work; empty if they can.
    """

    before: dict[str, Any]
    after: dict[str, Any]
    done: bool = True
    barred: str = ""
    mine: bool = True


TURN = Step({}, {}, barred=IS_A_TURN, mine=False)
"""The step of each group that is itself an undo or redo."""


def undo_or_redo(state: Any, payload: Payload, *, undo: bool) -> dict[str, Any]:
    """Undo or redo the group in the payload. Updates the history, returns the changed snapshots, or raises Refused."""
    group, history, snapshots = payload["group"], state.history, state.snapshots
    step = history.get(group)
    if step is None:
        raise Refused("gone", "That step is not in the history.")
    if step.barred:
        raise Refused("blocked", step.barred)
    if step.done != undo:
        raise Refused("blocked", "That step has been undone already." if undo else "That step has not been undone.")
    if undo and not state.any_order and _has_later_step(history, group):
        raise Refused("blocked", NOT_LATEST)
    expected, restored = (step.after, step.before) if undo else (step.before, step.after)
    changed_since = [key for key, snapshot in expected.items() if snapshots.get(key) != snapshot]
    if changed_since:
        raise Refused("blocked", f"{_name(changed_since[0], expected, snapshots)} has been changed since.")
    history[group] = replace(step, done=not undo)
    return dict(restored)


# ``holds_ids`` is not set, because the group is not an item that must be loaded: its step comes with the history.
_GROUP = {"group": Field(uuid_check)}
HISTORY_VERBS = {
    "undo": Verb(_GROUP, partial(undo_or_redo, undo=True), always("undid"), priority=0, is_turn=True),
    "redo": Verb(_GROUP, partial(undo_or_redo, undo=False), always("redid"), priority=0, is_turn=True),
}


def undone_groups(log: Iterable[Any]) -> set[str]:
    """Returns the ids of the groups whose last turn is an undo. `log.history.UNDONE_SQL` is the same condition in SQL.

    ``log``: rows with ``verb``, ``group`` and ``payload``, oldest first.
    """
    last = {edit.payload["group"]: edit.verb for edit in log if edit.verb in HISTORY_VERBS}
    return {group for group, verb in last.items() if verb == "undo"}


def edits_not_undone(log: Collection[Any], *verbs: str) -> list[Any]:
    """Returns the edits of these verbs that are not undone, in the order of the log. ``log``: as in `undone_groups`."""
    undone = undone_groups(log)
    return [edit for edit in log if edit.verb in verbs and str(edit.group) not in undone]


def end_redo(history: dict[str, Step]) -> None:
    """Bar the redo of all undone steps, because a new edit has been made."""
    for group, step in history.items():
        if not (step.done or step.barred):
            history[group] = replace(step, barred=REDO_ENDED)


def _has_later_step(history: dict[str, Step], group: str) -> bool:
    groups = list(history)
    later_groups = groups[groups.index(group) + 1 :]
    return any(history[later].mine and history[later].done for later in later_groups)


def _name(key: str, expected: dict[str, Any], snapshots: dict[str, Any]) -> str:
    """Returns the name of the snapshot ``key`` in a refusal sentence. ``snapshots``: as they are now, by key."""
    snapshot = snapshots.get(key) or expected[key] or {}
    if label := snapshot.get("label"):
        return f"“{label}”"
    if uid := snapshot.get("uid"):
        return f"SCU {uid}"
    if key.startswith("aside:"):
        return "Text that was set aside"
    if key.startswith("decision:"):
        return "A decision"
    if "question" in snapshot:
        return "A judgment"
    return "The mark of an absent SCU" if key.startswith("absent:") else "A unit"
