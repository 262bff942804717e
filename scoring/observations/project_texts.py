"""Reads the summaries of a project as texts that measures score, under the names that the viewer may see."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import repeat
from typing import Any

from django.db.models import QuerySet

from annotator.projects.models import Project, Summary, Topic
from annotator.projects.peer_names import mask_sort_key
from annotator.projects.permissions import can_manage
from scoring.measures.automatic.topic_texts import Need, QueryCounts, Text, TopicTexts, WordFrequencies
from scoring.measures.trained.model import TrainedModel
from scoring.observations.parses.reading import parses_by_topic, with_parses
from scoring.observations.text_files.parse_kinds import Original
from scoring.observations.topic_documents import as_text, rows_by_topic, topic_documents
from scoring.observations.topic_inputs import ALL_NEEDS, DIGEST, TopicInputs, read_inputs
from scoring.observations.viewer import Viewer, may_see_scores


@dataclass(frozen=True, slots=True)
class NamedSummary:
    """A summary under the name that the viewer may see. ``kind``: "peer" or "model". ``digest``: see `DIGEST`.

    ``shows_scores``: whether the viewer may see scores of this summary now.
    """

    pk: int
    kind: str
    name: str
    is_masked: bool
    shows_scores: bool
    digest: str


@dataclass(frozen=True)
class TopicSummaries:
    """The summaries of a topic, in the order of their positions. Pages must not show masked peers in this order.
    ``inputs``: what else measures can read of the topic.
    """

    pk: int
    key: str
    title: str
    peers: tuple[NamedSummary, ...]
    models: tuple[NamedSummary, ...]
    inputs: TopicInputs = field(default_factory=TopicInputs)

    @property
    def summaries(self) -> tuple[NamedSummary, ...]:
        """The peers, then the models: the order in which values of measures are stored."""
        return (*self.peers, *self.models)

    @cached_property
    def shown(self) -> list[int]:
        """The indexes of the ``summaries`` whose scores the viewer may see, in the order to show them."""
        shown = [index for index, summary in enumerate(self.summaries) if summary.shows_scores]
        return sorted(shown, key=self._sort_key)

    def _sort_key(self, index: int) -> Any:
        """Returns a key that sorts peers first, then masked peers by mask (their keys begin with 1), then models."""
        summary = self.summaries[index]
        return mask_sort_key(summary.name) if summary.is_masked else (0 if summary.kind == "peer" else 2, index, "")


def topic_summaries(viewer: Viewer, needs: Collection[Need] = ALL_NEEDS) -> list[TopicSummaries]:
    """Returns all topics of the project with their summaries, and the inputs that these ``needs`` ask for."""
    peers_with_scores = _peers_with_visible_scores(viewer)
    summaries: dict[tuple[int, str], list[NamedSummary]] = defaultdict(list)
    visible = Summary.objects.all() if viewer.user is None else Summary.objects.visible_to(viewer.user)
    rows = visible.filter(topic__project=viewer.project).annotate(digest=DIGEST).order_by("topic", "position", "pk")
    topics_with_scores = set()
    summary_rows: list[Any] = list(rows.only("topic", "kind", "summarizer", "mask", "position"))
    for row in summary_rows:
        if peers_with_scores is None or row.pk in peers_with_scores:
            topics_with_scores.add(row.topic_id)
    for row in summary_rows:
        if row.kind == Summary.Kind.MODEL:
            shows_scores = row.topic_id in topics_with_scores  # a model is scored with the peers of its topic
        else:
            shows_scores = peers_with_scores is None or row.pk in peers_with_scores
        summaries[row.topic_id, row.kind].append(
            NamedSummary(row.pk, row.kind, row.shown_name, row.hides_name, shows_scores, row.digest)
        )
    inputs = read_inputs(viewer, needs)
    return [
        TopicSummaries(
            topic.pk,
            topic.key,
            topic.title,
            tuple(summaries[topic.pk, Summary.Kind.PEER]),
            tuple(summaries[topic.pk, Summary.Kind.MODEL]),
            inputs.get(topic.pk, TopicInputs()),
        )
        for topic in viewer.topics()
    ]


def chosen_topics(topics: Sequence[TopicSummaries], keys: Sequence[str]) -> list[TopicSummaries]:
    """Returns the topics with these keys, or all topics if ``keys`` is empty. Raises Topic.DoesNotExist."""
    if unknown := set(keys) - {topic.key for topic in topics}:
        raise Topic.DoesNotExist(f"There is no topic {min(unknown)}.")
    return [topic for topic in topics if not keys or topic.key in keys]


@dataclass(frozen=True, slots=True)
class ProjectContext:
    """What measures read of the whole project. ``frequencies``, ``corpus``, ``trained``, ``query_counts`` (by the
    key of the topic): see `TopicTexts`.
    """

    frequencies: tuple[WordFrequencies, ...] = ()
    corpus: tuple[Text, ...] = ()
    trained: tuple[TrainedModel, ...] = ()
    query_counts: Mapping[str, tuple[QueryCounts, ...]] = field(default_factory=dict)


NO_CONTEXT = ProjectContext()


def project_documents(topics: Sequence[TopicSummaries]) -> tuple[Text, ...]:
    """Returns the documents of these topics, which must be sorted by key."""
    by_topic = topic_documents({topic.pk: topic.inputs.sentence_list for topic in topics})
    return tuple(document for documents in by_topic for document in documents)


def read_texts(
    topics: Sequence[TopicSummaries],
    context: ProjectContext = NO_CONTEXT,
    needs: Collection[Need] = frozenset(),
) -> Iterator[TopicTexts]:
    """Yields the texts of these topics, which must be sorted by key, with what these ``needs`` ask for."""
    sentence_lists = {topic.pk: topic.inputs.sentence_list for topic in topics}
    rows = Summary.objects.filter(topic__in=sentence_lists).order_by("topic__key", "topic", "pk")
    groups = rows_by_topic(sentence_lists, rows.values_list("topic", "pk", "text", "sentences"))
    documents = topic_documents(sentence_lists) if Need.DOCUMENTS in needs else repeat((), len(topics))
    parses = parses_by_topic(sentence_lists, needs)
    for topic, rows_of_topic, documents_of_topic, parses_of_topic in zip(
        topics, groups, documents, parses, strict=True
    ):
        texts = {
            pk: with_parses(as_text(text, bounds), Original(text, bounds), parses_of_topic.get(pk, ()))
            for _, pk, text, bounds in rows_of_topic
        }
        if Need.EXTRACT in needs:
            texts |= {pk: replace(text, extract=topic.inputs.extracts.get(pk)) for pk, text in texts.items()}
        yield TopicTexts(
            topic.key,
            tuple(texts[peer.pk] for peer in topic.peers),
            tuple(texts[model.pk] for model in topic.models),
            documents_of_topic,
            topic.inputs.statement if Need.STATEMENT in needs else "",
            context.frequencies,
            topic.inputs.judged if {Need.EXTRACT, Need.JUDGES} & set(needs) else None,
            context.corpus,
            context.trained,
            query_counts=context.query_counts.get(topic.key, ()),
        )


def all_texts(project: Project) -> Iterator[Text]:
    """Returns all texts of a project. Word frequencies are computed from them."""
    rows: QuerySet[Summary, Any] = Summary.objects.filter(topic__project=project).order_by("pk")
    return (as_text(text, bounds) for text, bounds in rows.values_list("text", "sentences").iterator())


def _peers_with_visible_scores(viewer: Viewer) -> set[int] | None:
    """Returns the peers with a score that the viewer may see; None if the viewer may see all scores."""
    if viewer.role is None or can_manage(viewer.role) or viewer.project.live_scores == Project.LiveScores.SHOW:
        return None
    annotations = viewer.annotations().select_related("topic__project").only("state", "summary", "topic__project")
    return {work.summary.pk for work in annotations if may_see_scores(work, viewer.role)}
