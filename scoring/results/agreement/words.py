"""Agreement of annotators over words: coverage, alphas with intervals, and each pair of annotators.

Words are compared by the SCUs that each annotator put them into; see :mod:`scoring.stats.codings`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from annotator.runs.steps import with_progress
from scoring.measures.scu_matching import matched_scus
from scoring.observations.topic_words import TopicCodings
from scoring.stats.agreement import Alphas, PairAgreement, alphas, disagreements, pair_agreements
from scoring.stats.arrays import Interval
from scoring.stats.bootstrap import alpha_intervals
from scoring.stats.codings import Coding, UncoveredPolicy, coverage, values_of
from scoring.stats.distances import Distance

SHARED_WORD_POLICY = "union"
"""The value of a word in several SCUs is the union of their words."""

SEED = 2004
"""Seed of the random draws, fixed so that the same annotations always give the same intervals."""


class TooFewAnnotators(ValueError):
    """No topic has pyramids of two annotators; the message is one sentence."""

    def __init__(self) -> None:
        super().__init__("Agreement needs a topic with pyramids of at least two annotators.")


@dataclass(frozen=True, slots=True)
class AnnotatorWords:
    """One annotator's words and SCUs, over all topics. The shares, 0 to 1, are None if there are no words.
    ``unaligned_count``: in how many words the annotator's copies of the texts differ from the topics' texts.
    """

    name: str
    topic_count: int
    scu_count: int
    word_count: int
    share_in_no_scu: float | None
    share_in_several_scus: float | None
    unaligned_count: int


@dataclass(frozen=True, slots=True)
class PairWords:
    """Two annotators. ``matched_scus``: how many SCUs they have in common; ``topics``: keys of their common topics."""

    agreement: PairAgreement
    matched_scus: int
    topics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WordAgreement:
    """All annotators over the words of all topics. ``topics``: their keys; ``uncovered``: how words in no SCU count."""

    topics: tuple[str, ...]
    word_count: int
    uncovered: UncoveredPolicy
    annotators: tuple[AnnotatorWords, ...]
    alpha: Alphas
    intervals: Mapping[Distance, Interval]
    pairs: tuple[PairWords, ...]

    def as_json(self) -> dict[str, Any]:
        """The keys of ``manage.py agreement --json``, except ``score_agreement``."""
        return {
            "units": self.word_count,
            "annotators": [annotator.name for annotator in self.annotators],
            "policy": {"uncovered": self.uncovered.value, "shared": SHARED_WORD_POLICY},
            "uncovered": {annotator.name: annotator.share_in_no_scu for annotator in self.annotators},
            "shared": {annotator.name: annotator.share_in_several_scus for annotator in self.annotators},
            "unaligned": {annotator.name: annotator.unaligned_count for annotator in self.annotators},
            "alpha": {distance.value: alpha for distance, alpha in self.alpha.items()},
            "intervals": {distance.value: interval and list(interval) for distance, interval in self.intervals.items()},
            "pairs": [
                {
                    "a": pair.agreement.a,
                    "b": pair.agreement.b,
                    "alpha": {distance.value: alpha for distance, alpha in pair.agreement.alpha.items()},
                    "matched_scus": pair.matched_scus,
                }
                for pair in self.pairs
            ],
        }

    def details_as_json(self) -> dict[str, Any]:
        """The other numbers of the page, in the order of ``annotators`` and ``pairs``."""
        return {
            "topics": list(self.topics),
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
    by_distance = disagreements([values for _, values in coded])
    return WordAgreement(
        topics=tuple(topic.key for topic in topics),
        word_count=sum(topic.coded.word_count for topic in topics),
        uncovered=uncovered,
        annotators=tuple(_annotators(topics)),
        alpha=alphas(by_distance),
        intervals=alpha_intervals(by_distance, [topic.blocks for topic, _ in coded], np.random.default_rng(SEED)),
        pairs=tuple(_pair_words(pair, topics) for pair in with_progress(pair_agreements(coded))),
    )


def empty_word_agreement(uncovered: UncoveredPolicy) -> WordAgreement:
    """The result if there is nothing to compare: no words, no annotators, all alphas undefined."""
    undefined = dict.fromkeys(Distance)
    return WordAgreement(
        topics=(), word_count=0, uncovered=uncovered, annotators=(), alpha=undefined, intervals=undefined, pairs=()
    )


def _annotators(topics: Sequence[TopicCodings]) -> list[AnnotatorWords]:
    by_name: dict[str, list[tuple[Coding, TopicCodings]]] = {}
    for topic in topics:
        for coding in topic.coded.codings:
            by_name.setdefault(coding.coder, []).append((coding, topic))
    return [_annotator(name, codings) for name, codings in sorted(by_name.items())]


def _annotator(name: str, codings: Sequence[tuple[Coding, TopicCodings]]) -> AnnotatorWords:
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


def _pair_words(pair: PairAgreement, topics: Sequence[TopicCodings]) -> PairWords:
    common_topics = [topics[index] for index in pair.topics]
    matched = sum(matched_scus(topic.coded, pair.a, pair.b) for topic in common_topics)
    return PairWords(pair, matched, tuple(topic.key for topic in common_topics))
