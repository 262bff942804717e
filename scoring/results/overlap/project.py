"""The overlap of the model summaries of a project, for the API, its pages and the command."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from django.db.models import QuerySet, Sum

from annotator.projects.models import Summary, Topic
from annotator.runs.steps import reserve_time
from scoring.measures.overlap import ModelOverlap, OverlapSettings, model_overlap
from scoring.observations.viewer import Viewer

SECONDS_PER_TOPIC, SECONDS_PER_CHARACTER = 0.002, 2e-7
"""Estimated times on a slow machine; each length of n-grams takes the time for the characters again."""


def project_overlap(viewer: Viewer, settings: OverlapSettings, keys: Sequence[str] = ()) -> ModelOverlap:
    """Compares the models of the topics with these keys; of all topics if there are no keys. Raises
    Topic.DoesNotExist.
    """
    topics = {topic.pk: topic.key for topic in viewer.topics()}
    if unknown := set(keys) - set(topics.values()):
        raise Topic.DoesNotExist(f"There is no topic {min(unknown)}.")
    chosen = {pk: key for pk, key in topics.items() if not keys or key in keys}
    summaries = Summary.objects.filter(topic__in=chosen).model_summaries()
    characters = summaries.aggregate(characters=Sum("length"))["characters"] or 0
    reserve_time(len(chosen) * SECONDS_PER_TOPIC + characters * settings.largest_n * SECONDS_PER_CHARACTER)
    return model_overlap(_texts_by_topic(summaries, chosen), settings)


def _texts_by_topic(summaries: QuerySet[Summary], topics: Mapping[int, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yields each topic that has model summaries, with their texts. ``topics``: the key of each by its primary key."""
    rows = summaries.order_by("topic__key", "position").values_list("topic", "summarizer", "text")
    for topic, models in groupby(rows.iterator(), key=lambda row: row[0]):
        yield topics[topic], {name: text for _, name, text in models}
