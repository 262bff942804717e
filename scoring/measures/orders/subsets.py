"""Sub-pyramids: pyramids of some of a topic's model summaries, for every choice of these or for choices at random.

To score a summary we need the number of SCUs of the pyramid that weigh at least 1, 2, ...: Max(X) = sum over w of
min(X, number of SCUs with weight >= w), which equals the sum of the X largest weights. A subset ("zeta") transform of
weight histograms counts them for all choices together; its memory allows up to :data:`MOST_EXACT` models.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from scoring.stats.arrays import Bools, Floats

MOST_EXACT = 20
"""Up to this number of model summaries all pyramids are scored: a million pyramids, ten million scores."""
DRAWS = 5_000
"""With more models, this number of pyramids of each order is drawn, or all if there are not more."""

MOST_CONTRIBUTORS = 100_000
"""A topic has fewer contributors, so that differences of scores can be compared exactly (see errors.CLOSE)."""

Counts = NDArray[np.unsignedinteger]


@dataclass(frozen=True, slots=True)
class Contents:
    """Which model summaries express which SCU. ``masks``: for each SCU a number with the bit 2^i set if model i (from
    0) expresses it. Raises ValueError for MOST_CONTRIBUTORS contributors or more.
    """

    masks: tuple[int, ...]
    model_count: int

    def __post_init__(self) -> None:
        if self.contributors >= MOST_CONTRIBUTORS:
            raise ValueError(f"A topic of {self.contributors} contributors is more than can be compared exactly.")

    @property
    def contributors(self) -> int:
        """Number of (model, SCU) pairs where the model expresses the SCU."""
        return sum(mask.bit_count() for mask in self.masks)

    @property
    def expressed(self) -> Bools:
        """SCUs x models: whether the model expresses the SCU."""
        bits = [[mask >> model & 1 for model in range(self.model_count)] for mask in self.masks]
        return np.array(bits, dtype=np.bool_).reshape(len(self.masks), self.model_count)

    @property
    def shared(self) -> Floats:
        """Models x models: how many SCUs both express; on the diagonal, how many the model expresses."""
        expressed = self.expressed.astype(np.int64)
        return (expressed.T @ expressed).astype(np.float64)


@dataclass(frozen=True, slots=True)
class SubPyramids:
    """Pyramids of one order. ``members``: models x pyramids, whether the pyramid has the model; ``at_least``: weights x
    pyramids, in row w - 1 the number of SCUs of weight >= w; ``complete``: whether these are all pyramids of the order.
    """

    order: int
    members: Bools
    at_least: Counts
    complete: bool


def sub_pyramids(contents: Contents, orders: Sequence[int], rng: np.random.Generator) -> Iterator[SubPyramids]:
    """All pyramids of each of the ``orders``; with more than :data:`MOST_EXACT` models up to :data:`DRAWS` of each."""
    if contents.model_count <= MOST_EXACT:
        return every_sub_pyramid(contents, orders)
    return (drawn_sub_pyramids(contents, order, rng) for order in orders)


def every_sub_pyramid(contents: Contents, orders: Sequence[int]) -> Iterator[SubPyramids]:
    """All pyramids of each order. This takes models x 2^models x 2 or 4 bytes of memory."""
    at_least = _at_least(contents)
    subsets = np.arange(1 << contents.model_count, dtype=np.uint32)
    sizes = np.bitwise_count(subsets)
    for order in orders:
        subsets_of_order = subsets[sizes == order]
        members = (subsets_of_order >> np.arange(contents.model_count, dtype=np.uint32)[:, None] & 1).astype(np.bool_)
        yield SubPyramids(order, members, at_least[1 : order + 1, subsets_of_order], complete=True)


def drawn_sub_pyramids(contents: Contents, order: int, rng: np.random.Generator, draws: int = DRAWS) -> SubPyramids:
    """``draws`` pyramids of an order, drawn independently; all pyramids if there are not more."""
    complete = comb(contents.model_count, order) <= draws
    if complete:
        members = np.zeros((contents.model_count, comb(contents.model_count, order)), dtype=np.bool_)
        for column, models in enumerate(combinations(range(contents.model_count), order)):
            members[list(models), column] = True
    else:
        members = rng.random((contents.model_count, draws)).argsort(axis=0).argsort(axis=0) < order
    return SubPyramids(order, members, counted_at_least(contents, members, order), complete)


def counted_at_least(contents: Contents, members: Bools, order: int) -> Counts:
    """Weights x pyramids: the number of SCUs of weight >= 1, ..., order. ``members``: models x pyramids."""
    masks, counts = np.unique(np.array(contents.masks, dtype=object), return_counts=True)
    weights = sums_over_members(Contents(tuple(masks), contents.model_count).expressed.astype(np.float64), members)
    at_least = [counts @ (weights >= weight) for weight in range(1, order + 1)]
    return np.array(at_least, dtype=_count_type(contents)).reshape(order, members.shape[1])


def sums_over_members(values: Floats, members: Bools) -> Floats:
    """Rows x pyramids: ``values`` (rows x models) summed over the models of each pyramid. Looks up eight models at a
    time in a table of their 256 sums, because a threaded matrix product is slow on a busy machine.
    """
    packed = np.packbits(members, axis=0, bitorder="little")
    sums = np.zeros((len(values), members.shape[1]))
    buffer = np.empty_like(sums)
    for number, subsets in enumerate(packed):
        table = np.zeros((len(values), 256))
        for bit, column in enumerate(values.T[8 * number : 8 * number + 8]):
            table[:, np.arange(256) >> bit & 1 > 0] += column[:, None]
        sums += table.take(subsets, axis=1, out=buffer, mode="clip")
    return sums


def _at_least(contents: Contents) -> Counts:
    """(N + 1) x 2^N: how many SCUs weigh >= 0, 1, ..., N, for each choice of models (a number with a bit per model).
    Adds one model at a time: in the choices with this model, the SCUs that it expresses weigh one more.
    """
    models = contents.model_count
    counts = np.zeros((models + 1, 1 << models), dtype=_count_type(contents))
    masks, scu_counts = np.unique(np.array(contents.masks, dtype=np.int64), return_counts=True)
    counts[0, masks] = scu_counts
    for bit in range(models):
        # Before this step, the bits below ``bit`` of a column are a choice of models, the others the models of an SCU.
        planes = counts[: bit + 2].reshape(bit + 2, -1, 2, 1 << bit)
        total = np.empty_like(planes[0, :, 0])
        for weight in range(bit + 1, -1, -1):
            without, expressed = planes[weight, :, 0], planes[weight, :, 1]
            np.add(without, expressed, out=total)
            np.add(without, planes[weight - 1, :, 1] if weight else 0, out=expressed)
            without[...] = total
    for weight in range(models - 1, -1, -1):
        counts[weight] += counts[weight + 1]
    return counts


def _count_type(contents: Contents) -> type[np.unsignedinteger]:
    """The smallest type in which no sum of weights overflows."""
    return np.uint16 if contents.contributors < 1 << 16 else np.uint32
