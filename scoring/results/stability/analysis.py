"""How many models are enough? Scores, errors and ranks by pyramid order, over one topic or several pooled."""

from collections.abc import Sequence

from annotator.runs.steps import computed
from scoring.measures.orders.ranks import FEWEST_PEERS, rank_stability, samples_choices
from scoring.measures.orders.stability import (
    MatchedPeers,
    PeerStability,
    is_sampled,
    mean_ranks,
    model_stability,
    peer_stability,
)
from scoring.observations.topic_contents import NamedPeer, TopicContents
from scoring.results.stability.result import Stability, StabilityChoice, TopicStability
from scoring.results.stability.rows import MODIFIED, ORIGINAL, MeanRanks


class StabilityRefused(ValueError):
    """What cannot be computed; the message says why in a sentence."""


def stability(topics: Sequence[TopicContents], choice: StabilityChoice) -> Stability:
    """Analyse the topics that have at least two model summaries.

    Raises StabilityRefused where no topic has, where more peers are asked for than there can be, or for a threshold
    that cannot be.
    """
    compared = [topic for topic in topics if len(topic.models) > 1]
    if not compared:
        raise StabilityRefused("It takes at least two model summaries of a topic.")
    _check_peers(compared, choice.peers)
    try:
        found = tuple(computed(_of_topic, ((topic, choice) for topic in compared)))
    except ValueError as refused:
        raise StabilityRefused(str(refused)) from refused
    alone = [topic.key for topic in topics if len(topic.models) < 2]
    left_out = [f"Topic {key} has fewer than two model summaries and is left out." for key in alone]
    return Stability(choice, found, (*left_out, *_warnings(found, choice)), _means(found, choice))


def _of_topic(topic_and_choice: tuple[TopicContents, StabilityChoice]) -> TopicStability:
    topic, choice = topic_and_choice
    models = model_stability(topic.contents, choice.threshold, choice.peers)
    return TopicStability(topic, models, _peers(topic, choice))


def _peers(topic: TopicContents, choice: StabilityChoice) -> PeerStability | None:
    if not choice.score_peers or not topic.peers:
        return None
    return peer_stability(topic.contents, _judged(topic, topic.peers, choice))


def _judged(topic: TopicContents, peers: Sequence[NamedPeer], choice: StabilityChoice) -> MatchedPeers:
    x = tuple(len(one.peer.units) for one in peers) if choice.score == ORIGINAL else None
    return MatchedPeers(tuple(topic.shared_with(one.peer) for one in peers), x, choice.rounding)


def _means(topics: Sequence[TopicStability], choice: StabilityChoice) -> MeanRanks | None:
    """Ranks of the summarizers that are peers on all topics; None on one topic, of masked or of fewer than two."""
    several = [one.topic for one in topics if one.peers is not None]
    if len(several) < 2 or any(peer.masked for topic in several for peer in topic.peers):
        return None
    by_name = [{peer.name: peer for peer in topic.peers} for topic in several]
    common = tuple(name for name in by_name[0] if all(name in one for one in by_name))
    if len(common) < 2:
        return None
    judged = tuple(
        (topic.contents, _judged(topic, [peers[name] for name in common], choice))
        for topic, peers in zip(several, by_name, strict=True)
    )
    return MeanRanks(len(several), common, tuple(rank_stability(one.order, [one]) for one in mean_ranks(judged)))


def _check_peers(topics: Sequence[TopicContents], peers: int | None) -> None:
    for topic in topics:
        if peers is not None and not 0 < peers < len(topic.models):
            raise StabilityRefused(
                f"Of the {len(topic.models)} model summaries of topic {topic.key} at most {len(topic.models) - 1} "
                f"can be peers, not {peers}."
            )


def _warnings(topics: Sequence[TopicStability], choice: StabilityChoice) -> list[str]:
    found = [f"Topic {one.topic.key}: {warning}" for one in topics for warning in one.topic.warnings]
    few = [one for one in topics if one.models.ranks is None]
    if few:
        named = "" if len(few) == len(topics) else f" on {', '.join(one.topic.key for one in few)}"
        found.append(
            f"Rank stability of model summaries{named} is not given: it takes at least {FEWEST_PEERS} of them as "
            f"peers, not {few[0].models.peers}."
        )
    if len({one.count for one in topics}) > 1:
        found.append("Topics have different numbers of model summaries: higher orders rest on fewer topics.")
    for one in topics:
        found += _sampling(one)
        silent = [
            name for name, range_ in zip(one.topic.models, one.models.orders[-1], strict=True) if not range_.counted
        ]
        if silent:
            found.append(f"Topic {one.topic.key}: {', '.join(silent)} cannot be scored and is left out of comparisons.")
        if one.peers is not None and len(one.topic.peers) < FEWEST_PEERS:
            found.append(f"Topic {one.topic.key} has only {len(one.topic.peers)} peers: their ranking says little.")
    if choice.score_peers and choice.score == MODIFIED:
        found.append("Peers are compared by the modified score: text that matches no SCU was not marked.")
    return found


def _sampling(one: TopicStability) -> list[str]:
    if is_sampled(one.count):
        many = f"Topic {one.topic.key} has {one.count} model summaries"
        return [f"{many}: its pyramids are a sample (always the same), with standard errors."]
    if one.models.ranks is not None and samples_choices(one.count, one.models.peers):
        return [f"Topic {one.topic.key}: the choices of peers for rank stability are a sample (always the same)."]
    return []
