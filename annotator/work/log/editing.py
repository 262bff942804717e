"""Applying groups of edits: idempotent, in order, each group all or nothing, under the row's lock (DESIGN §4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from annotator.projects.permissions import can_manage
from annotator.texts.errors import FieldError, Malformed
from annotator.work.edits.history import HISTORY_VERBS
from annotator.work.edits.reducer import Applied, State
from annotator.work.edits.request import Group
from annotator.work.edits.verb import Refused, ToLoad
from annotator.work.log.append import MOST_MISSED, LoggedEdit, append_log, read_log
from annotator.work.log.history import read_steps
from annotator.work.log.locking import Locked
from annotator.work.states.permissions import can_review, check_accepts_edits, check_change, check_edit
from annotator.work.visibility import WorkState


class IdReused(Malformed):
    """The id of a group or edit came again with other content."""

    status = 422


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a request. ``missed_too_many``: the page needs a snapshot instead of ``edits``."""

    revision: int
    applied: list[str]
    refused: dict[str, str] | None
    edits: list[LoggedEdit]
    missed_too_many: bool
    state: dict[str, Any]


def apply_groups(*, locked: Locked, base: int, groups: Sequence[Group], by: User, now: datetime) -> Answer:
    """Apply groups in order until one is refused, inside the caller's transaction that holds the row's lock.

    Raises NotAllowed, NotEditable or IdReused before anything is applied.
    """
    only_undo = bool(groups) and all(edit.verb in HISTORY_VERBS for group in groups for edit in group.edits)
    _check_may_apply(locked, groups, only_undo=only_undo)
    logged, start = _read(locked, base, groups, by)
    seen = _seen_groups(groups, logged)
    new = [group for group in groups if group.id not in seen]
    if new:
        _check_may_apply_now(locked, only_undo=only_undo)
    missed = [edit for edit in logged if edit.revision > base]
    if start is None:
        start, _ = _load(locked, new, missed, by)
    end, entries, refused = _reduce(locked, start, new)
    if entries:
        append_log(
            locked.work,
            entries,
            revision=locked.revision,
            by=by.pk,
            now=now,
            counters=locked.kind.counters(end),
            used_up=sorted(end.reserved - start.reserved),
            writes=locked.kind.writes(locked, start, end),
        )
    mine = _as_logged(entries, locked.revision, by, now)
    ids = [group.id for group in groups]
    applied = ids[: ids.index(refused["group"])] if refused else ids
    touched = {key for edit in [*missed, *mine] for key in edit.touched}
    revision = locked.revision + len(entries)
    return Answer(
        revision=revision,
        applied=applied,
        refused=refused,
        edits=[*missed, *mine],
        missed_too_many=base > locked.revision or revision - base > MOST_MISSED,
        state={key: end.images.get(key) for key in sorted(touched)},
    )


def _read(locked: Locked, base: int, groups: Sequence[Group], by: User) -> tuple[list[LoggedEdit], State[Any] | None]:
    """The rows of the log that the request needs, and the state if it has been loaded.

    Most pages are up to date and send something new. Then one query loads the items, and whether the groups are new.
    """
    if base == locked.revision and not any(edit.verb in HISTORY_VERBS for group in groups for edit in group.edits):
        start, logged_before = _load(locked, groups, [], by)
        if not logged_before:
            return [], start
    logged = read_log(
        locked.work,
        base=max(base, locked.revision - MOST_MISSED),
        revision=locked.revision,
        groups=[group.id for group in groups],
        edits=[edit.id for group in groups for edit in group.edits],
    )
    return logged, None


def _check_may_apply(locked: Locked, groups: Sequence[Group], *, only_undo: bool) -> None:
    """Edits are for editors and reviewers; a manager may also undo and redo in any work (DESIGN §4).

    A request without groups asks what others did. It is open to everybody who may see the work.
    """
    if groups and not can_review(locked.standing) and not (only_undo and can_manage(locked.role)):
        check_edit(locked.standing)


def _check_may_apply_now(locked: Locked, *, only_undo: bool) -> None:
    """Groups applied before are reported in any state; new groups need one that allows edits."""
    if only_undo and can_manage(locked.role) and locked.state != WorkState.IN_REVIEW:
        check_accepts_edits(locked.state)
    else:
        check_change(locked.standing, locked.state)


def _seen_groups(groups: Sequence[Group], logged: list[LoggedEdit]) -> set[str]:
    """The groups applied before. Raises IdReused if the log has one of the ids with other content."""
    by_group: dict[str, list[LoggedEdit]] = {}
    by_edit = {edit.id: edit for edit in logged}
    for edit in logged:
        by_group.setdefault(edit.group, []).append(edit)
    errors = []
    for i, group in enumerate(groups):
        stored = by_group.get(group.id)
        if stored and [(e.id, e.verb, e.payload) for e in stored] != [(e.id, e.verb, e.payload) for e in group.edits]:
            errors.append(FieldError(f"groups[{i}].group", "This group was applied before with other edits."))
        elif not stored and any(edit.id in by_edit for edit in group.edits):
            errors.append(
                FieldError(f"groups[{i}].edits", "An edit of this group was applied before in another group.")
            )
    if errors:
        raise IdReused(errors)
    return {group.id for group in groups if group.id in by_group}


def _load(locked: Locked, groups: Sequence[Group], missed: list[LoggedEdit], by: User) -> tuple[State[Any], bool]:
    undone = [edit.payload["group"] for group in groups for edit in group.edits if edit.verb in HISTORY_VERBS]
    may_undo_all, verbs = can_manage(locked.role), locked.kind.verbs
    history = read_steps(locked.work, undone, verbs=verbs, by=by.pk, may_undo_all=may_undo_all) if undone else {}
    to_load = ToLoad()
    to_load.add_keys(key for edit in missed for key in edit.touched)
    for step in history.values():
        to_load.add_keys(step.after)
        to_load.add_keys(image["scu"] for image in step.before.values() if image and image.get("scu"))
        to_load.add_keys(image["scu"] for image in step.after.values() if image and image.get("scu"))
    for group in groups:
        to_load.groups.add(group.id)
        for edit in group.edits:
            to_load.edits.add(edit.id)
            to_load.add(verbs[edit.verb].names(edit.payload))
    # Only all SCUs or units together show whether words are shared.
    everything = bool(groups) and locked.overlap == "forbid"
    state, logged_before = locked.kind.load(locked, to_load, everything=everything)
    state.history.update(history)
    state.any_order = may_undo_all
    return state, logged_before


def _reduce(
    locked: Locked, state: State[Any], groups: list[Group]
) -> tuple[State[Any], list[Applied[Any]], dict[str, str] | None]:
    entries: list[Applied[Any]] = []
    for group in groups:
        try:
            state, applied = locked.kind.reducer.apply_group(state, group, overlap=locked.overlap)
        except Refused as refusal:
            refused = {"group": group.id, "edit": refusal.edit, "code": refusal.code, "message": refusal.message}
            return state, entries, refused
        entries += applied
    return state, entries, None


def _as_logged(entries: list[Applied[Any]], revision: int, by: User, now: datetime) -> list[LoggedEdit]:
    return [
        LoggedEdit(
            id=entry.edit.id,
            group=entry.group,
            revision=revision + i,
            by=by.get_username(),
            at=now,
            verb=entry.edit.verb,
            payload=entry.edit.payload,
            touched=tuple(entry.after),
        )
        for i, entry in enumerate(entries, start=1)
    ]
