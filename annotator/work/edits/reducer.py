"""Applies a group of edits to a state: in order, all or nothing. The verb table of a kind says what each verb does."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Self, TypeVar

from annotator.work.edits.history import TURN, Step, end_redo
from annotator.work.edits.part_index import PartIndex, PlacedPart, part_ids
from annotator.work.edits.request import EditRequest, Group
from annotator.work.edits.verb import HistoryEdit, Refused, Verbs

Snapshot = TypeVar("Snapshot", bound=Mapping[str, Any])


@dataclass(slots=True)
class State(Generic[Snapshot]):
    """The current state of a work. The server loads only what a group of edits refers to.

    ``snapshots``: by id, the JSON of each SCU or unit. A snapshot is never changed in place: an edit replaces it with a
    new one, so both can be kept without copying. Snapshots that are not items have prefixed ids, such as "aside:17".
    ``reserved_ids``: ids of removed items and parts; an undo can restore them, but no new item may use them.
    ``history``: by id, the groups that can be undone or redone, and the groups that prevent an undo, oldest first.
    ``any_order``: whether a step can be undone although its author has made later steps (true for managers).
    ``may_decide``: whether the work is a consensus, in which differences can be decided (see ``decisions``).
    """

    snapshots: dict[str, Snapshot] = field(default_factory=dict)
    reserved_ids: set[str] = field(default_factory=set)
    history: dict[str, Step] = field(default_factory=dict)
    any_order: bool = False
    may_decide: bool = False
    _parts: PartIndex | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def parts(self) -> PartIndex:
        """The parts of all snapshots. Code that changes ``snapshots`` must update this index, as `Reducer` does."""
        if self._parts is None:
            self._parts = PartIndex(self.placed_parts(self.snapshots.values()))
        return self._parts

    def placed_parts(self, snapshots: Iterable[Snapshot | None]) -> list[PlacedPart]:  # noqa: ARG002
        """Returns the parts of the items among these snapshots. A kind whose items have parts overrides this."""
        return []

    def copy(self) -> Self:
        """Returns a state that can be changed without changing this one."""
        copy = replace(
            self, snapshots=dict(self.snapshots), reserved_ids=set(self.reserved_ids), history=dict(self.history)
        )
        copy._parts = self.parts.copy()
        return copy


S = TypeVar("S", bound=State[Any])


@dataclass(frozen=True, slots=True)
class AppliedEdit(Generic[Snapshot]):
    """An applied edit, its group, and the snapshots that it changed, before and after (None: did not exist)."""

    group: str
    edit: EditRequest
    before: dict[str, Snapshot | None]
    after: dict[str, Snapshot | None]


@dataclass(frozen=True, slots=True)
class Reducer(Generic[S, Snapshot]):
    """Applies edits of one kind of work.

    ``verbs``: the verb table of the kind. ``overlap_message``: why a group that makes two items share words is refused.
    ``check``: raises Refused if an edit is impossible. Its arguments are the state after the edit, and the snapshots
    that the edit changed, before and after it.
    """

    verbs: Verbs
    overlap_message: str = ""
    check: Callable[[S, Mapping[str, Any], Mapping[str, Any]], None] = lambda *_: None

    def apply_group(self, state: S, group: Group, *, overlap: str = "allow") -> tuple[S, list[AppliedEdit[Snapshot]]]:
        """Returns the state after the group, and the group's applied edits. Does not change ``state``.

        ``overlap``: the project's rule on words in several items, "allow", "warn" or "forbid".
        Raises Refused, which names the impossible edit.
        """
        draft = state.copy()
        applied: list[AppliedEdit[Snapshot]] = []
        for edit in group.edits:
            apply = self.verbs[edit.verb].apply
            if apply is None:
                raise ValueError(f"“{edit.verb}” is an event, which cannot be applied.")
            try:
                after = apply(draft, edit.payload)
                before = {key: draft.snapshots.get(key) for key in after}
                self._update_draft(draft, before, after)
                self.check(draft, before, after)
            except Refused as refusal:
                refusal.edit = edit.id
                raise
            applied.append(AppliedEdit(group.id, edit, before, after))
        if overlap == "forbid":
            self._check_overlap(state, draft, applied)
        if any(self.verbs[edit.verb].category == "turn" for edit in group.edits):
            draft.history[group.id] = TURN
        else:
            end_redo(draft.history)
            draft.history[group.id] = step_of(applied)
        return draft, applied

    def _update_draft(self, draft: S, before: dict[str, Snapshot | None], after: dict[str, Snapshot | None]) -> None:
        """Replace the changed snapshots of the draft, and update its parts and reserved ids."""
        parts_before, parts_after = draft.placed_parts(before.values()), draft.placed_parts(after.values())
        draft.parts.replace(parts_before, parts_after)
        draft.reserved_ids |= part_ids(parts_before) - part_ids(parts_after)
        for key, snapshot in after.items():
            if snapshot is None:
                # A prefixed id may be used again after its removal; an id without a prefix may not.
                draft.reserved_ids |= {key} if ":" not in key else set()
                draft.snapshots.pop(key, None)
            else:
                draft.snapshots[key] = snapshot

    def _check_overlap(self, state: S, draft: S, applied: list[AppliedEdit[Snapshot]]) -> None:
        """Raise Refused if a new or changed part overlaps a part of another item. Imported parts may overlap."""
        changed_keys = {key for entry in applied for key in entry.after}
        overlapping_items = {
            placed.item
            for placed in draft.placed_parts(draft.snapshots.get(key) for key in changed_keys)
            if not state.parts.has(placed.part) and draft.parts.overlaps_other_item(placed)
        }
        if overlapping_items:
            item = next(key for key in draft.snapshots if key in overlapping_items)
            edit = next(entry.edit.id for entry in reversed(applied) if item in entry.after)
            raise Refused("overlap", self.overlap_message, edit)


def check_new_id(state: State[Any], key: str) -> None:
    """Raise Refused if this id of an item or part was used before in the work."""
    if key in state.reserved_ids or key in state.snapshots or key in state.parts.by_id:
        raise Refused("duplicate", "This id has been used before.")


def step_of(applied: Sequence[AppliedEdit[Any] | HistoryEdit]) -> Step:
    """Returns the step of a group: the snapshots that its edits changed, before the first and after the last change."""
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    for edit in applied:
        before, after = {**edit.before, **before}, {**after, **edit.after}
    return Step(before, after)
