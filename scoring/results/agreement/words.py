"""Agreement of annotators over words: coverage, alphas with intervals, and every two annotators."""

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
from scoring.stats.codings import Coverage, Uncovered, coverage, values_of
from scoring.stats.distances import Distance

SHARED = "union"
"""What a word in several SCUs is worth: the words of all of them."""

SEED = 2004
"""Of the draws of the intervals: the same annotations have the same intervals."""


class TooFewAnnotators(ValueError):
    """There are not two annotators of one topic; the message is one sentence."""

    def __init__(self) -> None:
        super().__init__("Agreement needs a topic with pyramids of at least two annotators.")


@dataclass(frozen=True, slots=True)
class AnnotatorWords:
    """One annotator over all topics: ``scus`` in all, shares of the words seen (None without words), ``unaligned``."""

    name: str
    topics: int
    scus: int
    seen: int
    uncovered: float | None
    shared: float | None
    unaligned: int


@dataclass(frozen=True, slots=True)
class PairWords:
    """Two annotators: their agreement, ``matched_scus`` of each one's SCUs, and the keys of their topics."""

    agreement: PairAgreement
    matched_scus: int
    topics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WordAgreement:
    """All annotators over the words of all topics; ``topics`` are keys."""

    topics: tuple[str, ...]
    units: int
    uncovered: Uncovered
    annotators: tuple[AnnotatorWords, ...]
    alpha: Alphas
    intervals: Mapping[Distance, Interval]
    pairs: tuple[PairWords, ...]

    def as_json(self) -> dict[str, Any]:
        """The keys of DESIGN §5, all but ``score_agreement``."""
        return {
            "units": self.units,
            "annotators": [one.name for one in self.annotators],
            "policy": {"uncovered": self.uncovered.value, "shared": SHARED},
            "uncovered": {one.name: one.uncovered for one in self.annotators},
            "shared": {one.name: one.shared for one in self.annotators},
            "unaligned": {one.name: one.unaligned for one in self.annotators},
            "alpha": {distance.value: alpha for distance, alpha in self.alpha.items()},
            "intervals": {distance.value: ends and list(ends) for distance, ends in self.intervals.items()},
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
        """What the page shows besides, in the order of ``annotators`` and ``pairs``."""
        return {
            "topics": list(self.topics),
            "annotator_words": [
                {"annotator": one.name, "topics": one.topics, "scus": one.scus, "words": one.seen}
                for one in self.annotators
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


def word_agreement(topics: Sequence[TopicCodings], uncovered: Uncovered) -> WordAgreement:
    """Agreement over the words of all topics, each with the chance within it (see scoring.stats.agreement).

    Raises TooFewAnnotators, and NotAllCovered where the policy refuses.
    """
    if not any(len(topic.coded.codings) > 1 for topic in topics):
        raise TooFewAnnotators
    coded = [(topic.coded, values_of(topic.coded, uncovered)) for topic in topics]
    by_distance = disagreements([values for _, values in coded])
    return WordAgreement(
        topics=tuple(topic.key for topic in topics),
        units=sum(topic.coded.words for topic in topics),
        uncovered=uncovered,
        annotators=tuple(_annotators(topics)),
        alpha=alphas(by_distance),
        intervals=alpha_intervals(by_distance, [topic.blocks for topic, _ in coded], np.random.default_rng(SEED)),
        pairs=tuple(_with_scus(pair, topics) for pair in with_progress(pair_agreements(coded))),
    )


def no_words(uncovered: Uncovered) -> WordAgreement:
    """Where there is nothing to compare: no words, no annotators, nothing defined."""
    return WordAgreement((), 0, uncovered, (), dict.fromkeys(Distance), dict.fromkeys(Distance), ())


def _annotators(topics: Sequence[TopicCodings]) -> list[AnnotatorWords]:
    """In order of names."""
    covered: dict[str, list[tuple[Coverage, int, int]]] = {}
    for topic in topics:
        for coding in topic.coded.codings:
            words = coverage(coding, topic.coded.words)
            covered.setdefault(coding.coder, []).append((words, len(coding.scus), topic.unaligned[coding.coder]))
    return [_annotator(name, topics_of_coder) for name, topics_of_coder in sorted(covered.items())]


def _annotator(name: str, topics: Sequence[tuple[Coverage, int, int]]) -> AnnotatorWords:
    seen = sum(words.seen for words, _, _ in topics)
    return AnnotatorWords(
        name=name,
        topics=len(topics),
        scus=sum(scus for _, scus, _ in topics),
        seen=seen,
        uncovered=sum(words.uncovered for words, _, _ in topics) / seen if seen else None,
        shared=sum(words.shared for words, _, _ in topics) / seen if seen else None,
        unaligned=sum(unaligned for _, _, unaligned in topics),
    )


def _with_scus(pair: PairAgreement, topics: Sequence[TopicCodings]) -> PairWords:
    common = [topics[number] for number in pair.topics]
    matched = sum(matched_scus(topic.coded, pair.a, pair.b) for topic in common)
    return PairWords(pair, matched, tuple(topic.key for topic in common))
