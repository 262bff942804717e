"""The table of a sheet's verbs: pure functions from a state and a payload to the changed judgments."""

import re
from typing import Any

from annotator.judgments.verbs import judgments
from annotator.judgments.verbs.judgments import JudgmentSnapshot, SheetState, judgment_to_load, mark_to_load
from annotator.work.edits.events import EVENTS
from annotator.work.edits.history import HISTORY_VERBS
from annotator.work.edits.reducer import Reducer
from annotator.work.edits.request import NEW_COMMENT, optional
from annotator.work.edits.verb import Field, HistoryEdit, Verb

MAX_VALUE = 100
MAX_POSITION = 100_000
_KEY = re.compile("[-a-zA-Z0-9_]{1,40}")


def key_check(value: Any) -> str | None:
    return None if isinstance(value, str) and _KEY.fullmatch(value) else "This must be the key of a question."


def position_check(value: Any) -> str | None:
    if type(value) is int and 0 < value <= MAX_POSITION:
        return None
    return "This must be the position of an item, from 1."


def position_or_null_check(value: Any) -> str | None:
    return None if value is None else position_check(value)


def value_check(value: Any) -> str | None:
    if value is None or (type(value) is int and 0 <= value <= MAX_VALUE):
        return None
    return f"This must be a whole number from 0 to {MAX_VALUE}, or null."


def _describe_judgment(edit: HistoryEdit, _: dict[str, Any]) -> str:
    value = edit.payload["value"]
    return f"cleared {_name(edit)}" if value is None else f"judged {_name(edit)} as {value}"


def _describe_as(text: str) -> Any:
    """A function that describes an edit. ``text``: the sentence, with {} for what was judged."""
    return lambda edit, _: text.format(_name(edit))


def _name(edit: HistoryEdit) -> str:
    item = edit.payload.get("item")
    return f"item {item}" if item is not None else f"“{edit.payload['question']}”"


_JUDGMENT = {"question": Field(key_check), "item": optional(Field(position_or_null_check))}
_MARK = {"item": Field(position_check), "to": Field(position_check)}

SHEET_VERBS: dict[str, Verb] = {
    "judge": Verb(
        {**_JUDGMENT, "value": Field(value_check)},
        judgments.judge,
        _describe_judgment,
        priority=10,
        loads=judgment_to_load,
    ),
    "skip": Verb(_JUDGMENT, judgments.skip, _describe_as("skipped {}"), priority=20, loads=judgment_to_load),
    "unskip": Verb(
        _JUDGMENT, judgments.unskip, _describe_as("no longer skipped {}"), priority=30, loads=judgment_to_load
    ),
    "mark": Verb(_MARK, judgments.mark, _describe_as("marked text for {}"), priority=40, loads=mark_to_load),
    "unmark": Verb(_MARK, judgments.unmark, _describe_as("removed a mark for {}"), priority=50, loads=mark_to_load),
    "comment_judgment": Verb(
        {**_JUDGMENT, **NEW_COMMENT},
        judgments.comment_judgment,
        _describe_as("commented on {}"),
        priority=60,
        loads=judgment_to_load,
    ),
    **HISTORY_VERBS,
    **EVENTS,
}

SHEET_REDUCER: Reducer[SheetState, JudgmentSnapshot] = Reducer(SHEET_VERBS)
