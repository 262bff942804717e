"""Finds the differences between annotations of the same texts: aligns their items by shared words and compares them.

An *item* is an SCU of a pyramid or a unit of a peer annotation.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from typing import Literal, TypeAlias

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.texts.spans import touching_tokens

Word: TypeAlias = tuple[int, int]
"""The index of one of the annotated summaries, and the index of a word in it."""


@dataclass(frozen=True, slots=True)
class Item:
    """An SCU or a unit. ``words``: the words that its parts touch.

    ``matched``: of a unit, the id of the SCU that it is matched to; None for a non-matching unit and for SCUs.
    """

    id: str
    label: str
    words: frozenset[Word]
    matched: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """One annotation. ``name``: a distinct name, such as a letter, which goes into the keys of differences."""

    name: str
    items: tuple[Item, ...]


ItemIndex: TypeAlias = tuple[int, int]
"""The index of a source, and the index of an item in it."""
Pair: TypeAlias = tuple[int, int]
"""The index of an item in one source, and the index of an item in another source."""

MIN_LIKENESS = 0.2
"""Two items are paired as equivalent only if they have at least this `_likeness` (see `matching_pairs`)."""
MIN_PIECE = 0.5
"""Two items are also paired if they share at least this fraction of the smaller item's words (see `matching_pairs`)."""
SAME_MATCH = 0.5
"""Added to the likeness of two units that are matched to the same SCU."""
SAME_LABEL = 0.2
"""Added to the likeness of two SCUs with equal labels: enough to pair SCUs that share no words."""


def matching_groups(sources: Sequence[Source]) -> list[tuple[ItemIndex, ...]]:
    """Returns the items of all sources, grouped by their content. Each item is in exactly one group.

    A group is a connected component of the `matching_pairs` of every two sources. Groups are ordered by their first
    item: first the items of the first source, then of the second, and so on.
    """
    links: dict[ItemIndex, set[ItemIndex]] = {
        (index, i): set() for index, source in enumerate(sources) for i in range(len(source.items))
    }
    for (index_a, a), (index_b, b) in combinations(enumerate(sources), 2):
        for i, j in matching_pairs(a, b):
            links[index_a, i].add((index_b, j))
            links[index_b, j].add((index_a, i))
    return list(_connected_components(links))


def matching_pairs(a: Source, b: Source) -> set[Pair]:
    """Returns the pairs of items of ``a`` and ``b`` that have the same content, wholly or in part.

    First, an optimal assignment by likeness gives each item at most one partner. Then two items are also paired if one
    seems to be a piece of the other: the words that they share with each other, but not with their partners, are at
    least half of the words of the smaller item.
    """
    # Ties between equally good assignments must not depend on which source is ``a``.
    if a.name > b.name:
        return {(i, j) for j, i in matching_pairs(b, a)}
    shared = _shared_words(a.items, b.items)
    assigned = _assigned_pairs(a.items, b.items, shared)
    partners_of_a, partners_of_b = dict(assigned), {j: i for i, j in assigned}
    pieces = set()
    for (i, j), words in shared.items():
        remaining = set(words)
        remaining -= b.items[partners_of_a[i]].words if i in partners_of_a else frozenset()
        remaining -= a.items[partners_of_b[j]].words if j in partners_of_b else frozenset()
        if remaining and len(remaining) >= MIN_PIECE * min(len(a.items[i].words), len(b.items[j].words)):
            pieces.add((i, j))
    return {*assigned, *pieces}


def _shared_words(a: Sequence[Item], b: Sequence[Item]) -> dict[Pair, list[Word]]:
    """Maps each pair of items of ``a`` and ``b`` that share words to these words."""
    items_with: dict[Word, list[int]] = defaultdict(list)
    for j, item in enumerate(b):
        for word in item.words:
            items_with[word].append(j)
    shared: dict[Pair, list[Word]] = defaultdict(list)
    for i, item in enumerate(a):
        for word in item.words:
            for j in items_with.get(word, ()):
                shared[i, j].append(word)
    return shared


def _assigned_pairs(a: Sequence[Item], b: Sequence[Item], shared: dict[Pair, list[Word]]) -> list[Pair]:
    """Returns the pairs of the assignment with the largest total likeness, without pairs below ``MIN_LIKENESS``.

    Sorting the items by id makes ties deterministic.
    """
    rows, columns = (sorted(range(len(items)), key=lambda index: items[index].id) for items in (a, b))
    likeness: NDArray[np.float64] = np.zeros((len(rows), len(columns)))
    for row, i in enumerate(rows):
        for column, j in enumerate(columns):
            likeness[row, column] = _likeness(a[i], b[j], len(shared.get((i, j), ())))
    pairs = zip(*scipy.optimize.linear_sum_assignment(likeness, maximize=True), strict=True)
    return [(rows[row], columns[column]) for row, column in pairs if likeness[row, column] >= MIN_LIKENESS]


