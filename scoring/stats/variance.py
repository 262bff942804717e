"""Where the variance of scores comes from (generalizability theory).

A score is the sum of a mean, of random effects of its summarizer, topic and matcher and of their pairs, and of a
residual. The variances of these effects, the variance components, are estimated

* by ANOVA, if every summarizer has one score by every matcher on every topic. The ANOVA estimates are computed as
  MIVQUE(0) (Rao 1971), which equals them; a negative estimate is set to 0 (Brennan 2001, section 3.4.5);
* otherwise by REML (Patterson & Thompson 1971), or by MIVQUE(0) if there are more than MAX_REML_SCORES scores.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations_with_replacement, product
from math import prod, sqrt

import numpy as np
from scipy import linalg, sparse

from scoring.stats.arrays import Floats, Ints

MAX_REML_SCORES = 1_500
"""The largest number of scores for REML, which inverts a matrix with a row for each score in every step."""
MAX_STEPS = 500
"""REML stops without a result after this many steps."""
CONVERGED = 1e-10
"""REML has converged if a step changes no component by more than this share of the total variance."""
SMALLEST_RESIDUAL = 1e-8
"""The smallest share of the residual in the total variance during REML, because with a residual of 0 the covariance
matrix would have no inverse. At the end such a residual counts as 0.
"""
SMALLEST_EIGENVALUE = 1e-9
"""Sources cannot be separated if their Gram matrix, scaled to a diagonal of 1, has an eigenvalue below this."""


class Source(StrEnum):
    """A source of variance. The residual includes all sources that the data cannot separate from the residual."""

    SUMMARIZER = "summarizer"
    TOPIC = "topic"
    MATCHER = "matcher"
    SUMMARIZER_TOPIC = "summarizer:topic"
    SUMMARIZER_MATCHER = "summarizer:matcher"
    TOPIC_MATCHER = "topic:matcher"
    RESIDUAL = "residual"

    @property
    def factors(self) -> tuple[str, ...]:
        return tuple(self.value.split(":"))


class Method(StrEnum):
    ANOVA = "ANOVA"
    REML = "REML"
    MIVQUE = "MIVQUE(0)"


@dataclass(frozen=True, slots=True)
class VarianceComponents:
    """``variances``: by source, at least 0, without the sources that the data cannot separate from others.
    ``negative``: sources whose estimate was below 0 and was set to 0. ``scores``: the number of scores.
    """

    variances: Mapping[Source, float]
    method: Method
    negative: tuple[Source, ...]
    scores: int

    def get(self, source: Source) -> float:
        """The variance of the source; 0 if it was not separated from the residual."""
        return self.variances.get(source, 0.0)


def variance_components(
    scores: Floats, summarizers: Sequence[str], topics: Sequence[str], matchers: Sequence[str]
) -> VarianceComponents | None:
    """The components of ``scores``; the other arguments name the summarizer, topic and matcher of each score.

    None for fewer than two summarizers or topics, or if their components cannot be separated from the residual.
    """
    levels = {"summarizer": _numbers(summarizers), "topic": _numbers(topics), "matcher": _numbers(matchers)}
    sizes = {name: int(numbers.max(initial=-1)) + 1 for name, numbers in levels.items()}  # the numbers of levels
    if sizes["summarizer"] < 2 or sizes["topic"] < 2:
        return None
    designs = _estimable({source: _design(source, levels, len(scores)) for source in Source})
    if not {Source.SUMMARIZER, Source.TOPIC, Source.RESIDUAL} <= set(designs):
        return None
    matrices = list(designs.values())
    has_full_size = len(scores) == prod(sizes.values())
    method, estimates = _estimates(matrices, scores, is_balanced=has_full_size and _has_unique_combinations(levels))
    return VarianceComponents(
        variances={source: max(0.0, float(value)) for source, value in zip(designs, estimates, strict=True)},
        method=method,
        negative=tuple(source for source, value in zip(designs, estimates, strict=True) if value < 0),
        scores=len(scores),
    )


def _numbers(names: Sequence[str]) -> Ints:
    """Numbers from 0, equal for equal names."""
    numbers: Ints = np.unique(np.asarray(names), return_inverse=True)[1]
    return numbers


def _has_unique_combinations(levels: Mapping[str, Ints]) -> bool:
    """Whether every combination of summarizer, topic and matcher occurs at most once."""
    combinations = np.stack(list(levels.values()), axis=1)
    return len(np.unique(combinations, axis=0)) == len(combinations)


def _estimates(designs: Sequence[sparse.csr_array], scores: Floats, *, is_balanced: bool) -> tuple[Method, Floats]:
    """Returns the method, and the variance of each design's source. The last design is that of the residual."""
    # MIVQUE(0) equates the sums of squares with their expectations, which are Gram matrix @ variances.
    mivque = np.asarray(np.linalg.solve(_gram(designs), _squares(designs, scores - scores.mean())), np.float64)
    if is_balanced:
        return Method.ANOVA, mivque
    reml = _reml(designs, scores, start=np.maximum(mivque, 0.0)) if len(scores) <= MAX_REML_SCORES else None
    return (Method.MIVQUE, mivque) if reml is None else (Method.REML, reml)


def _design(source: Source, levels: Mapping[str, Ints], scores: int) -> sparse.csr_array:
    """Scores x levels of the source: 1 where a score has the level. The level of a source with two factors is the
    combination of their levels; the residual has a level for each score.
    """
    if source is Source.RESIDUAL:
        level_by_score = np.arange(scores)
    else:
        combinations = np.stack([levels[factor] for factor in source.factors], axis=1)
        level_by_score = np.unique(combinations, axis=0, return_inverse=True)[1].reshape(-1)
    return sparse.csr_array((np.ones(scores), (np.arange(scores), level_by_score)))


