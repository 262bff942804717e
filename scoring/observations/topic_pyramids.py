"""The input of the analysis by pyramid order (the number of models): which models express which SCU, and the peers that
are matched to each pyramid.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from annotator.duc.documents import PyramidDocument
from annotator.duc.live import live_scus
from annotator.duc.names import model_names
from annotator.texts.errors import FormatError
from scoring.measures.orders.subsets import ScuModels
from scoring.measures.pyramid_scores import Peer


@dataclass(frozen=True, slots=True)
class NamedPeer:
    """A peer under the name that the viewer may see. ``matchings``: a matching by each matcher; the peer's score is the
    mean over these. ``is_masked``: whether ``name`` is a mask, which stands for a different summarizer on each topic.
    ``is_consensus``: whether the only matching is the consensus.
    """

    name: str
    matchings: tuple[Peer, ...]
    is_masked: bool = False
    is_consensus: bool = False


@dataclass(frozen=True, slots=True)
class TopicPyramid:
    """A pyramid of a topic. ``key``: the topic's key; ``source``: the name of the pyramid's file or release;
    ``models``: the names of the model summaries. ``model_masks``: for each SCU, by ``uid``, a number whose bit i is 1
    if model i expresses the SCU.
    """

    key: str
    source: str
    models: tuple[str, ...]
    model_masks: Mapping[int, int]
    peers: tuple[NamedPeer, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def scu_count(self) -> int:
        return len(self.model_masks)

    @property
    def scu_models(self) -> ScuModels:
        return ScuModels(tuple(self.model_masks.values()), len(self.models))

    def shared_counts(self, peer: Peer) -> tuple[int, ...]:
        """Returns how many of the peer's SCUs each model expresses."""
        masks = [self.model_masks[uid] for uid in peer.matched]
        return tuple(sum((mask >> model) & 1 for mask in masks) for model in range(len(self.models)))


def double_counting_warnings(scu_count: int) -> tuple[str, ...]:
    """Returns a sentence if any SCUs weigh more in the file than here, because contributors share a model summary.
    ``scu_count``: the number of these SCUs.
    """
    if not scu_count:
        return ()
    subject = "1 SCU has" if scu_count == 1 else f"{scu_count} SCUs have"
    return (f"{subject} several contributors of one model summary in the file; here each summary counts once.",)


def topic_pyramid(document: PyramidDocument, key: str, source: str) -> TopicPyramid:
    """Returns the pyramid of a file; weights count distinct model summaries. Raises FormatError if it has no models."""
    if not document.models:
        raise FormatError("It does not say where its model summaries begin.")
    scus, _repairs = live_scus(document)
    model_masks = {scu.uid: sum(1 << contributor.model for contributor in scu.contributors) for scu in scus}
    double_counted = sum(scu.file_weight != len(scu.contributors) for scu in scus)
    guesses = (f"{document.guess}.",) if document.guess else ()
    warnings = guesses + double_counting_warnings(double_counted)
    return TopicPyramid(key, source, tuple(model_names(document.models)), model_masks, warnings=warnings)


def with_peers(topics: Sequence[TopicPyramid], peer_pyramids: Sequence[TopicPyramid]) -> list[TopicPyramid]:
    """Returns the topics with the peers matched to their pyramids. ``peer_pyramids``: the pyramids of ``.pan`` files,
    each with the peer of its file. Several files of a peer are its matchings by several people; a matching by the
    consensus replaces the others. A peer belongs to the topic whose SCUs have the same uids and models as in its file.
    Raises FormatError if there is no such topic.
    """
    # In reverse, so that the first of several topics with the same pyramid gets the peers.
    index_by_pyramid = {_pyramid_key(topic): index for index, topic in reversed(list(enumerate(topics)))}
    peers_by_topic: list[dict[str, NamedPeer]] = [{} for _ in topics]
    for peer_pyramid in peer_pyramids:
        index = index_by_pyramid.get(_pyramid_key(peer_pyramid))
        if index is None:
            name = peer_pyramid.peers[0].name
            raise FormatError(f"The pyramid that peer {name} is matched to is not among the given pyramids.")
        for peer in peer_pyramid.peers:
            earlier = peers_by_topic[index].get(peer.name)
            if earlier is None or (peer.is_consensus and not earlier.is_consensus):
                peers_by_topic[index][peer.name] = peer
            elif peer.is_consensus == earlier.is_consensus:
                peers_by_topic[index][peer.name] = replace(peer, matchings=(*earlier.matchings, *peer.matchings))
    return [
        replace(topic, peers=tuple(by_name.values())) for topic, by_name in zip(topics, peers_by_topic, strict=True)
    ]


def distinct_pyramids(topics: Sequence[TopicPyramid]) -> list[TopicPyramid]:
    """Returns the topics without their peers; of several topics with the same pyramid, only the first."""
    return list({_pyramid_key(topic): replace(topic, peers=()) for topic in reversed(topics)}.values())[::-1]


def _pyramid_key(topic: TopicPyramid) -> tuple[int, frozenset[tuple[int, int]]]:
    return len(topic.models), frozenset(topic.model_masks.items())
