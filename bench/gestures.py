"""What an annotator of the load test does next: edits that go round, so that the work keeps its size."""

import random
from dataclasses import dataclass, field
from typing import Any, Protocol
from uuid import UUID

Edit = dict[str, Any]
MOST_UNITS = 12


def new_id(rng: random.Random) -> str:
    """A UUID that the seed decides."""
    return str(UUID(int=rng.getrandbits(128), version=4))


class Work(Protocol):
    """Something that takes edits: where they go, and what comes next."""

    rng: random.Random
    path: str
    revision: int

    def next_edit(self) -> Edit:
        """An edit without its id."""
        ...


@dataclass(slots=True)
class PyramidWork:
    """A pyramid: create an SCU, add a part, move its edge, relabel, delete."""

    rng: random.Random
    path: str
    revision: int
    summaries: list[int]
    turn: int = 0
    scu: str = ""
    part: str = ""

    def next_edit(self) -> Edit:
        """The next of the five."""
        verb, self.turn = self.turn % 5, self.turn + 1
        if verb == 0:
            self.scu, self.part = new_id(self.rng), new_id(self.rng)
            return {"verb": "create_scu", "scu": self.scu, "label": ""}
        if verb == 1:
            summary = self.rng.choice(self.summaries)
            return {"verb": "add_part", "part": self.part, "scu": self.scu, "summary": summary, "start": 5, "end": 40}
        if verb == 2:
            return {"verb": "set_part", "part": self.part, "start": 5, "end": 50}
        if verb == 3:
            return {"verb": "relabel_scu", "scu": self.scu, "label": "a content unit", "was": ""}
        return {"verb": "delete_scu", "scu": self.scu}


@dataclass(slots=True)
class PeerWork:
    """A peer: match a phrase, match it otherwise, comment on it, match another one; beyond 12 units the oldest goes."""

    rng: random.Random
    path: str
    revision: int
    scus: list[str]
    turn: int = 0
    units: list[tuple[str, str]] = field(default_factory=list)

    def next_edit(self) -> Edit:
        """The next of the four."""
        verb, self.turn = self.turn % 4, self.turn + 1
        if verb == 3 and len(self.units) > MOST_UNITS:
            return {"verb": "remove_unit", "unit": self.units.pop(0)[0]}
        if verb in (0, 3):
            self.units.append((new_id(self.rng), new_id(self.rng)))
            unit, part = self.units[-1]
            start = 20 * self.rng.randrange(60)
            named = {"unit": unit, "part": part, "scu": self.rng.choice(self.scus)}
            return {"verb": "match_part", **named, "start": start, "end": start + 15}
        unit, part = self.units[-1]
        if verb == 1:
            return {"verb": "rematch_unit", "unit": unit, "scu": self.rng.choice(self.scus)}
        return {"verb": "comment_unit", "unit": unit, "comment": "said otherwise", "was": ""}


def request_of(work: Work, edits: list[Edit]) -> tuple[list[str], dict[str, Any]]:
    """The ids of the edits, and the body of a request with each as a gesture of its own."""
    given = [{"id": new_id(work.rng), **edit} for edit in edits]
    groups = [{"group": new_id(work.rng), "edits": [edit]} for edit in given]
    return [edit["id"] for edit in given], {"base": work.revision, "groups": groups}
