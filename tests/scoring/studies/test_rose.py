"""The human scores of RoSE's protocol comparison, 12 systems on 100 documents, as a study."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from scoring.stats.levels import Coefficient, Level, topic_means
from scoring.studies.correlations import correlate
from scoring.studies.table import StudyTable

ROSE = Path(__file__).parents[4] / "shared" / "data" / "rose"
pytestmark = pytest.mark.skipif(not ROSE.is_dir(), reason="../shared/data/rose is not there")

COLUMNS = ("prior", "ref_based", "ref_free", "normalized_acu", "acu")


@pytest.fixture(scope="module")
def rose() -> StudyTable:
    documents = json.loads((ROSE / "protocol-comparison.json").read_text())
    systems = tuple(sorted(documents[0]["annotations"]))
    values = [
        [[document["annotations"][system][column] for document in documents] for system in systems]
        for column in COLUMNS
    ]
    topics = tuple(str(number) for number in range(len(documents)))
    return StudyTable(COLUMNS, systems, topics, np.array(values, dtype=np.float64))


def test_means_are_those_of_its_authors(rose) -> None:
    means = dict(zip(rose.summarizers, rose.values[COLUMNS.index("acu")].mean(axis=1), strict=True))
    assert {system: round(means[system], 6) for system in ("brio", "ctrlsum", "glob")} == {
        "brio": 0.429045,
        "ctrlsum": 0.451103,
        "glob": 0.349981,
    }
    assert rose.values.shape == (5, 12, 100)


# measures.md §12: the means of the other ratings, thirds, were summed as exact fractions.
@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("prior", (0.6442, 0.4615, 0.3333)),
        ("ref_based", (0.3087, 0.3684, 0.2770)),
        ("ref_free", (0.5238, 0.2958, 0.2326)),
        ("normalized_acu", (0.6974, 0.7552, 0.5455)),
    ],
)
def test_correlations_of_systems_with_acu(rose, column, expected) -> None:
    correlations = [correlate(rose, column, "acu", Level.SUMMARIZER, coefficient) for coefficient in Coefficient]
    assert tuple(round(one.value or 0, 4) for one in correlations) == expected
    assert {(one.n, one.topics_used, one.topics_undefined) for one in correlations} == {(12, 100, 0)}


@pytest.mark.parametrize(
    ("column", "tau"), [("prior", 0.1746), ("ref_based", 0.2673), ("ref_free", 0.2105), ("normalized_acu", 0.8095)]
)
def test_kendall_within_documents(rose, column, tau) -> None:
    correlation = correlate(rose, column, "acu", Level.SUMMARY, Coefficient.KENDALL)
    assert round(correlation.value or 0, 4) == tau
    assert (correlation.n, correlation.topics_used, correlation.topics_undefined) == (99 * 12, 99, 1)


def test_means_that_are_equal_as_fractions_tie(rose) -> None:
    thirds = [[Fraction(round(value * 3), 3) for value in row] for row in rose.values[COLUMNS.index("ref_based")]]
    exact = np.array([float(sum(row) / 100) for row in thirds])
    means = topic_means(rose.values[COLUMNS.index("ref_based")])
    assert len(set(means)) == len(set(exact)) < 12
    assert means == pytest.approx(exact, abs=1e-12)
