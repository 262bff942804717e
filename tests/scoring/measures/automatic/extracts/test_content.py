"""Content similarity: scikit-learn's cosines, and what is compared with what."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics.pairwise import cosine_similarity

from scoring.measures.automatic.registry import definition
from scoring.measures.automatic.topic_texts import JudgedExtracts, Scored, Text, TopicTexts
from scoring.measures.extracts.products import content_products
from scoring.measures.extracts.scores import Family, JudgedDocument, score_family

DOCUMENTS = (
    Text(("The dam broke on Friday.", "Nobody was hurt in the town.")),
    Text(("The river took the old bridge of the town.", "A dam of the river broke.")),
)
OTHERS = (Text(("The mill by the sea ground corn.",)), Text(("A fire burned the town hall.", "The mill was saved.")))
CORPUS = (*DOCUMENTS, *OTHERS)
PEERS = (Text(("The dam broke.", "The bridge is gone.")), Text(("A mill burned.",)), Text(("Friday",)), Text(()))
JUDGES = JudgedExtracts(4, ((0, 2), (3,)))
EVERYTHING = " ".join(sentence for text in DOCUMENTS for sentence in text.sentences)
TRUTHS = ("The dam broke on Friday. The river took the old bridge of the town.", "A dam of the river broke.")


def topic(**changes: Any) -> TopicTexts:
    inputs = {"documents": DOCUMENTS, "judged": JUDGES, "corpus": CORPUS, "models": (Text(TRUTHS[:1]), PEERS[0])}
    return TopicTexts("D1", PEERS, **{**inputs, **changes})


def score(name: str, texts: TopicTexts | None = None, **chosen: str) -> Scored:
    return definition(name).measure(chosen).score(texts or topic())


def matrix(texts: Sequence[str], corpus: Sequence[Text] = CORPUS) -> tuple[Any, Any]:
    """The word counts of texts and of the corpus, as scikit-learn counts words."""
    joined = [" ".join(text.sentences) for text in corpus]
    vectorizer = CountVectorizer(token_pattern=r"\w+").fit([*joined, *texts])
    return vectorizer.transform(texts).toarray().astype(float), vectorizer.transform(joined).toarray().astype(float)


def expected(vectors: Any) -> Any:
    """Cosines of the peers, which come first, with the document and the mean over the truths, which come last."""
    cosines = cosine_similarity(vectors)
    return np.column_stack([cosines[: len(PEERS), len(PEERS)], cosines[: len(PEERS), len(PEERS) + 1 :].mean(axis=1)])


TEXTS = [*(" ".join(peer.sentences) for peer in PEERS), EVERYTHING, *TRUTHS]


def test_tf_is_the_cosine_of_scikit_learn() -> None:
    scored = score("content-tf")
    np.testing.assert_allclose(scored.values, expected(matrix(TEXTS)[0]), rtol=0, atol=1e-12)
    assert scored.reasons == ("",) * len(PEERS)
    assert scored.values[3].tolist() == [0, 0]  # definitions §4: 0 if a vector is 0


@pytest.mark.parametrize(("corpus", "texts"), [("project", CORPUS), ("topic", DOCUMENTS)])
def test_tfidf_is_the_cosine_of_scikit_learn(corpus: str, texts: Sequence[Text]) -> None:
    counts, documents = matrix(TEXTS, texts)
    idf = np.log(len(texts) / np.maximum((documents > 0).sum(axis=0), 1))
    np.testing.assert_allclose(score("content-tfidf", corpus=corpus).values, expected(counts * idf), rtol=0, atol=1e-12)


@pytest.mark.parametrize("scaled", ["no", "yes"])
@pytest.mark.parametrize("k", ["2", "100"])
def test_svd_is_the_cosine_in_the_space_of_numpy(k: str, scaled: str) -> None:
    counts, documents = matrix(TEXTS)
    u, s, _ = np.linalg.svd((documents / documents.sum(axis=1, keepdims=True)).T, full_matrices=False)
    coordinates = counts @ u[:, : int(k)] / (s[: int(k)] if scaled == "yes" else 1)
    np.testing.assert_allclose(
        score("content-svd", k=k, scaled=scaled).values, expected(coordinates), rtol=0, atol=1e-12
    )


def test_equal_documents_do_not_raise_the_rank() -> None:
    twice = topic(corpus=(*CORPUS, *CORPUS))
    np.testing.assert_allclose(score("content-svd", twice).values, score("content-svd").values, rtol=0, atol=1e-12)


def test_truths_are_judges_extracts_or_models_and_never_both() -> None:
    first, second = TRUTHS[0], " ".join(PEERS[0].sentences)
    counts = matrix([*TEXTS[:5], first, second])[0]
    models = score("content-tf", truths="models")
    np.testing.assert_allclose(models.values, expected(counts), rtol=0, atol=1e-12)
    without_judges = score("content-tf", topic(judged=None))
    assert np.isnan(without_judges.values[:, 1]).all()
    assert without_judges.values[:, 0].tolist() == score("content-tf").values[:, 0].tolist()
    assert without_judges.reasons == ("no extract",) * len(PEERS)
    assert score("content-tf", topic(models=()), truths="models").reasons == ("no models",) * len(PEERS)
    # Judges who chose from other sentences than these documents have.
    assert score("content-tf", topic(judged=JudgedExtracts(3, ((0,),)))).reasons == ("no extract",) * len(PEERS)


def test_models_are_compared_with_the_other_models_or_with_judges() -> None:
    for truths in ("models", "extracts"):
        measure = definition("content-tf").measure({"truths": truths})
        assert measure.score_models is not None
        values = measure.score_models(topic()).values
        counts = matrix([TRUTHS[0], " ".join(PEERS[0].sentences), *TRUTHS])[0]
        cosines = cosine_similarity(counts)
        means = [cosines[0, 1]] * 2 if truths == "models" else cosines[:2, 2:].mean(axis=1)
        np.testing.assert_allclose(values[:, 1], means, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["content-tf", "content-tfidf", "content-svd"])
def test_without_documents_there_is_no_value(name: str) -> None:
    for documents in ((), (Text(()),)):
        scored = score(name, topic(documents=documents))
        assert np.isnan(scored.values).all()
        assert scored.reasons == ("no documents",) * len(PEERS)
    if name != "content-tf":
        assert score(name, topic(corpus=())).reasons == ("no documents",) * len(PEERS)
        assert score(name, topic(corpus=CORPUS[:1])).reasons == ("only one document",) * len(PEERS)
    too_large = score(name, topic(corpus=CORPUS * 501)).reasons
    assert set(too_large) == ({"too many documents for SVD"} if name == "content-svd" else {""})


@pytest.mark.parametrize("name", ["content-tf", "content-tfidf", "content-svd"])
def test_odd_texts_have_values_in_any_order(name: str) -> None:
    long = " ".join(f"w{number * number % 499}" for number in range(20_000))
    odd = tuple(
        Text((text,))
        for text in ("", "dam", "—?!", "السد انهار يوم", "大坝在星期五溃决了。", "👩‍👩‍👧 dam 🏞️", "the \ud800", long)
    )
    texts = TopicTexts("D1", odd, documents=odd, judged=JudgedExtracts(8, ((1, 3, 4),)), corpus=(*odd, *CORPUS))
    values = score(name, texts).values
    assert np.isfinite(values).all()
    assert (np.abs(values) <= 1).all()
    backwards = TopicTexts("D1", odd[::-1], documents=odd, judged=texts.judged, corpus=texts.corpus)
    assert score(name, backwards).values[::-1].tobytes() == values.tobytes()


def test_a_text_that_is_orthogonal_to_the_space_of_svd_has_cosine_0() -> None:
    # The largest singular value is that of the first two documents, which share no word with the others.
    corpus = (Text(("dam dam dam",)), Text(("dam dam",)), Text(("mill corn sea",)), Text(("fire town hall",)))
    peers = (Text(("mill sea",)), Text(("dam",)))
    texts = TopicTexts("D1", peers, documents=corpus, judged=JudgedExtracts(4, ((0,), (2,))), corpus=corpus)
    scored = score("content-svd", texts, k="1")
    assert scored.values.tolist() == [[0, 0], [pytest.approx(1), pytest.approx(0.5)]]


@pytest.mark.parametrize("family", ["tf", "tfidf", "svd"])
def test_an_extract_has_the_same_similarity_in_the_grid_of_all_extracts(family: str) -> None:
    sentences = [sentence for text in DOCUMENTS for sentence in text.sentences]
    peer = Text((sentences[1], sentences[3]), extract=(1, 3))
    texts = TopicTexts("D1", (peer,), documents=DOCUMENTS, judged=JUDGES, corpus=CORPUS)
    chosen = {"k": "3"} if family == "svd" else {}
    document = JudgedDocument(4, JUDGES.judges, content_products(sentences, CORPUS, k=3))
    scores = score_family(document, Family(family.replace("tfidf", "tf-idf")), np.array([[1, 3]], np.int16))
    np.testing.assert_allclose(
        score(f"content-{family}", texts, **chosen).values[0],
        [scores[0].values[0], scores[-1].values[0]],  # with the document, and the mean over the judges
        rtol=0,
        atol=1e-12,
    )
