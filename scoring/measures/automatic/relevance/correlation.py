"""The measure ``relevance``: the correlation of the scores of documents and of the summaries that replace them."""

import numpy as np

from scoring.measures.automatic.measure import MeasureDefinition
from scoring.measures.automatic.parameters import Parameters, choice
from scoring.measures.automatic.relevance.engines import ENGINES
from scoring.measures.automatic.tokens import tokenizer
from scoring.measures.automatic.topic_texts import Need, QueryCounts, Scored, TopicTexts, Undefined
from scoring.stats.correlation import kendall, pearson, spearman

VALUES = ("pearson", "spearman", "kendall")
UNDEFINED = [float("nan")] * len(VALUES)


def score(parameters: Parameters, topic: TopicTexts) -> Scored:
    """Returns the values of the peers: those of their summarizers, for the statement of this topic as query."""
    return _score_texts(parameters, topic, range(len(topic.peers)))


def score_models(parameters: Parameters, topic: TopicTexts) -> Scored:
    """Returns the values of the models. They are computed like those of peers: no model is a reference here."""
    return _score_texts(parameters, topic, range(len(topic.peers), len(topic.peers) + len(topic.models)))


def _score_texts(parameters: Parameters, topic: TopicTexts, texts: range) -> Scored:
    """Returns the values of the texts with these indexes, counting the peers and then the models."""
    tok, case = parameters["tok"], parameters["case"]
    counts = next((counts for counts in topic.query_counts if (counts.tok, counts.case) == (tok, case)), None)
    if counts is None:
        return _undefined(len(texts), Undefined.NO_PROJECT_TEXTS)
    if not counts.has_documents:
        return _undefined(len(texts), Undefined.NO_DOCUMENTS)
    if not len(counts.query):
        return _undefined(len(texts), Undefined.NO_STATEMENT)
    correlations = [_correlations(parameters, topic, counts, text) for text in texts]
    return Scored(
        np.array([values for values, _ in correlations]).reshape(len(texts), len(VALUES)),
        tuple(reason for _, reason in correlations),
    )


def _correlations(parameters: Parameters, topic: TopicTexts, counts: QueryCounts, text: int) -> tuple[list[float], str]:
    """Returns the values of a text, and why they are undefined ("" if they are defined)."""
    is_summarized = counts.summaries[text, :, -1] >= 0  # for each topic: whether this text's summarizer summarized it
    if is_summarized.sum() < 2:
        return UNDEFINED, Undefined.TOO_FEW_TOPICS
    engine = ENGINES[parameters["engine"]]
    documents, summaries = counts.documents[is_summarized], counts.summaries[text, is_summarized]
    document_scores = topic.compute_once(  # the same for all texts whose summarizers summarized the same topics
        ("relevance of documents", parameters["engine"], counts.tok, counts.case, is_summarized.tobytes()),
        lambda: engine(documents, counts.query, documents),
    )
    summary_scores = engine(summaries, counts.query, summaries if parameters["idf"] == "own" else documents)
    correlations = [correlate(document_scores, summary_scores) for correlate in (pearson, spearman, kendall)]
    values = [value for value in correlations if value is not None]
    return (values, "") if len(values) == len(VALUES) else (UNDEFINED, Undefined.CONSTANT)


def _undefined(count: int, reason: Undefined) -> Scored:
    return Scored(np.full((count, len(VALUES)), np.nan), (reason,) * count)


RELEVANCE = MeasureDefinition(
    name="relevance",
    meaning="How a search in all summaries of the summarizer agrees with a search in the documents.",
    version=1,
    parameters=(
        choice("engine", "inner", "bm25"),
        choice("idf", "own", "documents"),
        choice("query", "statement"),
        tokenizer("unicode1"),
        choice("case", "keep", "lower"),
    ),
    values=VALUES,
    primary="pearson",
    needs=lambda _: frozenset({Need.DOCUMENTS, Need.STATEMENT, Need.COLLECTION}),
    score=score,
    score_models=score_models,
)
