"""Gives values of automatic measures for the summaries of a project, and stores the values that it has to compute.

Stored values never become invalid: the key of a stored row is a hash of everything that could change a value.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

import numpy as np
from django.utils import timezone

from annotator.projects.models import Project
from annotator.runs.steps import reserve_time, with_progress
from annotator.texts.errors import FieldError, Malformed
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.signature import format_signature
from scoring.measures.automatic.similarity.frequencies import word_frequencies
from scoring.measures.automatic.tasks import TopicScores, TopicTask
from scoring.measures.automatic.topic_texts import Need, Scored, TopicTexts, WordFrequencies
from scoring.measures.automatic.warnings import lost_letters_warning
from scoring.measures.trained.model import NO_MODEL
from scoring.observations.collections import collection_hash, project_query_counts
from scoring.observations.hidden_names import hides_names, without_joined_values
from scoring.observations.project_texts import (
    NamedSummary,
    ProjectContext,
    TopicSummaries,
    all_texts,
    project_documents,
    read_texts,
)
from scoring.observations.topic_inputs import PARSES
from scoring.observations.viewer import Viewer
from scoring.studies.models import Measured
from scoring.studies.trained.queries import named_model, project_models, readable_models, summaries_in_training
from scoring.studies.workers import ScoreTopics, score_topics

SECONDS_PER_PAIR_SCORE = 1e-4
"""Estimated time, on a slow machine, of a pair score: one measure for one summary and one model. A request may take
2 s, so it computes at most 20,000 pair scores; more are computed by a background run.
"""
SECONDS_PER_TEXT = 1e-4
"""Estimated time to count the words of a text."""
STORED_AT_ONCE = 20_000
"""Rows are stored after this many pair scores, so that an interrupted run can go on from there."""
LAST_USE_PRECISION = timedelta(days=1)
"""The stored time of the last use is updated only if it is older than this."""
UNUSED = timedelta(days=90)
"""Values that nobody has read for this long are deleted."""

INPUT_DIGESTS: Mapping[Need, Callable[[TopicSummaries], str]] = {
    Need.DOCUMENTS: lambda topic: topic.inputs.documents,
    Need.STATEMENT: lambda topic: topic.inputs.statement,
    Need.EXTRACT: lambda topic: _hash(
        [repr(topic.inputs.judged), *(repr(topic.inputs.extracts.get(peer.pk)) for peer in topic.peers)]
    ),
    Need.JUDGES: lambda topic: _hash([repr(topic.inputs.judged)]),
    Need.PARSE: lambda topic: _parses_hash(topic, Need.PARSE),
    Need.DISCOURSE: lambda topic: _parses_hash(topic, Need.DISCOURSE),
}
"""For each need, what changes whenever that input of a topic changes. Only measures with the need have it in their
keys.
"""
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

NO_VALUE_FOR_MODELS = "models have no value"


class UnmetNeed(Malformed):
    """A measure needs what no text of the project has."""

    status = 422


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
    stored = _stored(keys_by_topic.values())
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
    stored = _stored([keys[topic.pk, measure] for measure in measures] for topic in topics)
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


def row_keys(
    project: Project, measures: Sequence[Measure], topics: Sequence[TopicSummaries]
) -> dict[tuple[int, Measure], str]:
    """Returns the key of the stored row of each topic (by primary key) and measure. ``topics``: all in the project."""
    digests = sorted(summary.digest for topic in topics for summary in topic.summaries)
    project_hash = _hash(digests)
    hashes = {topic.pk: _hash(f"{summary.kind} {summary.digest}" for summary in topic.summaries) for topic in topics}
    context_by_need = {
        Need.PROJECT_TEXTS: project_hash,
        Need.PROJECT_DOCUMENTS: _hash(topic.inputs.documents for topic in topics),
    }
    if any(Need.COLLECTION in measure.needs for measure in measures):
        context_by_need[Need.COLLECTION] = collection_hash(project)
    keys = {}
    for measure in measures:
        context = "".join(context for need, context in context_by_need.items() if need in measure.needs)
        signature = format_signature(measure)
        for topic in topics:
            inputs = [f"{need} {digest(topic)}" for need, digest in INPUT_DIGESTS.items() if need in measure.needs]
            parts = [str(project.pk), str(topic.pk), signature, hashes[topic.pk], context, *inputs]
            keys[topic.pk, measure] = _hash(parts)
    return keys


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


def lost_letters_warnings(project: Project, measures: Sequence[Measure]) -> list[str]:
    """Returns a sentence if tokenizers of the measures lose letters of the project's texts, otherwise an empty list."""
    warning = lost_letters_warning(measures, all_texts(project))
    return [warning] if warning else []


def delete_unused() -> int:
    """Delete the stored values that nobody has read for `UNUSED`. Returns their number."""
    return Measured.objects.unused_since(timezone.now() - UNUSED).delete()[0]


def _stored(keys_by_topic: Iterable[Sequence[str]]) -> dict[str, Scored]:
    """Returns the values that are stored under these keys, by key, and updates their time of last use."""
    keys = [key for topic_keys in keys_by_topic for key in topic_keys]
    rows = Measured.objects.filter(key__in=keys).values_list("key", "values", "reasons")
    stored = {key: _from_bytes(bytes(values), reasons) for key, values, reasons in rows}
    now = timezone.now()
    Measured.objects.filter(key__in=list(stored)).unused_since(now - LAST_USE_PRECISION).update(last_used=now)
    return stored


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
                unstored_rows.append(_row(topic, key, scored))
            unstored_pair_scores += _pair_score_count(topic, measures)
            if unstored_pair_scores >= STORED_AT_ONCE:
                _store(unstored_rows)
                unstored_pair_scores = 0
    finally:  # also if the run is cancelled
        _store(unstored_rows)
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


def _row(topic: TopicSummaries, key: str, scored: Scored) -> Measured:
    values = scored.values.astype("<f8").tobytes()
    return Measured(topic_id=topic.pk, key=key, values=values, reasons=list(scored.reasons), last_used=timezone.now())


def _store(rows: list[Measured]) -> None:
    """Store the rows and empty the list. A row that another process has stored meanwhile has the same values."""
    Measured.objects.bulk_create(rows, ignore_conflicts=True)
    rows.clear()


def _from_bytes(values: bytes, reasons: Sequence[str]) -> Scored:
    numbers = np.frombuffer(values, "<f8").astype(np.float64)
    return Scored(numbers.reshape(len(reasons), -1), tuple(reasons))


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


def _parses_hash(topic: TopicSummaries, need: Need) -> str:
    digests = topic.inputs.parses.get(need, {})
    return _hash(digests.get(summary.pk, "") for summary in topic.summaries)


def _hash(parts: Iterable[str]) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()
