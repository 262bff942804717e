"""Numbers of Donaway, Drummey & Mather 2000, and what its definitions imply (shared definitions, section 10)."""

import numpy as np
import pytest

from scoring.measures.extracts.enumeration import extracts_of
from scoring.measures.extracts.grid import compute_grid
from scoring.measures.extracts.scores import Family, JudgedDocument, score_family
from scoring.measures.extracts.sentence_tau import sentence_ranks
from scoring.measures.judgments.co_selection import co_selection


def test_recall_of_25_sentences_has_the_classes_of_section_4() -> None:
    grid = compute_grid(JudgedDocument(25, ((2, 5, 9, 13),)), extracts_of(25, 3))
    classes = grid.results[0].classes or ()
    assert [(one.value, one.extracts) for one in classes] == [(0.75, 4), (0.5, 126), (0.25, 840), (0.0, 1330)]
    # 4 extracts share the ranks 1 to 4, the next 126 the ranks 5 to 130, and so on to 2,300.
    assert [one.rank for one in classes] == [2.5, 67.5, 550.5, 1635.5]
    assert grid.extract_set.possible == len(grid.extract_set.extracts) == 2300


def test_sentences_outside_an_extract_share_a_rank() -> None:
    assert sentence_ranks([1, 2], 5).tolist() == [4, 1, 2, 4, 4]


def test_the_place_of_a_wrong_sentence_does_not_change_tau() -> None:
    # The paper expects {2, 3, 4} to beat {2, 3, 9} against {2, 3, 5} in 20 sentences. Both give (45 - 9) / 54.
    document = JudgedDocument(20, ((1, 2, 4),))
    (scores,) = score_family(document, Family.TAU, np.array([[1, 2, 3], [1, 2, 8]], np.int16))
    assert scores.numerators.tolist() == [36, 36]
    assert scores.values.tolist() == [36 / 54, 36 / 54]


def test_rankings_by_two_truths_that_share_two_of_three_sentences_correlate_by_607() -> None:
    # Table 3 prints .87 for document 14, which has 25 sentences; the exact value is .607.
    grid = compute_grid(JudgedDocument(25, ((1, 2, 3), (1, 2, 4))), extracts_of(25, 3))
    numbers = [measure.number for measure in grid.measures]
    assert numbers == [1, 2, 5, 6, 7, 10]
    assert grid.spearman[0, 1] == pytest.approx(0.607, abs=0.0005)
    assert grid.means[Family.RECALL].inter_judge == grid.spearman[0, 1]


def test_precision_recall_and_f1_rank_extracts_of_one_size_alike() -> None:
    # Section 2.1: all three depend on J alone; F1 = 2 J / (M + K).
    truth = {2, 5, 9, 13}
    extracts = extracts_of(14, 3).extracts
    common = [len(truth & set(extract)) for extract in extracts.tolist()]
    selections = [co_selection(extract, truth) for extract in extracts.tolist()]
    assert [selection.f1 for selection in selections] == [pytest.approx(2 * j / 7, abs=1e-15) for j in common]
    recalls = [float(selection.recall) for selection in selections]
    assert np.array_equal(np.argsort(recalls, kind="stable"), np.argsort(common, kind="stable"))
