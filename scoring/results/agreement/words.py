"""Agreement of annotators on words: how many words each put into SCUs, alphas with intervals, and pairs of annotators.

Words are compared by the SCUs that each annotator put them into; see :mod:`scoring.stats.codings`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotator.runs.steps import reserve_time, with_progress
from scoring.measures.scu_matching import matched_scus
from scoring.observations.topic_words import TopicCodings
from scoring.stats.agreement import Alphas, Disagreement, PairAgreement, alphas, disagreements, pair_agreements
from scoring.stats.alpha_jackknife import LeaveOneOut, alpha_intervals, leave_one_out
from scoring.stats.arrays import Interval
from scoring.stats.codings import CodedTopic, Coding, UncoveredPolicy, WordValues, coverage, values_of
from scoring.stats.distances import Distance

Intervals = Mapping[Distance, Interval]

SHARED_WORD_POLICY = "union"
"""A word's value is the set of words of its SCU. For a word in several SCUs, it is the union of their words."""

SECONDS_PER_TOPIC, SECONDS_PER_CELL = 0.005, 5e-7
"""Estimated times of the intervals on a slow machine. A cell is a sentence of a topic combined with a pair of values
that share words.
"""


class TooFewAnnotators(ValueError):
    """No topic has pyramids of two annotators; the message is one sentence."""

    def __init__(self) -> None:
        super().__init__("Agreement needs a topic with pyramids of at least two annotators.")


@dataclass(frozen=True, slots=True)
class AnnotatorWords:
    """One annotator's words and SCUs, over all topics. The shares, 0 to 1, are None if there are no words.
    ``unaligned_count``: the number of words in which the annotator's copies of the texts differ from the topics' texts.
    """

    name: str
    topic_count: int
    scu_count: int
    word_count: int
    share_in_no_scu: float | None
    share_in_several_scus: float | None
    unaligned_count: int


@dataclass(frozen=True, slots=True)
class TopicAlphas:
    """The agreement of all annotators of one topic. ``topic``: its key."""

    topic: str
    annotator_count: int
    word_count: int
    alpha: Alphas
    intervals: Intervals


@dataclass(frozen=True, slots=True)
class PairWords:
    """The agreement of two annotators. ``matched_scus``: the number of SCUs that both have (see
    :func:`matched_scus`). ``topics``: the keys of the topics that both annotated.
    """

    agreement: PairAgreement
    intervals: Intervals
    matched_scus: int
    topics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WordAgreement:
    """The agreement of all annotators over the words of all ``topics`` (keys). ``by_topic``: the agreement on each
    topic with at least two annotators. ``uncovered``: how words in no SCU count.
    """

    topics: tuple[str, ...]
    word_count: int
    uncovered: UncoveredPolicy
    annotators: tuple[AnnotatorWords, ...]
    alpha: Alphas
    intervals: Intervals
    by_topic: tuple[TopicAlphas, ...]
    pairs: tuple[PairWords, ...]
    warnings: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The keys of ``manage.py agreement --json``, except ``score_agreement``."""
        return {
            "units": self.word_count,
            "annotators": [annotator.name for annotator in self.annotators],
            "policy": {"uncovered": self.uncovered.value, "shared": SHARED_WORD_POLICY},
            "uncovered": {annotator.name: annotator.share_in_no_scu for annotator in self.annotators},
            "shared": {annotator.name: annotator.share_in_several_scus for annotator in self.annotators},
            "unaligned": {annotator.name: annotator.unaligned_count for annotator in self.annotators},
            **_alpha_json(self.alpha, self.intervals),
            "pairs": [
                {
                    "a": pair.agreement.a,
                    "b": pair.agreement.b,
                    **_alpha_json(pair.agreement.alpha, pair.intervals),
                    "matched_scus": pair.matched_scus,
                }
                for pair in self.pairs
            ],
            "warnings": list(self.warnings),
        }

    def details_as_json(self) -> dict[str, Any]:
        """The numbers of the page that ``as_json`` lacks. Annotators and pairs are in the same order."""
        return {
            "topics": list(self.topics),
            "topic_words": [
                {
                    "topic": row.topic,
                    "annotators": row.annotator_count,
                    "words": row.word_count,
                    **_alpha_json(row.alpha, row.intervals),
                }
                for row in self.by_topic
            ],
            "annotator_words": [
                {"annotator": row.name, "topics": row.topic_count, "scus": row.scu_count, "words": row.word_count}
                for row in self.annotators
            ],
            "pair_words": [
                {
                    "a": pair.agreement.a,
                    "b": pair.agreement.b,
                    "topics": list(pair.topics),
                    "words": pair.agreement.words,
                }
                for pair in self.pairs
            ],
        }


def word_agreement(topics: Sequence[TopicCodings], uncovered: UncoveredPolicy) -> WordAgreement:
    """Agreement over the words of all topics, with chance agreement within each topic (see scoring.stats.agreement).
    Raises TooFewAnnotators, and NotAllCovered if the policy is REFUSE and a word is in no SCU.
    """
    if not any(len(topic.coded.codings) > 1 for topic in topics):
        raise TooFewAnnotators
    coded = [(topic.coded, values_of(topic.coded, uncovered)) for topic in topics]
    reserve_time(sum(_estimated_seconds(topic, values) for topic, values in coded))
    by_distance = disagreements([values for _, values in coded])
    alpha = alphas(by_distance)
    left_out = {  # by index of the topic: its disagreements when each sentence is left out in turn
        index: leave_one_out(values, topic.sentence_of_word)
        for index, (topic, values) in with_progress(list(enumerate(coded)), time_share=0.5)
        if len(topic.codings) > 1
    }
    by_topic = [
        _topic_alphas(topics[index], {distance: by_distance[distance][index] for distance in Distance}, topic_left_out)
        for index, topic_left_out in left_out.items()
    ]
    pairs = with_progress(pair_agreements(coded))
    return WordAgreement(
        topics=tuple(topic.key for topic in topics),
        word_count=sum(topic.coded.word_count for topic in topics),
        uncovered=uncovered,
        annotators=tuple(_annotators(topics)),
        alpha=alpha,
        intervals=alpha_intervals(alpha, [*left_out.values()]),
        by_topic=tuple(by_topic),
        pairs=tuple(_pair_words(pair, topics, [values for _, values in coded], left_out) for pair in pairs),
        warnings=tuple(f"Topic {topic.key}: {warning}" for topic in topics for warning in topic.warnings),
    )


def empty_word_agreement(uncovered: UncoveredPolicy) -> WordAgreement:
    """The result if there is nothing to compare: no words, no annotators, all alphas undefined."""
    undefined = dict.fromkeys(Distance)
    return WordAgreement(
        topics=(),
        word_count=0,
        uncovered=uncovered,
        annotators=(),
        alpha=undefined,
        intervals=undefined,
        by_topic=(),
        pairs=(),
    )


def _estimated_seconds(topic: CodedTopic, values: WordValues) -> float:
    """The estimated time of a topic's intervals. With three or more annotators, intervals of pairs double the time."""
    rounds = 2 if len(topic.codings) > 2 else 1
    return SECONDS_PER_TOPIC + rounds * len(set(topic.sentence_of_word)) * len(values.pair_a) * SECONDS_PER_CELL


