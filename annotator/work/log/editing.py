"""Applies groups of edits to a locked work in order: each group wholly or not at all, and never twice."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from annotator.projects.permissions import can_manage
from annotator.texts.errors import FieldError, Malformed
from annotator.work.edits.history import HISTORY_VERBS
from annotator.work.edits.reducer import AppliedEdit, State
from annotator.work.edits.request import EditRequest, Group, MalformedEdits
from annotator.work.edits.verb import Refused, ToLoad
from annotator.work.log.append import MAX_MISSED_EDITS, LoggedEdit, append_log, read_log
from annotator.work.log.history import read_steps
from annotator.work.log.locking import Locked
from annotator.work.states.permissions import Closed, can_review, check_accepts_edits, check_edit, check_edit_now
from annotator.work.visibility import WorkState


class IdReused(Malformed):
    """A request uses the id of a logged group or edit for other content."""

    status = 422


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request.

    ``applied``: the ids of its groups that are in the log now. ``refused``: the ids of the first refused group and its
    impossible edit, with a code and a message; None if nothing was refused.
    ``edits``: the log since the page's revision. ``needs_all_data``: the API must send all data of the work instead, as
    the page has missed too many edits or knows a revision that the work does not have. ``state``: the snapshots of all
    items that the edits changed, by id; None if deleted.
    """

    revision: int
    applied: list[str]
    refused: dict[str, str] | None
    edits: list[LoggedEdit]
    needs_all_data: bool
    state: dict[str, Any]


def apply_groups(*, locked: Locked, base: int, groups: Sequence[Group], by: User, now: datetime) -> Answer:
    """Apply groups in order until one is refused. The caller's transaction holds the lock of the work's row.

    ``base``: the revision that the page knows. Raises NotAllowed, NotEditable, Closed or Malformed before anything is
    applied.
    """
    only_undo = bool(groups) and all(edit.verb in HISTORY_VERBS for group in groups for edit in group.edits)
    _check_may_apply(locked, groups, only_undo=only_undo)
    logged, state_before = _read_log_or_state(locked, base, groups, by)
    logged_group_ids = _logged_group_ids(groups, logged)
    new_groups = [group for group in groups if group.id not in logged_group_ids]
    if new_groups:
        _check_may_apply_now(locked, only_undo=only_undo)
    missed_edits = [edit for edit in logged if edit.revision > base]
    if state_before is None:
        state_before, _ = _load_state(locked, new_groups, missed_edits, by)
    _check_payloads(locked, state_before, groups, new_groups)
    state_after, entries, refused = _apply_to_state(locked, state_before, new_groups)
    if entries:
        append_log(
            locked.work,
            entries,
            revision=locked.revision,
            by=by.pk,
            now=now,
            columns=locked.kind.counters(state_after),
            newly_reserved=sorted(state_after.reserved_ids - state_before.reserved_ids),
            writes=locked.kind.writes(locked, state_before, state_after),
        )
    appended = _logged_edits(entries, locked.revision, by, now)
    ids = [group.id for group in groups]
    applied = ids[: ids.index(refused["group"])] if refused else ids
    touched = {key for edit in [*missed_edits, *appended] for key in edit.touched}
    revision = locked.revision + len(entries)
    return Answer(
        revision=revision,
        applied=applied,
        refused=refused,
        edits=[*missed_edits, *appended],
        needs_all_data=base > locked.revision or revision - base > MAX_MISSED_EDITS,
        state={key: state_after.snapshots.get(key) for key in sorted(touched)},
    )


def _read_log_or_state(
    locked: Locked, base: int, groups: Sequence[Group], by: User
) -> tuple[list[LoggedEdit], State[Any] | None]:
    """Returns the log rows that the request needs, and the state, or None if it cannot be loaded without these rows.

    Usually a page knows the latest revision and sends new groups. Then the state is loaded, and no rows are needed.
    """
    if base == locked.revision and not any(edit.verb in HISTORY_VERBS for group in groups for edit in group.edits):
        state, has_logged_ids = _load_state(locked, groups, [], by)
        if not has_logged_ids:
            return [], state
    logged = read_log(
        locked.work,
        base=max(base, locked.revision - MAX_MISSED_EDITS),
        revision=locked.revision,
        groups=[group.id for group in groups],
        edits=[edit.id for group in groups for edit in group.edits],
    )
    return logged, None


def _check_may_apply(locked: Locked, groups: Sequence[Group], *, only_undo: bool) -> None:
    """Raise NotAllowed unless the user edits or reviews the work, or is a manager who only undoes and redoes.

    A request without groups only fetches edits of other members, which anyone who sees the work may do.
    """
    if groups and not can_review(locked.roles) and not (only_undo and can_manage(locked.role)):
        check_edit(locked.roles)


