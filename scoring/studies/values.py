"""Gives values of automatic measures for the summaries of a project, and stores the values that it has to compute."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from annotator.projects.models import Project
from annotator.runs.steps import reserve_time, with_progress
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.similarity.frequencies import word_frequencies
from scoring.measures.automatic.tasks import TopicScores, TopicTask
from scoring.measures.automatic.topic_texts import Need, Scored, TopicTexts, WordFrequencies
from scoring.measures.automatic.warnings import lost_letters_warning
from scoring.observations.collections import project_query_counts
from scoring.observations.hidden_names import hides_names, without_joined_values
from scoring.observations.project_texts import (
    NamedSummary,
    ProjectContext,
    TopicSummaries,
    all_texts,
    project_documents,
    read_texts,
)
from scoring.observations.viewer import Viewer
from scoring.studies.measures.needs import check_needs, needs_of
from scoring.studies.measures.rows import new_row, read_rows, row_keys, store_rows
from scoring.studies.models import Measured
from scoring.studies.trained.queries import project_models, readable_models, summaries_in_training
from scoring.studies.workers import ScoreTopics, score_topics

SECONDS_PER_PAIR_SCORE = 1e-4
"""Estimated time, on a slow machine, of a pair score: one measure for one summary and one model. A request may take
2 s, so it computes at most 20,000 pair scores; more are computed by a background run.
"""
SECONDS_PER_TEXT = 1e-4
"""Estimated time to count the words of a text."""
STORED_AT_ONCE = 20_000
"""Rows are stored after this many pair scores, so that an interrupted run can go on from there."""
NO_VALUE_FOR_MODELS = "models have no value"


@dataclass(frozen=True, slots=True)
class MeasuredTopic:
    """The values of a topic that the viewer may see. ``summaries``: peers and models, in the order to show them.

    ``scored``: for each requested measure in turn, the values of these summaries, or why they have none.
    ``in_training``: for each measure in turn, the summaries (primary keys) that its model was trained on, in any topic.
    """

    key: str
    title: str
    summaries: tuple[NamedSummary, ...]
    scored: tuple[Scored, ...]
    in_training: tuple[frozenset[int], ...]


def measured_values(
    viewer: Viewer,
    measures: Sequence[Measure],
    topics: Sequence[TopicSummaries],
    *,
    chosen: Sequence[TopicSummaries] | None = None,
    score: ScoreTopics = score_topics,
) -> list[MeasuredTopic]:
    """Returns the values of these measures. Stored values are used; others are computed by ``score`` and stored.

    ``topics``: all topics of the project, from `topic_summaries`; ``chosen``: the topics whose values are wanted (None
    for all). Topics without summaries are left out. Calls `reserve_time`, so that a `long_work` view starts a
    background run instead if this takes long. Raises UnmetNeed and ModelUnusable.
    """
    check_needs(measures, topics)
    models = project_models(viewer.project, measures)
    chosen = [topic for topic in (topics if chosen is None else chosen) if topic.summaries]
    keys = row_keys(viewer.project, measures, topics)
    keys_by_topic = {topic.pk: [keys[topic.pk, measure] for measure in measures] for topic in chosen}
    stored = read_rows(keys_by_topic.values())
    missing = []  # topics with their measures whose values are not stored
    for topic in chosen:
        pairs = zip(measures, keys_by_topic[topic.pk], strict=True)
        if missing_measures := tuple(measure for measure, key in pairs if key not in stored):
            missing.append((topic, missing_measures))
    text_count = sum(len(topic.summaries) for topic in topics) if _frequency_measures(missing) else 0
    pair_scores = sum(_pair_score_count(topic, missing_measures) for topic, missing_measures in missing)
    pair_scores += _collection_size(missing, len(topics))
    reserve_time(max(pair_scores * SECONDS_PER_PAIR_SCORE, text_count * SECONDS_PER_TEXT))
    needs = needs_of(measure for _, measures in missing for measure in measures)
    context = ProjectContext(
        _frequencies(viewer.project, _frequency_measures(missing)),
        project_documents(topics) if Need.PROJECT_DOCUMENTS in needs else (),
        tuple(models.values()),
        project_query_counts(viewer.project, (measure for _, measures in missing for measure in measures)),
    )
    stored |= _computed(missing, keys, read_texts([topic for topic, _ in missing], context, needs), score)
    shown = _Shown(hides_names(topics), summaries_in_training(viewer.project, models))
    return [shown.values(topic, {measure: stored[keys[topic.pk, measure]] for measure in measures}) for topic in chosen]


def stored_values(
    viewer: Viewer, measures: Sequence[Measure], topics: Sequence[TopicSummaries]
) -> list[dict[Measure, MeasuredTopic]]:
    """Returns the values that are already stored: for each topic, by measure, a MeasuredTopic for this measure only."""
    keys = row_keys(viewer.project, measures, topics)
    stored = read_rows([keys[topic.pk, measure] for measure in measures] for topic in topics)
    with_values = [measure for measure in measures if any(keys[topic.pk, measure] in stored for topic in topics)]
    in_training = summaries_in_training(viewer.project, readable_models(viewer.project, with_values))
    shown = _Shown(hides_names(topics), in_training)
    return [
        {
            measure: shown.values(topic, {measure: stored[key]})
            for measure in measures
            if (key := keys[topic.pk, measure]) in stored
        }
        for topic in topics
    ]


def lost_letters_warnings(project: Project, measures: Sequence[Measure]) -> list[str]:
    """Returns a sentence if tokenizers of the measures lose letters of the project's texts, otherwise an empty list."""
    warning = lost_letters_warning(measures, all_texts(project))
    return [warning] if warning else []


