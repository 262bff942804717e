"""How far extracts choose the same sentences: precision, recall and F1 of two, kappa of any number.

Sources: Donaway, Drummey & Mather 2000, section 2.1; Radev et al. 2003, P03-1048, section 3.1 and Figure 3.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from scoring.stats.kappa import category_counts, fleiss_kappa


@dataclass(frozen=True, slots=True)
class CoSelection:
    """``precision``: common sentences / sentences of the extract; ``recall``: common sentences / sentences of the
    reference; ``f1``: their harmonic mean. All are 0 to 1, and all are equal for an extract as long as the reference.
    """

    precision: Fraction
    recall: Fraction
    f1: Fraction


def co_selection(extract: Collection[int], reference: Collection[int]) -> CoSelection:
    """Returns precision, recall and F1 of an ``extract`` against a ``reference``; both are sets of sentence numbers. A
    share whose divisor is 0 is 0.

    >>> [float(share) for share in (co_selection({1, 2, 3, 4}, {2, 4}).precision, co_selection({2}, {2, 4}).recall)]
    [0.5, 0.5]
    """
    common, size = len(set(extract) & set(reference)), len(set(extract)) + len(set(reference))
    return CoSelection(
        precision=Fraction(common, len(set(extract))) if extract else Fraction(0),
        recall=Fraction(common, len(set(reference))) if reference else Fraction(0),
        f1=Fraction(2 * common, size) if size else Fraction(0),
    )


def mean_co_selection(selections: Collection[CoSelection]) -> CoSelection | None:
    """Returns the means, for instance over judges; None if there are no selections."""
    if not selections:
        return None
    count = len(selections)
    return CoSelection(
        precision=sum((selection.precision for selection in selections), Fraction(0)) / count,
        recall=sum((selection.recall for selection in selections), Fraction(0)) / count,
        f1=sum((selection.f1 for selection in selections), Fraction(0)) / count,
    )


def selection_kappa(extracts: Sequence[Sequence[int]], sentence_count: int) -> float | None:
    """Returns Fleiss' kappa, which is that of Siegel & Castellan, of the choice of sentences by ``extracts``. Each has
    the numbers of its sentences, from 0. None for fewer than two extracts, or if all choose all sentences or none.

    Ten sentences, of which three judges choose the first two, the first and third, and the first two:

    >>> round(selection_kappa([[0, 1], [0, 2], [0, 1]], 10), 4)
    0.5833
    """
    ratings = np.zeros((sentence_count, len(extracts)), dtype=np.int8)
    for column, sentences in enumerate(extracts):
        ratings[list(sentences), column] = 1
    return fleiss_kappa(category_counts(ratings))
