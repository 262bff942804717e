"""Held-out scores come from models that never saw their topic."""

from collections.abc import Collection
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.measures.trained.held_out import assess, topic_folds
from scoring.measures.trained.model import Assessment
from scoring.measures.trained.table import TrainingRefused, TrainingTable
from scoring.stats.arrays import Floats
from tests.scoring.measures.trained.tables import random_table, row


@settings(max_examples=30, deadline=None)
@given(st.sets(st.text(min_size=1, max_size=3), max_size=20), st.integers(2, 8))
def test_folds_divide_the_topics(topics: set[str], count: int) -> None:
    folds = topic_folds(list(topics), count)
    assert sorted(topic for fold in folds for topic in fold) == sorted(topics)
    assert len(folds) == min(count, len(topics))
    assert max(map(len, folds), default=0) - min(map(len, folds), default=0) <= 1
    assert topic_folds(sorted(topics, reverse=True), count) == folds


def test_no_held_out_topic_is_in_the_training() -> None:
    trained_on: list[set[str]] = []
    scored: list[set[str]] = []

    def predict(_topics: Collection[str], table: TrainingTable) -> Floats:
        scored.append(set(table.topics))
        return table.ratings

    def train(table: TrainingTable) -> "partial[Floats]":
        trained_on.append(set(table.topics))
        return partial(predict, table.topics)

    table = random_table(topics=7)
    assess(table, train, partial(predict, table.topics), 3, may_use_logarithm=False)
    assert scored.pop(0) == set(table.topics)  # the in-sample scores
    assert [training & held_out for training, held_out in zip(trained_on, scored, strict=True)] == [set()] * 3
    assert set.union(*scored) == set(table.topics)


def assessment(scores: list[float], *, may_use_logarithm: bool = True) -> Assessment:
    """Two topics with ratings 1, 2, 3, and ``scores`` in-sample and held out."""
    table = TrainingTable.of([row(topic, name, rating, x=1) for topic in "tu" for rating, name in enumerate("abc", 1)])

    def predict(table: TrainingTable) -> Floats:
        return np.array(scores * len(table.topics))

    return assess(table, lambda _: predict, predict, 5, may_use_logarithm=may_use_logarithm)


def test_pearson_is_of_logarithms_if_all_scores_are_positive() -> None:
    """ln(e), ln(e²), ln(e³) are 1, 2, 3: r = 1. For e, e², e³ themselves, r is less than 1."""
    exponential = np.exp([1.0, 2.0, 3.0]).tolist()
    with_logarithm = assessment(exponential)
    assert with_logarithm.logarithm
    assert with_logarithm.folds == 2
    assert [correlation.held_out for correlation in with_logarithm.correlations] == pytest.approx([1] * 6)
    without = assessment(exponential, may_use_logarithm=False)
    pearson = without.correlations[0]
    assert (pearson.coefficient, pearson.held_out) == (
        "pearson",
        pytest.approx(np.corrcoef([1, 2, 3], exponential)[0, 1]),
    )
    assert not assessment([0.0, 1.0, 2.0]).logarithm
    assert {correlation.in_sample for correlation in assessment([1.0, 1.0, 1.0]).correlations} == {None}


def test_one_topic_cannot_be_held_out() -> None:
    table = random_table(topics=1)
    with pytest.raises(TrainingRefused, match="at least 2 topics"):
        assess(table, lambda _: lambda part: part.ratings, lambda part: part.ratings, 5, may_use_logarithm=False)
