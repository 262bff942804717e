"""What a topic's order-n analysis needs: who expresses which SCU, and the peers that are matched to them."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.measures.orders.subsets import Contents
from scoring.measures.pyramid_scores import Peer


@dataclass(frozen=True, slots=True)
class NamedPeer:
    """A peer with the name that may be shown; ``masked``: the same name on another topic is another summarizer."""

    name: str
    peer: Peer
    masked: bool = False


@dataclass(frozen=True, slots=True)
class TopicContents:
    """A pyramid of a topic. ``source``: a file, or whose release it is; ``models``: their names; ``masks``: for each
    SCU (``uid``) the bit 2^i where the i-th of them expresses it; ``warnings``: sentences.
    """

    key: str
    source: str
    models: tuple[str, ...]
    masks: Mapping[int, int]
    peers: tuple[NamedPeer, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def contents(self) -> Contents:
        """As the core takes it. Raises ValueError without models."""
        return Contents(tuple(self.masks.values()), len(self.models))

    def shared_with(self, peer: Peer) -> tuple[int, ...]:
        """How many of the peer's SCUs each model expresses."""
        found = [self.masks[uid] for uid in peer.matched]
        return tuple(sum(mask >> model & 1 for mask in found) for model in range(len(self.models)))


def counted_twice(scus: int) -> str:
    """Where the weights of a file are not those used here."""
    what = "1 SCU has" if scus == 1 else f"{scus} SCUs have"
    return f"{what} several contributors of one model summary in the file; here each summary counts once."
