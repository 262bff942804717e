"""Reads the summaries of a project as texts that measures score, under the names that the viewer may see."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any

from django.db.models import F, Func, QuerySet, TextField

from annotator.projects.models import Project, Summary, Topic
from annotator.projects.peer_names import mask_sort_key
from annotator.projects.permissions import can_manage
from scoring.measures.automatic.topic_texts import Text, TopicTexts, WordFrequencies
from scoring.observations.viewer import Viewer, may_see_scores

DIGEST = Func(
    F("text"),
    F("sentences"),
    template="encode(sha256(convert_to(%(expressions)s::text, 'UTF8')), 'hex')",
    arg_joiner=" || chr(31) || ",  # a character that no text contains
    output_field=TextField(),
)
"""A hash of the text of a summary and the bounds of its sentences. The database computes it, so that pages of stored
values need not read the texts."""


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
    """The summaries of a topic, in the order of their positions, which no page may show for masked peers."""

    pk: int
    key: str
    title: str
    peers: tuple[NamedSummary, ...]
    models: tuple[NamedSummary, ...]

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


def topic_summaries(viewer: Viewer) -> list[TopicSummaries]:
    """Returns all topics of the project with their summaries. Two SQL queries; three if some scores are hidden."""
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
    return [
        TopicSummaries(
            topic.pk,
            topic.key,
            topic.title,
            tuple(summaries[topic.pk, Summary.Kind.PEER]),
            tuple(summaries[topic.pk, Summary.Kind.MODEL]),
        )
        for topic in viewer.topics()
    ]


def chosen_topics(topics: Sequence[TopicSummaries], keys: Sequence[str]) -> list[TopicSummaries]:
    """Returns the topics with these keys, or all topics if ``keys`` is empty. Raises Topic.DoesNotExist."""
    if unknown := set(keys) - {topic.key for topic in topics}:
        raise Topic.DoesNotExist(f"There is no topic {min(unknown)}.")
    return [topic for topic in topics if not keys or topic.key in keys]


def read_texts(topics: Sequence[TopicSummaries], frequencies: tuple[WordFrequencies, ...] = ()) -> Iterator[TopicTexts]:
    """Yields the texts of these topics, which must be sorted by key. One SQL query."""
    summaries = Summary.objects.filter(topic__in=[topic.pk for topic in topics])
    rows = summaries.order_by("topic__key", "topic", "position", "pk").values_list("topic", "pk", "text", "sentences")
    grouped = groupby(rows.iterator(), key=lambda row: row[0])
    next_group = next(grouped, None)  # the next topic that has summaries, and their rows
    for topic in topics:
        texts = {}
        if next_group is not None and next_group[0] == topic.pk:
            texts = {pk: as_text(text, bounds) for _, pk, text, bounds in next_group[1]}
            next_group = next(grouped, None)
        peers, models = (tuple(texts[summary.pk] for summary in group) for group in (topic.peers, topic.models))
        yield TopicTexts(topic.key, peers, models, frequencies=frequencies)


def all_texts(project: Project) -> Iterator[Text]:
    """Returns all texts of a project. Word frequencies are computed from them."""
    rows: QuerySet[Summary, Any] = Summary.objects.filter(topic__project=project).order_by("pk")
    return (as_text(text, bounds) for text, bounds in rows.values_list("text", "sentences").iterator())


def as_text(text: str, bounds: Sequence[int]) -> Text:
    """Returns a text for measures. ``bounds``: start, end, start, end, ... of its sentences. Without bounds, the text
    is one sentence.
    """
    spans = list(pairwise(bounds))[::2] or [(0, len(text))]
    lines = tuple(line for line in text.split("\n") if line.strip())
    return Text(tuple(text[start:end] for start, end in spans), lines=lines)


def _peers_with_visible_scores(viewer: Viewer) -> set[int] | None:
    """Returns the peers with a score that the viewer may see; None if the viewer may see all scores."""
    if viewer.role is None or can_manage(viewer.role) or viewer.project.live_scores == Project.LiveScores.SHOW:
        return None
    annotations = viewer.annotations().select_related("topic__project").only("state", "summary", "topic__project")
    return {work.summary.pk for work in annotations if may_see_scores(work, viewer.role)}
