"""How many topics and matchers are enough: computes variance components of scores by any measure, and from these how
dependable means are and which differences can be detected.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial

import numpy as np

from annotator.runs.steps import reserve_time
from annotator.texts.caching import cache_by_bytes
from scoring.measures.observation import CONSENSUS, Measure, Observation, mixed_basis_warnings, unmasked
from scoring.results.enough.result import GOOD, DetectableDifference, EnoughAnalysis, EnoughSettings, TopicsNeeded
from scoring.stats.dependability import dependability, detectable_difference, difference_deviation
from scoring.stats.variance import MAX_REML_SCORES, Method, Source, VarianceComponents, variance_components

TOPIC_COUNTS = (5, 7, 10, 15, 20, 30, 50, 100)
MATCHER_COUNTS = (1, 2, 3)
"""The numbers of topics and matchers that are tried by default."""
MAX_TOPICS = 1_000
"""The largest number of topics that is proposed."""
MIN_FOR_PRECISION = 5
"""Variances estimated from fewer topics or summarizers are imprecise."""
SECONDS_OF_REML = 3.0
"""Estimated time of REML with MAX_REML_SCORES scores on a slow machine. It grows with the cube of their number."""


class EnoughRefused(ValueError):
    """The scores do not allow the analysis; the message is a sentence that says why."""


def analyse_enough(observations: Sequence[Observation], measure: Measure, settings: EnoughSettings) -> EnoughAnalysis:
    """Analyse the scores of the unmasked summarizers by each matcher. The scores of the consensus are analysed too,
    except on summaries that also have scores by matchers, because the consensus depends on these. Topics with scores
    against different releases are left out. Raises EnoughRefused.
    """
    comparable, warnings = _comparable_scores(observations)
    components = _components(comparable)
    # The variance of summarizers by topics can be separated from the residual only if matchers scored the same summary.
    has_scores_by_several_matchers = Source.SUMMARIZER_TOPIC in components.variances
    if max(settings.matchers, default=1) > 1 and not has_scores_by_several_matchers:
        raise EnoughRefused(
            "Several matchers cannot be planned for: no summary was scored by two matchers, so nothing shows how "
            "matchers differ."
        )
    summarizer_count, topic_count, matcher_count = map(len, _names(comparable))
    topic_counts = settings.topics or tuple(sorted({*TOPIC_COUNTS, topic_count}))
    matcher_counts = settings.matchers or (MATCHER_COUNTS if has_scores_by_several_matchers else MATCHER_COUNTS[:1])
    # A plan is a number of topics and a number of matchers.
    plans = [(topics, matchers) for matchers in matcher_counts for topics in topic_counts]
    return EnoughAnalysis(
        measure=measure,
        settings=settings,
        summarizers=summarizer_count,
        topics=topic_count,
        matchers=matcher_count,
        has_scores_by_several_matchers=has_scores_by_several_matchers,
        components=components,
        dependability=tuple(dependability(components, *plan) for plan in plans),
        detectable=tuple(DetectableDifference(*plan, _smallest_detectable(components, *plan)) for plan in plans),
        needed=tuple(_topics_needed(components, matchers, settings.difference) for matchers in matcher_counts),
        warnings=(*warnings, *_component_warnings(components, summarizer_count, topic_count)),
    )


def _comparable_scores(observations: Sequence[Observation]) -> tuple[list[Observation], list[str]]:
    """Returns the scores to analyse, and sentences about the scores that are left out."""
    visible = unmasked(observations)
    warnings = []
    if len(visible) < len(observations):
        warnings.append("Masked peers are left out: their summarizers have a different name on each topic.")
    scored = [observation for observation in visible if observation.value is not None]
    if len(scored) < len(visible):
        reasons = Counter(observation.missing.sentence for observation in visible if observation.missing)
        warnings += [
            f"{count} of {len(visible)} scores are missing: {reason}" for reason, count in reasons.most_common()
        ]
    comparison_keys: dict[str, set[str]] = {}
    for observation in scored:
        comparison_keys.setdefault(observation.subject.topic, set()).add(observation.origin.basis.comparison_key)
    mixed = {topic for topic, keys in comparison_keys.items() if len(keys) > 1}
    mixed_origins = (observation.origin for observation in scored if observation.subject.topic in mixed)
    warnings += [f"{sentence} The analysis leaves this topic out." for sentence in mixed_basis_warnings(mixed_origins)]
    comparable = [observation for observation in scored if observation.subject.topic not in mixed]
    score_counts = Counter(observation.subject for observation in comparable)
    independent = [
        observation
        for observation in comparable
        if observation.origin.judge != CONSENSUS or score_counts[observation.subject] == 1
    ]
    left_out = len(comparable) - len(independent)
    if left_out:
        phrase = "1 score of the consensus is" if left_out == 1 else f"{left_out} scores of the consensus are"
        warnings.append(f"{phrase} left out: the matchers’ own scores of these summaries are analysed.")
    return independent, warnings


def _names(observations: Sequence[Observation]) -> tuple[set[str], set[str], set[str]]:
    """The distinct names of the summarizers, the topics and the judges: matchers, or the consensus in their place."""
    return (
        {observation.subject.summarizer for observation in observations},
        {observation.subject.topic for observation in observations},
        {observation.origin.judge for observation in observations},
    )


def _components(observations: Sequence[Observation]) -> VarianceComponents:
    """The variance components of the scores. Raises EnoughRefused if there are too few scores."""
    summarizers, topics, matchers = map(len, _names(observations))
    if summarizers < 2 or topics < 2:
        raise EnoughRefused(
            f"It takes scores of at least two summarizers on at least two topics, not {summarizers} and {topics}."
        )
    count = len(observations)
    if count != summarizers * topics * matchers and count <= MAX_REML_SCORES:  # incomplete data, estimated by REML
        reserve_time(SECONDS_OF_REML * (count / MAX_REML_SCORES) ** 3)
    rows = [(score.value, score.subject.summarizer, score.subject.topic, score.origin.judge) for score in observations]
    components = _cached_components(tuple(rows))
    if components is None:
        raise EnoughRefused("Too few summarizers have scores on the same topics to tell their variances apart.")
    return components


@cache_by_bytes(32 * 1024**2)
def _cached_components(rows: tuple[tuple[float | None, str, str, str], ...]) -> VarianceComponents | None:
    """The variance components of the ``rows`` (score, summarizer, topic, matcher). Cached, because each download of a
    figure from the page repeats the page's request.
    """
    scores, summarizers, topics, matchers = zip(*rows, strict=True)
    return variance_components(np.array(scores, dtype=np.float64), summarizers, topics, matchers)


def _smallest_detectable(components: VarianceComponents, topics: int, matchers: int) -> float | None:
    """The smallest detectable difference of two means over these numbers of topics and matchers; None for a single
    topic.
    """
    multiple = _detectable_in_deviations(topics)
    return None if multiple is None else multiple * difference_deviation(components, matchers)


@lru_cache(maxsize=2 * MAX_TOPICS)
def _detectable_in_deviations(topics: int) -> float | None:
    """The detectable difference as a multiple of the standard deviation of the differences over topics."""
    return detectable_difference(1.0, topics)


def _topics_needed(components: VarianceComponents, matchers: int, difference: float) -> TopicsNeeded:
    """The numbers of topics needed with this number of ``matchers``. ``difference``: the difference to be detected."""

    def detects(topics: int) -> bool:
        return (_smallest_detectable(components, topics, matchers) or 0.0) <= difference

    def is_good(coefficient: str, topics: int) -> bool:
        value = getattr(dependability(components, topics, matchers), coefficient)
        return value is not None and value >= GOOD

    return TopicsNeeded(
        matchers,
        for_difference=_fewest_topics(detects, 2),
        for_g=_fewest_topics(partial(is_good, "g"), 1),
        for_phi=_fewest_topics(partial(is_good, "phi"), 1),
    )


def _fewest_topics(suffices: Callable[[int], bool], minimum: int) -> int | None:
    """The smallest number of topics from ``minimum`` to MAX_TOPICS that ``suffices``; None if none does. If a number
    suffices, all larger numbers must suffice too.
    """
    candidates = range(minimum, MAX_TOPICS + 1)
    index = bisect_left(candidates, True, key=suffices)
    return candidates[index] if index < len(candidates) else None


def _component_warnings(components: VarianceComponents, summarizers: int, topics: int) -> Iterator[str]:
    if components.negative:
        names = ", ".join(components.negative)
        yield f"Set to 0, because the estimate was negative: {names}."
    if components.method is Method.MIVQUE:
        has_too_many = components.scores > MAX_REML_SCORES
        reason = f"REML is used up to {MAX_REML_SCORES} scores" if has_too_many else "REML did not converge"
        yield f"The variances are estimated by MIVQUE(0): {reason}."
    if topics < MIN_FOR_PRECISION or summarizers < MIN_FOR_PRECISION:
        yield f"Variances estimated from {topics} topics and {summarizers} summarizers are rough."