def _likeness(a: Item, b: Item, shared_count: int) -> float:
    """Returns the Jaccard index of the words (shared words / words of either item), plus ``SAME_MATCH`` for units of
    the same SCU and ``SAME_LABEL`` for equal labels.

    If neither item has words, the index is 1 for equal labels, else 0.
    """
    has_same_label = same_label(a.label, b.label)
    union_count = len(a.words) + len(b.words) - shared_count
    jaccard = shared_count / union_count if union_count else float(has_same_label)
    match_bonus = SAME_MATCH if a.matched is not None and a.matched == b.matched else 0.0
    return jaccard + match_bonus + (SAME_LABEL if has_same_label and a.label.strip() else 0.0)


def _connected_components(links: dict[ItemIndex, set[ItemIndex]]) -> Iterator[tuple[ItemIndex, ...]]:
    """Yields the connected components of a graph. ``links``: maps each item to the items that it is paired with."""
    visited: set[ItemIndex] = set()
    for start in links:
        if start in visited:
            continue
        component, queue = {start}, [start]
        while queue:
            new = links[queue.pop()] - component
            component |= new
            queue += new
        visited |= component
        yield tuple(sorted(component))


DifferenceKind: TypeAlias = Literal["same", "label", "extent", "match", "nonmatching", "grouping", "only"]
KEY_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Difference:
    """Items of several sources with the same content, and how they differ.

    ``key``: a hash of the items. ``items``: for each source, its items with this content; empty if it has none.
    ``kind``: the first of these that applies:

    - "only": at least one source has no item (of two sources, only one has items);
    - "grouping": at least one source has several items (split, merged, or grouped otherwise);
    - "nonmatching": some of the units are matched to an SCU, the others are non-matching;
    - "match": the units are matched to different SCUs;
    - "extent": the words differ;
    - "label": the words are the same, the labels differ;
    - "same": all sources agree.
    """

    key: str
    kind: DifferenceKind
    items: tuple[tuple[Item, ...], ...]

    @property
    def shared_fraction(self) -> float:
        """The fraction of the items' words that all sources have; 1 if there are no words."""
        words = [frozenset[Word]().union(*(item.words for item in source_items)) for source_items in self.items]
        all_words = frozenset.union(*words)
        return len(frozenset.intersection(*words)) / len(all_words) if all_words else 1.0

    @property
    def shape(self) -> str:
        """The kind. If there are two sources, "grouping" becomes "split" (by the second source), "merged" or
        "regrouped", and "only" becomes "only_a" or "only_b"."""
        if len(self.items) != 2:
            return self.kind
        count_a, count_b = map(len, self.items)
        if self.kind == "grouping":
            return "split" if count_a == 1 else "merged" if count_b == 1 else "regrouped"
        return ("only_a" if count_a else "only_b") if self.kind == "only" else self.kind


def compare(sources: Sequence[Source]) -> list[Difference]:
    """Returns the differences and agreements (kind "same") between two or more annotations of the same texts.

    Each item of each source is in exactly one `Difference`. Another order of the sources only reorders the result.
    Item ids are unique within a source.

    Raises:
        ValueError: fewer than two sources, or two of the same name.
    """
    if len(sources) < 2 or len({source.name for source in sources}) < len(sources):
        raise ValueError("Compare two or more sources of different names.")
    differences = []
    for group in matching_groups(sources):
        items = tuple(
            tuple(source.items[i] for source_index, i in group if source_index == index)
            for index, source in enumerate(sources)
        )
        differences.append(Difference(_key(sources, items), _kind(items), items))
    return differences


def _kind(items: Sequence[Sequence[Item]]) -> DifferenceKind:
    all_items = [item for source_items in items for item in source_items]
    first = all_items[0]
    if not all(items):
        return "only"
    if any(len(source_items) > 1 for source_items in items):
        return "grouping"
    if len({item.matched for item in all_items}) > 1:
        return "nonmatching" if any(item.matched is None for item in all_items) else "match"
    if any(item.words != first.words for item in all_items):
        return "extent"
    return "same" if all(same_label(item.label, first.label) for item in all_items) else "label"


def _key(sources: Sequence[Source], items: Sequence[Sequence[Item]]) -> str:
    """Returns a hash of the compared items, which changes if an item is added, removed or changed."""
    lines = sorted(
        repr((source.name, item.id, item.label, item.matched, sorted(item.words)))
        for source, source_items in zip(sources, items, strict=True)
        for item in source_items
    )
    return sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:KEY_LENGTH]


def words_of(parts: Iterable[tuple[int, int, int]], tokens: Mapping[int, Sequence[int]]) -> frozenset[Word]:
    """Returns the words that parts touch.

    Args:
        parts: (index of a summary, start, end), in code points.
        tokens: by the summary's index, a flat list of the starts and ends of its words, ``[start0, end0, ...]``.
    """
    return frozenset(
        (summary, word) for summary, start, end in parts for word in touching_tokens(tokens[summary], start, end)
    )


def same_label(a: str, b: str) -> bool:
    """Whether two labels are equal apart from case, spacing and a full stop at the end."""
    folded_a, folded_b = (" ".join(label.split()).rstrip(".").casefold() for label in (a, b))
    return folded_a == folded_b
