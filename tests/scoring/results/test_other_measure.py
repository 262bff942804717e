"""A measure that has no database rows at all is ranked, compared, drawn and exported by the code of pyramid scores."""

import csv
import io
from fractions import Fraction

import numpy as np
import pytest

from scoring.figures.figure import svg_file
from scoring.measures.observation import (
    CONSENSUS,
    Basis,
    Column,
    Mean,
    Measure,
    Missing,
    Observations,
    Origin,
    Subject,
    combine_judges,
    mean_over_topics,
    mixed_basis_warnings,
    unmasked,
)
from scoring.results.agreement.robustness import compare_owners, owner_figure
from scoring.results.exports.tables import Totals, long_table, wide_table
from scoring.results.exports.texts import csv_pieces
from scoring.results.scores.figures import rank_figure, topic_figure
from scoring.results.scores.ranking import score_ranking
from scoring.stats.anova import SumsOfSquares

ODDNESS = Measure("oddness", "Oddness", (0, 5), details=("words",))
TOPICS = [f"D{number}" for number in range(1, 9)]
VALUES = {"a": 4.5, "b": 4.0, "c": 1.0}
"""What a program gives each summarizer on every topic, and 0.5 less on every second one."""


def observed(*, judges=("program",), measure=ODDNESS, bases=None, masked=False, without=()):
    """Three summarizers on eight topics; each further judge gives 0.25 more. ``bases``: by topic that of a."""
    origins, values, missing = [], [], {}
    for number, topic in enumerate(TOPICS):
        for name, value in VALUES.items():
            for more, judge in enumerate(judges):
                basis = Basis(1, 1, "list") if name != "a" else (bases or {}).get(topic, Basis(1, 1, "list"))
                subject = Subject("p", topic, name, is_masked=masked)
                origins.append(Origin(subject, judge, basis))
                if (topic, name) in without:
                    missing[len(values)] = Missing("no_parse", "There is no parse.")
                values.append(np.nan if (topic, name) in without else value - 0.5 * (number % 2) + 0.25 * more)
    column = Column(measure, np.array(values), missing, details={"words": [100] * len(values)})
    return Observations(tuple(origins), (column,))


def test_it_is_ranked_with_intervals_and_significant_differences() -> None:
    ranking = score_ranking(observed().of("oddness"), ODDNESS)
    assert [(str(one.rank), one.row.summarizer, one.row.mean) for one in ranking.rows] == [
        ("1", "a", Mean(4.25, 8)),
        ("2", "b", Mean(3.75, 8)),
        ("3", "c", Mean(0.75, 8)),
    ]
    # By hand: all differences of a pair have one sign, so that 2 of 2^8 choices are as extreme; three pairs by Holm.
    assert [pair.test.p for pair in ranking.pairs if pair.test] == [2 / 256] * 3
    assert [one.letters for one in ranking.rows] == ["a", "b", "c"]
    assert ranking.as_json()["score"] == "oddness"


def test_where_less_is_better_the_least_comes_first() -> None:
    errors = Measure("errors", "Errors", higher_is_better=False)
    ranking = score_ranking(observed(measure=errors).of("errors"), errors)
    assert [(str(one.rank), one.row.summarizer) for one in ranking.rows] == [("1", "c"), ("2", "b"), ("3", "a")]


def test_values_on_other_bases_are_not_tested_against_each_other() -> None:
    other = observed(bases={"D1": Basis(2, 2, "list")})
    ranking = score_ranking(other.of("oddness"), ODDNESS)
    assert ranking.tested_topics == tuple(TOPICS[1:])
    assert ranking.test_notes == (
        "Topic D1 is left out of the tests: its peers are matched against releases 1 of list, 2 of list.",
    )
    assert mixed_basis_warnings(other.origins) == ["Topic D1 mixes releases: 1 of list, 2 of list."]


