"""Events: entries of the log that only the server writes, such as an import or a change of state."""

from collections.abc import Callable
from typing import Any

from annotator.work.edits.describe import always, with_note
from annotator.work.edits.request import optional
from annotator.work.edits.verb import Field, SentenceFunction, Verb

STATES = frozenset({"in_progress", "in_review", "submitted", "returned", "adjudicated"})


def event_verb(says: SentenceFunction, **fields: Field) -> Verb:
    return Verb(fields, apply=None, says=says, priority=0)


def field_passing(test: Callable[[Any], bool]) -> Field:
    """Returns a field whose values must pass the test, which checks imported logs: clients cannot send events."""
    return Field(lambda value: None if test(value) else "An event cannot have this value.")


TEXT = field_passing(lambda value: type(value) is str)
TEXTS = field_passing(lambda value: type(value) is dict and all(type(text) is str for text in value.values()))
NUMBER = field_passing(lambda value: type(value) is int)
NUMBERS = field_passing(lambda value: type(value) is list and all(type(item) is int and item >= 0 for item in value))
STATE = field_passing(lambda value: isinstance(value, str) and value in STATES)
_STATE_SENTENCES = {
    "submit": "finished",
    "review": "took it into review",
    "return": "returned",
    "agree": "approved",
    "adjudicate": "adjudicated",
    "reopen": "reopened",
}
_STATE_FIELDS = {"state": STATE, "note": optional(TEXT)}
STATE_EVENTS = {name: event_verb(with_note(text), **_STATE_FIELDS) for name, text in _STATE_SENTENCES.items()}
EVENTS = {
    "import": event_verb(always("imported"), file=optional(TEXT), sample=optional(TEXT), state=optional(STATE)),
    "consensus": event_verb(always("gathered the annotations that this consensus is made from"), sources=NUMBERS),
    **STATE_EVENTS,
}
