"""Pyramid and peer files as topics of an order-n analysis. No database."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from annotator.duc.documents import PyramidDocument
from annotator.duc.live import live_scus
from annotator.duc.names import model_names
from annotator.texts.errors import FormatError
from scoring.measures.pyramid_scores import Peer
from scoring.observations.topic_contents import NamedPeer, TopicContents, counted_twice


@dataclass(frozen=True, slots=True)
class PeerOfFile:
    """A ``.pan``: who wrote the peer, what it says, and the pyramid in it."""

    name: str
    peer: Peer
    pyramid: TopicContents


def pyramid_contents(document: PyramidDocument, key: str, source: str) -> TopicContents:
    """The pyramid of a file; weights count distinct model summaries. Raises FormatError without model summaries."""
    if not document.models:
        raise FormatError("It does not say where its model summaries begin.")
    scus, _ = live_scus(document)
    masks = {scu.uid: sum(1 << one.model for one in scu.contributors) for scu in scus}
    doubled = sum(scu.file_weight != len(scu.contributors) for scu in scus)
    warnings = (counted_twice(doubled),) if doubled else ()
    return TopicContents(key, source, tuple(model_names(document.models)), masks, warnings=warnings)


def with_peers(topics: Sequence[TopicContents], peers: Sequence[PeerOfFile]) -> list[TopicContents]:
    """The topics with the peers of the same pyramid, that is SCUs of the same uids by the same models.

    Raises FormatError for a peer of another pyramid.
    """
    places = {_form(topic): place for place, topic in reversed(list(enumerate(topics)))}
    found: list[list[NamedPeer]] = [[] for _ in topics]
    for one in peers:
        place = places.get(_form(one.pyramid))
        if place is None:
            raise FormatError(f"The pyramid that peer {one.name} is matched to is none of those given.")
        found[place].append(NamedPeer(one.name, one.peer))
    return [replace(topic, peers=tuple(own)) for topic, own in zip(topics, found, strict=True)]


def distinct_pyramids(pyramids: Sequence[TopicContents]) -> list[TopicContents]:
    """The pyramids without those that are another's copy."""
    return list({_form(one): one for one in reversed(pyramids)}.values())[::-1]


def _form(topic: TopicContents) -> tuple[int, frozenset[tuple[int, int]]]:
    return len(topic.models), frozenset(topic.masks.items())
