"""Sharing items out among people evenly: each item to k of them. Pure; the same seed gives the same plan."""

import random
from collections import deque
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)
Person = TypeVar("Person", bound=Hashable)


def share_out(
    items: Sequence[Item],
    people: Sequence[Person],
    *,
    each: int,
    held: Mapping[Item, Collection[Person]],
    barred: Mapping[Item, Collection[Person]],
    loads: Mapping[Person, int],
    seed: int,
) -> list[tuple[Item, Person]]:
    """The new pairs that give each item to ``each`` distinct people, as evenly as can be.

    Args:
        items: what is shared out, each once.
        people: who can get something, each once.
        each: how many people an item is for, those of ``held`` counted; at least 1.
        held: who has an item already. Nothing of it is taken away.
        barred: who must not get an item.
        loads: how much each person has already.
        seed: for the choice among equals.

    An item for which there are too few people gets as many as there are. No other plan has a smaller sum of squared
    loads: after a first plan, items move along paths from a fuller to a less full person until none is left (the
    cost-reducing paths of Harvey et al. 2006, "Semi-matchings for bipartite graphs and load balancing").
    """
    if each < 1:
        raise ValueError("Each item is for one person at least.")
    plan = _Plan(items, people, held, barred, loads, random.Random(seed))  # noqa: S311  # no secret
    for item in plan.in_order(items):
        plan.give(item, each - len(held.get(item, ())))
    while plan.even_out():
        pass
    return [(item, person) for item in items for person in people if person in plan.chosen[item]]


class _Plan(Generic[Item, Person]):
    """Who gets which item, while it is being made."""

    def __init__(
        self,
        items: Sequence[Item],
        people: Sequence[Person],
        held: Mapping[Item, Collection[Person]],
        barred: Mapping[Item, Collection[Person]],
        loads: Mapping[Person, int],
        rng: random.Random,
    ) -> None:
        self.people = rng.sample(people, len(people))
        self.rng = rng
        closed = {item: {*held.get(item, ()), *barred.get(item, ())} for item in items}
        self.able = {item: [person for person in self.people if person not in closed[item]] for item in items}
        self.chosen: dict[Item, set[Person]] = {item: set() for item in items}
        self.loads = {person: loads.get(person, 0) for person in people}

    def in_order(self, items: Sequence[Item]) -> list[Item]:
        """The items with the least choice first, the rest by chance."""
        return sorted(self.rng.sample(items, len(items)), key=lambda item: len(self.able[item]))

    def give(self, item: Item, number: int) -> None:
        """The item to so many more people, those with the least first; among equals in turn, by chance."""
        ranked = sorted(self.able[item], key=lambda person: self.loads[person])
        for person in ranked[: max(0, number)]:
            self.chosen[item].add(person)
            self.loads[person] += 1

    def even_out(self) -> bool:
        """Move items along one path from somebody to somebody with at least two fewer; False if there is none."""
        passes = self._passes()
        for person in sorted(self.people, key=lambda one: -self.loads[one]):
            if path := self._path(person, passes):
                for giver, taker, item in path:
                    self.chosen[item].remove(giver)
                    self.chosen[item].add(taker)
                self.loads[path[0][0]] -= 1
                self.loads[path[-1][1]] += 1
                return True
        return False

    def _passes(self) -> dict[Person, dict[Person, Item]]:
        """From whom to whom an item can pass, and one such item."""
        found: dict[Person, dict[Person, Item]] = {person: {} for person in self.people}
        for item, holders in self.chosen.items():
            for taker in self.able[item]:
                if taker not in holders:
                    for giver in holders:
                        found[giver][taker] = item
        return found

    def _path(self, start: Person, passes: Mapping[Person, Mapping[Person, Item]]) -> list[tuple[Person, Person, Item]]:
        """The shortest path of passes from a person to one with at least two fewer; empty if there is none."""
        came: dict[Person, tuple[Person, Item]] = {}
        queue = deque([start])
        while queue:
            giver = queue.popleft()
            for taker, item in passes[giver].items():
                if taker == start or taker in came:
                    continue
                came[taker] = (giver, item)
                if self.loads[taker] <= self.loads[start] - 2:
                    return self._traced(taker, came)
                queue.append(taker)
        return []

    def _traced(self, end: Person, came: Mapping[Person, tuple[Person, Item]]) -> list[tuple[Person, Person, Item]]:
        steps = []
        while end in came:
            giver, item = came[end]
            steps.append((giver, end, item))
            end = giver
        return steps[::-1]
