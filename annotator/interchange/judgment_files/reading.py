"""Shared by all readers of judgment files: the content that they return, its repairs, and the errors by place."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from annotator.judgments.table import JudgmentRow
from annotator.tables.csv_records import MAX_ERRORS, TableError

MAX_NAME = 200


@dataclass(frozen=True, slots=True)
class Repair:
    """A note on content that was not read exactly as in the file. ``place``: where in the file, such as "Line 7"."""

    place: str
    what: str


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item of a list, as the table of items has it.

    ``list``: the code or name of the list in the file; may be empty. ``source``: the kind of item
    (`ItemList.Source`). ``summarizer``: who wrote the summary whose unit or sentence this is; for a statement, the
    model summary that it is from. ``document``: for a sentence of a document, the document's key. ``start``, ``end``:
    the span in the summary or document, if the file has it. ``importance``: "vital", "okay" or empty. ``judged``:
    False for items that are only shown.
    """

    topic: str
    list: str
    source: str
    summarizer: str
    key: str
    text: str
    document: str = ""
    start: int | None = None
    end: int | None = None
    weight: int | None = None
    importance: str = ""
    heading: str = ""
    judged: bool = True


@dataclass(frozen=True, slots=True)
class TextRow:
    """A text in a file. ``kind``: "model", "peer", "document", or "statement" (of the topic; its ``name`` is empty)."""

    topic: str
    kind: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ExtractRow:
    """An extract of a system. ``label``: its compression rate. ``items``: the keys of its sentences, in their order."""

    topic: str
    summarizer: str
    label: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JudgmentFile:
    """The content of a file, in the order of the file."""

    rows: tuple[JudgmentRow, ...] = ()
    items: tuple[ItemRow, ...] = ()
    texts: tuple[TextRow, ...] = ()
    repairs: tuple[Repair, ...] = ()
    extracts: tuple[ExtractRow, ...] = ()


def judgment_key(row: JudgmentRow) -> tuple[str, ...]:
    """The fields that identify a judgment: two judgments with the same key must have the same answer."""
    return (row.instrument, row.topic, row.kind, row.summarizer, row.judge, row.list, row.question, row.item)


class Reading:
    """The content of a file that is being read, and all its errors."""

    def __init__(self) -> None:
        self.rows: list[JudgmentRow] = []
        self.repairs: list[Repair] = []
        self.errors: list[str] = []
        self._judgments: dict[tuple[str, ...], tuple[JudgmentRow, str]] = {}
        self._items: dict[tuple[str, ...], tuple[ItemRow, str]] = {}
        self._texts: dict[tuple[str, ...], TextRow] = {}

    @property
    def has_too_many_errors(self) -> bool:
        """Whether there are so many errors that reading stops."""
        return len(self.errors) > MAX_ERRORS

    def refuse(self, place: str, why: str) -> None:
        self.errors.append(f"{place}: {why}")

    def repair(self, place: str, what: str) -> None:
        self.repairs.append(Repair(place, what))

    def add(self, row: JudgmentRow, place: str) -> None:
        """Add a judgment, unless it is there already. Refuse another answer to the same question."""
        if problem := name_problem(topic=row.topic, judge=row.judge, question=row.question, summarizer=row.summarizer):
            return self.refuse(place, problem)
        first, first_place = self._judgments.setdefault(judgment_key(row), (row, place))
        if first is row:
            self.rows.append(row)
        elif _answer(first) == _answer(row):
            self.repair(place, f"the same judgment is already in {_inside(first_place)}; it counts once.")
        else:
            self.refuse(place, f"{row.judge} has another answer to the same question in {_inside(first_place)}.")
        return None

    def add_item(self, item: ItemRow, place: str) -> None:
        """Add an item, unless it is there already. Refuse another item with the same key."""
        if problem := name_problem(topic=item.topic, item=item.key):
            return self.refuse(place, problem)
        if not item.text.strip():
            return self.refuse(place, f"the text of item {item.key} is empty.")
        source_summary = "" if item.source == "statements" else item.summarizer
        key = (item.topic, item.list, item.source, source_summary, item.key)
        first, first_place = self._items.setdefault(key, (item, place))
        if first != item:
            self.refuse(place, f"item {item.key} is a different one in {_inside(first_place)}.")
        return None

    def add_text(self, text: TextRow, place: str) -> None:
        """Add a text, unless it is there already. Refuse another text with the same name."""
        if problem := name_problem(topic=text.topic, name=text.name or text.kind):
            return self.refuse(place, problem)
        first = self._texts.setdefault((text.topic, text.kind, text.name), text)
        if first != text:  # a topic's statement has no name, which would leave two spaces
            self.refuse(
                place, f"the text of the {text.kind} {text.name} differs from an earlier one.".replace("  ", " ")
            )
        return None

    def set_state(self, states: Mapping[str, str]) -> None:
        """Set the state of all judgments of some judges. ``states``: the new states, by judge."""
        self.rows = [replace(row, state=states.get(row.judge, row.state)) for row in self.rows]

    @property
    def items(self) -> list[ItemRow]:
        return [item for item, _ in self._items.values()]

    def result(self, *, if_empty: str = "The file has no judgments.") -> JudgmentFile:
        """Returns the content. Raises TableError with all errors, or with ``if_empty`` if there is no content."""
        if self.errors:
            raise TableError(self.errors)
        if not (self.rows or self._items or self._texts):
            raise TableError([if_empty])
        return JudgmentFile(tuple(self.rows), tuple(self.items), tuple(self._texts.values()), tuple(self.repairs))


def name_problem(**names: str) -> str:
    """Returns the fault of the first invalid name; "" if all are valid. ``summarizer`` may be empty."""
    for what, name in names.items():
        if not name.strip() and what != "summarizer":
            return f"the {what} is missing."
        if len(name) > MAX_NAME:
            return f"the {what} has more than {MAX_NAME} characters."
        if not name.isprintable():
            return f"the {what} has characters that cannot be shown."
    return ""


def shortened_list(names: Iterable[str], count: int = 3) -> str:
    """Returns the first ``count`` names, separated by commas, and how many more there are."""
    listed = list(names)
    more = len(listed) - count
    return ", ".join(listed[:count]) + (f" and {more:,} more" if more > 0 else "")


def _answer(row: JudgmentRow) -> tuple[object, ...]:
    return (row.value, row.skipped, row.marks, row.comment)


def _inside(place: str) -> str:
    """The place as written in the middle of a sentence: "line 7" instead of "Line 7"."""
    return place[:1].lower() + place[1:] if place.startswith("Line ") else place
