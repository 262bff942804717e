"""The tables of the page of a grid."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.measures.extracts.results import FamilyMeans, Place, PlacedExtract
from scoring.measures.extracts.scores import ExtractMeasure, Family
from scoring.results.extracts.grids import NamedGrid, SourceDocument
from scoring.results.extracts.wording import FAMILY_MEANINGS, FAMILY_TITLES, measure_title, reference_name

SHOWN_BEST = 3
"""How many of the best extracts of a measure the page shows."""


@dataclass(frozen=True, slots=True)
class SystemRow:
    """The extract of a system, and its places by the measures of a family. ``sentences``: their numbers, from 1."""

    name: str
    sentences: tuple[int, ...]
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class FamilySection:
    """A family of measures on the page. ``figure``: the name of its figure. ``columns``: for each of its measures its
    name, and what it compares extracts with.
    """

    title: str
    meaning: str
    figure: str
    means: FamilyMeans
    columns: tuple[tuple[str, str], ...]
    systems: tuple[SystemRow, ...]


@dataclass(frozen=True, slots=True)
class BestExtract:
    """One of the best extracts. ``sentences``: numbers, from 1, and texts. ``other_rank``: its rank by the measure that
    it is compared with.
    """

    value: float
    rank: float
    other_rank: float
    sentences: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class BestExtracts:
    """The best extracts by a measure. ``number``: of this measure; ``other``: the name of the measure beside it."""

    number: int
    title: str
    other: str
    extracts: tuple[BestExtract, ...]


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """A sentence of the document, and the names of the judges who chose it."""

    number: int
    text: str
    judges: tuple[str, ...]


def family_sections(named: NamedGrid) -> list[FamilySection]:
    return [_family_section(named, family) for family in named.grid.document.families]


def best_side_by_side(named: NamedGrid, a: int | None, b: int | None) -> list[BestExtracts]:
    """Returns the best extracts by two measures. ``a``, ``b``: their numbers; if there is no such measure, the mean
    recall and the mean similarity of weighted words are compared, or else the first and the last measure.
    """
    numbers = [measure.number for measure in named.grid.measures]
    first = a if a in numbers else _preferred(numbers, (5, 1), numbers[0])
    second = b if b in numbers else _preferred(numbers, (22, 17), numbers[-1])
    return [_best(named, first, second), _best(named, second, first)]


def measure_choices(named: NamedGrid) -> list[tuple[int, str]]:
    """Returns the number and the title of each measure."""
    return [(measure.number, measure_title(measure, named.judges)) for measure in named.grid.measures]


def judged_sentences(source: SourceDocument) -> list[JudgedSentence]:
    return [
        JudgedSentence(number + 1, text, tuple(name for name, chosen in source.judges.items() if number in chosen))
        for number, text in enumerate(source.sentences)
    ]


def _family_section(named: NamedGrid, family: Family) -> FamilySection:
    measures = named.grid.document.measures_of(family)
    return FamilySection(
        FAMILY_TITLES[family],
        FAMILY_MEANINGS[family],
        family.value,
        named.grid.means[family],
        tuple((measure.name, reference_name(measure, named.judges)) for measure in measures),
        tuple(_system_row(extract, measures) for extract in named.grid.placed),
    )


def _system_row(extract: PlacedExtract, measures: Sequence[ExtractMeasure]) -> SystemRow:
    places = tuple(extract.place(measure.number) for measure in measures)
    return SystemRow(extract.name, tuple(sentence + 1 for sentence in extract.sentences), places)


def _preferred(numbers: Sequence[int], wanted: Sequence[int], default: int) -> int:
    return next((number for number in wanted if number in numbers), default)


def _best(named: NamedGrid, number: int, other: int) -> BestExtracts:
    measure = next(measure for measure in named.grid.measures if measure.number == number)
    extracts = tuple(
        BestExtract(
            extract.place(number).value,
            extract.place(number).rank,
            extract.place(other).rank,
            tuple((sentence + 1, named.source.sentences[sentence]) for sentence in extract.sentences),
        )
        for extract in named.grid.best(number, SHOWN_BEST)
    )
    return BestExtracts(number, measure_title(measure, named.judges), f"E{other}", extracts)