def _computed(
    missing: Sequence[tuple[TopicSummaries, tuple[Measure, ...]]],
    keys: Mapping[tuple[int, Measure], str],
    texts: Iterable[TopicTexts],
    score: ScoreTopics,
) -> dict[str, Scored]:
    """Compute and store the values of the ``missing`` measures of each topic. Returns them by the key of their row.
    ``texts``: of these topics.
    """
    computed: dict[str, Scored] = {}
    unstored_rows: list[Measured] = []
    tasks = (
        TopicTask(topic.key, topic_texts, measures, models=True)
        for (topic, measures), topic_texts in zip(missing, texts, strict=True)
    )
    missing_by_topic_key = {topic.key: (topic, measures) for topic, measures in missing}
    unstored_pair_scores = 0
    try:
        for _, scores in zip(with_progress(missing), score(tasks), strict=False):
            topic, measures = missing_by_topic_key[scores.key]  # not in step with `missing`: a cluster may skip a topic
            for measure, scored in zip(measures, _with_models(scores, len(topic.models)), strict=True):
                key = keys[topic.pk, measure]
                computed[key] = scored
                unstored_rows.append(new_row(topic, key, scored))
            unstored_pair_scores += _pair_score_count(topic, measures)
            if unstored_pair_scores >= STORED_AT_ONCE:
                store_rows(unstored_rows)
                unstored_pair_scores = 0
    finally:  # also if the run is cancelled
        store_rows(unstored_rows)
    return computed


def _frequency_measures(missing: Iterable[tuple[TopicSummaries, tuple[Measure, ...]]]) -> list[Measure]:
    """Returns one measure for each tokenizer and case whose word frequencies are needed."""
    needing = (measure for _, measures in missing for measure in measures if Need.PROJECT_TEXTS in measure.needs)
    return list({(measure.parameters["tok"], measure.parameters["case"]): measure for measure in needing}.values())


def _frequencies(project: Project, measures: Sequence[Measure]) -> tuple[WordFrequencies, ...]:
    return tuple(word_frequencies(measure.parameters, all_texts(project)) for measure in measures)


def _with_models(scores: TopicScores, model_count: int) -> Iterable[Scored]:
    """Yields, for each measure, the values of the peers and then of the models in one array."""
    for peers, models in zip(scores.peers, scores.models, strict=True):
        if models is None:
            no_values = np.full((model_count, peers.values.shape[1]), np.nan)
            models = Scored(no_values, (NO_VALUE_FOR_MODELS,) * model_count)
        yield Scored(np.concatenate([peers.values, models.values]), (*peers.reasons, *models.reasons))


def _pair_score_count(topic: TopicSummaries, measures: Sequence[Measure]) -> int:
    return len(topic.summaries) * max(len(topic.models), 1) * len(measures)


def _collection_size(missing: Iterable[tuple[TopicSummaries, tuple[Measure, ...]]], topic_count: int) -> int:
    """Returns how many texts measures index whose values join the summaries of a summarizer in all topics: each text
    takes about as long as a pair score.
    """
    counts = (
        len(topic.summaries) * sum(Need.COLLECTION in measure.needs for measure in measures)
        for topic, measures in missing
    )
    return sum(counts) * topic_count


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the viewer may see of values. ``hides_names``: whether the name of any peer of the project is hidden from
    the viewer. ``in_training``: for each trained measure, the summaries (primary keys) that it was trained on.
    """

    hides_names: bool
    in_training: Mapping[Measure, frozenset[int]]

    def values(self, topic: TopicSummaries, scored: Mapping[Measure, Scored]) -> MeasuredTopic:
        """Returns the values that the viewer may see. ``scored``: for each measure, the values of all summaries."""
        shown = topic.shown  # indexes of summaries
        summaries = tuple(topic.summaries[index] for index in shown)
        visible = tuple(
            Scored(of_measure.values[shown], tuple(of_measure.reasons[index] for index in shown))
            for of_measure in scored.values()
        )
        if self.hides_names:
            visible = without_joined_values(tuple(scored), summaries, visible)
        in_training = tuple(self.in_training.get(measure, frozenset()) for measure in scored)
        return MeasuredTopic(topic.key, topic.title, summaries, visible, in_training)
