"""The ranking SVM and the regression: examples computed by hand, other solvers, and the same model every time."""

import random
import subprocess
import sys
from math import fsum

import numpy as np
import pytest
from scipy.optimize import minimize

from scoring.measures.trained.model import Kernel
from scoring.measures.trained.prediction import ranking_score, regression_score
from scoring.measures.trained.table import TrainingRefused, TrainingTable
from scoring.measures.trained.training import EPSILON, train_ranking, train_regression
from tests.scoring.measures.trained.tables import NAMES, random_rows, random_table, ranking_model, regression_model, row


def test_two_summaries_are_separated_by_a_margin_of_1() -> None:
    """d = (3, 4) and C = 1 / 25. The dual a|d|²/2 - a has its minimum at a = 1 / 25 = C, so w = d / 25, and w·d = 1."""
    ranking, cost = train_ranking(TrainingTable.of([row("t", "good", 5, x=4, y=4), row("t", "bad", 1, x=1)]))
    assert cost == 1 / 25
    assert dict(ranking.weights) == pytest.approx({"x": 3 / 25, "y": 4 / 25}, abs=1e-9)
    scores = [ranking_score(ranking, features) for features in ({"x": 4, "y": 4}, {"x": 1})]
    assert scores[0] - scores[1] == pytest.approx(1, abs=1e-8)


def test_pairs_are_made_within_topics_and_of_different_ratings_only() -> None:
    """The only pair is that of t1. Ratings of t2 are equal, and those of t1 and t2 are not compared."""
    rows = [row("t1", "a", 1, x=1), row("t1", "b", 0), row("t2", "a", 0.5, y=1), row("t2", "b", 0.5, y=9)]
    ranking, cost = train_ranking(TrainingTable.of(rows))
    assert (dict(ranking.weights), cost) == ({"x": pytest.approx(1)}, 1)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_weights_minimize_the_objective(seed: int) -> None:
    """The dual by scipy's L-BFGS-B: min |sum a d|²/2 - sum a, 0 <= a <= C; w = sum a d."""
    table = random_table(topics=3, summarizers=4, seed=seed)
    ranking, cost = train_ranking(table)
    rows = [
        (np.array([dict(entry.features)[name] for name in sorted(NAMES)]), entry.topic, entry.rating)
        for entry in table.rows
    ]
    pairs = np.array([x - y for x, t, r in rows for y, u, s in rows if t == u and r > s])
    assert cost == pytest.approx(1 / np.mean([pair @ pair for pair in pairs]))
    gram = pairs @ pairs.T
    start, bounds = np.zeros(len(pairs)), [(0, cost)] * len(pairs)
    dual = minimize(
        lambda a: a @ gram @ a / 2 - a.sum(),
        start,
        jac=lambda a: gram @ a - 1,
        bounds=bounds,
        method="L-BFGS-B",
        options={"ftol": 1e-15, "gtol": 1e-12, "maxiter": 10_000},
    )
    assert [weight for _, weight in ranking.weights] == pytest.approx((dual.x @ pairs).tolist(), abs=1e-5)


@pytest.mark.parametrize("kernel", Kernel)
def test_scores_of_a_regression_are_those_of_scikit_learn(kernel: Kernel) -> None:
    from sklearn.svm import SVR

    table = random_table()
    regression, cost = train_regression(table, kernel, NAMES)
    rows = np.array([[dict(entry.features)[name] for name in NAMES] for entry in table.rows])
    assert cost == pytest.approx(1 / np.mean([fsum(x * x for x in features) for features in rows.tolist()]))
    learner = SVR(kernel=kernel.value, degree=3, coef0=1, gamma=1, C=cost, epsilon=EPSILON, tol=1e-8)
    expected = learner.fit(rows, table.ratings).predict(rows)
    scores = [regression_score(regression, features) for features in rows.tolist()]
    assert scores == pytest.approx(expected.tolist(), abs=1e-12)


def test_no_order_of_rows_changes_a_byte() -> None:
    rows = random_rows()
    model = ranking_model(TrainingTable.of(rows))
    random.Random(2).shuffle(rows)
    shuffled = TrainingTable.of(rows)
    assert ranking_model(shuffled).as_text() == model.as_text()
    assert train_regression(shuffled, Kernel.POLY, NAMES) == train_regression(random_table(), Kernel.POLY, NAMES)


def test_another_process_trains_the_same_bytes() -> None:
    program = (
        "from tests.scoring.measures.trained.tables import ranking_model, regression_model\n"
        "print(ranking_model().sha256, regression_model().sha256)"
    )
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert other.stdout.split() == [ranking_model().sha256, regression_model().sha256]


def test_data_without_anything_to_learn_are_refused() -> None:
    for rows, sentence in (
        ([], "There is no rated summary"),
        ([row("t", "a", 1, x=1), row("t", "a", 2, x=2)], "a has two summaries of topic t"),
        ([row("t", "a", 1, x=1), row("t", "b", 1)], "No two summaries of a topic have different ratings"),
        ([row("t", "a", 1, x=1), row("t", "b", 2, x=1)], "All summaries have the same features"),
    ):
        with pytest.raises(TrainingRefused, match=sentence):
            train_ranking(TrainingTable.of(rows))
