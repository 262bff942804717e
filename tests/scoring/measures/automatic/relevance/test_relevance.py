from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import log, sqrt

import numpy as np
import pytest

from scoring.measures.automatic.relevance.correlation import RELEVANCE
from scoring.measures.automatic.relevance.counts import CollectionTopic, query_counts
from scoring.measures.automatic.relevance.engines import ENGINES
from scoring.measures.automatic.topic_texts import Scored, Text, TopicTexts
from scoring.stats.arrays import Ints


def topic(key: str, statement: str, documents: Sequence[str], **summaries: str) -> CollectionTopic:
    texts = tuple((name, Text((text,))) for name, text in summaries.items())
    return CollectionTopic(key, statement, tuple(Text((text,)) for text in documents), texts)


TOWNS = [
    topic("D1", "dam", ["dam dam town"], S="dam", copy="dam dam town"),
    topic("D2", "the fish dam fish", ["the dam"], S="town", copy="the dam"),
    topic("D3", "dam", ["fish"], S="fish", copy="fish"),
]


def score(topics: Sequence[CollectionTopic], key: str = "D1", **parameters: str) -> Scored:
    """The values of the summarizers of a topic, for its statement as query."""
    measure = RELEVANCE.measure(parameters)
    counts = query_counts(measure.parameters, topics)[key]
    scored = next(topic for topic in topics if topic.key == key)
    peers = tuple(text for _, text in scored.summaries)
    return measure.score(TopicTexts(key, peers, (), scored.documents, scored.statement, query_counts=(counts,)))


def test_a_small_collection_has_the_values_computed_by_hand() -> None:
    # Query "dam". Its idf is ln(3/2) in the documents and ln 3 in the summaries of S, so the scores are 2, 1, 0 times
    # ln(3/2)² and 1, 0, 0 times ln(3)². Deviations (1, 0, -1) and (2, -1, -1)/3: r = 1 / sqrt(2 * 2/3).
    # Ranks 3, 2, 1 and 3, 1.5, 1.5: rho = 1.5 / sqrt(2 * 1.5). Two concordant pairs, one tied: tau-b = 2 / sqrt(3 * 2).
    values = score(TOWNS).values[0]
    assert values.tolist() == pytest.approx([sqrt(3) / 2, sqrt(3) / 2, 2 / sqrt(6)], abs=1e-12)


@pytest.mark.parametrize("engine", ["inner", "bm25"])
@pytest.mark.parametrize("idf", ["own", "documents"])
def test_documents_correlate_perfectly_with_themselves(engine: str, idf: str) -> None:
    for key in ("D1", "D2", "D3"):
        assert score(TOWNS, key, engine=engine, idf=idf).values[1].tolist() == pytest.approx([1, 1, 1], abs=1e-12)


def test_the_inner_product_weighs_words_by_count_and_idf_in_text_and_query() -> None:
    # Query "the fish dam fish" (columns dam, fish, the) in the documents of TOWNS: df 2, 1, 1 of 3.
    counts = query_counts(RELEVANCE.measure().parameters, TOWNS)["D2"]
    dam, rare = log(3 / 2) ** 2, log(3) ** 2
    scores = ENGINES["inner"](counts.documents, counts.query, counts.documents)
    assert scores == pytest.approx([2 * dam, dam + rare, 2 * rare], abs=1e-11)


def bm25_by_definition(texts: list[list[str]], query: list[str], idf_texts: list[list[str]]) -> list[float]:
    """BM25 as Lucene has it (Kamphuis et al. 2020, table 1, "Lucene (accurate)"), k1 1.5 and b .75, word by word."""
    mean_length = sum(map(len, texts)) / len(texts)
    scores = []
    for text in texts:
        total = 0.0
        for word in query:
            frequency = sum(word in other for other in idf_texts)
            idf = log(1 + (len(idf_texts) - frequency + 0.5) / (frequency + 0.5))
            count = Counter(text)[word]
            total += idf * count / (count + 1.5 * (0.25 + 0.75 * len(text) / mean_length))
        scores.append(total)
    return scores


