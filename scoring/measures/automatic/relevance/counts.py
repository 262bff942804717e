"""Counts the words of statements in the documents and summaries of all topics.

A collection has one text for each topic that has documents: the documents, or the summary by one summarizer.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from scoring.measures.automatic.parameters import Parameters
from scoring.measures.automatic.tokens import sentences_of_words
from scoring.measures.automatic.topic_texts import QueryCounts, Text
from scoring.stats.arrays import Ints


@dataclass(frozen=True, slots=True)
class CollectionTopic:
    """A topic and the texts that represent it in the collections. ``summaries``: pairs of a summarizer (anything that
    identifies it in all topics) and its summary, in the order of `TopicTexts`: peers, then models.
    """

    key: str
    statement: str
    documents: tuple[Text, ...]
    summaries: tuple[tuple[Hashable, Text], ...]


def query_counts(parameters: Parameters, topics: Iterable[CollectionTopic]) -> dict[str, QueryCounts]:
    """Returns the counts for the statement of each topic, by the key of the topic. ``topics``: all topics. Topics
    without documents are in no collection.
    """
    topics = sorted(topics, key=lambda topic: topic.key)
    statements = [Counter(_words(parameters, [Text((topic.statement,))])) for topic in topics]
    columns = {word: column for column, word in enumerate(sorted(set(chain.from_iterable(statements))))}
    topics_with_documents = [topic for topic in topics if topic.documents]
    documents = np.array([_row(parameters, columns, topic.documents) for topic in topics_with_documents], np.int64)
    documents = documents.reshape(len(topics_with_documents), len(columns) + 1)
    summaries: dict[Hashable, Ints] = {}
    for row, topic in enumerate(topics_with_documents):
        for summarizer, text in topic.summaries:
            counts = summaries.setdefault(summarizer, np.full(documents.shape, -1))
            counts[row] = _row(parameters, columns, [text])
    return {
        topic.key: _counts_of_query(parameters, statement, columns, topic, documents, summaries)
        for topic, statement in zip(topics, statements, strict=True)
    }


def _counts_of_query(
    parameters: Parameters,
    statement: Counter[str],
    columns: dict[str, int],
    topic: CollectionTopic,
    documents: Ints,
    summaries: dict[Hashable, Ints],
) -> QueryCounts:
    """Returns the counts of the words of the ``statement``. ``columns``: the column of each word in ``documents`` and
    ``summaries``, the counts of the documents and of each summarizer's summaries; the last column has the number of
    all words.
    """
    words = sorted(statement)
    chosen = [*(columns[word] for word in words), len(columns)]
    no_summaries = np.full(documents.shape, -1)
    summary_counts = [summaries.get(summarizer, no_summaries)[:, chosen] for summarizer, _ in topic.summaries]
    return QueryCounts(
        parameters["tok"],
        parameters["case"],
        bool(topic.documents),
        np.array([statement[word] for word in words], np.int64),
        documents[:, chosen],
        np.array(summary_counts, np.int64).reshape(len(summary_counts), len(documents), len(chosen)),
    )


def _row(parameters: Parameters, columns: dict[str, int], texts: Sequence[Text]) -> list[int]:
    """Returns how often the joined texts have the word of each column, and, last, how many words they have."""
    counts = Counter(_words(parameters, texts))
    return [*(counts[word] for word in columns), counts.total()]


def _words(parameters: Parameters, texts: Sequence[Text]) -> Iterator[str]:
    sentences = chain.from_iterable(sentences_of_words(parameters, text) for text in texts)
    return chain.from_iterable(sentences)
