"""Makes random groups of edits of SCUs, units or judgments that fit the person's earlier edits."""

import random
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

Edit = dict[str, Any]


@dataclass(slots=True)
class EditedItems:
    """The items of one person: SCUs of a pyramid, or units of a peer. ``labels``: the label of each SCU, or the comment
    of each unit, by id. ``parts``: the ids of the parts of each item.

    The database may differ, because somebody else has changed an item or the server has refused an edit.
    """

    rng: random.Random
    texts: list[tuple[int, int]]  # ids and lengths of the summaries
    scus: list[str]  # ids of the release's SCUs; empty for a pyramid
    labels: dict[str, str] = field(default_factory=dict)
    parts: dict[str, list[str]] = field(default_factory=dict)

    def next_group(self) -> list[Edit]:
        """Returns the one to four edits of the next group."""
        makers = (self._make, self._make, self._relabel, self._relabel, self._add_part, self._move_part, self._remove)
        edits = self.rng.choice(makers)() if self.labels else self._make()
        return [{"id": self.new_id(), **edit} for edit in edits]

    def new_id(self) -> str:
        return str(UUID(int=self.rng.getrandbits(128), version=4))

    def _make(self) -> list[Edit]:
        item = self.new_id()
        self.labels[item], self.parts[item] = "", []
        if self.scus:
            return [self._new_part(item) for _ in range(self.rng.randint(1, 2))]
        self.labels[item] = f"unit {self.rng.randrange(1000)}"
        create: Edit = {"verb": "create_scu", "scu": item, "label": self.labels[item]}
        return [create, *(self._new_part(item) for _ in range(self.rng.randint(0, 3)))]

    def _relabel(self) -> list[Edit]:
        item, old_label = self.rng.choice(list(self.labels.items()))
        self.labels[item] = f"words {self.rng.randrange(100_000)}"
        verb, kind, name = ("comment_unit", "unit", "comment") if self.scus else ("relabel_scu", "scu", "label")
        return [{"verb": verb, kind: item, name: self.labels[item], "was": old_label}]

    def _add_part(self) -> list[Edit]:
        return [self._new_part(self._random_item())]

    def _move_part(self) -> list[Edit]:
        item = self._random_item()
        if not self.parts[item]:
            return [self._new_part(item)]
        start, end = self._random_span(self.texts[0][1])
        return [{"verb": "set_part", "part": self.parts[item][-1], "start": start, "end": end}]

    def _remove(self) -> list[Edit]:
        item = self._random_item()
        del self.labels[item], self.parts[item]
        return [{"verb": "remove_unit", "unit": item} if self.scus else {"verb": "delete_scu", "scu": item}]

    def _random_item(self) -> str:
        return self.rng.choice(list(self.labels))

    def _new_part(self, item: str) -> Edit:
        summary, length = self.rng.choice(self.texts)
        start, end = self._random_span(length)
        part: Edit = {"part": self.new_id(), "start": start, "end": end}
        self.parts[item].append(part["part"])
        if self.scus:
            scu = self.scus[UUID(item).int % len(self.scus)]  # the same for all parts of a unit
            return {"verb": "match_part", "unit": item, "scu": scu, **part}
        return {"verb": "add_part", "scu": item, "summary": summary, **part}

    def _random_span(self, length: int) -> tuple[int, int]:
        start = self.rng.randrange(length - 20)
        return start, start + self.rng.randint(1, 20)


@dataclass(slots=True)
class JudgedItems:
    """One judge's sheet of utilities with ``count`` items. ``comments``: by the position of the item."""

    rng: random.Random
    count: int
    comments: dict[int, str] = field(default_factory=dict)

    def next_group(self) -> list[Edit]:
        """Returns one judgment, mark or comment, or a new value for several items at once."""
        item, other = self.rng.sample(range(1, self.count + 1), 2)
        action = self.rng.choice(("judge", "judge", "judge", "judge several", "mark", "unmark", "comment"))
        if action in ("mark", "unmark"):
            edits: list[Edit] = [{"verb": action, "item": item, "to": other}]
        elif action == "comment":
            was, self.comments[item] = self.comments.get(item, ""), f"words {self.rng.randrange(100_000)}"
            place = {"question": "utility", "item": item}
            edits = [{"verb": "comment_judgment", **place, "comment": self.comments[item], "was": was}]
        else:
            edits = [self._judge(number) for number in range(item, min(item + 4, self.count))] or [self._judge(item)]
            edits = edits if action == "judge several" else edits[:1]
        return [{"id": self.new_id(), **edit} for edit in edits]

    def new_id(self) -> str:
        return str(UUID(int=self.rng.getrandbits(128), version=4))

    def _judge(self, item: int) -> Edit:
        return {"verb": "judge", "question": "utility", "item": item, "value": self.rng.choice((None, *range(11)))}
