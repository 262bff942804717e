"""Sets of scores by judge, model and pair: differences, shares, centres and correlations."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.stats.correlation import pearson_p
from scoring.stats.variation import Centre, JudgedScore, SetsBy, compare_sets, overlap_correlation

# Harman & Over 2004, sections 2.5, 3.3 and 4.3: r, the number of systems, and the two-sided p that follow from them.
PUBLISHED = [
    (0.641, 12, 0.0247),
    *((r, 8, p) for r, p in zip((0.84, 0.723, 0.801), (0.0091, 0.0427, 0.0169), strict=True)),
    *(
        (r, 9, p)
        for r, p in zip(
            (0.899, 0.894, 0.837, 0.827, 0.794, 0.889), (0.001, 0.0011, 0.0049, 0.006, 0.0106, 0.0013), strict=True
        )
    ),
]


def score(topic: str, summarizer: str, judge: str, value: str, model: str = "") -> JudgedScore:
    return JudgedScore(topic, summarizer, judge, model, Fraction(value))


def medians(*sets: list[str]) -> list[JudgedScore]:
    """Scores of one topic by judges j1, j2, ...: for each a list with the scores of s1, s2, ..."""
    return [
        score("D1", f"s{number}", f"j{judge}", value)
        for judge, values in enumerate(sets, start=1)
        for number, value in enumerate(values, start=1)
    ]


@pytest.mark.parametrize(("r", "n", "p"), PUBLISHED)
def test_published_correlations_have_p_below_5_percent(r, n, p) -> None:
    assert pearson_p(r, n) == pytest.approx(p, abs=5e-5)
    assert pearson_p(-r, n) == pytest.approx(p, abs=5e-5)


def test_p_of_extreme_correlations() -> None:
    assert [pearson_p(1.0, 3), pearson_p(0.5, 2), pearson_p(None, 9), pearson_p(0.0, 5)] == [0.0, None, None, 1.0]


def test_medians_of_two_sets_correlate() -> None:
    # shared/judgments.md, section 13 (i).
    result = compare_sets(medians(["0.20", "0.30", "0.50"], ["0.10", "0.40", "0.45"]), SetsBy.JUDGE)
    (pair,) = result.correlations
    assert (pair.a, pair.b, pair.summarizers) == ("j1", "j2", 3)
    assert pair.pearson == pytest.approx(0.8358, abs=5e-5)
    assert (pair.spearman, pair.kendall) == (1.0, 1.0)
    assert pair.p == pearson_p(pair.pearson, 3)


def test_differences_and_shares_of_a_topic() -> None:
    # .50 .30 .40: difference .20, 40 %. .10 0 0: .10, 100 %. 0 0 0: 0, no share.
    scores = medians(["0.5", "0.1", "0"], ["0.3", "0", "0"], ["0.4", "0", "0"])
    result = compare_sets(scores, SetsBy.JUDGE)
    (topic,) = result.topics
    assert [(one.difference, one.share) for one in topic.differences] == [(0.2, 0.4), (0.1, 1.0), (0.0, None)]
    assert (topic.mean_difference, topic.mean_share) == (pytest.approx(0.1), pytest.approx(0.7))
    assert (result.mean_difference, result.mean_share) == (topic.mean_difference, topic.mean_share)
    assert result.warnings == ("Summaries without a share, because their largest score is 0: 1.",)


def test_overall_means_are_over_summaries() -> None:
    scores = [
        *medians(["1", "1", "1"], ["0.5", "0.5", "0.5"]),
        score("D2", "s1", "j1", "1"),
        score("D2", "s1", "j2", "1"),
    ]
    result = compare_sets(scores, SetsBy.JUDGE)
    assert (result.mean_difference, result.mean_share) == (0.375, 0.375)


def test_sets_take_the_names_of_judges_who_judged_all_topics() -> None:
    models = {"D1": {"anna": "A", "ben": "B"}, "D2": {"anna": "B", "ben": "A"}}  # the order of judges differs
    scores = [
        score(topic, "s1", judge, "0.5" if judge == "ben" else "0.1", model)
        for topic, by_judge in models.items()
        for judge, model in by_judge.items()
    ]
    result = compare_sets(scores, SetsBy.JUDGE)
    assert [topic.sets for topic in result.topics] == [("anna", "ben"), ("ben", "anna")]
    assert [(one.name, one.summarizers[0].mean) for one in result.sets] == [("anna", 0.1), ("ben", 0.5)]


def test_other_sets_are_numbered_in_the_order_of_models_then_judges() -> None:
    # Of D1, the first set is ben's, because his model A comes first.
    scores = [
        score("D1", "s1", "anna", "0.1", "B"),
        score("D1", "s1", "ben", "0.2", "A"),
        score("D2", "s1", "anna", "0.3", "A"),
        score("D2", "s1", "carl", "0.4", "B"),
    ]
    by_judge = compare_sets(scores, SetsBy.JUDGE)
    assert [topic.sets for topic in by_judge.topics] == [("ben", "anna"), ("anna", "carl")]
    assert [(one.name, [c.mean for c in one.summarizers]) for one in by_judge.sets] == [("1", [0.25]), ("2", [0.25])]
    assert [topic.sets for topic in compare_sets(scores, SetsBy.MODEL).topics] == [("A", "B"), ("A", "B")]
    assert [one.name for one in compare_sets(scores, SetsBy.MODEL).sets] == ["A", "B"]
    by_pair = compare_sets(scores, SetsBy.PAIR)
    assert [topic.sets for topic in by_pair.topics] == [("A / ben", "B / anna"), ("A / anna", "B / carl")]


def test_several_scores_in_a_set_are_averaged_and_counted() -> None:
    scores = [score("D1", "s1", judge, value, model) for judge, model, value in
              (("anna", "A", "0.2"), ("anna", "B", "0.4"), ("ben", "A", "0.6"))]  # fmt: skip
    result = compare_sets(scores, SetsBy.JUDGE)
    assert [one.summarizers[0].mean for one in result.sets] == [0.3, 0.6]
    assert result.warnings == ("Several scores of a summary in a set are averaged: 3 scores make 2.",)


def test_correlations_are_over_summaries_that_both_sets_have() -> None:
    scores = medians(["0.2", "0.3", "0.5"], ["0.1", "0.4", "0.45"])
    extra = [score("D2", "s1", "j1", "0.9"), score("D2", "s4", "j1", "0.9")]
    result = compare_sets([*scores, *extra], SetsBy.JUDGE)
    assert [one.name for one in result.sets] == ["1", "2"]
    assert result.correlations[0].pearson == pytest.approx(0.8358, abs=5e-5)
    assert result.correlations[0].summarizers == 3
    assert result.warnings == (
        "Topics with one set have no differences: D2.",
        "Topics have different numbers of sets, so the sets do not cover the same topics.",
    )


def test_medians_and_means_over_topics_differ() -> None:
    scores = [
        score(f"D{topic}", summarizer, judge, value)
        for judge, first in (("j1", "0 0 0.9"), ("j2", "0 0 0"))
        for summarizer, values in (("s1", first), ("s2", "0.1 0.1 0.1"), ("s3", "0.2 0.2 0.2"))
        for topic, value in enumerate(values.split())
    ]  # fmt: skip
    by_median = compare_sets(scores, SetsBy.JUDGE)
    first = by_median.sets[0].summarizers[0]
    assert (first.median, first.mean, first.topics) == (0.0, pytest.approx(0.3), 3)
    assert by_median.correlations[0].pearson == pytest.approx(1)
    assert compare_sets(scores, SetsBy.JUDGE, Centre.MEAN).correlations[0].spearman == pytest.approx(-0.5)


def test_overlap_of_models_is_correlated_with_shares_over_topics() -> None:
    scores = [
        score(topic, "s1", judge, value, model)
        for topic, low in (("D1", "0.9"), ("D2", "0.5"), ("D3", "0.1"))
        for judge, model, value in (("anna", "A", "1"), ("anna", "B", low))
    ]
    variation = compare_sets(scores, SetsBy.MODEL)
    assert overlap_correlation(variation, {"D1": 0.3, "D2": 0.2, "D3": 0.1, "D4": 0.9}) == pytest.approx(-1)
    assert overlap_correlation(variation, {"D1": 0.3, "D2": None}) is None


@given(
    st.lists(st.tuples(*map(st.sampled_from, ("DE", "stu", "abc", "AB")), st.integers(0, 5)), max_size=30), st.data()
)
def test_nothing_depends_on_the_order_of_rows(rows, data) -> None:
    scores = [JudgedScore(topic, peer, judge, model, Fraction(value, 5)) for topic, peer, judge, model, value in rows]
    shuffled = data.draw(st.permutations(scores))
    for by in SetsBy:
        assert compare_sets(scores, by) == compare_sets(shuffled, by)


def test_only_the_first_of_many_sets_are_correlated(monkeypatch) -> None:
    monkeypatch.setattr("scoring.stats.variation.MAX_CORRELATED_SETS", 2)
    scores = [
        JudgedScore("D1", system, judge, "", Fraction(value + 1))
        for judge in ("anna", "ben", "cleo")
        for value, system in enumerate(("s1", "s2"))
    ]
    variation = compare_sets(scores, SetsBy.JUDGE)
    assert [(pair.a, pair.b) for pair in variation.correlations] == [("anna", "ben")]
    assert variation.warnings == ("Only the first 2 of 3 sets are correlated.",)
