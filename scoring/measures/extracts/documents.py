"""Means over several documents (Donaway et al. 2000, section 4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from scoring.measures.extracts.grid import ExtractGrid
from scoring.measures.extracts.recall import mean_pairwise_recall
from scoring.measures.extracts.results import FamilyMeans, mean_of_defined, none_if_nan
from scoring.measures.extracts.scores import ExtractMeasure, Family
from scoring.stats.arrays import Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class DocumentMeans:
    """Means over documents. ``measures``: those that any document has. ``spearman``: float64[measures, measures], the
    mean over the documents where the correlation is defined, NaN if there are none; ``counts``: the number of these.
    ``judge_recall``: the mean over documents of the mean pairwise recall of their judges; None without judges.
    """

    documents: int
    measures: tuple[ExtractMeasure, ...]
    spearman: Floats
    counts: Ints
    families: dict[Family, FamilyMeans]
    judge_recall: float | None

    def as_json(self) -> dict[str, Any]:
        return {
            "documents": self.documents,
            "measures": [measure.as_json() for measure in self.measures],
            "spearman": [[none_if_nan(value) for value in row] for row in self.spearman.tolist()],
            "counts": self.counts.tolist(),
            "means": {family.value: means.as_json() for family, means in self.families.items()},
            "judge_recall": self.judge_recall,
        }


def document_means(grids: Sequence[ExtractGrid]) -> DocumentMeans:
    """Returns the means over documents. ``grids``: one for each document."""
    measures = tuple(
        sorted({measure for grid in grids for measure in grid.measures}, key=lambda measure: measure.number)
    )
    matrices = np.full((len(grids), len(measures), len(measures)), np.nan)
    for matrix, grid in zip(matrices, grids, strict=True):
        rows = [measures.index(measure) for measure in grid.measures]
        matrix[np.ix_(rows, rows)] = grid.spearman
    counts = np.count_nonzero(~np.isnan(matrices), axis=0)
    sums = np.nansum(matrices, axis=0)
    return DocumentMeans(
        documents=len(grids),
        measures=measures,
        spearman=np.divide(sums, counts, out=np.full_like(sums, np.nan), where=counts > 0),
        counts=counts,
        families={family: _family_means(grids, family) for family in {measure.family: None for measure in measures}},
        judge_recall=mean_of_defined(mean_pairwise_recall(grid.document.truths) for grid in grids),
    )


def _family_means(grids: Sequence[ExtractGrid], family: Family) -> FamilyMeans:
    means = [grid.means[family] for grid in grids if family in grid.means]
    return FamilyMeans(
        mean_of_defined(mean.inter_judge for mean in means), mean_of_defined(mean.judge_document for mean in means)
    )
