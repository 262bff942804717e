"""The analysis by pyramid order (its number of model summaries): scores, errors and ranks, over all topics together."""

from collections.abc import Iterator, Sequence

from annotator.runs.steps import map_with_checkpoints
from scoring.measures.orders.ranks import FEWEST_PEERS, are_choices_sampled, rank_stability
from scoring.measures.orders.stability import MatchedPeers, is_sampled, mean_ranks, model_stability, peer_stability
from scoring.observations.topic_pyramids import NamedPeer, TopicPyramid
from scoring.results.stability.result import MODIFIED, ORIGINAL, MeanRanks, Stability, StabilitySettings, TopicStability


class StabilityRefused(ValueError):
    """The analysis cannot be computed; the message is a sentence that says why."""


def analyse_stability(topics: Sequence[TopicPyramid], settings: StabilitySettings) -> Stability:
    """Analyse the topics that have at least two model summaries. Raises StabilityRefused if there is no such topic, if
    ``settings.ranked_models`` is too large for one of them, or if a topic has too many contributors.
    """
    analysed_topics = [topic for topic in topics if len(topic.models) > 1]
    if not analysed_topics:
        raise StabilityRefused("The analysis needs a topic with at least two model summaries.")
    for topic in analysed_topics:
        model_count = len(topic.models)
        if settings.ranked_models is not None and not 0 < settings.ranked_models < model_count:
            raise StabilityRefused(
                f"Of the {model_count} model summaries of topic {topic.key} at most {model_count - 1} can be peers, "
                f"not {settings.ranked_models}."
            )
    try:
        results = tuple(map_with_checkpoints(_analyse_topic, ((topic, settings) for topic in analysed_topics)))
    except ValueError as error:
        raise StabilityRefused(str(error)) from error
    small_topics = [topic.key for topic in topics if len(topic.models) < 2]
    left_out = [f"Topic {key} has fewer than two model summaries and is left out." for key in small_topics]
    return Stability(settings, results, (*left_out, *_warnings(results, settings)), _mean_ranks(results, settings))


def _analyse_topic(topic_and_settings: tuple[TopicPyramid, StabilitySettings]) -> TopicStability:
    """Takes a pair, because ``map_with_checkpoints`` passes a single argument."""
    topic, settings = topic_and_settings
    models = model_stability(topic.scu_models, settings.threshold, settings.ranked_models)
    peers = None
    if settings.score_peers and topic.peers:
        peers = peer_stability(topic.scu_models, _matched_peers(topic, topic.peers, settings))
    return TopicStability(topic, models, peers)


def _matched_peers(topic: TopicPyramid, peers: Sequence[NamedPeer], settings: StabilitySettings) -> MatchedPeers:
    matchings = [(index, matching) for index, peer in enumerate(peers) for matching in peer.matchings]
    return MatchedPeers(
        shared=tuple(topic.shared_counts(matching) for _, matching in matchings),
        x=tuple(len(matching.units) for _, matching in matchings) if settings.score_kind == ORIGINAL else None,
        rounding=settings.rounding,
        peer_of=tuple(index for index, _ in matchings) if len(matchings) > len(peers) else (),
    )


def _mean_ranks(results: Sequence[TopicStability], settings: StabilitySettings) -> MeanRanks | None:
    """Returns how stable the ranking of summarizers by their mean scores over topics is. Only summarizers with a peer
    on every topic are ranked. None for a single topic, for fewer than two such summarizers, and if any peer is masked.
    """
    topics = [result.topic for result in results if result.peers is not None]
    if len(topics) < 2 or any(peer.is_masked for topic in topics for peer in topic.peers):
        return None
    peers_by_topic = [{peer.name: peer for peer in topic.peers} for topic in topics]
    common_names = tuple(name for name in peers_by_topic[0] if all(name in peers for peers in peers_by_topic))
    if len(common_names) < 2:
        return None
    models_and_peers = tuple(
        (topic.scu_models, _matched_peers(topic, [peers[name] for name in common_names], settings))
        for topic, peers in zip(topics, peers_by_topic, strict=True)
    )
    stability_by_order = tuple(rank_stability(counts.order, [counts]) for counts in mean_ranks(models_and_peers))
    return MeanRanks(len(topics), common_names, stability_by_order)


def _warnings(results: Sequence[TopicStability], settings: StabilitySettings) -> list[str]:
    warnings = [f"Topic {result.topic.key}: {warning}" for result in results for warning in result.topic.warnings]
    unranked = [result for result in results if result.models.ranks is None]
    if unranked:
        topics = ", ".join(result.topic.key for result in unranked)
        on_topics = "" if len(unranked) == len(results) else f" on {topics}"
        warnings.append(
            f"Rank stability of model summaries{on_topics} is not computed: it needs at least {FEWEST_PEERS} of them "
            f"as peers, not {unranked[0].models.ranked_models}."
        )
    if len({result.model_count for result in results}) > 1:
        warnings.append(
            "Topics have different numbers of model summaries, so results at higher orders are based on fewer topics."
        )
    for result in results:
        warnings += _topic_warnings(result)
    if settings.score_peers and settings.score_kind == MODIFIED:
        warnings.append("Peers are compared by the modified score: not every matcher marked text that matches no SCU.")
    return warnings


def _topic_warnings(result: TopicStability) -> Iterator[str]:
    key, models, peers = result.topic.key, result.models, result.topic.peers
    if is_sampled(result.model_count):
        yield (
            f"Topic {key} has {result.model_count} model summaries: its pyramids are a sample (always the same). Means "
            "have standard errors; lowest and highest scores and points of divergence are those of the sample."
        )
    elif models.ranks is not None and are_choices_sampled(result.model_count, models.ranked_models):
        yield f"Topic {key}: the choices of peers for rank stability are a sample (always the same)."
    names_and_ranges = zip(result.topic.models, models.ranges_by_order[-1], strict=True)
    unscored = [name for name, scores in names_and_ranges if not scores.counted]
    if unscored:
        yield f"Topic {key}: {', '.join(unscored)} cannot be scored and is left out of comparisons."
    if result.peers is not None and len(peers) < FEWEST_PEERS:
        yield f"Topic {key} has only {len(peers)} peers: their ranking says little."
