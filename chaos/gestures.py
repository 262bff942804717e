"""Random groups of edits that fit what a person has made so far."""

import random
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

Edit = dict[str, Any]


@dataclass(slots=True)
class Desk:
    """One person's SCUs or units: their labels by id, and the ids of their parts.

    The database may differ, because somebody else has changed them or the server has refused an edit.
    """

    rng: random.Random
    texts: list[tuple[int, int]]  # ids and lengths of the summaries
    scus: list[str]  # ids of the release's SCUs; empty for a pyramid
    labels: dict[str, str] = field(default_factory=dict)
    parts: dict[str, list[str]] = field(default_factory=dict)

    def gesture(self) -> list[Edit]:
        """Returns the one to four edits of the next group."""
        kinds = (self._make, self._make, self._relabel, self._relabel, self._add, self._move, self._remove)
        edits = self.rng.choice(kinds)() if self.labels else self._make()
        return [{"id": self.new_id(), **edit} for edit in edits]

    def new_id(self) -> str:
        """Returns a new UUID."""
        return str(UUID(int=self.rng.getrandbits(128), version=4))

    def _make(self) -> list[Edit]:
        key = self.new_id()
        self.labels[key], self.parts[key] = "", []
        if self.scus:
            return [self._part_of(key) for _ in range(self.rng.randint(1, 2))]
        self.labels[key] = f"unit {self.rng.randrange(1000)}"
        first: Edit = {"verb": "create_scu", "scu": key, "label": self.labels[key]}
        return [first, *(self._part_of(key) for _ in range(self.rng.randint(0, 3)))]

    def _relabel(self) -> list[Edit]:
        key, was = self.rng.choice(list(self.labels.items()))
        self.labels[key] = f"words {self.rng.randrange(100_000)}"
        payload = {"unit": key, "comment": self.labels[key]} if self.scus else {"scu": key, "label": self.labels[key]}
        return [{"verb": "comment_unit" if self.scus else "relabel_scu", **payload, "was": was}]

    def _add(self) -> list[Edit]:
        return [self._part_of(self._any())]

    def _move(self) -> list[Edit]:
        key = self._any()
        if not self.parts[key]:
            return [self._part_of(key)]
        start, end = self._span(self.texts[0][1])
        return [{"verb": "set_part", "part": self.parts[key][-1], "start": start, "end": end}]

    def _remove(self) -> list[Edit]:
        key = self._any()
        del self.labels[key], self.parts[key]
        return [{"verb": "remove_unit", "unit": key} if self.scus else {"verb": "delete_scu", "scu": key}]

    def _any(self) -> str:
        return self.rng.choice(list(self.labels))

    def _part_of(self, key: str) -> Edit:
        summary, length = self.rng.choice(self.texts)
        start, end = self._span(length)
        part = self.new_id()
        self.parts[key].append(part)
        if self.scus:
            return {
                "verb": "match_part",
                "unit": key,
                "part": part,
                "scu": self._scu_of(key),
                "start": start,
                "end": end,
            }
        return {"verb": "add_part", "part": part, "scu": key, "summary": summary, "start": start, "end": end}

    def _scu_of(self, unit: str) -> str:
        """Returns the SCU of a unit, the same for all its parts."""
        return self.scus[UUID(unit).int % len(self.scus)]

    def _span(self, length: int) -> tuple[int, int]:
        start = self.rng.randrange(length - 20)
        return start, start + self.rng.randint(1, 20)
