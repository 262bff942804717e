"""The automatic measures of a project: what each needs, and its values as far as they are computed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum, isnan
from typing import NamedTuple

from annotator.runs.steps import reserve_time
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.short_name import short_name
from scoring.measures.automatic.signature import format_signature
from scoring.measures.automatic.topic_texts import Need
from scoring.observations.project_texts import TopicSummaries, topic_summaries
from scoring.observations.viewer import Viewer
from scoring.results.scores.rows import natural_key
from scoring.studies.formats.rows import MeasuredRow, defined_values
from scoring.studies.measures.needs import Coverage, coverage, unmet_needs
from scoring.studies.measures.usual import measures_in_projects
from scoring.studies.pages.wording import measure_meaning
from scoring.studies.trained.queries import current_trained_measures
from scoring.studies.values import MeasuredTopic, measured_values, stored_values

IMPLIED_NEEDS = frozenset({Need.PROJECT_TEXTS, Need.PROJECT_DOCUMENTS, Need.COLLECTION})
"""Needs that the page does not list, because a measure with such a need has another need that implies it."""
SECONDS_PER_VALUE = 2e-6
"""Estimated time to read a stored value and render its mean, on a slow machine."""


@dataclass(frozen=True, slots=True)
class MeasureLine:
    """A measure, as the page lists it. ``needs``: how many texts or topics have what it needs. ``unmet``: the needs
    that none of them meets. ``topic_count``: the number of topics with values.
    """

    measure: Measure
    meaning: str
    needs: list[Coverage]
    unmet: list[Coverage]
    topic_count: int

    @property
    def name(self) -> str:
        return short_name(self.measure)

    @property
    def signature(self) -> str:
        return format_signature(self.measure)


class MeanValue(NamedTuple):
    """The mean of a summarizer's primary values of a measure. ``topics``: how many; ``in_training``: how many of these
    are of summaries that the measure was trained on.
    """

    value: float
    topics: int
    in_training: int


@dataclass(frozen=True, slots=True)
class SummarizerMeans:
    """``kind``: "peer" or "model". ``means``: for each measure with values, the mean over topics; None if the
    summarizer has no value.
    """

    summarizer: str
    kind: str
    means: list[MeanValue | None]


@dataclass(frozen=True, slots=True)
class ProjectMeasures:
    """``lines``: all measures to list. ``topics``: those with summaries. ``computed``: the lines of measures with
    values, which are the columns of ``means``.

    ``withheld``: the number of summaries whose scores the project does not show to the viewer now. ``has_masked``:
    whether there are masked peers, which means over topics leave out.
    """

    lines: list[MeasureLine]
    topics: list[TopicSummaries]
    computed: list[MeasureLine]
    means: list[SummarizerMeans]
    withheld: int
    has_masked: bool


def project_measures(viewer: Viewer, wanted: Sequence[Measure] = ()) -> ProjectMeasures:
    """Returns what the page of measures shows: all measures with their usual parameters, the trained measures of the
    project, and the ``wanted`` measures. The wanted ones are computed if the project has what they need. Raises
    ModelUnusable if a wanted one names a trained model that the project lacks.
    """
    topics = topic_summaries(viewer)
    possible = [measure for measure in wanted if not unmet_needs(measure, topics)]
    if possible:
        measured_values(viewer, possible, topics)
    listed = list(dict.fromkeys((*measures_in_projects(), *current_trained_measures(viewer.project), *possible)))
    reserve_time(sum(len(topic.summaries) for topic in topics) * len(listed) * SECONDS_PER_VALUE)
    stored = stored_values(viewer, listed, topics)
    lines = [_line(measure, topics, sum(measure in values for values in stored)) for measure in listed]
    computed = [line for line in lines if line.topic_count]
    return ProjectMeasures(
        lines,
        [topic for topic in topics if topic.summaries],
        computed,
        _means([line.measure for line in computed], stored),
        sum(not summary.shows_scores for topic in topics for summary in topic.summaries),
        _has_masked(topics),
    )


def measured_rows(measured: Sequence[MeasuredTopic], chosen: Sequence[Measure]) -> Iterator[MeasuredRow]:
    """Yields a row for each summary and measure, topic by topic. ``chosen``: the measures of ``measured``."""
    for topic in measured:
        for index, summary in enumerate(topic.summaries):
            for measure, scored, in_training in zip(chosen, topic.scored, topic.in_training, strict=True):
                values = defined_values(measure, scored.values[index])
                yield MeasuredRow(
                    topic.key,
                    summary.name,
                    summary.kind,
                    measure,
                    values,
                    scored.reasons[index],
                    in_training=summary.pk in in_training,
                )


def masked_names(topics: Sequence[TopicSummaries]) -> set[tuple[str, str]]:
    """Returns the topic's key and the name shown of each masked peer: no mean over topics may include these peers."""
    return {(topic.key, summary.name) for topic in topics for summary in topic.peers if summary.is_masked}


def _has_masked(topics: Sequence[TopicSummaries]) -> bool:
    return any(summary.is_masked for topic in topics for summary in topic.peers)


def _line(measure: Measure, topics: Sequence[TopicSummaries], topic_count: int) -> MeasureLine:
    needs = [coverage(need, topics) for need in sorted(measure.needs - IMPLIED_NEEDS)]
    return MeasureLine(measure, measure_meaning(measure), needs, unmet_needs(measure, topics), topic_count)


def _means(computed: Sequence[Measure], stored: Sequence[dict[Measure, MeasuredTopic]]) -> list[SummarizerMeans]:
    """Returns the means of the summarizers that are not masked: of peers, then of models. ``computed``: the measures
    with values. ``stored``: for each topic, its values by measure.
    """
    values: dict[tuple[str, str], dict[Measure, list[tuple[float, bool]]]] = {}
    for by_measure in stored:
        for measure, topic in by_measure.items():
            (scored,), (in_training,) = topic.scored, topic.in_training  # of this measure only
            primary = scored.values[:, measure.values.index(measure.primary)].tolist()
            for summary, value in zip(topic.summaries, primary, strict=True):
                if summary.is_masked:
                    continue
                key = (summary.kind, summary.name)
                values_by_measure = values.setdefault(key, {computed_measure: [] for computed_measure in computed})
                if not isnan(value):
                    values_by_measure[measure].append((value, summary.pk in in_training))
    order = sorted(values, key=lambda key: (key[0] == "model", natural_key(key[1])))
    return [
        SummarizerMeans(name, kind, [_mean(values[kind, name][measure]) for measure in computed])
        for kind, name in order
    ]


def _mean(values: Sequence[tuple[float, bool]]) -> MeanValue | None:
    """Returns the mean. ``values``: each with whether its summary was in the training."""
    if not values:
        return None
    mean = fsum(value for value, _ in values) / len(values)
    return MeanValue(mean, len(values), sum(in_training for _, in_training in values))