def test_bm25_is_that_of_a_computation_word_by_word() -> None:
    documents = [
        "the dam broke and the water came",
        "water",
        "",
        "a town by the dam the dam",
        "water and fish and fish",
    ]
    summaries = ["dam broke", "water water", "nothing", "", "fish"]
    topics = [
        topic(f"D{number}", "the dam, the water, absent", [document], S=summary)
        for number, (document, summary) in enumerate(zip(documents, summaries, strict=True))
    ]
    counts = query_counts(RELEVANCE.measure().parameters, topics)["D0"]
    query = ["the", "dam", "the", "water", "absent"]
    texts = [text.split() for text in documents], [text.split() for text in summaries]
    for collection, words in ((counts.documents, texts[0]), (counts.summaries[0], texts[1])):
        for other, other_words in ((collection, words), (counts.documents, texts[0])):
            scores = ENGINES["bm25"](collection, counts.query, other)
            assert scores == pytest.approx(bm25_by_definition(words, query, other_words), abs=1e-11)


def test_documents_of_a_topic_are_joined_and_each_summarizer_has_its_own_topics() -> None:
    topics = [
        topic("D1", "dam", ["dam town", "dam"], S="dam", part="dam", alone="dam"),
        topic("D2", "dam", ["the dam"], S="town"),
        topic("D3", "dam", ["fish"], S="fish", part="dam"),
        topic("D4", "dam", [], S="dam dam dam", part="a dam"),  # no documents: in no collection
    ]
    scored = score(topics)
    joined = [replace(TOWNS[0], documents=(Text(("dam town", "dam")),)), *TOWNS[1:]]
    assert scored.values[0].tolist() == score(joined).values[0].tolist()
    # "part" is in the collections of D1 and D3: all its summaries have the word, whose idf is 0.
    assert scored.reasons == ("", "constant", "fewer than two topics")
    assert score(topics, "D4").reasons == ("no documents",) * 2


def test_values_are_undefined_for_a_reason() -> None:
    assert score([replace(TOWNS[0], statement=" ?! "), *TOWNS[1:]]).reasons == ("no statement",) * 2
    assert score([replace(TOWNS[0], statement="absent"), *TOWNS[1:]]).reasons == ("constant",) * 2
    empty = [replace(one, summaries=(("S", Text(())),)) for one in TOWNS]
    for engine in ("inner", "bm25"):
        assert score(empty, engine=engine).reasons == ("constant",)
    no_counts = TopicTexts("D1", (Text(("dam",)),), (), (Text(("dam",)),), "dam")
    assert RELEVANCE.measure().score(no_counts).reasons == ("no project texts",)


def test_models_are_scored_like_peers() -> None:
    measure = RELEVANCE.measure()
    counts = query_counts(measure.parameters, TOWNS)["D1"]
    texts = tuple(text for _, text in TOWNS[0].summaries)
    as_models = TopicTexts("D1", (), texts, TOWNS[0].documents, "dam", query_counts=(counts,))
    assert measure.score_models is not None
    assert measure.score_models(as_models).values.tobytes() == score(TOWNS).values.tobytes()
    assert measure.score(as_models).values.shape == (0, 3)


@pytest.mark.parametrize("engine", ["inner", "bm25"])
def test_no_order_changes_a_bit(engine: str) -> None:
    rng = np.random.default_rng(1)
    words = ["dam", "fish", "town", "water", "the", "of", "大坝", "السد", "🏞️"]

    def text(length: int) -> str:
        return " ".join(rng.choice(words, length))

    topics = [topic(f"D{n}", text(4), [text(3), text(2)], A=text(3), B=text(4), C=text(3)) for n in range(12)]
    values = score(topics, engine=engine).values
    assert np.isfinite(values).all()
    turned = [
        replace(
            one,
            statement=" ".join(one.statement.split()[::-1]),
            documents=one.documents[::-1],
            summaries=one.summaries[::-1],
        )
        for one in topics[::-1]
    ]
    assert score(turned, engine=engine).values[::-1].tobytes() == values.tobytes()


@pytest.mark.parametrize("word", ["大坝", "السد", "dam"])
def test_all_scripts_are_read(word: str) -> None:
    topics = [
        topic("D1", f"{word}?", [f"{word} 👩‍👩‍👧 {word}"], S=word),
        topic("D2", "", [f"{word}"], S=""),
        topic("D3", "", ["没有人"], S="😀"),
    ]
    assert score(topics).values[0].tolist() == pytest.approx([sqrt(3) / 2, sqrt(3) / 2, 2 / sqrt(6)], abs=1e-12)


def test_counts_hold_words_of_the_query_and_lengths() -> None:
    counts = query_counts(RELEVANCE.measure().parameters, TOWNS)["D2"]  # dam, fish, the, all words
    expected: list[list[int]] = [[2, 0, 0, 3], [1, 0, 1, 2], [0, 1, 0, 1]]
    documents: Ints = counts.documents
    assert documents.tolist() == expected == counts.summaries[1].tolist()
    assert counts.query.tolist() == [1, 2, 1]
