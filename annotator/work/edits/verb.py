"""What a verb is: one entry in the table of a kind of work. Parser, loader, reducer and history derive from it."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Code = Literal["gone", "changed", "overlap", "out_of_text", "duplicate", "blocked"]
Payload: TypeAlias = dict[str, Any]
Check: TypeAlias = Callable[[Any], str | None]


class Refused(Exception):
    """An edit is well formed but cannot apply to the present state.

    ``message``: a sentence for the person who made the edit. ``edit``: its id, filled in by the reducer.
    """

    def __init__(self, code: Code, message: str, edit: str = "") -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message
        self.edit = edit


@dataclass(frozen=True, slots=True)
class Field:
    """A payload field: its check, whether it may be left out, and whether it holds ids that have to be loaded."""

    check: Check
    required: bool = True
    ids: bool = False


@dataclass(frozen=True, slots=True)
class ToLoad:
    """What a request needs loaded: ids of SCUs, units and parts (``uuids``), keys of other images (``others``).

    ``after``: the SCUs whose successor matters; None is the beginning of the list. ``groups`` and ``edits``: ids that
    should not be in the log yet.
    """

    uuids: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    after: set[str | None] = field(default_factory=set)
    groups: set[str] = field(default_factory=set)
    edits: set[str] = field(default_factory=set)

    def add_keys(self, keys: Iterable[str]) -> None:
        for key in keys:
            (self.others if ":" in key else self.uuids).add(key)

    def add(self, other: "ToLoad") -> None:
        for name in ("uuids", "others", "after", "groups", "edits"):
            getattr(self, name).update(getattr(other, name))


@dataclass(frozen=True, slots=True)
class Done:
    """An edit that applied: its verb, payload, and the touched images before and after."""

    verb: str
    payload: Payload
    before: dict[str, Any]
    after: dict[str, Any]


Sentence: TypeAlias = Callable[[Done, Done], str]
"""From a whole group, as if it were one edit, and the edit that names it to a sentence without a subject."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb, or (without ``apply``) an event, which stands in the log but which nobody can send.

    ``fields``: those of the payload. ``apply``: gives the touched images after the edit, or raises Refused. ``says``:
    the sentence of the history. ``rank``: a group is named after the edit with the lowest rank. ``between``: a check
    between fields that are sound by themselves. ``loads``: what must be loaded besides the ids in the fields.
    ``alone``: it shares no group with verbs that are not alone.
    """

    fields: Mapping[str, Field]
    apply: Callable[[Any, Payload], dict[str, Any]] | None
    says: Sentence
    rank: int
    between: Callable[[Payload], tuple[str, str] | None] = lambda _: None
    loads: Callable[[Payload], ToLoad] = lambda _: ToLoad()
    alone: bool = False

    @property
    def kind(self) -> Literal["edit", "turn", "event"]:
        """What the history shows it as; a "turn" is an undo or redo."""
        return "event" if self.apply is None else "turn" if self.alone else "edit"

    def names(self, payload: Payload) -> ToLoad:
        """What must be loaded before this payload can be applied."""
        to_load = self.loads(payload)
        for name, spec in self.fields.items():
            value = payload.get(name)
            if spec.ids and value:
                to_load.uuids.update([value] if isinstance(value, str) else value)
        return to_load


def keyed(prefix: str, field: str) -> Callable[[Payload], ToLoad]:
    """For ``loads``: the image whose key is the prefix followed by the value of a field."""
    return lambda payload: ToLoad(others={f"{prefix}{payload[field]}"})


Verbs: TypeAlias = Mapping[str, Verb]


def names_of(verbs: Verbs, kinds: Collection[str]) -> list[str]:
    """The names of the verbs of these kinds ("edit", "turn", "event"), in the order of the table."""
    return [name for name, verb in verbs.items() if verb.kind in kinds]


def kind_of(verbs: Verbs, name: str) -> Literal["edit", "turn", "event"]:
    """The kind of a row of the log; one that is not in the table is an edit, which its images can undo."""
    return verbs[name].kind if name in verbs else "edit"
