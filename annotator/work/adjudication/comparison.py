"""Where annotations of the same texts agree and where they differ: aligned by the words they share.

Pyramids and matchings of a peer are compared by the same code: an SCU and a unit are both an `Item`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from annotator.texts.spans import touching_tokens

# A summary (its key, or its place among those compared) and the index of one of its words.
Word: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Item:
    """An SCU or a unit: its id, what it is called, and the words its parts touch.

    ``matched``: of a unit the id of the SCU it is matched to, None for none; an SCU has none either. Two units of the
    same words are about the same only if this is the same.
    """

    id: str
    label: str
    words: frozenset[Word]
    matched: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """One annotation. ``name`` (a letter, say) tells it from the others and goes into the keys of differences."""

    name: str
    items: tuple[Item, ...]


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
    links: dict[Place, set[Place]] = {
        (at, i): set() for at, source in enumerate(sources) for i in range(len(source.items))
    }
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
    """By pair of items (of ``a`` and ``b``) the words that both have."""
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


Kind: TypeAlias = Literal["same", "label", "extent", "match", "nonmatching", "grouping", "only"]
KEY_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Difference:
    """Items of several sources that are about the same, and how they differ.

    ``items``: those of each source, in its order; a source without one lacks it.
    ``kind``, the first of these that holds:

    - "only": some source has none of it (two sources: only one of them has it);
    - "grouping": some source has several items for it (split, merged, or grouped otherwise);
    - "nonmatching", "match": units; some are matched and some are not, or to different SCUs;
    - "extent": the words differ;
    - "label": the words are the same, the labels differ;
    - "same": all agree.
    """

    key: str
    kind: Kind
    items: tuple[tuple[Item, ...], ...]

    @property
    def alike(self) -> float:
        """The share of its words that all sources have; 1 without words."""
        words = [frozenset[Word]().union(*(item.words for item in of_source)) for of_source in self.items]
        every = frozenset.union(*words)
        return len(frozenset.intersection(*words)) / len(every) if every else 1.0

    @property
    def shape(self) -> str:
        """For two sources a finer kind: "split", "merged" or "regrouped", "only_a" or "only_b"; else the kind."""
        if len(self.items) != 2:
            return self.kind
        a, b = map(len, self.items)
        if self.kind == "grouping":
            return "split" if a == 1 else "merged" if b == 1 else "regrouped"
        return ("only_a" if a else "only_b") if self.kind == "only" else self.kind


def compare(sources: Sequence[Source]) -> list[Difference]:
    """The differences, and what is the same, between two or more annotations of the same texts.

    Every item of every source is in exactly one of them. The order of the sources changes nothing but the order in what
    is returned. Sources have different names; ids are unique within a source.

    Raises:
        ValueError: fewer than two sources, or two of the same name.
    """
    if len(sources) < 2 or len({source.name for source in sources}) < len(sources):
        raise ValueError("Compare two or more sources of different names.")
    differences = []
    for places in groups(sources):
        items = tuple(tuple(source.items[i] for place, i in places if place == at) for at, source in enumerate(sources))
        differences.append(Difference(_key(sources, items), _kind(items), items))
    return differences


def _kind(items: Sequence[Sequence[Item]]) -> Kind:
    every = [item for of_source in items for item in of_source]
    first = every[0]
    if not all(items):
        return "only"
    if any(len(of_source) > 1 for of_source in items):
        return "grouping"
    if len({item.matched for item in every}) > 1:
        return "nonmatching" if any(item.matched is None for item in every) else "match"
    if any(item.words != first.words for item in every):
        return "extent"
    return "same" if all(same_label(item.label, first.label) for item in every) else "label"


def _key(sources: Sequence[Source], items: Sequence[Sequence[Item]]) -> str:
    """A hash of the compared items: it changes if an item is added, removed or changed."""
    lines = sorted(
        repr((source.name, item.id, item.label, item.matched, sorted(item.words)))
        for source, of_source in zip(sources, items, strict=True)
        for item in of_source
    )
    return sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:KEY_LENGTH]


def words_of(parts: Iterable[tuple[int, int, int]], tokens: Mapping[int, Sequence[int]]) -> frozenset[Word]:
    """The words that parts touch.

    Args:
        parts: summary, start and end of each, in code points.
        tokens: by summary the flat bounds of its words, ``[start0, end0, start1, ...]``.
    """
    return frozenset(
        (summary, word) for summary, start, end in parts for word in touching_tokens(tokens[summary], start, end)
    )


def same_label(a: str, b: str) -> bool:
    """Whether two labels say the same: case, spacing and a full stop at the end do not count."""
    bare_a, bare_b = (" ".join(label.split()).rstrip(".").casefold() for label in (a, b))
    return bare_a == bare_b
