"""Grids as tables of rows. Sentences are numbered from 1 and separated by spaces."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from scoring.measures.extracts.grid import ExtractGrid
from scoring.measures.extracts.results import FamilyMeans, PlacedExtract, none_if_nan, numbers_from_one
from scoring.measures.extracts.scores import ExtractMeasure, Family, score_extracts
from scoring.results.exports.tables import Table
from scoring.results.extracts.grids import NamedGrid
from scoring.stats.arrays import Floats

DOCUMENT = ("topic", "document")
"""The first columns of tables that are written to files."""
MEASURE_COLUMNS = ("measure", "family", "against", "distinct", "low", "high", "best")
MEAN_COLUMNS = ("family", "inter_judge", "judge_document")
PLACE_COLUMNS = ("extract", "sentences", "measure", "value", "rank")
MAX_SCORED_EXTRACTS = 250_000
"""A file with the scores of all extracts is written only for at most this many extracts."""

Rows = Iterator[dict[str, Any]]


def measure_rows(grid: ExtractGrid) -> Rows:
    """Yields a row for each measure. ``distinct``: how many different scores it gives; ``low``, ``high``: the lowest
    and the highest; ``best``: the sentences of the first extract with the highest score.
    """
    for result in grid.results:
        (best,) = grid.best(result.measure.number, 1)
        yield {
            "measure": result.measure.name,
            "family": result.measure.family.value,
            "against": result.measure.against,
            "distinct": result.distinct,
            "low": result.lowest,
            "high": result.highest,
            "best": sentence_numbers(best.sentences),
        }


def correlation_rows(measures: Sequence[ExtractMeasure], spearman: Floats) -> Rows:
    """Yields a row for each measure, with a column for each measure."""
    for measure, correlations in zip(measures, spearman.tolist(), strict=True):
        values = {other.name: none_if_nan(value) for other, value in zip(measures, correlations, strict=True)}
        yield {"measure": measure.name, **values}


def mean_rows(means: Mapping[Family, FamilyMeans]) -> Rows:
    """Yields a row for each family."""
    for family, family_means in means.items():
        yield {"family": family.value, **family_means.as_json()}


def place_rows(extracts: Iterable[PlacedExtract]) -> Rows:
    """Yields a row for each extract and measure."""
    for extract in extracts:
        for place in extract.places:
            yield {
                "extract": extract.name,
                "sentences": sentence_numbers(extract.sentences),
                "measure": f"E{place.number}",
                "value": place.value,
                "rank": place.rank,
            }


def sentence_numbers(sentences: Iterable[int]) -> str:
    return " ".join(map(str, numbers_from_one(sentences)))


def grid_tables(grids: Sequence[NamedGrid]) -> dict[str, Table]:
    """Returns the tables of all documents by name: "measures", "histograms" (of recall, the classes of equal scores),
    "correlations", "means", "best" (the best extracts by each measure) and "places" (of systems' extracts).
    """

    def table(columns: tuple[str, ...], rows_of: Callable[[ExtractGrid], Rows]) -> Table:
        rows = ({**_names(named), **row} for named in grids for row in rows_of(named.grid))
        return Table((*DOCUMENT, *columns), rows)

    return {
        "measures": table(MEASURE_COLUMNS, measure_rows),
        "histograms": table(("measure", "low", "high", "extracts"), _histogram_rows),
        "correlations": table(("a", "b", "spearman"), _pair_rows),
        "means": table(MEAN_COLUMNS, lambda grid: mean_rows(grid.means)),
        "best": table(("measure", "sentences", "value", "rank"), _best_rows),
        "places": table(PLACE_COLUMNS, lambda grid: place_rows(grid.placed)),
    }


def extract_table(named: NamedGrid) -> Table:
    """Returns a table with a row for each ranked extract: its sentences, and its score by each measure."""
    extracts = named.grid.extract_set.extracts
    names = [measure.name for measure in named.grid.measures]
    scores = (scores.values.tolist() for scores in score_extracts(named.grid.document, extracts))
    rows = zip(extracts.tolist(), zip(*scores, strict=True), strict=True)
    return Table(
        (*DOCUMENT, "sentences", *names),
        (
            {**_names(named), "sentences": sentence_numbers(sentences), **dict(zip(names, values, strict=True))}
            for sentences, values in rows
        ),
    )


def _names(named: NamedGrid) -> dict[str, str]:
    return {"topic": named.source.topic, "document": named.source.name}


def _histogram_rows(grid: ExtractGrid) -> Rows:
    for result in grid.results:
        for score_class in result.classes or ():
            value = score_class.value
            yield {"measure": result.measure.name, "low": value, "high": value, "extracts": score_class.extracts}
        if result.histogram is not None:
            for (low, high), count in zip(pairwise(result.histogram.edges), result.histogram.counts, strict=True):
                yield {"measure": result.measure.name, "low": low, "high": high, "extracts": count}


def _pair_rows(grid: ExtractGrid) -> Rows:
    for (row, a), (column, b) in combinations(enumerate(grid.measures), 2):
        yield {"a": a.name, "b": b.name, "spearman": none_if_nan(float(grid.spearman[row, column]))}


def _best_rows(grid: ExtractGrid) -> Rows:
    for measure in grid.measures:
        for extract in grid.best(measure.number):
            place = extract.place(measure.number)
            sentences = sentence_numbers(extract.sentences)
            yield {"measure": measure.name, "sentences": sentences, "value": place.value, "rank": place.rank}
