"""The settings and the results of the analysis of how many topics and matchers are enough."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from scoring.measures.observation import Measure
from scoring.stats.arrays import CONFIDENCE_LEVEL
from scoring.stats.dependability import POWER, Dependability
from scoring.stats.variance import Source, VarianceComponents

DIFFERENCE = 0.05
"""The difference between two summarizers that a study should detect."""
GOOD = 0.8
"""Means with a coefficient of at least this are often called dependable."""


@dataclass(frozen=True, slots=True)
class EnoughSettings:
    """``topics``, ``matchers``: the numbers of topics and matchers to try; empty for the default numbers.
    ``difference``: the difference between the means of two summarizers that should be detected; the analysis gives the
    number of topics needed to detect it.
    """

    topics: tuple[int, ...] = ()
    matchers: tuple[int, ...] = ()
    difference: float = DIFFERENCE


@dataclass(frozen=True, slots=True)
class DetectableDifference:
    """The smallest true ``difference`` of two means over these numbers of topics and matchers that a test finds with
    power POWER; None for a single topic.
    """

    topics: int
    matchers: int
    difference: float | None


@dataclass(frozen=True, slots=True)
class TopicsNeeded:
    """With this number of ``matchers``, the smallest numbers of topics that detect the chosen difference, and that give
    a G or a Phi of at least GOOD. None if 1,000 topics do not suffice.
    """

    matchers: int
    for_difference: int | None
    for_g: int | None
    for_phi: int | None


SOURCES = {
    Source.SUMMARIZER: ("Summarizers", "some are better than others: what a study wants to find"),
    Source.TOPIC: ("Topics", "some are easier for all summarizers"),
    Source.MATCHER: ("Matchers", "some give higher scores to all"),
    Source.SUMMARIZER_TOPIC: ("Summarizers by topics", "which summarizer is better depends on the topic"),
    Source.SUMMARIZER_MATCHER: ("Summarizers by matchers", "which summarizer is better depends on the matcher"),
    Source.TOPIC_MATCHER: ("Topics by matchers", "which topic is easier depends on the matcher"),
    Source.RESIDUAL: ("Residual", "everything else"),
}
"""The name of each source of variance on the page, and its meaning."""


@dataclass(frozen=True, slots=True)
class Component:
    """The ``variance`` from one source; None if it is part of the residual. ``share``: its share of all variance."""

    source: Source
    variance: float | None
    share: float | None

    @property
    def title(self) -> str:
        return SOURCES[self.source][0]

    @property
    def meaning(self) -> str:
        return SOURCES[self.source][1]


@dataclass(frozen=True, slots=True)
class EnoughAnalysis:
    """The analysis of scores. ``summarizers``, ``topics``, ``matchers``: how many of each have scores.
    ``has_scores_by_several_matchers``: whether enough summaries were scored by several matchers to show how matchers
    differ. ``dependability`` and ``detectable``: one for each plan, sorted by number of matchers, then of topics.
    ``needed``: one for each number of matchers, sorted. ``warnings``: sentences.
    """

    measure: Measure
    settings: EnoughSettings
    summarizers: int
    topics: int
    matchers: int
    has_scores_by_several_matchers: bool
    components: VarianceComponents
    dependability: tuple[Dependability, ...]
    detectable: tuple[DetectableDifference, ...]
    needed: tuple[TopicsNeeded, ...]
    warnings: tuple[str, ...]

    @property
    def component_rows(self) -> list[Component]:
        variances = self.components.variances
        total = sum(variances.values())
        return [
            Component(source, value, None if value is None or not total else value / total)
            for source, value in ((source, variances.get(source)) for source in Source)
        ]

    @property
    def score_name(self) -> str:
        """The name of the score inside a sentence, in lower case."""
        return self.measure.title.lower()

    @property
    def plans(self) -> list[tuple[Dependability, DetectableDifference]]:
        """For each plan (a number of topics, a number of matchers): the coefficients and the detectable difference."""
        return list(zip(self.dependability, self.detectable, strict=True))

    @property
    def plans_with_present_topics(self) -> list[tuple[Dependability, DetectableDifference]]:
        """The plans with as many topics as the analysed scores have."""
        return [plan for plan in self.plans if plan[0].topics == self.topics]

    @property
    def current_plan(self) -> tuple[Dependability, DetectableDifference] | None:
        """The plan that the analysed scores follow: all topics, and all matchers if each scored every summary, else one
        matcher.
        """
        is_complete = self.components.scores == self.summarizers * self.topics * self.matchers
        matchers = self.matchers if is_complete else 1
        return next((plan for plan in self.plans_with_present_topics if plan[0].matchers == matchers), None)

    @property
    def matcher_counts(self) -> Sequence[int]:
        return [needed.matchers for needed in self.needed]

    def as_json(self) -> dict[str, Any]:
        """The keys of ``manage.py enough --json`` (docs/commands.md)."""
        return {
            "components": {row.source.value: row.variance for row in self.component_rows},
            "phi": [asdict(row) for row in self.dependability],
            "detectable": [asdict(row) for row in self.detectable],
            "needed": [asdict(row) for row in self.needed],
            "settings": {
                "score": self.measure.name,
                "method": self.components.method.value,
                "scores": self.components.scores,
                "summarizers": self.summarizers,
                "topics": self.topics,
                "matchers": self.matchers,
                "power": POWER,
                "level": CONFIDENCE_LEVEL,
                "difference": self.settings.difference,
                "good": GOOD,
            },
            "warnings": list(self.warnings),
        }