def _estimable(designs: Mapping[Source, sparse.csr_array]) -> dict[Source, sparse.csr_array]:
    """The designs of the sources that can be separated: the residual, and every source that is not a linear combination
    of the residual and the sources before it.
    """
    chosen = [Source.RESIDUAL]
    for source in (source for source in Source if source is not Source.RESIDUAL):
        gram = _gram([designs[included] for included in (*chosen, source)])
        scale = np.sqrt(np.diag(gram))
        # eigvalsh sorts ascending, so [0] is the smallest eigenvalue.
        if scale.min() > 0 and np.linalg.eigvalsh(gram / np.outer(scale, scale))[0] > SMALLEST_EIGENVALUE:
            chosen.append(source)
    return {source: designs[source] for source in Source if source in chosen}


def _gram(designs: Sequence[sparse.csr_array]) -> Floats:
    """The Gram matrix of the sources: the traces of M Ki M Kj, where Ki = Zi Zi', Zi is the design of source i, and M
    is the projection that subtracts the mean. tr(M Ki M Kj) = |Zi'Zj|² - 2 (1'Ki Kj 1) / n + (1'Ki 1) (1'Kj 1) / n²,
    where |A|² is the sum of the squared entries of A, 1 a vector of ones, and n the number of scores.
    """
    n = designs[0].shape[0]
    totals = [design.sum(axis=0) for design in designs]
    gram = np.empty((len(designs), len(designs)))
    for i, j in product(range(len(designs)), repeat=2):
        cross_table = (designs[i].T @ designs[j]).tocoo()  # Zi'Zj
        squared = float((cross_table.data**2).sum())
        weighted = float((cross_table.data * totals[i][cross_table.row] * totals[j][cross_table.col]).sum())
        gram[i, j] = squared - 2 * weighted / n + float((totals[i] ** 2).sum() * (totals[j] ** 2).sum()) / n**2
    return gram


def _squares(designs: Sequence[sparse.csr_array], residuals: Floats) -> Floats:
    """For each source: the sum, over its levels, of the squared sum of the level's residuals."""
    return np.array([float(((design.T @ residuals) ** 2).sum()) for design in designs])


def _reml(designs: Sequence[sparse.csr_array], scores: Floats, start: Floats) -> Floats | None:
    """REML estimates, at least 0, by Fisher scoring; None if the scoring does not converge. The last of ``designs`` is
    that of the residual; ``start``: the estimates to start from.
    """
    total_variance = float(scores.var())
    if total_variance == 0:
        return np.zeros(len(designs))
    y = (scores - scores.mean()) / sqrt(total_variance)
    kernels = [(design @ design.T).toarray() for design in designs]  # the Ki of _gram
    variances = np.maximum(start / total_variance, 0.01)  # above 0, because a component of 0 could stay 0
    for _ in range(MAX_STEPS):
        projection = _projection(kernels, variances)
        information, squares, traces = _scoring_terms(designs, projection, y)
        updated = _nonnegative_solution(information, squares, traces, variances)
        updated[-1] = max(updated[-1], SMALLEST_RESIDUAL)
        if np.abs(updated - variances).max() < CONVERGED:
            return np.where(updated > SMALLEST_RESIDUAL, updated, 0.0) * total_variance
        variances = updated
    return None


def _projection(kernels: Sequence[Floats], variances: Floats) -> Floats:
    """P = W - W1 1'W / 1'W1, where W is the inverse of the covariance matrix of the scores, and 1 a vector of ones."""
    covariance = sum(variance * kernel for variance, kernel in zip(variances, kernels, strict=True))
    inverse = linalg.inv(covariance)
    row_sums = inverse.sum(axis=1)
    projection: Floats = inverse - np.outer(row_sums, row_sums) / row_sums.sum()
    return projection


def _scoring_terms(designs: Sequence[sparse.csr_array], projection: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """The terms of a Fisher scoring step: tr(P Ki P Kj) = |Zi'P Zj|², y'P Ki P y = |Zi'P y|², and tr(P Ki), with P from
    :func:`_projection`, and Ki and Zi as in :func:`_gram`; y is the vector of standardized scores.
    """
    products = [design.T @ projection for design in designs]  # Zi'P
    information = np.empty((len(designs), len(designs)))
    for i, j in combinations_with_replacement(range(len(designs)), 2):
        information[i, j] = information[j, i] = float(((products[i] @ designs[j]) ** 2).sum())
    traces = np.array([float((product @ design).trace()) for product, design in zip(products, designs, strict=True)])
    return information, _squares(designs, projection @ y), traces


def _nonnegative_solution(information: Floats, squares: Floats, traces: Floats, variances: Floats) -> Floats:
    """The next estimates, by a Fisher scoring step: they solve information @ estimates = squares. A component that
    becomes negative is set to 0, and the others are solved again. A component of 0 stays 0 unless the likelihood rises
    with it: the derivative of the log likelihood by component i is (squares[i] - traces[i]) / 2.
    """
    free = (variances > 0) | (squares > traces)
    free[-1] = True
    while True:
        updated = np.zeros(len(variances))
        updated[free] = np.linalg.solve(information[np.ix_(free, free)], squares[free])
        below = updated < 0
        if not below.any():
            return updated
        # The residual's variance must stay above 0 for the covariance matrix to have an inverse.
        if below[-1]:
            updated[-1] = variances[-1] / 10
            return np.maximum(updated, 0.0)
        free &= ~below
