"""The long table of judgments: one row for each judgment, as files, analyses and commands exchange it. Pure."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class JudgmentRow:
    """One judgment: what one judge answered to one question about one item of one summary or topic.

    ``instrument``: the key of the instrument. ``summarizer``, ``kind``: the judged summary, by who wrote it, and
    whether it is a "model" or a "peer"; both are empty if a topic's documents were judged. ``list``: the code of the
    item list (`ItemList.code`), empty without one. ``item``: the item's key; empty for a question asked once a sheet.
    ``value``: None if the judge skipped the question, or has only marked or commented on it. ``marks``: the keys of
    the marked items. ``state``: the state of the sheet. ``at``: when the judgment was last changed; None if unknown.
    """

    instrument: str
    topic: str
    summarizer: str
    kind: str
    judge: str
    list: str
    question: str
    item: str
    value: int | None
    skipped: bool = False
    marks: tuple[str, ...] = ()
    comment: str = ""
    state: str = "submitted"
    at: datetime | None = None
