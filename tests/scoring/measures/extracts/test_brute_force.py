"""Every number of a small grid, computed again one extract at a time with scipy, scikit-learn and numpy."""

import random
from itertools import combinations
from math import log

import numpy as np
import pytest
from scipy.stats import kendalltau, rankdata, spearmanr
from sklearn.metrics.pairwise import cosine_similarity

from scoring.measures.automatic.topic_texts import Text
from scoring.measures.extracts.enumeration import extracts_of
from scoring.measures.extracts.grid import ExtractGrid, compute_grid
from scoring.measures.extracts.products import content_products
from scoring.measures.extracts.scores import JudgedDocument, score_extracts
from scoring.measures.extracts.sentence_tau import sentence_ranks

SENTENCES, SIZE, K = 9, 3, 4
TRUTHS = ((0, 2, 5), (1, 2, 5, 8), (3, 4), (2,))
EXTRACTS = list(combinations(range(SENTENCES), SIZE))


def sentences_of(seed: int, count: int = SENTENCES) -> list[list[str]]:
    rng = random.Random(seed)
    return [
        rng.choices(["the", "of", "mill", "river", "town", "dam", "light", "bill"], [9, 6, 3, 2, 2, 1, 1, 1], k=6)
        for _ in range(count)
    ]


def joined(sentences: list[list[str]], numbers: tuple[int, ...]) -> list[str]:
    return [word for number in numbers for word in sentences[number]]


DOCUMENT = sentences_of(1)
CORPUS = [joined(sentences_of(seed, 4), (0, 1, 2, 3)) for seed in range(2, 8)] + [
    joined(DOCUMENT, tuple(range(SENTENCES)))
]


def grid() -> ExtractGrid:
    texts = [Text((" ".join(text),)) for text in CORPUS]
    products = content_products([" ".join(sentence) for sentence in DOCUMENT], texts, k=K)
    return compute_grid(JudgedDocument(SENTENCES, TRUTHS, products), extracts_of(SENTENCES, SIZE))


def expected_scores() -> dict[int, list[float]]:
    """The scores of all extracts by the number of the measure."""
    scores = {}
    for n, truth in enumerate(TRUTHS):
        scores[1 + n] = [len({*truth} & {*extract}) / len(truth) for extract in EXTRACTS]
        ranks = sentence_ranks(truth, SENTENCES)
        scores[6 + n] = [kendalltau(sentence_ranks(extract, SENTENCES), ranks).statistic for extract in EXTRACTS]
    targets = [tuple(range(SENTENCES)), *TRUTHS]
    for first, vector in ((11, tf), (17, tfidf), (23, svd)):
        texts = [vector(joined(DOCUMENT, numbers)) for numbers in (*EXTRACTS, *targets)]
        cosines = cosine_similarity(texts)[: len(EXTRACTS), len(EXTRACTS) :]
        scores |= {first + n: cosines[:, n].tolist() for n in range(5)}
    for first in (1, 6, 12, 18, 24):
        scores[first + 4] = np.mean([scores[first + n] for n in range(4)], axis=0).tolist()
    return scores


WORDS = sorted({word for text in CORPUS for word in text})
IDF = np.array([log(len(CORPUS) / sum(word in text for text in CORPUS)) for word in WORDS])


def tf(text: list[str]) -> np.ndarray:
    return np.array([text.count(word) for word in WORDS], np.float64)


def tfidf(text: list[str]) -> np.ndarray:
    return tf(text) * IDF


def svd(text: list[str]) -> np.ndarray:
    matrix = np.array([tf(corpus_text) / len(corpus_text) for corpus_text in CORPUS]).T
    return np.linalg.svd(matrix)[0][:, :K].T @ tf(text)


def test_all_28_scores_ranks_and_correlations_are_those_of_other_programs() -> None:
    computed, expected = grid(), expected_scores()
    assert [measure.number for measure in computed.measures] == list(range(1, 29)) == sorted(expected)
    scores = {
        one.measure.number: one.values for one in score_extracts(computed.document, computed.extract_set.extracts)
    }
    for number, values in expected.items():
        assert scores[number] == pytest.approx(values, abs=2e-12), number
        rounded = np.round(values, 12)
        assert (computed.ranks[number - 1] / 2).tolist() == rankdata(-rounded).tolist(), number
    columns = np.round([expected[number] for number in range(1, 29)], 12)
    assert computed.spearman == pytest.approx(spearmanr(columns, axis=1).statistic, abs=1e-12)


def test_histograms_are_numpys_and_classes_count_every_extract() -> None:
    expected = expected_scores()
    for result in grid().results:
        values = np.round(expected[result.measure.number], 12)
        assert result.distinct == len(np.unique(values))
        if result.histogram is None:
            assert sum(one.extracts for one in result.classes or ()) == len(EXTRACTS)
        else:
            assert (result.histogram.low, result.histogram.high) == pytest.approx((values.min(), values.max()))
            assert sum(result.histogram.counts) == len(EXTRACTS)