def _check_may_apply_now(locked: Locked, *, only_undo: bool) -> None:
    """Raise NotAllowed, NotEditable or Closed unless the user may edit now. For requests with new groups."""
    if only_undo and can_manage(locked.role) and locked.state != WorkState.IN_REVIEW:
        check_accepts_edits(locked.state)
    else:
        check_edit_now(locked.roles, locked.state)
    if locked.is_closed:
        raise Closed(locked.kind.closed_sentence)


def _logged_group_ids(groups: Sequence[Group], logged: list[LoggedEdit]) -> set[str]:
    """Returns the ids of the groups that are in the log. Raises IdReused if an id is in the log with other content."""
    logged_by_group: dict[str, list[LoggedEdit]] = {}
    logged_ids = {edit.id for edit in logged}
    for edit in logged:
        logged_by_group.setdefault(edit.group, []).append(edit)
    errors = []
    for i, group in enumerate(groups):
        logged_edits = logged_by_group.get(group.id)
        if logged_edits and _content(logged_edits) != _content(group.edits):
            errors.append(FieldError(f"groups[{i}].group", "This group was applied before with other edits."))
        elif not logged_edits and any(edit.id in logged_ids for edit in group.edits):
            errors.append(
                FieldError(f"groups[{i}].edits", "An edit of this group was applied before in another group.")
            )
    if errors:
        raise IdReused(errors)
    return {group.id for group in groups if group.id in logged_by_group}


def _content(edits: Sequence[LoggedEdit | EditRequest]) -> list[Any]:
    return [(edit.id, edit.verb, edit.payload) for edit in edits]


def _load_state(locked: Locked, groups: Sequence[Group], missed: list[LoggedEdit], by: User) -> tuple[State[Any], bool]:
    """Returns the state that groups and missed edits need, and whether the log has one of the groups or edits."""
    step_ids = [edit.payload["group"] for group in groups for edit in group.edits if edit.verb in HISTORY_VERBS]
    may_undo_all, verbs = can_manage(locked.role), locked.kind.verbs
    history = read_steps(locked.work, step_ids, verbs=verbs, by=by.pk, may_undo_all=may_undo_all) if step_ids else {}
    to_load = ToLoad()
    to_load.add_keys(key for edit in missed for key in edit.touched)
    for step in history.values():
        to_load.add_keys(step.after)
        snapshots = (*step.before.values(), *step.after.values())
        to_load.add_keys(unit["scu"] for unit in snapshots if unit and unit.get("scu"))  # the SCUs that units match
        to_load.add_keys(relation["to"] for scu in snapshots if scu for relation in scu.get("relations", ()))
    for group in groups:
        to_load.groups.add(group.id)
        for edit in group.edits:
            to_load.edits.add(edit.id)
            to_load.add(verbs[edit.verb].what_to_load(edit.payload))
    # Whether a new part shares words with another item can be seen only if all items are loaded.
    everything = bool(groups) and locked.overlap == "forbid"
    state, has_logged_ids = locked.kind.load(locked, to_load, everything=everything)
    state.history.update(history)
    state.any_order = may_undo_all
    return state, has_logged_ids


def _check_payloads(locked: Locked, state: State[Any], groups: Sequence[Group], new_groups: Sequence[Group]) -> None:
    """Raise MalformedEdits for payloads that do not fit the work's rows. Groups applied earlier are not checked."""
    errors = [
        FieldError(f"groups[{groups.index(group)}].edits[{j}].{field}", message)
        for group in new_groups
        for j, edit in enumerate(group.edits)
        for field, message in locked.kind.payload_problems(state, edit)
    ]
    if errors:
        raise MalformedEdits(errors)


def _apply_to_state(
    locked: Locked, state: State[Any], groups: list[Group]
) -> tuple[State[Any], list[AppliedEdit[Any]], dict[str, str] | None]:
    """Returns the state after the groups, the applied edits, and the first refusal (as in `Answer`) or None."""
    entries: list[AppliedEdit[Any]] = []
    for group in groups:
        try:
            state, applied = locked.kind.reducer.apply_group(state, group, overlap=locked.overlap)
        except Refused as refusal:
            refused = {"group": group.id, "edit": refusal.edit, "code": refusal.code, "message": refusal.message}
            return state, entries, refused
        entries += applied
    return state, entries, None


def _logged_edits(entries: list[AppliedEdit[Any]], revision: int, by: User, now: datetime) -> list[LoggedEdit]:
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
