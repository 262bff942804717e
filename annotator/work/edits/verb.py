"""A *verb* is a type of edit. The verb table of a kind of work is used to parse, load, apply and describe edits.

A *snapshot* is the JSON of an SCU, a unit, text set aside or a decision, as it is now or was before or after an edit.
Items are known by ids; other snapshots have prefixed ids, with a colon: "aside:17" is text set aside in summary 17.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

RefusalCode = Literal["gone", "changed", "overlap", "out_of_text", "duplicate", "blocked"]
Payload: TypeAlias = dict[str, Any]
Check: TypeAlias = Callable[[Any], str | None]


class Refused(Exception):
    """An edit is well formed but cannot be applied to the present state.

    ``message``: a sentence for the person who made the edit. ``edit``: the id of the edit, set by the reducer.
    """

    def __init__(self, code: RefusalCode, message: str, edit: str = "") -> None:
        super().__init__(message)
        self.code: RefusalCode = code
        self.message = message
        self.edit = edit


@dataclass(frozen=True, slots=True)
class Field:
    """A payload field.

    ``check``: returns a sentence if the value is malformed. ``holds_ids``: the value is an id, or a list of ids, of
    items or parts that must be loaded before the edit is applied.
    """

    check: Check
    required: bool = True
    holds_ids: bool = False


@dataclass(frozen=True, slots=True)
class ToLoad:
    """What to load for a request. ``uuids``: ids of items and parts. ``prefixed_ids``: ids of other snapshots.

    ``predecessors``: ids of SCUs; the SCU after each of them in the pyramid's list is loaded; None stands for the start
    of the list. ``groups``, ``edits``: the ids of the request's groups and edits, to check that none is in the log yet.
    """

    uuids: set[str] = field(default_factory=set)
    prefixed_ids: set[str] = field(default_factory=set)
    predecessors: set[str | None] = field(default_factory=set)
    groups: set[str] = field(default_factory=set)
    edits: set[str] = field(default_factory=set)

    def add_keys(self, keys: Iterable[str]) -> None:
        for key in keys:
            (self.prefixed_ids if ":" in key else self.uuids).add(key)

    def add(self, other: "ToLoad") -> None:
        for name in ("uuids", "prefixed_ids", "predecessors", "groups", "edits"):
            getattr(self, name).update(getattr(other, name))


@dataclass(frozen=True, slots=True)
class HistoryEdit:
    """An applied edit as the history describes it, with the changed snapshots before and after."""

    verb: str
    payload: Payload
    before: dict[str, Any]
    after: dict[str, Any]


SentenceFunction: TypeAlias = Callable[[HistoryEdit, dict[str, Any]], str]
"""Given an edit and the snapshots after its whole group (by id), returns a sentence without a subject."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb. If ``apply`` is None, it is an event: clients cannot request it, only the server logs it.

    ``fields``: the payload fields. ``apply``: returns the changed snapshots, or raises Refused. ``says``: makes a
    sentence for the history, which describes a group by its verb of lowest ``priority``. ``cross_check``: compares
    well-formed fields; returns a field and a sentence, or None. ``loads``: returns what must be loaded besides the ids
    in the fields. ``is_turn``: an undo or redo; groups of turns have no other edits.
    """

    fields: Mapping[str, Field]
    apply: Callable[[Any, Payload], dict[str, Any]] | None
    says: SentenceFunction
    priority: int
    cross_check: Callable[[Payload], tuple[str, str] | None] = lambda _: None
    loads: Callable[[Payload], ToLoad] = lambda _: ToLoad()
    is_turn: bool = False

    @property
    def category(self) -> Literal["edit", "turn", "event"]:
        return "event" if self.apply is None else "turn" if self.is_turn else "edit"

    def what_to_load(self, payload: Payload) -> ToLoad:
        """Returns what must be loaded before an edit with this payload is applied."""
        to_load = self.loads(payload)
        for name, spec in self.fields.items():
            value = payload.get(name)
            if spec.holds_ids and value:
                to_load.uuids.update([value] if isinstance(value, str) else value)
        return to_load


def snapshot_to_load(prefix: str, field: str) -> Callable[[Payload], ToLoad]:
    """Returns a function for ``Verb.loads`` that requests one snapshot: its key is the prefix and the field's value."""
    return lambda payload: ToLoad(prefixed_ids={f"{prefix}{payload[field]}"})


Verbs: TypeAlias = Mapping[str, Verb]
REQUESTABLE = ("edit", "turn")
"""The categories of the verbs that clients may request: all except "event"."""


def verb_names(verbs: Verbs, categories: Collection[str]) -> list[str]:
    """Returns the names of the verbs of these categories ("edit", "turn", "event"), in the order of the table."""
    return [name for name, verb in verbs.items() if verb.category in categories]


def category_of(verbs: Verbs, name: str) -> Literal["edit", "turn", "event"]:
    """Returns the category of a logged verb. An unknown verb counts as an edit: its snapshots suffice to undo it."""
    return verbs[name].category if name in verbs else "edit"
