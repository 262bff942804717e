"""Recall, precision and F, rounded as ROUGE-1.5.5 prints them."""

import numpy as np

from scoring.measures.automatic.parameters import Parameters
from scoring.measures.automatic.references import Numbers, ratio
from scoring.stats.arrays import Floats

VALUES = ("recall", "precision", "f")
PRIMARY = "recall"


def recall_precision_f(parameters: Parameters, counts: Numbers) -> Floats:
    """Returns recall, precision and F from counts (shared, in the models, in the peer); 0 where the divisor is 0.

    F = P R / ((1 - alpha) P + alpha R), with rounded recall R and precision P. A larger alpha favours precision.
    """
    return with_f(parameters, ratio(counts[..., 0], counts[..., 1]), ratio(counts[..., 0], counts[..., 2]))


def with_f(parameters: Parameters, recall: Floats, precision: Floats) -> Floats:
    """Returns recall, precision and their F, each rounded: [..., 3]."""
    recall, precision, alpha = round5(recall), round5(precision), parameters.number("alpha")
    f = round5(ratio(recall * precision, (1 - alpha) * precision + alpha * recall))
    return np.stack([recall, precision, f], axis=-1)


def round5(values: Floats) -> Floats:
    """Rounds to five decimals as C's printf does: by the exact value of the float, not by its product with 10^5."""
    scaled = values * 1e5
    rounded = np.rint(scaled) / 1e5
    # Only values close to a half can differ. Formatting them is exact but slow.
    for indexes in np.argwhere(np.abs(scaled - np.floor(scaled) - 0.5) < 1e-6):
        rounded[tuple(indexes)] = float(f"{values[tuple(indexes)]:.5f}")
    return np.asarray(rounded)
