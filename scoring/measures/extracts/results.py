"""Parts of the result of a grid of extracts. As JSON, sentences are numbered from 1."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan
from typing import Any

from scoring.measures.extracts.ranks import Histogram, ScoreClass
from scoring.measures.extracts.scores import ExtractMeasure


@dataclass(frozen=True, slots=True)
class MeasureResult:
    """How a measure scores all extracts. ``distinct``: how many different scores it gives. ``classes``: the extracts
    with each score, for recall; else None. ``histogram``: for all other measures; else None.
    """

    measure: ExtractMeasure
    distinct: int
    classes: tuple[ScoreClass, ...] | None
    histogram: Histogram | None

    @property
    def lowest(self) -> float:
        """The lowest score."""
        return self.histogram.low if self.histogram else (self.classes or ())[-1].value

    @property
    def highest(self) -> float:
        """The highest score."""
        return self.histogram.high if self.histogram else (self.classes or ())[0].value

    def as_json(self) -> dict[str, Any]:
        scores: dict[str, Any] = {"distinct": self.distinct}
        if self.classes is not None:
            scores["classes"] = [score_class.as_json() for score_class in self.classes]
        if self.histogram is not None:
            scores["histogram"] = self.histogram.as_json()
        return {**self.measure.as_json(), **scores}


@dataclass(frozen=True, slots=True)
class Place:
    """The score of an extract by the measure with this number, and its rank among all extracts; 1 is the best."""

    number: int
    value: float
    rank: float

    def as_json(self) -> dict[str, float]:
        return {"number": self.number, "value": self.value, "rank": self.rank}


@dataclass(frozen=True, slots=True)
class PlacedExtract:
    """An extract, and its place by each measure. ``name``: such as that of the system that made it."""

    name: str
    sentences: tuple[int, ...]
    places: tuple[Place, ...]

    def place(self, number: int) -> Place:
        """Returns the place by the measure with this number."""
        return next(place for place in self.places if place.number == number)

    def as_json(self) -> dict[str, Any]:
        places = [place.as_json() for place in self.places]
        return {"name": self.name, "sentences": numbers_from_one(self.sentences), "places": places}


@dataclass(frozen=True, slots=True)
class FamilyMeans:
    """Means of Spearman's correlations within a family; None without a pair of measures, or if none is defined.

    ``inter_judge``: over the pairs of single truths. ``judge_document``: over the pairs of a single truth and the
    document; None for recall and tau.
    """

    inter_judge: float | None
    judge_document: float | None

    def as_json(self) -> dict[str, float | None]:
        return {"inter_judge": self.inter_judge, "judge_document": self.judge_document}


def numbers_from_one(sentences: Iterable[int]) -> list[int]:
    return [sentence + 1 for sentence in sentences]


def none_if_nan(value: float) -> float | None:
    return None if isnan(value) else value


def mean_of_defined(values: Iterable[float | None]) -> float | None:
    """Returns the mean of the values that are neither None nor NaN; None if there is none."""
    defined = [float(value) for value in values if value is not None and not isnan(value)]
    return sum(defined) / len(defined) if defined else None
