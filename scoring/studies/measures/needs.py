"""What measures need of a project's topics, texts and peers, and how many of these have it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from annotator.texts.errors import FieldError, Malformed
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.topic_texts import Need
from scoring.measures.trained.model import NO_MODEL
from scoring.observations.project_texts import TopicSummaries
from scoring.observations.topic_inputs import PARSES
from scoring.studies.trained.queries import named_model

TOPICS_WITH: Mapping[Need, Callable[[TopicSummaries], bool]] = {
    Need.MODELS: lambda topic: bool(topic.models),
    Need.DOCUMENTS: lambda topic: bool(topic.inputs.documents),
    Need.PROJECT_DOCUMENTS: lambda topic: bool(topic.inputs.documents),
    Need.STATEMENT: lambda topic: bool(topic.inputs.statement),
    Need.JUDGES: lambda topic: topic.inputs.judged is not None,
}
"""For each need of whole topics, whether a topic meets it."""
PLURALS = {
    Need.PARSE: "parses",
    Need.STATEMENT: "statements",
    Need.EXTRACT: "extracts",
    Need.TRAINED: "trained models",
}
"""The names of needs whose values are in the singular."""
OPTIONAL_NEEDS = frozenset({Need.JUDGES})
"""Measures with these needs have some values without them."""


class UnmetNeed(Malformed):
    """A measure needs what no text of the project has."""

    status = 422


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of the project's texts, peers or topics have what a measure needs. ``of``: "texts", "peers" or
    "topics".
    """

    need: Need
    have: int
    total: int
    of: str

    @property
    def name(self) -> str:
        """What is needed, in the plural."""
        return PLURALS.get(self.need, self.need)

    @property
    def comes_from_parses(self) -> bool:
        """Whether an import of parses gives what is needed."""
        return self.need in PARSES

    def __str__(self) -> str:
        if self.need is Need.TRAINED:
            return "a trained model"
        return f"{self.name} for {self.have} of {self.total} {self.of}"


def coverage(need: Need, topics: Sequence[TopicSummaries]) -> Coverage:
    """Returns how many topics, peers or texts of the project meet the need, as far as the viewer may know."""
    if need in TOPICS_WITH:
        return Coverage(need, sum(map(TOPICS_WITH[need], topics)), len(topics), "topics")
    if need is Need.EXTRACT:
        have = sum(peer.pk in topic.inputs.extracts for topic in topics if topic.inputs.judged for peer in topic.peers)
        return Coverage(need, have, sum(len(topic.peers) for topic in topics), "peers")
    total = sum(len(topic.summaries) for topic in topics)
    have = sum(summary.pk in topic.inputs.parses.get(need, ()) for topic in topics for summary in topic.summaries)
    return Coverage(need, total if need in {Need.PROJECT_TEXTS, Need.COLLECTION} else have, total, "texts")


def unmet_needs(measure: Measure, topics: Sequence[TopicSummaries]) -> list[Coverage]:
    """Returns the coverage of each need of the measure that no text or topic of the project meets. A measure that names
    a trained model may name an unknown one: see `project_models`.
    """
    met = {Need.TRAINED} if named_model(measure) != NO_MODEL else set()
    coverages = [coverage(need, topics) for need in sorted(measure.needs - OPTIONAL_NEEDS - met)]
    return [unmet for unmet in coverages if not unmet.have]


def needs_of(measures: Iterable[Measure]) -> frozenset[Need]:
    """Returns everything that any of these measures needs."""
    return frozenset(need for measure in measures for need in measure.needs)


def check_needs(measures: Sequence[Measure], topics: Sequence[TopicSummaries]) -> None:
    """Raises UnmetNeed with a sentence for each unmet need of a measure."""
    errors = [
        FieldError("measure", _unmet_sentence(measure, unmet))
        for measure in measures
        for unmet in unmet_needs(measure, topics)
    ]
    if errors:
        raise UnmetNeed(errors)


def _unmet_sentence(measure: Measure, unmet: Coverage) -> str:
    if unmet.need is Need.TRAINED:
        return f"{measure.name} needs a trained model, which is named by its hash: {measure.name}:model=HASH."
    return f"{measure.name} needs {unmet.name}, and the project has {unmet}."
