"""Distributes items evenly: each item to the same number of people. Pure; the same seed gives the same result."""

import random
from collections import deque
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)
Person = TypeVar("Person", bound=Hashable)


def distribute_evenly(
    items: Sequence[Item],
    people: Sequence[Person],
    *,
    people_per_item: int,
    assigned: Mapping[Item, Collection[Person]],
    excluded: Mapping[Item, Collection[Person]],
    loads: Mapping[Person, int],
    seed: int,
) -> list[tuple[Item, Person]]:
    """Returns new (item, person) pairs, so that each item has ``people_per_item`` people and loads are even.

    Args:
        items: the items to assign.
        people: the people who can get items.
        people_per_item: how many people get an item, including those who have it; at least 1.
        assigned: by item, the people who have it already. They keep it.
        excluded: by item, the people who must not get it.
        loads: by person, the number of items that they have already.
        seed: for random choices among equally good people.

    An item with too few possible people gets all of them. No other plan has a smaller sum of squared loads: after a
    first plan, items move along paths to people with smaller loads until no such path is left (the cost-reducing
    paths of Harvey et al. 2006, "Semi-matchings for bipartite graphs and load balancing").
    """
    if people_per_item < 1:
        raise ValueError("Each item needs at least one person.")
    rng = random.Random(seed)  # noqa: S311  # no secret
    shuffled = rng.sample(people, len(people))
    unavailable_people = {item: {*assigned.get(item, ()), *excluded.get(item, ())} for item in items}
    candidates = {item: [person for person in shuffled if person not in unavailable_people[item]] for item in items}
    new_loads = {person: loads.get(person, 0) for person in shuffled}
    chosen: dict[Item, set[Person]] = {item: set() for item in items}
    # Begin with the items that have the fewest candidates. Each goes to its candidates with the smallest loads.
    for item in sorted(rng.sample(items, len(items)), key=lambda item: len(candidates[item])):
        ranked = sorted(candidates[item], key=lambda person: new_loads[person])
        for person in ranked[: max(0, people_per_item - len(assigned.get(item, ())))]:
            chosen[item].add(person)
            new_loads[person] += 1
    while path := _path_to_smaller_load(candidates, chosen, new_loads):
        for giver, taker, item in path:
            chosen[item].remove(giver)
            chosen[item].add(taker)
        new_loads[path[0][0]] -= 1
        new_loads[path[-1][1]] += 1
    return [(item, person) for item in items for person in people if person in chosen[item]]


def _path_to_smaller_load(
    candidates: Mapping[Item, Sequence[Person]], chosen: Mapping[Item, Collection[Person]], loads: Mapping[Person, int]
) -> list[tuple[Person, Person, Item]]:
    """Returns the shortest chain of moves (giver, taker, item) to a person whose load is smaller by two or more.

    The chain starts at the person with the largest load from whom a chain exists. It is empty if there is no chain.
    """
    # By giver and taker, an item that the giver can pass on to the taker.
    moves: dict[Person, dict[Person, Item]] = {person: {} for person in loads}
    for item, holders in chosen.items():
        for giver in holders:
            moves[giver].update({taker: item for taker in candidates[item] if taker not in holders})
    for start in sorted(loads, key=lambda person: -loads[person]):
        paths: dict[Person, list[tuple[Person, Person, Item]]] = {start: []}
        queue = deque([start])
        while queue:
            giver = queue.popleft()
            for taker, item in moves[giver].items():
                if taker in paths:
                    continue
                paths[taker] = [*paths[giver], (giver, taker, item)]
                if loads[taker] <= loads[start] - 2:
                    return paths[taker]
                queue.append(taker)
    return []
