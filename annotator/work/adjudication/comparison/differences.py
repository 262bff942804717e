"""What differs between annotations, by kind, each with a key that stands as long as its items do."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, TypeAlias

from annotator.work.adjudication.comparison.alignment import groups
from annotator.work.adjudication.comparison.items import Item, Source, Word, same_label

Kind: TypeAlias = Literal["same", "label", "extent", "match", "nonmatching", "grouping", "only"]
KINDS: tuple[Kind, ...] = ("nonmatching", "match", "extent", "grouping", "only", "label", "same")
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
    def shared(self) -> frozenset[Word]:
        """The words that all sources have in it."""
        return frozenset.intersection(*map(_words, self.items))

    @property
    def alike(self) -> float:
        """Of the words that some source has in it the share that all have; 1 where there are no words at all."""
        every = frozenset().union(*map(_words, self.items))
        return len(self.shared) / len(every) if every else 1.0

    @property
    def shape(self) -> str:
        """Of two sources, the kind told more finely: "split", "merged" or "regrouped" for a grouping, "only_a" or
        "only_b"; else the kind."""
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
    return [_difference(sources, places) for places in groups(sources)]


def _difference(sources: Sequence[Source], places: Sequence[tuple[int, int]]) -> Difference:
    items = tuple(tuple(source.items[i] for place, i in places if place == at) for at, source in enumerate(sources))
    return Difference(_key(sources, items), _kind(items), items)


def _kind(items: Sequence[Sequence[Item]]) -> Kind:
    every = [item for several in items for item in several]
    first = every[0]
    if not all(items):
        return "only"
    if any(len(several) > 1 for several in items):
        return "grouping"
    if len({item.matched for item in every}) > 1:
        return "nonmatching" if any(item.matched is None for item in every) else "match"
    if any(item.words != first.words for item in every):
        return "extent"
    return "same" if all(same_label(item.label, first.label) for item in every) else "label"


def _key(sources: Sequence[Source], items: Sequence[Sequence[Item]]) -> str:
    """A short name of what is compared: another one as soon as an item comes, goes or changes."""
    told = sorted(
        repr((source.name, item.id, item.label, item.matched, sorted(item.words)))
        for source, several in zip(sources, items, strict=True)
        for item in several
    )
    return sha256("\n".join(told).encode("utf-8", "surrogatepass")).hexdigest()[:KEY_LENGTH]


def _words(items: Sequence[Item]) -> frozenset[Word]:
    return frozenset().union(*(item.words for item in items))
