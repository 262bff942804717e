"""The input of the analysis by pyramid order: which models express which SCU, and the peers matched to the SCUs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from annotator.duc.documents import PyramidDocument
from annotator.duc.live import live_scus
from annotator.duc.names import model_names
from annotator.texts.errors import FormatError
from scoring.measures.orders.subsets import Contents
from scoring.measures.pyramid_scores import Peer


@dataclass(frozen=True, slots=True)
class NamedPeer:
    """A peer with the name that the viewer may see; ``is_masked``: on another topic this name is another summarizer."""

    name: str
    peer: Peer
    is_masked: bool = False


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
        return Contents(tuple(self.masks.values()), len(self.models))

    def shared_with(self, peer: Peer) -> tuple[int, ...]:
        """How many of the peer's SCUs each model expresses."""
        masks = [self.masks[uid] for uid in peer.matched]
        return tuple(sum(mask >> model & 1 for mask in masks) for model in range(len(self.models)))


def doubled_warnings(scu_count: int) -> tuple[str, ...]:
    """A sentence if so many SCUs weigh more in the file than here, because a model summary has two contributors."""
    if not scu_count:
        return ()
    subject = "1 SCU has" if scu_count == 1 else f"{scu_count} SCUs have"
    return (f"{subject} several contributors of one model summary in the file; here each summary counts once.",)


def pyramid_contents(document: PyramidDocument, key: str, source: str) -> TopicContents:
    """The pyramid of a file; weights count distinct model summaries. Raises FormatError if it has none."""
    if not document.models:
        raise FormatError("It does not say where its model summaries begin.")
    scus, _ = live_scus(document)
    masks = {scu.uid: sum(1 << contributor.model for contributor in scu.contributors) for scu in scus}
    doubled = sum(scu.file_weight != len(scu.contributors) for scu in scus)
    return TopicContents(key, source, tuple(model_names(document.models)), masks, warnings=doubled_warnings(doubled))


def with_peers(topics: Sequence[TopicContents], peers: Sequence[TopicContents]) -> list[TopicContents]:
    """The topics with the peers of the same pyramid, that is SCUs of the same uids by the same models. ``peers``: the
    topic of each ``.pan`` file, with its peer. Raises FormatError for a peer of another pyramid.
    """
    index_by_pyramid = {_pyramid_key(topic): index for index, topic in reversed(list(enumerate(topics)))}
    peers_by_topic: list[list[NamedPeer]] = [[] for _ in topics]
    for matched in peers:
        index = index_by_pyramid.get(_pyramid_key(matched))
        if index is None:
            raise FormatError(f"The pyramid that peer {matched.peers[0].name} is matched to is none of those given.")
        peers_by_topic[index] += matched.peers
    return [replace(topic, peers=tuple(named)) for topic, named in zip(topics, peers_by_topic, strict=True)]


def distinct_pyramids(topics: Sequence[TopicContents]) -> list[TopicContents]:
    """The topics without peers; of several with the same pyramid only the first."""
    return list({_pyramid_key(topic): replace(topic, peers=()) for topic in reversed(topics)}.values())[::-1]


def _pyramid_key(topic: TopicContents) -> tuple[int, frozenset[tuple[int, int]]]:
    return len(topic.models), frozenset(topic.masks.items())
