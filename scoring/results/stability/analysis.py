"""How many models are enough? Scores, errors and ranks by pyramid order, over one topic or several pooled."""

from collections.abc import Sequence

from annotator.runs.steps import map_with_checkpoints
from scoring.measures.orders.ranks import FEWEST_PEERS, rank_stability, samples_choices
from scoring.measures.orders.stability import (
    MatchedPeers,
    is_sampled,
    mean_ranks,
    model_stability,
    peer_stability,
)
from scoring.observations.topic_contents import NamedPeer, TopicContents
from scoring.results.stability.result import MODIFIED, ORIGINAL, MeanRanks, Stability, StabilityChoice, TopicStability


class StabilityRefused(ValueError):
    """There is nothing to compute; the message says why in a sentence."""


def stability(topics: Sequence[TopicContents], choice: StabilityChoice) -> Stability:
    """Analyse the topics that have at least two model summaries.

    Raises StabilityRefused if no topic has two, for an impossible number of peers, or for too many contributors.
    """
    compared = [topic for topic in topics if len(topic.models) > 1]
    if not compared:
        raise StabilityRefused("It takes at least two model summaries of a topic.")
    for topic in compared:
        models = len(topic.models)
        if choice.peers is not None and not 0 < choice.peers < models:
            raise StabilityRefused(
                f"Of the {models} model summaries of topic {topic.key} at most {models - 1} can be peers, "
                f"not {choice.peers}."
            )
    try:
        results = tuple(map_with_checkpoints(_topic_stability, ((topic, choice) for topic in compared)))
    except ValueError as refused:
        raise StabilityRefused(str(refused)) from refused
    alone = [topic.key for topic in topics if len(topic.models) < 2]
    left_out = [f"Topic {key} has fewer than two model summaries and is left out." for key in alone]
    return Stability(choice, results, (*left_out, *_warnings(results, choice)), _means(results, choice))


def _topic_stability(topic_and_choice: tuple[TopicContents, StabilityChoice]) -> TopicStability:
    topic, choice = topic_and_choice
    models = model_stability(topic.contents, choice.threshold, choice.peers)
    peers = None
    if choice.score_peers and topic.peers:
        peers = peer_stability(topic.contents, _matched_peers(topic, topic.peers, choice))
    return TopicStability(topic, models, peers)


def _matched_peers(topic: TopicContents, peers: Sequence[NamedPeer], choice: StabilityChoice) -> MatchedPeers:
    x = tuple(len(one.peer.units) for one in peers) if choice.score == ORIGINAL else None
    return MatchedPeers(tuple(topic.shared_with(one.peer) for one in peers), x, choice.rounding)


def _means(results: Sequence[TopicStability], choice: StabilityChoice) -> MeanRanks | None:
    """Ranks of the summarizers that are peers on all topics.

    None for a single topic, for fewer than two such summarizers, and if any is masked.
    """
    topics = [one.topic for one in results if one.peers is not None]
    if len(topics) < 2 or any(peer.masked for topic in topics for peer in topic.peers):
        return None
    by_name = [{peer.name: peer for peer in topic.peers} for topic in topics]
    common = tuple(name for name in by_name[0] if all(name in peers for peers in by_name))
    if len(common) < 2:
        return None
    matched = tuple(
        (topic.contents, _matched_peers(topic, [peers[name] for name in common], choice))
        for topic, peers in zip(topics, by_name, strict=True)
    )
    return MeanRanks(len(topics), common, tuple(rank_stability(one.order, [one]) for one in mean_ranks(matched)))


def _warnings(results: Sequence[TopicStability], choice: StabilityChoice) -> list[str]:
    warnings = [f"Topic {one.topic.key}: {warning}" for one in results for warning in one.topic.warnings]
    unranked = [one for one in results if one.models.ranks is None]
    if unranked:
        where = "" if len(unranked) == len(results) else f" on {', '.join(one.topic.key for one in unranked)}"
        warnings.append(
            f"Rank stability of model summaries{where} is not given: it takes at least {FEWEST_PEERS} of them as "
            f"peers, not {unranked[0].models.peers}."
        )
    if len({one.count for one in results}) > 1:
        warnings.append("Topics have different numbers of model summaries: higher orders rest on fewer topics.")
    for one in results:
        key, peers = one.topic.key, one.topic.peers
        if is_sampled(one.count):
            warnings.append(
                f"Topic {key} has {one.count} model summaries: its pyramids are a sample (always the same), "
                "with standard errors."
            )
        elif one.models.ranks is not None and samples_choices(one.count, one.models.peers):
            warnings.append(f"Topic {key}: the choices of peers for rank stability are a sample (always the same).")
        unscored = [
            name for name, score in zip(one.topic.models, one.models.orders[-1], strict=True) if not score.counted
        ]
        if unscored:
            warnings.append(f"Topic {key}: {', '.join(unscored)} cannot be scored and is left out of comparisons.")
        if one.peers is not None and len(peers) < FEWEST_PEERS:
            warnings.append(f"Topic {key} has only {len(peers)} peers: their ranking says little.")
    if choice.score_peers and choice.score == MODIFIED:
        warnings.append("Peers are compared by the modified score: text that matches no SCU was not marked.")
    return warnings
