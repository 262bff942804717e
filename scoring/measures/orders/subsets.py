"""Sub-pyramids: the pyramids that some of a topic's model summaries form, for all choices of models or random choices.

To score a summary we need the number of SCUs of the pyramid that weigh at least 1, 2, ...: Max(X), the sum of the X
largest weights, equals the sum over w of min(X, number of SCUs with weight >= w). A subset ("zeta") transform counts
these SCUs for all choices of models together; memory limits it to :data:`MAX_EXACT_MODELS` models.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from scoring.stats.arrays import Bools, Floats

MAX_EXACT_MODELS = 20
"""Up to this number of model summaries all pyramids are scored: for 20 models a million pyramids, ten million scores.
"""
DRAWS = 5_000
"""With more models, this many random pyramids of each order are scored, or all if the order has no more."""

MAX_CONTRIBUTORS = 100_000
"""A topic must have fewer contributors, so that differences of scores can be compared exactly (see errors.CLOSE)."""

Counts = NDArray[np.unsignedinteger]


@dataclass(frozen=True, slots=True)
class ScuModels:
    """The model summaries that express each SCU of a topic. ``masks``: for each SCU a number whose bit i (of value 2^i)
    is set if model i, counted from 0, expresses the SCU. Raises ValueError for MAX_CONTRIBUTORS contributors or more.
    """

    masks: tuple[int, ...]
    model_count: int

    def __post_init__(self) -> None:
        if self.contributors >= MAX_CONTRIBUTORS:
            raise ValueError(f"A topic of {self.contributors} contributors is more than can be compared exactly.")

    @property
    def contributors(self) -> int:
        """Number of (model, SCU) pairs where the model expresses the SCU."""
        return sum(mask.bit_count() for mask in self.masks)

    @property
    def expressed(self) -> Bools:
        """SCUs x models: whether the model expresses the SCU."""
        bits = [[(mask >> model) & 1 for model in range(self.model_count)] for mask in self.masks]
        return np.array(bits, dtype=np.bool_).reshape(len(self.masks), self.model_count)

    @property
    def shared(self) -> Floats:
        """Models x models: how many SCUs both models express. On the diagonal: how many SCUs the model expresses."""
        expressed = self.expressed.astype(np.int64)
        return (expressed.T @ expressed).astype(np.float64)


@dataclass(frozen=True, slots=True)
class SubPyramids:
    """Pyramids of one order (number of model summaries). ``members``: models x pyramids, whether the pyramid has the
    model. ``at_least``: weights x pyramids; row w - 1 has the number of SCUs of weight >= w. ``is_complete``: whether
    these are all pyramids of the order.
    """

    order: int
    members: Bools
    at_least: Counts
    is_complete: bool


def sub_pyramids(scu_models: ScuModels, orders: Sequence[int], rng: np.random.Generator) -> Iterator[SubPyramids]:
    """All pyramids of the given ``orders``; for more than MAX_EXACT_MODELS models up to :data:`DRAWS` of each order."""
    if scu_models.model_count <= MAX_EXACT_MODELS:
        return every_sub_pyramid(scu_models, orders)
    return (drawn_sub_pyramids(scu_models, order, rng) for order in orders)


def every_sub_pyramid(scu_models: ScuModels, orders: Sequence[int]) -> Iterator[SubPyramids]:
    """All pyramids of each order. This takes models x 2^models x 2 or 4 bytes of memory."""
    at_least = _at_least(scu_models)
    subsets = np.arange(1 << scu_models.model_count, dtype=np.uint32)  # as bit masks: bit i is set if model i is in it
    sizes = np.bitwise_count(subsets)
    for order in orders:
        subsets_of_order = subsets[sizes == order]
        models = np.arange(scu_models.model_count, dtype=np.uint32)
        members = ((subsets_of_order >> models[:, None]) & 1).astype(np.bool_)
        yield SubPyramids(order, members, at_least[1 : order + 1, subsets_of_order], is_complete=True)


def drawn_sub_pyramids(scu_models: ScuModels, order: int, rng: np.random.Generator, draws: int = DRAWS) -> SubPyramids:
    """``draws`` pyramids of an order, drawn independently; all pyramids if the order has no more."""
    is_complete = comb(scu_models.model_count, order) <= draws
    if is_complete:
        members = np.zeros((scu_models.model_count, comb(scu_models.model_count, order)), dtype=np.bool_)
        for column, models in enumerate(combinations(range(scu_models.model_count), order)):
            members[list(models), column] = True
    else:
        # Ranks the models of each pyramid at random and takes the first ones.
        members = rng.random((scu_models.model_count, draws)).argsort(axis=0).argsort(axis=0) < order
    return SubPyramids(order, members, counted_at_least(scu_models, members, order), is_complete)


def counted_at_least(scu_models: ScuModels, members: Bools, order: int) -> Counts:
    """The field ``at_least`` of SubPyramids, for the pyramids with these ``members``."""
    masks, counts = np.unique(np.array(scu_models.masks, dtype=object), return_counts=True)
    weights = sums_over_members(ScuModels(tuple(masks), scu_models.model_count).expressed.astype(np.float64), members)
    at_least = [counts @ (weights >= weight) for weight in range(1, order + 1)]
    return np.array(at_least, dtype=_count_type(scu_models)).reshape(order, members.shape[1])


def sums_over_members(values: Floats, members: Bools) -> Floats:
    """Sums ``values`` (rows x models) over the models of each pyramid; returns rows x pyramids. Eight models at a time
    are looked up in a table of the sums of all their 256 subsets, because a threaded matrix product is slow on a busy
    machine.
    """
    packed = np.packbits(members, axis=0, bitorder="little")
    sums = np.zeros((len(values), members.shape[1]))
    buffer = np.empty_like(sums)
    for byte, subsets in enumerate(packed):
        table = np.zeros((len(values), 256))
        for bit, column in enumerate(values.T[8 * byte : 8 * byte + 8]):
            table[:, ((np.arange(256) >> bit) & 1) == 1] += column[:, None]
        sums += table.take(subsets, axis=1, out=buffer, mode="clip")
    return sums


def _at_least(scu_models: ScuModels) -> Counts:
    """The number of SCUs that weigh >= 0, 1, ..., N (rows), for each choice of models (2^N columns). A choice is a
    number with a bit for each model. Models are added one at a time: in the choices with the new model, the SCUs that
    it expresses weigh one more.
    """
    models = scu_models.model_count
    counts = np.zeros((models + 1, 1 << models), dtype=_count_type(scu_models))
    masks, scu_counts = np.unique(np.array(scu_models.masks, dtype=np.int64), return_counts=True)
    counts[0, masks] = scu_counts
    for bit in range(models):
        # At this point the bits of a column below ``bit`` say which models are chosen; the other bits still say which
        # models express the SCUs that the column counts.
        by_bit = counts[: bit + 2].reshape(bit + 2, -1, 2, 1 << bit)  # weight, higher bits, this bit, lower bits
        total = np.empty_like(by_bit[0, :, 0])
        for weight in range(bit + 1, -1, -1):  # from the highest, because each step needs the unchanged row below
            bit_clear, bit_set = by_bit[weight, :, 0], by_bit[weight, :, 1]
            np.add(bit_clear, bit_set, out=total)
            np.add(bit_clear, by_bit[weight - 1, :, 1] if weight else 0, out=bit_set)
            bit_clear[...] = total
    for weight in range(models - 1, -1, -1):  # from "weighs exactly" to "weighs at least"
        counts[weight] += counts[weight + 1]
    return counts


def _count_type(scu_models: ScuModels) -> type[np.unsignedinteger]:
    """The smallest type in which no sum of weights overflows."""
    return np.uint16 if scu_models.contributors < 1 << 16 else np.uint32
