"""The results of the analysis of how many topics and matchers are enough."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from scoring.measures.observation import Measure
from scoring.stats.arrays import LEVEL
from scoring.stats.variance import POWER, Dependability, Source, VarianceComponents

DIFFERENCE = 0.05
"""The difference between two summarizers that a study should detect."""
GOOD = 0.8
"""A coefficient from which means are often called dependable."""


@dataclass(frozen=True, slots=True)
class EnoughChoice:
    """``topics``, ``matchers``: the numbers to try; none means the default ones. ``difference``: between the means of
    two summarizers, for which the topics needed are given.
    """

    topics: tuple[int, ...] = ()
    matchers: tuple[int, ...] = ()
    difference: float = DIFFERENCE


@dataclass(frozen=True, slots=True)
class Detectable:
    """The smallest true difference of two means that a test finds with power POWER; None for a single topic."""

    topics: int
    matchers: int
    difference: float | None


@dataclass(frozen=True, slots=True)
class Needed:
    """The fewest topics that detect the chosen difference, and for which G and Phi are GOOD; None if 1,000 do not
    suffice.
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
"""The name of each source on the page, and its meaning."""


@dataclass(frozen=True, slots=True)
class Component:
    """``variance``: None if it is part of the residual; ``share``: of the sum of all."""

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
class Enough:
    """The analysis of the scores of so many ``summarizers``, ``topics`` and ``matchers``; ``warnings`` are sentences.
    ``tells_matchers_apart``: whether summaries have scores by several matchers, so that means of several can be judged.
    """

    measure: Measure
    choice: EnoughChoice
    summarizers: int
    topics: int
    matchers: int
    tells_matchers_apart: bool
    components: VarianceComponents
    dependability: tuple[Dependability, ...]
    detectable: tuple[Detectable, ...]
    needed: tuple[Needed, ...]
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
        """The name of the score within a sentence."""
        return self.measure.title.lower()

    @property
    def present(self) -> list[tuple[Dependability, Detectable]]:
        """The rows of the table for the present number of topics."""
        return [row for row in self.planned if row[0].topics == self.topics]

    @property
    def present_means(self) -> tuple[Dependability, Detectable] | None:
        """The row of the means that the project has now: by all its matchers if each has scored each summary, else by
        one.
        """
        is_complete = self.components.scores == self.summarizers * self.topics * self.matchers
        people = self.matchers if is_complete else 1
        return next((row for row in self.present if row[0].matchers == people), None)

    @property
    def planned(self) -> list[tuple[Dependability, Detectable]]:
        """The rows of the table: by number of matchers, then of topics."""
        return list(zip(self.dependability, self.detectable, strict=True))

    @property
    def matcher_counts(self) -> Sequence[int]:
        return [needed.matchers for needed in self.needed]

    def as_json(self) -> dict[str, Any]:
        """The keys of ``manage.py enough --json`` (DESIGN §5)."""
        return {
            "components": {row.source.value: row.variance for row in self.component_rows},
            "phi": [asdict(each) for each in self.dependability],
            "detectable": [asdict(each) for each in self.detectable],
            "needed": [asdict(each) for each in self.needed],
            "settings": {
                "score": self.measure.name,
                "method": self.components.method.value,
                "scores": self.components.scores,
                "summarizers": self.summarizers,
                "topics": self.topics,
                "matchers": self.matchers,
                "power": POWER,
                "level": LEVEL,
                "difference": self.choice.difference,
                "good": GOOD,
            },
            "warnings": list(self.warnings),
        }
