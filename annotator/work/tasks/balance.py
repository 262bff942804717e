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
    assigned: Mapping[Item, Collection[Person]],
    excluded: Mapping[Item, Collection[Person]],
    loads: Mapping[Person, int],
    seed: int,
) -> list[tuple[Item, Person]]:
    """New (item, person) pairs that give each item to ``each`` distinct people, as evenly as possible.

    Args:
        items: what is shared out.
        people: who can get something.
        each: how many people an item is for, including those who have it; at least 1.
        assigned: who has an item already. Nothing is taken away.
        excluded: who must not get an item.
        loads: how much each person has already.
        seed: for the choice among equals.

    An item with too few possible people gets all of them. No other plan has a smaller sum of squared loads: after a
    first plan, items move along paths from a fuller to a less full person until no such path is left (the cost-reducing
    paths of Harvey et al. 2006, "Semi-matchings for bipartite graphs and load balancing").
    """
    if each < 1:
        raise ValueError("Each item is for one person at least.")
    plan = _Plan(items, people, assigned, excluded, loads, random.Random(seed))  # noqa: S311  # no secret
    for item in plan.in_order(items):
        plan.give(item, each - len(assigned.get(item, ())))
    while plan.even_out():
        pass
    return [(item, person) for item in items for person in people if person in plan.chosen[item]]


class _Plan(Generic[Item, Person]):
    def __init__(
        self,
        items: Sequence[Item],
        people: Sequence[Person],
        assigned: Mapping[Item, Collection[Person]],
        excluded: Mapping[Item, Collection[Person]],
        loads: Mapping[Person, int],
        rng: random.Random,
    ) -> None:
        self.people = rng.sample(people, len(people))
        self.rng = rng
        closed = {item: {*assigned.get(item, ()), *excluded.get(item, ())} for item in items}
        self.able = {item: [person for person in self.people if person not in closed[item]] for item in items}
        self.chosen: dict[Item, set[Person]] = {item: set() for item in items}
        self.loads = {person: loads.get(person, 0) for person in people}

    def in_order(self, items: Sequence[Item]) -> list[Item]:
        """The items with the fewest possible people first; ties in random order."""
        return sorted(self.rng.sample(items, len(items)), key=lambda item: len(self.able[item]))

    def give(self, item: Item, number: int) -> None:
        """Give the item to so many more people, those with the smallest load first."""
        ranked = sorted(self.able[item], key=lambda person: self.loads[person])
        for person in ranked[: max(0, number)]:
            self.chosen[item].add(person)
            self.loads[person] += 1

    def even_out(self) -> bool:
        """Move items along one path to somebody with a load smaller by two or more; False if there is no such path."""
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
        """For each two people an item that the first can pass to the second."""
        found: dict[Person, dict[Person, Item]] = {person: {} for person in self.people}
        for item, holders in self.chosen.items():
            for taker in self.able[item]:
                if taker not in holders:
                    for giver in holders:
                        found[giver][taker] = item
        return found

    def _path(self, start: Person, passes: Mapping[Person, Mapping[Person, Item]]) -> list[tuple[Person, Person, Item]]:
        """The shortest path of passes to a person with a load smaller by two or more; empty if there is none."""
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
