"""Pyramids from every choice of some of a topic's model summaries, and from choices drawn at random.

What a score needs of a pyramid is how many of its SCUs weigh at least 1, 2, ...: Max(X) = sum over w of min(X, number
of SCUs with weight >= w), which equals the sum of the X largest weights. All choices at once take a subset ("zeta")
transform of weight histograms; up to :data:`MOST_EXACT` models it fits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from scoring.stats.arrays import Bools, Floats

MOST_EXACT = 20
"""Up to so many model summaries all pyramids are looked at: a million, of ten million scores."""
DRAWS = 5_000
"""Beyond that, so many pyramids of each order are drawn, or all where there are no more."""

MOST_CONTRIBUTORS = 100_000
"""More contributors than this no topic has; below it, differences of scores are exact (see order_errors.CLOSE)."""

Counts = NDArray[np.unsignedinteger]


@dataclass(frozen=True, slots=True)
class Contents:
    """Which model summaries express which SCU: ``masks`` has for each SCU the bit 2^i where model i (from 0) does.

    Raises ValueError for fewer than one model, a mask with bits beyond them, or :data:`MOST_CONTRIBUTORS` and more.
    """

    masks: tuple[int, ...]
    models: int

    def __post_init__(self) -> None:
        if self.models < 1:
            raise ValueError("Without model summaries there is no pyramid.")
        if any(not 0 <= mask < 1 << self.models for mask in self.masks):
            raise ValueError(f"A contributor is of none of the {self.models} model summaries.")
        if self.contributors >= MOST_CONTRIBUTORS:
            raise ValueError(f"A topic of {self.contributors} contributors is more than can be compared exactly.")

    @property
    def contributors(self) -> int:
        """Contributors in all, one a model and SCU."""
        return sum(mask.bit_count() for mask in self.masks)

    @property
    def expressed(self) -> Bools:
        """SCUs x models: who expresses what."""
        return np.array([[mask >> i & 1 for i in range(self.models)] for mask in self.masks], dtype=np.bool_).reshape(
            len(self.masks), self.models
        )

    @property
    def shared(self) -> Floats:
        """Models x models: how many SCUs both express; on the diagonal, how many one does."""
        expressed = self.expressed.astype(np.int64)
        return (expressed.T @ expressed).astype(np.float64)


@dataclass(frozen=True, slots=True)
class SubPyramids:
    """Pyramids of one order. ``members``: models x pyramids, who builds each; ``at_least``: order x pyramids, row w - 1
    the number of SCUs of weight >= w; ``complete``: whether these are all there are.
    """

    order: int
    members: Bools
    at_least: Counts
    complete: bool


def sub_pyramids(contents: Contents, orders: Sequence[int], rng: np.random.Generator) -> Iterator[SubPyramids]:
    """All pyramids of each of the ``orders`` up to :data:`MOST_EXACT` models, else up to :data:`DRAWS` of each."""
    if contents.models <= MOST_EXACT:
        return every_sub_pyramid(contents, orders)
    return (drawn_sub_pyramids(contents, order, rng) for order in orders)


def every_sub_pyramid(contents: Contents, orders: Sequence[int]) -> Iterator[SubPyramids]:
    """All pyramids of each order; memory is 2 or 4 bytes times models times 2^models."""
    at_least = _at_least(contents)
    subsets = np.arange(1 << contents.models, dtype=np.uint32)
    sizes = np.bitwise_count(subsets)
    for order in orders:
        chosen = subsets[sizes == order]
        members = (chosen >> np.arange(contents.models, dtype=np.uint32)[:, None] & 1).astype(np.bool_)
        yield SubPyramids(order, members, at_least[1 : order + 1, chosen], complete=True)


def drawn_sub_pyramids(contents: Contents, order: int, rng: np.random.Generator, draws: int = DRAWS) -> SubPyramids:
    """``draws`` pyramids of an order, each drawn independently of the others; all where there are no more than that."""
    complete = comb(contents.models, order) <= draws
    if complete:
        members = np.zeros((contents.models, comb(contents.models, order)), dtype=np.bool_)
        for column, chosen in enumerate(combinations(range(contents.models), order)):
            members[list(chosen), column] = True
    else:
        members = rng.random((contents.models, draws)).argsort(axis=0).argsort(axis=0) < order
    return SubPyramids(order, members, counted_at_least(contents, members, order), complete)


def counted_at_least(contents: Contents, members: Bools, order: int) -> Counts:
    """For chosen pyramids (models x pyramids) the number of SCUs of weight >= 1, ..., order."""
    masks, times = np.unique(np.array(contents.masks, dtype=object), return_counts=True)
    weights = sums_over_members(Contents(tuple(masks), contents.models).expressed.astype(np.float64), members)
    found = [times @ (weights >= weight) for weight in range(1, order + 1)]
    return np.array(found, dtype=_room(contents)).reshape(order, members.shape[1])


def sums_over_members(values: Floats, members: Bools) -> Floats:
    """``values`` (rows x models) summed over the models of each pyramid: rows x pyramids.

    Eight models at a time by a table of their 256 sums: a matrix product in threads waits for busy processors.
    """
    packed = np.packbits(members, axis=0, bitorder="little")
    found = np.zeros((len(values), members.shape[1]))
    taken = np.empty_like(found)
    for number, choices in enumerate(packed):
        table = np.zeros((len(values), 256))
        for bit, column in enumerate(values.T[8 * number : 8 * number + 8]):
            table[:, np.arange(256) >> bit & 1 > 0] += column[:, None]
        found += table.take(choices, axis=1, out=taken, mode="clip")
    return found


def _at_least(contents: Contents) -> Counts:
    """For each choice of models (a number whose bits are its members) how many SCUs weigh >= 0, 1, ..., N in it.

    (N + 1) x 2^N. Model by model, an SCU that it expresses gains a weight in the choices it belongs to.
    """
    models = contents.models
    found = np.zeros((models + 1, 1 << models), dtype=_room(contents))
    masks, times = np.unique(np.array(contents.masks, dtype=np.int64), return_counts=True)
    found[0, masks] = times
    for bit in range(models):
        # Before this step a column stands for choices among the earlier models and for SCUs by the later ones.
        planes = found[: bit + 2].reshape(bit + 2, -1, 2, 1 << bit)
        together = np.empty_like(planes[0, :, 0])
        for weight in range(bit + 1, -1, -1):
            silent, said = planes[weight, :, 0], planes[weight, :, 1]
            np.add(silent, said, out=together)
            np.add(silent, planes[weight - 1, :, 1] if weight else 0, out=said)
            silent[...] = together
    for weight in range(models - 1, -1, -1):
        found[weight] += found[weight + 1]
    return found


def _room(contents: Contents) -> type[np.unsignedinteger]:
    """The smallest type in which no sum of weights overflows."""
    return np.uint16 if contents.contributors < 1 << 16 else np.uint32