def test_a_missing_value_is_told_with_its_reason() -> None:
    table = observed(without={("D1", "a")})
    ranking = score_ranking(table.of("oddness"), ODDNESS)
    assert ranking.score_notes == ("1 of 24 have no oddness score: There is no parse.",)
    assert {one.row.summarizer: one.row.mean.n for one in ranking.rows} == {"a": 7, "b": 8, "c": 8}


def test_judges_are_compared() -> None:
    found = compare_owners(observed(judges=("ann", "ben")).of("oddness"), ODDNESS, SumsOfSquares.SEQUENTIAL)
    assert found is not None
    assert found.owners == ("ann", "ben")
    assert [one.kendall for one in found.correlations] == [1.0]
    assert found.anova is not None
    annotator = next(row for row in found.anova.rows if row.term == ("annotator",))
    assert annotator.ss == pytest.approx(48 * 0.125**2)  # by hand: each value is 1/8 from the mean of its two judges
    figure = owner_figure(found)
    assert figure is not None
    assert "Oddness by annotator" in svg_file(figure, "")


def test_it_is_drawn() -> None:
    ranking = score_ranking(observed().of("oddness"), ODDNESS)
    figure = rank_figure(ranking)
    assert (figure.title, figure.plot.table.rows[0][:2]) == ("Oddness, ranked", ("1  a", 4.25))
    by_topic = topic_figure([one.row for one in ranking.rows], TOPICS, ODDNESS)
    assert by_topic is not None
    assert "Oddness by topic" in svg_file(by_topic, "")


def test_it_is_exported_a_row_a_judge_and_a_column_a_topic() -> None:
    table = observed(judges=("ann", CONSENSUS), without={("D8", "c")})
    totals = Totals(topic_measure="oddness")
    written = "".join(csv_pieces(long_table(totals.add_rows([(table.rows(), 0)]), [ODDNESS])))
    rows = list(csv.DictReader(io.StringIO(written)))
    assert len(rows) == 48
    assert {name: rows[0][name] for name in ("topic", "summarizer", "matcher", "oddness", "oddness_words")} == {
        "topic": "D1",
        "summarizer": "a",
        "matcher": "ann",
        "oddness": "4.5",
        "oddness_words": "100",
    }
    totals = Totals(topic_measure="oddness")
    wide = list(
        csv.DictReader(io.StringIO("".join(csv_pieces(wide_table(totals.add_rows([(table.rows(), 0)]), totals)))))
    )
    both = {row["summarizer"]: row for row in wide if row["matcher"] == "(all)"}
    assert (both["a"]["D1"], both["a"]["mean"], both["c"]["D8"], both["c"]["n"]) == ("4.75", "4.5", "", "7")


def test_several_judges_of_a_summary_make_one_value() -> None:
    ann, ben, both = observed(judges=("ann", "ben", CONSENSUS)).of("oddness")[:3]
    assert combine_judges([ann, ben])[0].exact == Fraction(37, 8)
    assert combine_judges([ann, ben, both]) == (both, (both,))


def test_the_mean_over_topics_leaves_undefined_values_out_and_counts_the_rest() -> None:
    three = observed(without={("D1", "b")}).of("oddness")[:3]
    assert mean_over_topics(three) == Mean((4.5 + 1.0) / 2, 2)
    assert mean_over_topics([]) == Mean(None, 0)


def test_masked_summarizers_are_joined_with_nobody() -> None:
    table = observed(masked=True)
    assert unmasked(table.rows()) == []
    assert score_ranking(table.of("oddness"), ODDNESS).rows == ()


def test_a_column_makes_its_observations_when_they_are_asked_for() -> None:
    table = observed(without={("D1", "a")})
    first = table.of("oddness")[0]
    assert (first.value, first.missing, first.details) == (
        None,
        Missing("no_parse", "There is no parse."),
        {"words": 100},
    )
    assert next(iter(table.rows())).by_measure == {"oddness": first}
    with pytest.raises(KeyError):
        table.of("evenness")
