"""Reads what relevance correlation needs of a project: the statements, documents and summaries of all its topics."""

from collections import defaultdict
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from django.contrib.postgres.aggregates import StringAgg
from django.db.models import F, Func, QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat

from annotator.projects.documents.models import Document
from annotator.projects.models import Project, Summary, Topic
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.relevance.counts import CollectionTopic, query_counts
from scoring.measures.automatic.topic_texts import Need, QueryCounts, Text
from scoring.observations.project_texts import DIGEST, as_text


def project_query_counts(project: Project, measures: Iterable[Measure]) -> dict[str, tuple[QueryCounts, ...]]:
    """Returns the counts that the measures need, by the key of the topic; empty if no measure needs them."""
    collection_measures = [measure for measure in measures if Need.COLLECTION in measure.needs]
    by_words = {
        (measure.parameters["tok"], measure.parameters["case"]): measure.parameters for measure in collection_measures
    }
    if not by_words:
        return {}
    topics = _collection_topics(project)
    counts = [query_counts(parameters, topics) for parameters in by_words.values()]
    return {topic.key: tuple(by_key[topic.key] for by_key in counts) for topic in topics}


def collection_hash(project: Project) -> str:
    """Returns a hash of the statements, documents and summaries of all topics, with the names of the summarizers."""
    topics = Topic.objects.filter(project=project)
    documents = Document.objects.filter(topic__project=project)
    summaries = Summary.objects.filter(topic__project=project)
    parts = [
        _joined(topics, "key", F("statement")),
        _joined(documents, "topic__key", "position", DIGEST),
        _joined(summaries, "topic__key", "kind", "summarizer", DIGEST),
    ]
    return sha256("\n".join(parts).encode()).hexdigest()


def _joined(rows: QuerySet[Any], *columns: Any) -> str:
    """Returns a hash of these columns of all rows, sorted by all columns except the last. The database computes it, so
    that only one short value is sent.
    """
    separated = [part for column in columns for part in (Value("\x1f"), Cast(column, TextField()))]
    lines = StringAgg(Concat(*separated, output_field=TextField()), Value("\n"), order_by=columns[:-1])
    return str(rows.order_by().aggregate(digest=Func(lines, function="md5"))["digest"])


def _collection_topics(project: Project) -> list[CollectionTopic]:
    topics = Topic.objects.filter(project=project).order_by("key").values_list("pk", "key", "statement")
    documents: dict[int, list[Text]] = defaultdict(list)
    rows = Document.objects.filter(topic__project=project).order_by("topic", "position")
    for topic, text, bounds in rows.values_list("topic", "text", "sentences").iterator():
        documents[topic].append(as_text(text, bounds))
    summaries: dict[tuple[int, str], list[tuple[tuple[str, str], Text]]] = defaultdict(list)
    summary_rows = Summary.objects.filter(topic__project=project).order_by("topic", "position", "pk")
    columns = summary_rows.values_list("topic", "kind", "summarizer", "text", "sentences")
    for topic, kind, summarizer, text, bounds in columns.iterator():
        summaries[topic, kind].append(((kind, summarizer), as_text(text, bounds)))
    return [
        CollectionTopic(
            key,
            statement,
            tuple(documents[pk]),
            (*summaries[pk, Summary.Kind.PEER], *summaries[pk, Summary.Kind.MODEL]),
        )
        for pk, key, statement in topics
    ]
