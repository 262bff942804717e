"""Relations between SCUs: whether dependent SCUs weigh less, and how far two annotators relate the same SCUs.

Nenkova & Passonneau 2004 expect of related SCUs that "the one with the lower weight is semantically dependent on the
other", and count each SCU by itself.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

import scipy

from scoring.measures.pyramid_scores import Peer


@dataclass(frozen=True, slots=True)
class LowerWeight:
    """The number of dependent SCUs that weigh less, more, or as much as the SCU that they depend on."""

    lower: int
    higher: int
    ties: int

    @property
    def pairs(self) -> int:
        """Number of pairs with different weights."""
        return self.lower + self.higher

    @property
    def share(self) -> float | None:
        """The share of ``pairs`` whose dependent SCU weighs less; None without pairs."""
        return self.lower / self.pairs if self.pairs else None

    @property
    def p(self) -> float | None:
        """The p-value of the two-sided sign test: is ``share`` one half? None without pairs."""
        return float(scipy.stats.binomtest(self.lower, self.pairs).pvalue) if self.pairs else None


def compare_weights(pairs: Iterable[tuple[int, int]]) -> LowerWeight:
    """Counts the pairs by which SCU weighs less. A pair: the weights of a dependent SCU and of the SCU it depends on.

    >>> compare_weights([(1, 4), (2, 3), (2, 2), (3, 1)])
    LowerWeight(lower=2, higher=1, ties=1)
    """
    differences = [needed - dependent for dependent, needed in pairs]
    higher, lower = sum(difference < 0 for difference in differences), sum(difference > 0 for difference in differences)
    return LowerWeight(lower, higher, len(differences) - lower - higher)


@dataclass(frozen=True, slots=True)
class RelatedPairs:
    """The number of pairs of SCUs that annotator ``a`` related, that annotator ``b`` related, and that both related."""

    a: int
    b: int
    common: int

    @property
    def f1(self) -> float | None:
        """2 common / (a + b), 0 to 1; None if neither annotator related any SCUs."""
        return 2 * self.common / (self.a + self.b) if self.a + self.b else None

    def as_json(self) -> dict[str, Any]:
        return {"a": self.a, "b": self.b, "common": self.common, "f1": self.f1}


def compare_relations(
    a: AbstractSet[tuple[int, int]], b: AbstractSet[tuple[int, int]], same_scus: Iterable[tuple[int, int]]
) -> RelatedPairs:
    """Counts the relations that two annotators have in common. ``a``, ``b``: the pairs of SCUs that each related.
    ``same_scus``: pairs of an SCU of ``a`` and the same SCU of ``b``. A relation of an SCU that only one annotator has
    is not common.
    """
    scu_of_a = {scu_b: scu_a for scu_a, scu_b in same_scus}
    b_in_scus_of_a = {(scu_of_a.get(scu), scu_of_a.get(other)) for scu, other in b}
    return RelatedPairs(len(a), len(b), len(a & b_in_scus_of_a))


def with_implied(peer: Peer, implied: AbstractSet[int]) -> Peer:
    """Returns the peer with one more unit for each implied SCU that it was not matched to. ``implied``: uids of SCUs.

    >>> with_implied(Peer((1, None)), {1, 2})
    Peer(units=(1, None, 2))
    """
    return Peer((*peer.units, *sorted(implied - peer.matched)))
