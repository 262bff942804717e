"""Which items of several annotations are about the same: an optimal assignment on shared words, and what it leaves."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from annotator.work.adjudication.comparison.items import Item, Source, Word, same_label

# A source's place and an item's place in it.
Place: TypeAlias = tuple[int, int]
Pair: TypeAlias = tuple[int, int]

ALIKE = 0.2
"""Word Jaccard from which on two items of an assignment are taken for the same one."""
SUBSTANTIAL = 0.5
"""Of the words of the smaller of two items, the share that makes it a piece of the other, if no other item has them."""
SAME_MATCH = 0.5
"""What it adds to two units' Jaccard that they are matched to the same SCU: more than chance, less than the words."""
SAME_LABEL = 0.2
"""What an equal label adds: enough to bring two SCUs together that share no words."""


def groups(sources: Sequence[Source]) -> list[tuple[Place, ...]]:
    """The items of all sources in groups that are about the same; each item is in exactly one group.

    A group is a connected component of the `pairs` of every two sources. Groups come in the order of the first source,
    then of what is left of the second, and so on.
    """
    links: dict[Place, set[Place]] = {(at, i): set() for at, one in enumerate(sources) for i in range(len(one.items))}
    for a, b in combinations(range(len(sources)), 2):
        for i, j in pairs(sources[a], sources[b]):
            links[a, i].add((b, j))
            links[b, j].add((a, i))
    return list(_components(links))


def pairs(a: Source, b: Source) -> set[Pair]:
    """The places in ``a`` and ``b`` of the items that are about the same.

    First an optimal assignment on word Jaccard, with a little for equal labels, gives each item at most one partner.
    Then an item is a piece of another one if at least half of the smaller one's words are shared by the two and are in
    neither's partner.
    """
    if a.name > b.name:
        return {(i, j) for j, i in pairs(b, a)}
    shared = _shared(a.items, b.items)
    assigned = _assigned(a.items, b.items, shared)
    of_a, of_b = dict(assigned), {j: i for i, j in assigned}
    pieces = set()
    for (i, j), words in shared.items():
        rest = set(words)
        rest -= b.items[of_a[i]].words if i in of_a else frozenset()
        rest -= a.items[of_b[j]].words if j in of_b else frozenset()
        if rest and len(rest) >= SUBSTANTIAL * min(len(a.items[i].words), len(b.items[j].words)):
            pieces.add((i, j))
    return {*assigned, *pieces}


def _shared(a: Sequence[Item], b: Sequence[Item]) -> dict[Pair, list[Word]]:
    """The shared words of each two items that share some."""
    holders: dict[Word, list[int]] = defaultdict(list)
    for j, item in enumerate(b):
        for word in item.words:
            holders[word].append(j)
    shared: dict[Pair, list[Word]] = defaultdict(list)
    for i, item in enumerate(a):
        for word in item.words:
            for j in holders.get(word, ()):
                shared[i, j].append(word)
    return shared


def _assigned(a: Sequence[Item], b: Sequence[Item], shared: dict[Pair, list[Word]]) -> list[Pair]:
    """The pairs of the best assignment that are alike enough. Items in the order of their ids: ties fall the same."""
    rows, columns = (sorted(range(len(items)), key=lambda at: items[at].id) for items in (a, b))
    alike: NDArray[np.float64] = np.zeros((len(rows), len(columns)))
    for row, i in enumerate(rows):
        for column, j in enumerate(columns):
            alike[row, column] = _likeness(a[i], b[j], len(shared.get((i, j), ())))
    chosen = zip(*linear_sum_assignment(alike, maximize=True), strict=True)
    return [(rows[row], columns[column]) for row, column in chosen if alike[row, column] >= ALIKE]


def _likeness(a: Item, b: Item, shared: int) -> float:
    """The Jaccard of the words, more for the same match and label; without words two of the same label are alike."""
    label = same_label(a.label, b.label)
    either = len(a.words) + len(b.words) - shared
    jaccard = shared / either if either else float(label)
    match = SAME_MATCH if a.matched is not None and a.matched == b.matched else 0.0
    return jaccard + match + (SAME_LABEL if label and a.label.strip() else 0.0)


def _components(links: dict[Place, set[Place]]) -> Iterator[tuple[Place, ...]]:
    seen: set[Place] = set()
    for start in links:
        if start in seen:
            continue
        component, waiting = {start}, [start]
        while waiting:
            new = links[waiting.pop()] - component
            component |= new
            waiting += new
        seen |= component
        yield tuple(sorted(component))
