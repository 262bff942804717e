"""Reads the documents of topics as texts that measures score."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from annotator.projects.documents.models import Document
from scoring.measures.automatic.topic_texts import Text
from scoring.observations.topic_inputs import NUMBERED_ITEMS

_LISTED_SENTENCES = f"""
    SELECT topic.id, item.document_id, array_agg(item.text ORDER BY item.number)
    FROM ({NUMBERED_ITEMS}) item JOIN annotator_itemlist list ON list.id = item.list_id
    JOIN annotator_topic topic ON topic.id = list.topic_id GROUP BY topic.id, topic.key, item.document_id
    ORDER BY topic.key, topic.id, min(item.number)
"""  # noqa: S608  # constant SQL


def topic_documents(sentence_lists: Mapping[int, int | None]) -> Iterator[tuple[Text, ...]]:
    """Yields the documents of each topic. Two SQL queries. ``sentence_lists``: for each topic, in the order of the
    keys, the primary key of its `TopicInputs.sentence_list`.

    The documents have the sentences of this list, in its order, so that the numbers of extracts count the sentences of
    all documents. Documents that are not in the list, and those of topics without a list, have the sentences that are
    stored with them.
    """
    documents: QuerySet[Document, Any] = Document.objects.filter(topic__in=sentence_lists)
    rows = documents.order_by("topic__key", "topic", "position", "pk")
    groups = rows_by_topic(sentence_lists, rows.values_list("topic", "pk", "text", "sentences"))
    for of_topic, listed in zip(groups, _listed(sentence_lists), strict=True):
        others = (as_text(text, bounds) for _, pk, text, bounds in of_topic if pk not in listed)
        yield (*(Text(sentences) for sentences in listed.values()), *others)


def _listed(sentence_lists: Mapping[int, int | None]) -> Iterator[dict[int | None, tuple[str, ...]]]:
    """Yields, for each topic, the sentences of its list by the primary key of the document."""
    with connection.cursor() as cursor:
        cursor.execute(
            _LISTED_SENTENCES,
            {"lists": [pk for pk in sentence_lists.values() if pk is not None]},
        )
        for of_topic in rows_by_topic(sentence_lists, cursor):
            yield {document: tuple(sentences) for _, document, sentences in of_topic}


def rows_by_topic(topics: Iterable[int], rows: Iterable[Any]) -> Iterator[list[Any]]:
    """Yields the rows of each topic. ``topics``: their primary keys, which are the first column of the rows. The rows
    must be in the order of the topics. Only the rows of one topic are in memory at a time.
    """
    stream = rows.iterator() if isinstance(rows, QuerySet) else rows
    grouped = groupby(stream, key=lambda row: row[0])
    next_group = next(grouped, None)  # the next topic that has rows, and its rows
    for topic in topics:
        if next_group is not None and next_group[0] == topic:
            yield list(next_group[1])
            next_group = next(grouped, None)
        else:
            yield []


def as_text(text: str, bounds: Sequence[int]) -> Text:
    """Returns a text for measures. ``bounds``: start, end, start, end, ... of its sentences. Without bounds, the text
    is one sentence.
    """
    spans = list(pairwise(bounds))[::2] or [(0, len(text))]
    lines = tuple(line for line in text.split("\n") if line.strip())
    return Text(tuple(text[start:end] for start, end in spans), lines=lines)