def _alpha_json(alpha: Alphas, intervals: Intervals) -> dict[str, Any]:
    return {
        "alpha": {distance.value: value for distance, value in alpha.items()},
        "intervals": {distance.value: interval and list(interval) for distance, interval in intervals.items()},
    }


def _topic_alphas(
    topic: TopicCodings, by_distance: Mapping[Distance, Disagreement], left_out: Mapping[Distance, LeaveOneOut]
) -> TopicAlphas:
    alpha = alphas({distance: [disagreement] for distance, disagreement in by_distance.items()})
    intervals = alpha_intervals(alpha, [left_out])
    return TopicAlphas(topic.key, len(topic.coded.codings), topic.coded.word_count, alpha, intervals)


def _annotators(topics: Sequence[TopicCodings]) -> list[AnnotatorWords]:
    by_name: dict[str, list[tuple[Coding, TopicCodings]]] = {}
    for topic in topics:
        for coding in topic.coded.codings:
            by_name.setdefault(coding.coder, []).append((coding, topic))
    return [_annotator(name, codings) for name, codings in sorted(by_name.items())]


def _annotator(name: str, codings: Sequence[tuple[Coding, TopicCodings]]) -> AnnotatorWords:
    """``codings``: all by this annotator, each with the codings of its topic."""
    coverages = [coverage(coding, topic.coded.word_count) for coding, topic in codings]
    word_count = sum(counts.seen for counts in coverages)
    return AnnotatorWords(
        name=name,
        topic_count=len(codings),
        scu_count=sum(len(coding.scus) for coding, _ in codings),
        word_count=word_count,
        share_in_no_scu=sum(counts.in_no_scu for counts in coverages) / word_count if word_count else None,
        share_in_several_scus=sum(counts.in_several_scus for counts in coverages) / word_count if word_count else None,
        unaligned_count=sum(topic.unaligned[name] for _, topic in codings),
    )


def _pair_words(
    pair: PairAgreement,
    topics: Sequence[TopicCodings],
    values: Sequence[WordValues],
    left_out: Mapping[int, Mapping[Distance, LeaveOneOut]],
) -> PairWords:
    """``left_out``: by the index of the topic, the disagreement of all its annotators when each sentence is left out
    in turn. If only this pair annotated the topic, that is the pair's disagreement.
    """
    pair_left_out = [
        left_out[index]
        if len(topics[index].coded.codings) == len(rows)
        else leave_one_out(values[index], topics[index].coded.sentence_of_word, rows)
        for index, rows in zip(pair.topics, pair.rows, strict=True)
    ]
    common_topics = [topics[index] for index in pair.topics]
    matched = sum(matched_scus(topic.coded, pair.a, pair.b) for topic in common_topics)
    intervals = alpha_intervals(pair.alpha, pair_left_out)
    return PairWords(pair, intervals, matched, tuple(topic.key for topic in common_topics))
