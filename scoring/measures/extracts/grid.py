"""The ranks of all extracts of a document by all measures, and how far the measures rank extracts alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from scoring.measures.extracts.enumeration import ExtractSet
from scoring.measures.extracts.ranks import (
    DoubledRanks,
    doubled_midranks,
    histogram,
    score_classes,
    spearman_matrix,
)
from scoring.measures.extracts.recall import mean_pairwise_recall
from scoring.measures.extracts.results import (
    FamilyMeans,
    MeasureResult,
    Place,
    PlacedExtract,
    mean_of_defined,
    none_if_nan,
    numbers_from_one,
)
from scoring.measures.extracts.scores import (
    CONTENT,
    SCALE,
    ExtractMeasure,
    Family,
    JudgedDocument,
    Scores,
    score_extracts,
    score_family,
)
from scoring.stats.arrays import Floats

BEST = 10
"""How many of the best extracts are listed."""


@dataclass(frozen=True, slots=True, eq=False)
class ExtractGrid:
    """All extracts of a document, ranked by each measure.

    ``ranks``: int32[measures, extracts], twice the rank of each extract. ``spearman``: float64[measures, measures], NaN
    if a measure gives all extracts the same score. ``extract_count``: how many extracts are ranked; `reduced` keeps
    only some of them. ``placed``: the extracts whose ranks were asked for.
    """

    document: JudgedDocument
    extract_set: ExtractSet
    results: tuple[MeasureResult, ...]
    ranks: DoubledRanks
    spearman: Floats
    extract_count: int
    placed: tuple[PlacedExtract, ...] = ()

    @property
    def measures(self) -> tuple[ExtractMeasure, ...]:
        return tuple(result.measure for result in self.results)

    @property
    def size(self) -> int:
        """How many sentences each extract has."""
        return int(self.extract_set.extracts.shape[1])

    @property
    def means(self) -> dict[Family, FamilyMeans]:
        """The means by family."""
        return {family: self._means_of(family) for family in self.document.families}

    def reduced(self) -> "ExtractGrid":
        """Returns the grid with the ranks of only the BEST extracts by each measure, to save memory."""
        kept = np.unique(np.concatenate([self._best_indexes(row, BEST) for row in self.ranks]))
        extract_set = replace(self.extract_set, extracts=np.asfortranarray(self.extract_set.extracts[kept]))
        return replace(self, ranks=self.ranks[:, kept], extract_set=extract_set)

    def best(self, number: int, count: int = BEST) -> tuple[PlacedExtract, ...]:
        """Returns the best extracts by the measure with this number, with their places by all measures, and without
        names. Extracts with equal scores are in lexicographic order.
        """
        row = self.ranks[[measure.number for measure in self.measures].index(number)]
        chosen = self._best_indexes(row, count)
        extracts = self.extract_set.extracts[chosen]
        places_by_measure = [
            [Place(scores.measure.number, value, rank) for value, rank in zip(scores.values.tolist(), row, strict=True)]
            for scores, row in zip(
                score_extracts(self.document, extracts), (self.ranks[:, chosen] / 2).tolist(), strict=True
            )
        ]
        return tuple(
            PlacedExtract("", tuple(sentences), places)
            for sentences, places in zip(extracts.tolist(), zip(*places_by_measure, strict=True), strict=True)
        )

    @staticmethod
    def _best_indexes(ranks: DoubledRanks, count: int) -> npt.NDArray[np.intp]:
        """Returns the indexes of the smallest ranks; of equal ones, the first."""
        count = min(count, len(ranks))
        candidates = np.flatnonzero(ranks <= np.partition(ranks, count - 1)[count - 1])
        indexes: npt.NDArray[np.intp] = candidates[np.argsort(ranks[candidates], kind="stable")[:count]]
        return indexes

    def as_json(self) -> dict[str, Any]:
        """Returns the grid as JSON. Sentences are numbered from 1; undefined correlations are None."""
        return {
            "sentences": self.document.sentence_count,
            "k": self.size,
            "extracts": self.extract_count,
            "possible": self.extract_set.possible,
            "sampled": self.extract_set.is_sample,
            "seed": self.extract_set.seed,
            "truths": [numbers_from_one(truth) for truth in self.document.truths],
            "measures": [{**result.as_json(), "best": self._best_json(result.measure)} for result in self.results],
            "spearman": [[none_if_nan(value) for value in row] for row in self.spearman.tolist()],
            "means": {family.value: means.as_json() for family, means in self.means.items()},
            "judge_recall": mean_pairwise_recall(self.document.truths),
            "placed": [extract.as_json() for extract in self.placed],
        }

    def _best_json(self, measure: ExtractMeasure) -> list[dict[str, Any]]:
        best = [(extract.sentences, extract.place(measure.number)) for extract in self.best(measure.number)]
        return [
            {"sentences": numbers_from_one(sentences), "value": place.value, "rank": place.rank}
            for sentences, place in best
        ]

    def _means_of(self, family: Family) -> FamilyMeans:
        truth_rows = [
            row for row, measure in enumerate(self.measures) if measure.family is family and measure.truth is not None
        ]
        inter_judge = mean_of_defined(self.spearman[a, b] for a, b in combinations(truth_rows, 2))
        if family not in CONTENT:
            return FamilyMeans(inter_judge, None)
        document = next(row for row, measure in enumerate(self.measures) if measure.family is family)
        return FamilyMeans(inter_judge, mean_of_defined(self.spearman[document, truth] for truth in truth_rows))


def compute_grid(
    document: JudgedDocument, extract_set: ExtractSet, to_place: Mapping[str, Sequence[int]] | None = None
) -> ExtractGrid:
    """Ranks all extracts of the set by all measures of the document. Needs about 300 bytes of memory an extract.

    ``to_place``: extracts whose ranks are wanted, by name, such as those of systems. An extract that is not in the set,
    because it has another number of sentences or was not drawn, is ranked as if it were added to the set.
    """
    named = {name: tuple(sorted(set(sentences))) for name, sentences in (to_place or {}).items() if sentences}
    in_set = {name for name, sentences in named.items() if extract_set.has(sentences)}
    ranks = np.empty((len(document.measures), len(extract_set.extracts)), np.int32)
    results: list[MeasureResult] = []
    places: dict[str, list[Place]] = {name: [] for name in named}
    for family in document.families:
        all_scores = score_family(document, family, extract_set.extracts)
        for name, sentences in named.items():
            own_scores = score_family(document, family, np.array([sentences], np.int16))
            places[name] += [
                _place(own, scores, is_in_set=name in in_set)
                for own, scores in zip(own_scores, all_scores, strict=True)
            ]
        for scores in all_scores:
            ranks[len(results)] = doubled_midranks(scores.numerators)
            results.append(_result(scores, ranks[len(results)]))
    placed = tuple(PlacedExtract(name, sentences, tuple(places[name])) for name, sentences in named.items())
    return ExtractGrid(
        document, extract_set, tuple(results), ranks, spearman_matrix(ranks), len(extract_set.extracts), placed
    )


def _place(own: Scores, scores: Scores, *, is_in_set: bool) -> Place:
    """Returns the place of an extract, whose score is ``own``, among the scores of all extracts."""
    if own.denominator == scores.denominator:
        score, all_scores = int(own.numerators[0]), scores.numerators
    else:  # tau, if the extract has another number of sentences
        score, all_scores = round(float(own.values[0]) * SCALE), np.rint(scores.values * SCALE)
    better = int(np.count_nonzero(all_scores > score))
    others = int(np.count_nonzero(all_scores == score)) - is_in_set
    return Place(own.measure.number, float(own.values[0]), better + 1 + others / 2)


def _result(scores: Scores, ranks: DoubledRanks) -> MeasureResult:
    numerators, denominator = scores.numerators, scores.denominator
    distinct = int(np.count_nonzero(np.bincount(ranks)))
    if scores.measure.family is Family.RECALL:
        return MeasureResult(scores.measure, distinct, score_classes(numerators, denominator), None)
    return MeasureResult(scores.measure, distinct, None, histogram(numerators, denominator))
