"""Judgments as snapshots (JSON dictionaries), the state of a sheet, and the verbs that change it.

The id of a snapshot is ``<question key>:<item position>``, or ``<question key>:`` for a question about the whole sheet.
So a judgment that is removed and made again has the same id as before.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypedDict

from annotator.work.edits.reducer import State
from annotator.work.edits.verb import Payload, Refused, ToLoad


class JudgmentSnapshot(TypedDict):
    """``item``: the position of the judged item; None for the whole sheet. ``marks``: positions of the marked items."""

    id: str
    question: str
    item: int | None
    value: int | None
    skipped: bool
    comment: str
    marks: list[int]


Snapshots: TypeAlias = dict[str, JudgmentSnapshot | None]  # by id; None for a removed judgment


@dataclass(frozen=True, slots=True)
class QuestionRule:
    """What the verbs need to know of a question. ``per``: "item" or "sheet"."""

    per: str
    minimum: int
    maximum: int
    step: int
    optional: bool


@dataclass(slots=True)
class SheetState(State[JudgmentSnapshot]):
    """The state that the verbs read and change.

    ``questions``: the questions of the instrument by key. ``items``, ``targets``: the positions that can be judged, and
    those that can be marked. ``marks``: what marks point to: "sentences", "items" of the same list, or "" for nothing.
    """

    questions: Mapping[str, QuestionRule] = field(default_factory=dict)
    items: Collection[int] = frozenset()
    targets: Collection[int] = frozenset()
    marks: str = ""

    @property
    def marking_question(self) -> str:
        """The key of the question whose judgments have marks: the first about items."""
        return next((key for key, rule in self.questions.items() if rule.per == "item"), "")


def judgment_id(question: str, item: int | None) -> str:
    return f"{question}:{'' if item is None else item}"


def judgment_to_load(payload: Payload) -> ToLoad:
    return ToLoad(prefixed_ids={judgment_id(payload["question"], payload.get("item"))})


def mark_to_load(payload: Payload) -> ToLoad:
    """The judgment of "item" and the target "to". The ids lack the question: only positions are used to load."""
    return ToLoad(prefixed_ids={judgment_id("", payload["item"]), judgment_id("", payload["to"])})


def payload_problems(state: SheetState, verb: str, payload: Payload) -> Iterator[tuple[str, str]]:
    """The faults of a payload that depend on the instrument: pairs of a field and a sentence."""
    if verb in ("mark", "unmark"):
        if not state.marks:
            yield "verb", "This instrument has no marks."
        elif state.marks == "items" and payload["item"] == payload["to"]:
            yield "to", "An item cannot point to itself."
        return
    if "question" not in payload:  # undo and redo
        return
    rule = state.questions.get(payload["question"])
    if rule is None:
        yield "question", "This instrument has no such question."
        return
    if (payload.get("item") is None) != (rule.per == "sheet"):
        message = "This question is asked of each item." if rule.per == "item" else "This question is about no item."
        yield "item", message
    value = payload.get("value")
    if value is not None and not (rule.minimum <= value <= rule.maximum and (value - rule.minimum) % rule.step == 0):
        steps = f" in steps of {rule.step}" if rule.step > 1 else ""
        yield "value", f"This must be a whole number from {rule.minimum} to {rule.maximum}{steps}, or null."
    if verb == "skip" and not rule.optional:
        yield "question", "This question cannot be skipped."


def judge(state: SheetState, payload: Payload) -> Snapshots:
    """Set the value of a judgment. None removes the value."""
    return _change(state, payload["question"], payload.get("item"), value=payload["value"], skipped=False)


def skip(state: SheetState, payload: Payload) -> Snapshots:
    return _change(state, payload["question"], payload.get("item"), value=None, skipped=True)


def unskip(state: SheetState, payload: Payload) -> Snapshots:
    return _change(state, payload["question"], payload.get("item"), skipped=False)


def comment_judgment(state: SheetState, payload: Payload) -> Snapshots:
    question, item = payload["question"], payload.get("item")
    if _judgment(state, question, item)["comment"] != payload["was"]:
        raise Refused("changed", "The comment has since been changed.")
    return _change(state, question, item, comment=payload["comment"])


def mark(state: SheetState, payload: Payload) -> Snapshots:
    if payload["to"] not in state.targets:
        raise Refused("gone", "The list has no such item to mark.")
    return _set_marks(state, payload["item"], add=[payload["to"]])


def unmark(state: SheetState, payload: Payload) -> Snapshots:
    return _set_marks(state, payload["item"], remove=[payload["to"]])


def _set_marks(state: SheetState, item: int, *, add: Collection[int] = (), remove: Collection[int] = ()) -> Snapshots:
    question = state.marking_question
    marks = {*_judgment(state, question, item)["marks"], *add} - set(remove)
    return _change(state, question, item, marks=sorted(marks))


def _judgment(state: SheetState, question: str, item: int | None) -> JudgmentSnapshot:
    """The judgment as it is, or an empty one."""
    key = judgment_id(question, item)
    empty: JudgmentSnapshot = {
        "id": key,
        "question": question,
        "item": item,
        "value": None,
        "skipped": False,
        "comment": "",
        "marks": [],
    }
    return state.snapshots.get(key, empty)


def _change(state: SheetState, question: str, item: int | None, **changes: object) -> Snapshots:
    """The judgment with these changes; None if nothing remains of it. Raises Refused for an unknown item."""
    if item is not None and item not in state.items:
        raise Refused("gone", "The list has no such item to judge.")
    judgment: JudgmentSnapshot = {**_judgment(state, question, item), **changes}  # type: ignore[typeddict-item]  # its keys
    is_kept = judgment["value"] is not None or judgment["skipped"] or judgment["comment"] or judgment["marks"]
    return {judgment["id"]: judgment if is_kept else None}
