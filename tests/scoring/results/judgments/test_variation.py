"""Variation of scores: the JSON of the command, the factors of the variance table, and the figures."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from scoring.figures.figure import inline_svg
from scoring.measures.observation import Measure
from scoring.measures.overlap import OverlapSettings, model_overlap
from scoring.results.judgments.variation import VariationSettings, score_variation
from scoring.stats.anova import SumsOfSquares
from scoring.stats.variation import JudgedScore, SetsBy
from tests.oracles.least_squares import residual_sum_of_squares

SQUALITY = Path(__file__).parents[5] / "shared" / "data" / "squality" / "all-responses.jsonl"
COVERAGE = Measure("coverage", "Coverage", (0, 1))
TOPICS = {"D1": ("one two three", "one two four"), "D2": ("one two", "five six"), "D3": ("a b c d", "a e f g")}


@pytest.fixture
def scores() -> list[JudgedScore]:
    """Three topics, three systems, two judges who each judge against a model of their own."""
    cells = product(TOPICS, ("s1", "s2", "s3"), (("anna", "A"), ("ben", "B")))
    return [
        JudgedScore(topic, system, judge, model, Fraction((7 * number * number) % 11, 10))
        for number, (topic, system, (judge, model)) in enumerate(cells)
    ]


@pytest.fixture
def overlap():
    return model_overlap(
        [(topic, dict(zip("AB", texts, strict=True))) for topic, texts in TOPICS.items()], OverlapSettings()
    )


def test_json_has_the_keys_of_the_command(scores) -> None:
    answer = score_variation(scores, COVERAGE, VariationSettings()).as_json()
    json.dumps(answer, allow_nan=False)
    assert list(answer) == ["anova", "variation"]
    assert list(answer["anova"]) == ["type", "n", "terms", "cells", "notes"]
    assert answer["anova"]["n"] == 18
    names = [row["term"] for row in answer["anova"]["terms"]]
    assert names == ["judge", "system", "docset", "judge:system", "judge:docset", "system:docset", "residual"]
    assert answer["anova"]["cells"] == {"judge:system": [6, 6], "judge:docset": [6, 6], "system:docset": [9, 9]}
    variation = answer["variation"]
    assert {"by", "topics", "sets", "mean_difference", "mean_share", "correlations"} <= set(variation)
    assert list(variation["correlations"][0]) == ["a", "b", "pearson", "p", "spearman", "kendall", "summarizers"]


@pytest.mark.parametrize(("by", "factor"), [(SetsBy.JUDGE, "judge"), (SetsBy.MODEL, "model"), (SetsBy.PAIR, "judge")])
def test_judges_with_a_model_each_are_one_factor(scores, by, factor) -> None:
    result = score_variation(scores, COVERAGE, VariationSettings(by=by, sums_of_squares=SumsOfSquares.TYPE_II))
    assert result.anova.as_json()["terms"][0]["term"] == factor
    assert result.anova.as_json()["type"] == 2
    assert len(result.anova.notes) == 1
    assert "are one factor" in result.anova.notes[0]


def test_pairs_are_a_factor_if_judges_share_models(scores) -> None:
    crossed = [*scores, *(score._replace(model="C") for score in scores)]
    result = score_variation(crossed, COVERAGE, VariationSettings(by=SetsBy.PAIR))
    assert result.anova.as_json()["terms"][0]["term"] == "pair"
    assert result.anova.notes == ()
    assert result.variation.topics[0].sets == ("A / anna", "B / ben", "C / anna", "C / ben")


def test_figures_have_the_numbers_of_the_json(scores, overlap) -> None:
    result = score_variation(scores, COVERAGE, VariationSettings(by=SetsBy.MODEL), overlap)
    figures = result.figures()
    assert list(figures) == ["overlap", "overlap-and-shares", "differences", "shares", "sets"]
    for figure in figures.values():
        assert inline_svg(figure).startswith("<svg")
    answer = result.as_json()["variation"]
    rows = {row[0]: row for row in figures["sets"].plot.table.rows}
    for column, score_set in enumerate(answer["sets"], start=1):
        assert [rows[one["summarizer"]][column] for one in score_set["summarizers"]] == [
            one["median"] for one in score_set["summarizers"]
        ]
    means = {row[0]: row[7] for row in figures["differences"].plot.table.rows}
    assert means == {topic["topic"]: pytest.approx(topic["mean_difference"]) for topic in answer["topics"]}
    assert figures["overlap"].plot.table.rows[0][1] == overlap.topics[0].means[0]
    points = np.array([row[1:] for row in figures["overlap-and-shares"].plot.table.rows])
    assert result.overlap_correlation == pytest.approx(np.corrcoef(points.T)[0, 1])


def test_sets_of_judges_have_no_overlap(scores, overlap) -> None:
    result = score_variation(scores, COVERAGE, VariationSettings(), overlap)
    assert list(result.figures()) == ["differences", "shares", "sets"]


def test_without_scores_there_are_sentences_and_empty_figures() -> None:
    result = score_variation([], COVERAGE, VariationSettings())
    assert result.anova.notes == ("There are no scores to analyse.",)
    assert all(figure.plot.is_empty for figure in result.figures().values())


def test_reviewers_of_squality_judged_an_unbalanced_design() -> None:
    if not SQUALITY.exists():
        pytest.skip("shared/data is not here")
    scores = [
        JudgedScore(
            f"{passage['passage-id']}.{number}", system, review["worker_id"], "", Fraction(review["overall-rating"])
        )
        for passage in map(json.loads, SQUALITY.read_text(encoding="utf-8").splitlines()[:5])  # of 20
        for number, question in passage["questions"].items()
        for system, response in question.items()
        for review in response["reviews"]
    ]
    table = score_variation(scores, Measure("overall", "Overall"), VariationSettings()).anova.table
    assert table is not None
    assert table.n == 225
    factors = {
        "judge": [score.judge for score in scores],
        "system": [score.summarizer for score in scores],
        "docset": [score.topic for score in scores],
    }
    values = [float(score.value) for score in scores]
    assert table.rows[-1].ss == pytest.approx(
        residual_sum_of_squares(values, factors, [row.term for row in table.rows[:-1]])
    )
    assert sum(row.ss for row in table.rows) == pytest.approx(float(np.var(values)) * 225)
    assert sum(row.df for row in table.rows) == 224
