"""How a group of edits applies: in order, all or nothing. What each verb does is in the table of its kind."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Self, TypeVar

from annotator.work.edits.history import TURN, Step, end_redo
from annotator.work.edits.request import EditRequest, Group
from annotator.work.edits.verb import Done, Refused, Verbs

Image = TypeVar("Image", bound=Mapping[str, Any])


@dataclass(slots=True)
class State(Generic[Image]):
    """The current state of a work; on the server, only the part of it that a group of edits refers to.

    ``images``: the SCUs or units by id. An image is the JSON of one item; it is never changed in place: an edit
    replaces it with a new one, so the old and the new can both be kept without copying. ``reserved``: ids that were
    used and then removed; an undo can bring their items back, but no new item may use them. ``history``: the groups
    that can be undone or redone and those that prevent it, oldest first. ``any_order``: an undo is allowed even if the
    same person has made later steps (true for managers). ``may_decide``: whether decisions are allowed, which is so
    only in a consensus; see ``decisions``.
    """

    images: dict[str, Image] = field(default_factory=dict)
    reserved: set[str] = field(default_factory=set)
    history: dict[str, Step] = field(default_factory=dict)
    any_order: bool = False
    may_decide: bool = False

    def copy(self) -> Self:
        """A state that can be changed without changing this one."""
        return replace(self, images=dict(self.images), reserved=set(self.reserved), history=dict(self.history))


S = TypeVar("S", bound=State[Any])


@dataclass(frozen=True, slots=True)
class Applied(Generic[Image]):
    """One edit that applied, its group, and the images of what it touched before and after (None: not there)."""

    group: str
    edit: EditRequest
    before: dict[str, Image | None]
    after: dict[str, Image | None]


@dataclass(frozen=True, slots=True)
class Reducer(Generic[S, Image]):
    """How edits of one kind of work apply.

    ``verbs``: the table of the kind. ``part_ids``: the ids of all parts in an image. ``check_overlap``: raises Refused
    if a group made two SCUs or units share words that did not share them before.
    """

    verbs: Verbs
    part_ids: Callable[[Image | None], set[str]]
    check_overlap: Callable[[S, S, list[Applied[Image]]], None]

    def apply_group(self, state: S, group: Group, *, overlap: str = "allow") -> tuple[S, list[Applied[Image]]]:
        """The state after all edits of the group, and what each touched.

        ``overlap`` is the project's rule, "allow", "warn" or "forbid". Raises Refused, naming the edit, at the first
        that cannot apply; ``state`` itself never changes.
        """
        draft = state.copy()
        applied: list[Applied[Image]] = []
        for edit in group.edits:
            apply = self.verbs[edit.verb].apply
            if apply is None:
                raise ValueError(f"“{edit.verb}” is an event, which cannot be applied.")
            try:
                after = apply(draft, edit.payload)
            except Refused as refusal:
                refusal.edit = edit.id
                raise
            before = {key: draft.images.get(key) for key in after}
            self._advance(draft, before, after)
            applied.append(Applied(group.id, edit, before, after))
        if overlap == "forbid":
            self.check_overlap(state, draft, applied)
        if any(self.verbs[edit.verb].kind == "turn" for edit in group.edits):
            draft.history[group.id] = TURN
        else:
            end_redo(draft.history)
            draft.history[group.id] = step_of(applied)
        return draft, applied

    def _advance(self, draft: S, before: dict[str, Image | None], after: dict[str, Image | None]) -> None:
        lost: set[str] = set().union(*(self.part_ids(image) for image in before.values()))
        kept: set[str] = set().union(*(self.part_ids(image) for image in after.values()))
        draft.reserved |= lost - kept
        for key, image in after.items():
            if image is None:
                # A composed key such as "aside:17" may be used again after removal; an id may not.
                draft.reserved |= {key} if ":" not in key else set()
                draft.images.pop(key, None)
            else:
                draft.images[key] = image


def check_new_id(state: State[Image], key: str, part_ids: Callable[[Image | None], set[str]]) -> None:
    """Raise Refused if an id was used before in this pyramid or peer annotation."""
    known = key in state.reserved or key in state.images
    if known or any(key in part_ids(image) for image in state.images.values()):
        raise Refused("duplicate", "This id has been used before.")


def step_of(applied: Sequence[Applied[Any] | Done]) -> Step:
    """A group's step of the history: each touched image before its first and after its last edit."""
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    for edit in applied:
        before, after = {**edit.before, **before}, {**after, **edit.after}
    return Step(before, after)
