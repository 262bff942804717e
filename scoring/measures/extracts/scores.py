"""The numbered measures E1 to E28 of Donaway, Drummey & Mather 2000, section 3, and the scores of extracts by them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

import numpy as np

from scoring.measures.extracts.enumeration import Extracts
from scoring.measures.extracts.recall import common_counts, mean_recalls
from scoring.measures.extracts.sentence_tau import concordances, untied_pairs
from scoring.measures.extracts.similarity import cosines_with
from scoring.stats.arrays import Floats, Ints

MAX_TRUTHS = 4
DECIMALS = 12
"""Scores that are not ratios of whole numbers are rounded to this many decimals, so that equal extracts tie."""
SCALE = 10.0**DECIMALS
BLOCK = 50_000
"""How many extracts are scored at a time: this many fit into the processor's cache."""


class Family(StrEnum):
    """A kind of measure. The content families TF, TFIDF and SVD also compare extracts with the document."""

    RECALL = "recall"
    TAU = "tau"
    TF = "tf"
    TFIDF = "tf-idf"
    SVD = "svd"


CONTENT = (Family.TF, Family.TFIDF, Family.SVD)
FIRST_NUMBERS = {Family.RECALL: 1, Family.TAU: 6, Family.TF: 11, Family.TFIDF: 17, Family.SVD: 23}
_DOCUMENT, _ALL_TRUTHS = "document", "truths"


@dataclass(frozen=True, slots=True)
class ExtractMeasure:
    """A measure of extracts. ``number``: 1 to 28. ``against``: what extracts are compared with: "document", "truth 1"
    to "truth 4", or "truths" (the mean over all truths). ``truth``: the index of the truth; None for the other two.
    """

    number: int
    family: Family
    against: str
    truth: int | None = None

    @property
    def name(self) -> str:
        return f"E{self.number}"

    def as_json(self) -> dict[str, int | str]:
        return {"number": self.number, "family": self.family.value, "against": self.against}


@dataclass(frozen=True, slots=True, eq=False)
class JudgedDocument:
    """A document, and the sentences that judges chose from it.

    ``truths``: the numbers of the sentences that each of at most four judges chose. A judge without a sentence has an
    empty truth and no measures; the numbers of the other judges' measures stay the same. ``products``: the inner
    products of all pairs of sentences in each content space, float64[sentences, sentences]. Families without products
    are left out.
    """

    sentence_count: int
    truths: tuple[tuple[int, ...], ...] = ()
    products: Mapping[Family, Floats] | None = None

    def __post_init__(self) -> None:
        if len(self.truths) > MAX_TRUTHS:
            raise ValueError(f"There can be at most {MAX_TRUTHS} truths.")
        if any(min(truth) < 0 or max(truth) >= self.sentence_count for truth in self.nonempty_truths):
            raise ValueError("A truth has sentences that the document lacks.")

    @property
    def nonempty_truths(self) -> tuple[tuple[int, ...], ...]:
        """The truths that have sentences, in their order."""
        return tuple(filter(None, self.truths))

    @property
    def families(self) -> tuple[Family, ...]:
        judged = (Family.RECALL, Family.TAU) if self.nonempty_truths else ()
        return (*judged, *(family for family in CONTENT if family in (self.products or {})))

    def measures_of(self, family: Family) -> tuple[ExtractMeasure, ...]:
        """Returns the measures of a family, by number. The mean over truths needs at least two truths."""
        first = FIRST_NUMBERS[family]
        document = (ExtractMeasure(first, family, _DOCUMENT),) if family in CONTENT else ()
        first += len(document)
        numbers = [number for number, truth in enumerate(self.truths) if truth]
        single = [ExtractMeasure(first + n, family, f"truth {n + 1}", n) for n in numbers]
        mean = [ExtractMeasure(first + MAX_TRUTHS, family, _ALL_TRUTHS)] if len(single) > 1 else []
        return (*document, *single, *mean)

    @property
    def measures(self) -> tuple[ExtractMeasure, ...]:
        return tuple(measure for family in self.families for measure in self.measures_of(family))


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of extracts by a measure as whole numbers: the scores are ``numerators`` / ``denominator``."""

    measure: ExtractMeasure
    numerators: Ints
    denominator: float

    @property
    def values(self) -> Floats:
        """float64[extracts]."""
        return self.numerators / self.denominator


def score_extracts(document: JudgedDocument, extracts: Extracts) -> Iterator[Scores]:
    """Yields the scores of all extracts by each measure of the document, by number. All extracts have the same number
    of sentences; it can be just one extract.
    """
    for family in document.families:
        yield from score_family(document, family, extracts)


def score_family(document: JudgedDocument, family: Family, extracts: Extracts) -> list[Scores]:
    """Returns the scores of all extracts by each measure of the family."""
    starts = range(0, len(extracts), BLOCK)
    blocks = [_score_block(document, family, extracts[start : start + BLOCK]) for start in starts]
    return [
        Scores(scores[0].measure, np.concatenate([part.numerators for part in scores]), scores[0].denominator)
        for scores in zip(*blocks, strict=True)
    ]


def _score_block(document: JudgedDocument, family: Family, extracts: Extracts) -> list[Scores]:
    measures = document.measures_of(family)
    if family is Family.RECALL:
        return _recalls(document, measures, extracts)
    if family is Family.TAU:
        return _taus(document, measures, extracts)
    all_sentences = range(document.sentence_count)
    products = (document.products or {})[family]
    similarities = cosines_with(extracts, [all_sentences, *document.nonempty_truths], products)
    rows = [*similarities, *([_mean(similarities[1:])] if len(document.nonempty_truths) > 1 else [])]
    return [_rounded(measure, row) for measure, row in zip(measures, rows, strict=True)]


def _recalls(document: JudgedDocument, measures: Sequence[ExtractMeasure], extracts: Extracts) -> list[Scores]:
    common = [common_counts(extracts, truth, document.sentence_count) for truth in document.nonempty_truths]
    sizes = [len(truth) for truth in document.nonempty_truths]
    scores = [(counts, size) for counts, size in zip(common, sizes, strict=True)]
    if len(sizes) > 1:
        scores.append(mean_recalls(common, sizes))
    return [Scores(measure, *score) for measure, score in zip(measures, scores, strict=True)]


def _taus(document: JudgedDocument, measures: Sequence[ExtractMeasure], extracts: Extracts) -> list[Scores]:
    count = document.sentence_count
    untied = untied_pairs(extracts.shape[1], count)
    differences = [concordances(extracts, truth, count) for truth in document.nonempty_truths]
    scales = [sqrt(untied * untied_pairs(len(truth), count)) for truth in document.nonempty_truths]
    single = [Scores(*parts) for parts in zip(measures[: len(scales)], differences, scales, strict=True)]
    mean = [_rounded(measure, _mean([scores.values for scores in single])) for measure in measures[len(scales) :]]
    return [*single, *mean]


def _mean(rows: Sequence[Floats] | Floats) -> Floats:
    """Returns the mean of the rows, added in their order."""
    mean: Floats = sum(rows, np.zeros_like(rows[0])) / len(rows)
    return mean


def _rounded(measure: ExtractMeasure, values: Floats) -> Scores:
    return Scores(measure, np.rint(values * SCALE).astype(np.int64), SCALE)
