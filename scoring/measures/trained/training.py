"""Trains a ranking SVM and a support vector regression. Only these functions import scikit-learn."""

import platform
import warnings
from typing import Any

import numpy as np
import scipy
from scipy.sparse import vstack

from scoring.measures.trained.model import Kernel, Ranking, Regression
from scoring.measures.trained.prediction import COEF0, DEGREE, GAMMA
from scoring.measures.trained.table import TrainingRefused, TrainingTable
from scoring.stats.arrays import Floats, Ints

TOLERANCE = 1e-8
EPSILON = 0.1
"""The width of the tube around the ratings in which errors of a regression cost nothing."""
MAX_ITERATIONS = 100_000
MAX_STEPS = 50_000_000
"""Most passes over all pairs of a ranking, and most steps of a regression."""
MAX_PAIRS = 1_000_000


def library_versions() -> tuple[tuple[str, str], ...]:
    """Returns the versions of the programs that train models, by name."""
    import sklearn

    versions = {
        "Python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "scikit-learn": sklearn.__version__,
    }
    return tuple(sorted(versions.items()))


def train_ranking(table: TrainingTable) -> tuple[Ranking, float]:
    """Returns a ranking SVM (Joachims 2002) and its cost C: for each pair of summaries of a topic with different
    ratings, the better summary should have the higher score.

    It minimizes |w|²/2 + C sum max(0, 1 - w·d) over the differences d of the features of the pairs. C is 1 / mean(d·d),
    the default of SVM-light. Raises TrainingRefused if there is no pair or its features are all equal.
    """
    from sklearn.svm import LinearSVC

    better, worse = _pairs(table)
    features = table.features
    differences = features[better] - features[worse]
    cost = _cost(differences.multiply(differences).sum(axis=1))
    # LinearSVC needs two classes. A pair the other way round is the same condition, because there is no intercept.
    signs = np.where(np.arange(len(better)) % 2, -1.0, 1.0)
    rows, labels, row_cost = differences.multiply(signs[:, None]).tocsr(), signs, cost
    if len(better) == 1:
        rows, labels, row_cost = vstack([differences, -differences]).tocsr(), np.array([1.0, -1.0]), cost / 2
    learner = LinearSVC(
        loss="hinge",
        dual=True,
        fit_intercept=False,
        random_state=0,
        tol=TOLERANCE,
        C=row_cost,
        max_iter=MAX_ITERATIONS,
    )
    weights = _fitted(learner, rows, labels).coef_[0].tolist()
    named_weights = zip(table.feature_names, weights, strict=True)
    return Ranking(tuple((name, weight) for name, weight in named_weights if weight)), cost


def train_regression(table: TrainingTable, kernel: Kernel, features: tuple[str, ...]) -> tuple[Regression, float]:
    """Returns a support vector regression of the ratings and its cost C = 1 / mean(x·x), the default of SVM-light.
    ``features``: the names of the features x, in their order. Raises TrainingRefused if all features are 0.
    """
    from sklearn.svm import SVR

    rows = np.array([[dict(row.features).get(name, 0.0) for name in features] for row in table.rows])
    cost = _cost((rows * rows).sum(axis=1))
    learner = SVR(
        kernel=kernel.value,
        degree=DEGREE,
        coef0=COEF0,
        gamma=GAMMA,
        C=cost,
        epsilon=EPSILON,
        tol=TOLERANCE,
        max_iter=MAX_STEPS,
    )
    _fitted(learner, rows, table.ratings)
    vectors = tuple(tuple(vector) for vector in learner.support_vectors_.tolist())
    coefficients = tuple(learner.dual_coef_[0].tolist())
    return Regression(kernel, features, vectors, coefficients, float(learner.intercept_[0])), cost


def _fitted(learner: Any, rows: Any, values: Floats) -> Any:
    """Returns the trained learner. Raises TrainingRefused if it stops before it reaches the tolerance."""
    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        try:
            return learner.fit(rows, values)
        except ConvergenceWarning as error:
            raise TrainingRefused("The training does not converge on these ratings and features.") from error


def _pairs(table: TrainingTable) -> tuple[Ints, Ints]:
    """Returns the pairs of rows of a topic with different ratings: the better rows and the worse rows."""
    rows_by_topic: dict[str, list[int]] = {}
    for index, row in enumerate(table.rows):
        rows_by_topic.setdefault(row.topic, []).append(index)
    ratings = table.ratings
    better, worse = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for indexes in rows_by_topic.values():
        topic_rows = np.array(indexes, np.int64)
        higher, lower = np.nonzero(ratings[topic_rows][:, None] > ratings[topic_rows][None, :])
        better.append(topic_rows[higher])
        worse.append(topic_rows[lower])
    count = sum(map(len, better))
    if not count:
        raise TrainingRefused("No two summaries of a topic have different ratings, so there is nothing to learn.")
    if count > MAX_PAIRS:
        raise TrainingRefused(f"There are {count:,} pairs of summaries; at most {MAX_PAIRS:,} can be used.")
    return np.concatenate(better), np.concatenate(worse)


def _cost(squared_norms: object) -> float:
    mean = float(np.mean(np.asarray(squared_norms)))
    if not mean > 0:
        raise TrainingRefused("All summaries have the same features, so there is nothing to learn.")
    return 1 / mean
