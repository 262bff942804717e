"""What people do: groups of edits that fit what they have made so far."""

import random
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

Edit = dict[str, Any]


@dataclass(slots=True)
class Desk:
    """What one person has made: labels of SCUs or units by id, and the ids of their parts.

    It is what the person thinks: another one may have changed it, or the server refused it.
    """

    rng: random.Random
    texts: list[tuple[int, int]]  # keys and lengths of the summaries
    scus: list[str]  # of the release; none in a pyramid
    words: dict[str, str] = field(default_factory=dict)
    parts: dict[str, list[str]] = field(default_factory=dict)

    def gesture(self) -> list[Edit]:
        """The edits of the next group, of one to four edits."""
        kinds = (self._make, self._make, self._reword, self._reword, self._add, self._move, self._remove)
        made = self.rng.choice(kinds)() if self.words else self._make()
        return [{"id": self.new_id(), **edit} for edit in made]

    def new_id(self) -> str:
        """An id that nobody has used."""
        return str(UUID(int=self.rng.getrandbits(128), version=4))

    def _make(self) -> list[Edit]:
        key = self.new_id()
        self.words[key], self.parts[key] = "", []
        if self.scus:
            return [self._part_of(key) for _ in range(self.rng.randint(1, 2))]
        self.words[key] = f"unit {self.rng.randrange(1000)}"
        first: Edit = {"verb": "create_scu", "scu": key, "label": self.words[key]}
        return [first, *(self._part_of(key) for _ in range(self.rng.randint(0, 3)))]

    def _reword(self) -> list[Edit]:
        key, was = self.rng.choice(list(self.words.items()))
        self.words[key] = f"words {self.rng.randrange(100_000)}"
        own = {"unit": key, "comment": self.words[key]} if self.scus else {"scu": key, "label": self.words[key]}
        return [{"verb": "comment_unit" if self.scus else "relabel_scu", **own, "was": was}]

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
        del self.words[key], self.parts[key]
        return [{"verb": "remove_unit", "unit": key} if self.scus else {"verb": "delete_scu", "scu": key}]

    def _any(self) -> str:
        return self.rng.choice(list(self.words))

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
        """The same for all parts of a unit."""
        return self.scus[UUID(unit).int % len(self.scus)]

    def _span(self, length: int) -> tuple[int, int]:
        start = self.rng.randrange(length - 20)
        return start, start + self.rng.randint(1, 20)
