"""Events: entries of the log that are no edits. They have a sentence, and nobody can send them (see ``Verb``)."""

from collections.abc import Callable
from typing import Any

from annotator.work.edits.describe import fixed, noted
from annotator.work.edits.request import optional
from annotator.work.edits.verb import Field, Sentence, Verb

STATES = frozenset({"in_progress", "in_review", "submitted", "returned", "adjudicated"})


def event(says: Sentence, **fields: Field) -> Verb:
    return Verb(fields, None, says, rank=0)


def holding(test: Callable[[Any], bool]) -> Field:
    """A field whose values must pass the test."""
    return Field(lambda value: None if test(value) else "This is not as the step has it.")


TEXT = holding(lambda value: type(value) is str)
TEXTS = holding(lambda value: type(value) is dict and all(type(text) is str for text in value.values()))
NUMBER = holding(lambda value: type(value) is int)
NUMBERS = holding(lambda value: type(value) is list and all(type(number) is int and number >= 0 for number in value))
STATE = holding(lambda value: isinstance(value, str) and value in STATES)
_STATE_SENTENCES = {
    "submit": "finished",
    "review": "took into review",
    "return": "returned",
    "agree": "agreed",
    "adjudicate": "adjudicated",
    "reopen": "reopened",
}
STATE_EVENTS = {name: event(noted(text), state=STATE, note=optional(TEXT)) for name, text in _STATE_SENTENCES.items()}
EVENTS = {
    "import": event(fixed("imported"), file=optional(TEXT), sample=optional(TEXT), state=optional(STATE)),
    "consensus": event(fixed("took in the work that this is made from"), sources=NUMBERS),
    **STATE_EVENTS,
}
