"""The input of a topic's order-n analysis: which models express which SCU, and the peers matched to the SCUs."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.measures.orders.subsets import Contents
from scoring.measures.pyramid_scores import Peer


@dataclass(frozen=True, slots=True)
class NamedPeer:
    """A peer with the name that the viewer may see; ``masked``: on another topic this name is another summarizer."""

    name: str
    peer: Peer
    masked: bool = False


@dataclass(frozen=True, slots=True)
class TopicContents:
    """A pyramid of a topic. ``source``: the file or release, for people; ``models``: the names of the model summaries;
    ``masks``: by ``uid`` a number with the bit 2^i set if the i-th model expresses the SCU; ``warnings``: sentences.
    """

    key: str
    source: str
    models: tuple[str, ...]
    masks: Mapping[int, int]
    peers: tuple[NamedPeer, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def contents(self) -> Contents:
        """The SCUs as the analysis takes them. Raises ValueError without models."""
        return Contents(tuple(self.masks.values()), len(self.models))

    def shared_with(self, peer: Peer) -> tuple[int, ...]:
        """How many of the peer's SCUs each model expresses."""
        masks = [self.masks[uid] for uid in peer.matched]
        return tuple(sum(mask >> model & 1 for mask in masks) for model in range(len(self.models)))


def doubled_warnings(scus: int) -> tuple[str, ...]:
    """A sentence if ``scus`` SCUs have another weight in the file than here."""
    if not scus:
        return ()
    subject = "1 SCU has" if scus == 1 else f"{scus} SCUs have"
    return (f"{subject} several contributors of one model summary in the file; here each summary counts once.",)
