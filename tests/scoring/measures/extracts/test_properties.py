"""What holds for every grid: samples, ties, order, single extracts, and documents without content."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata

from scoring.measures.automatic.extracts.sentence_rank import sentence_tau
from scoring.measures.automatic.topic_texts import Text
from scoring.measures.extracts.documents import document_means
from scoring.measures.extracts.enumeration import ExtractSet, all_extracts, extracts_of
from scoring.measures.extracts.grid import compute_grid
from scoring.measures.extracts.products import content_products
from scoring.measures.extracts.ranks import doubled_midranks
from scoring.measures.extracts.scores import BLOCK, Family, JudgedDocument, score_extracts, score_family

SENTENCES = ["the mill ground corn", "the sea drove the mill", "a mill burned", "corn is sold", "the sea froze", "corn"]
CORPUS = [Text(tuple(SENTENCES)), Text(("the dam broke", "corn is cheap")), Text(("a river rose",))]
TRUTHS = ((0, 1), (1, 2, 4), (3,))


def judged(sentences: list[str] = SENTENCES, truths: tuple[tuple[int, ...], ...] = TRUTHS) -> JudgedDocument:
    return JudgedDocument(len(sentences), truths, content_products(sentences, CORPUS))


@pytest.mark.parametrize(("sentences", "size"), [(5, 1), (6, 2), (9, 3), (8, 5), (6, 5)])
def test_all_extracts_are_listed_once_in_lexicographic_order(sentences: int, size: int) -> None:
    assert [tuple(row) for row in all_extracts(sentences, size).tolist()] == [*combinations(range(sentences), size)]


def test_a_sample_has_different_extracts_and_each_is_as_likely() -> None:
    drawn = [extracts_of(12, 3, seed=seed, max_extracts=200, sample_size=60) for seed in range(200)]
    assert all(one.is_sample and one.possible == 220 and one.extracts.shape == (60, 3) for one in drawn)
    rows = [[tuple(row) for row in one.extracts.tolist()] for one in drawn]
    assert all(sample == sorted(set(sample)) for sample in rows)
    again = extracts_of(12, 3, seed=7, max_extracts=200, sample_size=60)
    assert np.array_equal(again.extracts, drawn[7].extracts)
    counts = {extract: sum(extract in sample for sample in rows) for extract in combinations(range(12), 3)}
    # Each is in a sample with probability 60/220: 54.5 of 200 samples, standard deviation 6.3.
    assert min(counts.values()) > 54.5 - 4.5 * 6.3
    assert max(counts.values()) < 54.5 + 4.5 * 6.3


def test_too_many_extracts_are_sampled() -> None:
    drawn = extracts_of(2_000, 5)
    assert (len(drawn.extracts), drawn.seed, drawn.possible) == (1_000_000, 1, 265_335_665_000_400)
    assert np.all(np.diff(drawn.extracts, axis=1) > 0)


@settings(max_examples=60)
@given(st.lists(st.integers(-5, 5) | st.integers(-(10**12), 10**12) | st.integers(-(2**61), 2**61), min_size=1))
def test_midranks_are_scipys(scores: list[int]) -> None:
    expected = rankdata([-score for score in scores])
    if len({float(score) for score in scores}) == len(set(scores)):  # scipy ranks them as floats
        assert (doubled_midranks(np.array(scores)) / 2).tolist() == expected.tolist()


@settings(max_examples=60)
@given(st.sets(st.integers(0, 8), min_size=1, max_size=5), st.sets(st.integers(0, 8), min_size=1))
def test_tau_is_that_of_the_measure(extract: set[int], truth: set[int]) -> None:
    document = JudgedDocument(9, (tuple(sorted(truth)),))
    (scores,) = score_family(document, Family.TAU, np.array([sorted(extract)], np.int16))
    assert scores.values[0] == pytest.approx(sentence_tau(extract, truth, 9, "b"), abs=1e-15)


def test_an_extract_alone_has_the_score_that_it_has_among_many() -> None:
    rng = np.random.default_rng(1)
    vectors = rng.random((70, 40))
    document = JudgedDocument(70, ((1, 5, 9), (2, 60)), {Family.SVD: vectors @ vectors.T})
    extracts = all_extracts(70, 3)
    assert len(extracts) > BLOCK
    among_all = list(score_extracts(document, extracts))
    for index in (0, 777, BLOCK - 1, BLOCK, len(extracts) - 1):
        alone = score_extracts(document, extracts[index : index + 1])
        for one, scores in zip(alone, among_all, strict=True):
            assert (one.numerators[0], one.denominator) == (scores.numerators[index], scores.denominator)


def test_the_order_of_extracts_judges_and_words_makes_no_difference() -> None:
    grid = compute_grid(judged(), extracts_of(6, 3))
    shuffle = np.random.default_rng(2).permutation(20)
    shuffled = compute_grid(judged(), ExtractSet(grid.extract_set.extracts[shuffle], 20))
    assert np.array_equal(shuffled.ranks, grid.ranks[:, shuffle])
    assert np.array_equal(shuffled.spearman, grid.spearman, equal_nan=True)
    turned = [" ".join(reversed(sentence.split())) for sentence in SENTENCES]
    assert np.array_equal(compute_grid(judged(turned), grid.extract_set).ranks, grid.ranks)
    rows = {measure.number: row for row, measure in enumerate(grid.measures)}
    judges_turned = compute_grid(judged(truths=TRUTHS[::-1]), grid.extract_set)
    for first in (1, 6, 12, 18, 24):
        pairs = [(first, first + 2), (first + 1, first + 1), (first + 2, first), (first + 4, first + 4)]
        for before, after in pairs:
            assert np.array_equal(grid.ranks[rows[before]], judges_turned.ranks[rows[after]])


def test_a_placed_extract_has_the_rank_that_it_has_in_the_set() -> None:
    grid = compute_grid(judged(), extracts_of(6, 3), {"inside": (4, 0, 1), "longer": (0, 1, 2, 3), "none": ()})
    inside, longer = grid.placed
    index = grid.extract_set.extracts.tolist().index([0, 1, 4])
    assert [place.rank for place in inside.places] == (grid.ranks[:, index] / 2).tolist()
    added = list(score_extracts(grid.document, np.array([longer.sentences], np.int16)))
    for scores, own, place in zip(
        score_extracts(grid.document, grid.extract_set.extracts), added, longer.places, strict=True
    ):
        together = np.round([*scores.values, *own.values], 12)
        assert (place.number, place.rank) == (own.measure.number, rankdata(-together)[-1])
    assert grid.reduced().as_json() == grid.as_json()
    assert len(grid.reduced().extract_set.extracts) <= len(grid.measures) * 10
    best = grid.best(11, 3)
    assert [extract.place(11).rank for extract in best] == sorted(grid.ranks[rows_of(11, grid)] / 2)[:3]


def rows_of(number: int, grid: object) -> int:
    return [measure.number for measure in grid.measures].index(number)  # type: ignore[attr-defined]


def test_sentences_without_words_have_cosine_0_and_no_correlation() -> None:
    grid = compute_grid(judged(["...", "?", "-", "!"], ((0, 1),)), extracts_of(4, 2))
    answer = grid.as_json()
    contents = [measure for measure in answer["measures"] if measure["number"] > 10]
    assert [(one["distinct"], one["histogram"]["low"], one["histogram"]["counts"][0]) for one in contents] == [
        (1, 0, 6)
    ] * 6
    assert answer["spearman"][2:] == [[None] * 8] * 6
    assert answer["spearman"][0][:2] == [1, pytest.approx(grid.spearman[1, 0])]
    assert answer["means"]["tf"] == {"inter_judge": None, "judge_document": None}


def test_means_over_documents_leave_out_what_is_undefined() -> None:
    grids = [
        compute_grid(judged(), extracts_of(6, 3)),
        compute_grid(judged(["...", "?", "-", "!"], ((0, 1), (1, 2))), extracts_of(4, 2)),
    ]
    means = document_means(grids)
    numbers = [measure.number for measure in means.measures]
    assert numbers == [measure.number for measure in grids[0].measures]
    e1, e2, e11, e12 = (numbers.index(number) for number in (1, 2, 11, 12))
    assert (means.counts[e1, e2], means.counts[e11, e12]) == (2, 1)
    rows = [[measure.number for measure in grid.measures].index(2) for grid in grids]
    pair = [grid.spearman[0, row] for grid, row in zip(grids, rows, strict=True)]
    assert means.spearman[e1, e2] == pytest.approx(np.mean(pair), abs=1e-15)
    assert means.spearman[e11, e12] == grids[0].spearman[e11, e12]
    # {0, 1} and {1, 2, 4} share one sentence, {3} none with either; {0, 1} and {1, 2} share one.
    assert means.judge_recall == pytest.approx(((1 / 2 + 1 / 3) / 6 + 1 / 2) / 2, abs=1e-15)
