"""The scores of an instrument's judgments, from rows of the long table."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.measures.judgments.presence import Aggregate, Tie
from scoring.results.judgments.judged_scores import mean_over_judges
from scoring.results.judgments.rating_scores import has_mean_of_questions, rating_means, rating_scores
from scoring.results.judgments.report import judgment_report
from scoring.results.judgments.settings import JudgmentSettings, LengthTarget
from scoring.results.judgments.sheets import (
    ContradictoryRows,
    ListedItem,
    QuestionScale,
    SystemExtract,
    TextLength,
    data_of_rows,
)
from tests.scoring.results.judgments.rows import rating, row, sheet


def report(data, **settings):
    return judgment_report(data, JudgmentSettings(**settings)).as_json()


def scores(document, question):
    return {
        (score["topic"], score["summarizer"]): score["value"]
        for score in document["scores"]
        if score["question"] == question
    }


RATINGS = [
    *(rating("t1", name, "anna", value) for name, value in zip("abcde", (1, 2, 2, 3, 5), strict=True)),
    rating("t1", "a", "ben", 3),
    rating("t2", "a", "anna", 5),
    rating("t2", "b", "anna", None),
    rating("t2", "b", "ben", 4, state="in_progress"),
    rating("t1", "b", "ben", None),
]


def test_ratings_are_means_over_judges_then_topics() -> None:
    document = report(data_of_rows(RATINGS, "rating"))
    assert scores(document, "q1")["t1", "a"] == 2
    assert scores(document, "q1")["t2", "b"] is None
    by_name = {row["summarizer"]: row for row in document["summarizers"]}
    assert {name: (by_name[name]["mean"], by_name[name]["median"], by_name[name]["topics"]) for name in "ab"} == {
        "a": (3.5, 3.5, 2),
        "b": (2.0, 2.0, 1),
    }
    assert (by_name["e"]["rank"], by_name["b"]["rank"], by_name["b"]["tied"]) == (1, 4, True)
    assert {key: document[key] for key in ("instrument", "kind", "judges", "topics", "sheets", "drafts")} == {
        "instrument": "key",
        "kind": "rating",
        "judges": ["anna", "ben"],
        "topics": ["t1", "t2"],
        "sheets": 9,
        "drafts": 1,
    }
    assert document["warnings"] == ["q1: 1 of 7 scores are missing. The question was skipped or not answered."]
    first = next(score for score in document["scores"] if score["topic"] == "t1")
    assert (first["judges"], first["by_judge"]) == (2, {"anna": 1.0, "ben": 3.0})
    second = document["scores"][1]
    assert (second["judges"], second["by_judge"]) == (1, {"anna": 2.0, "ben": None})


def test_drafts_count_on_request() -> None:
    document = report(data_of_rows(RATINGS, "rating"), include_drafts=True)
    assert (scores(document, "q1")["t2", "b"], document["drafts"], document["sheets"]) == (4, 0, 10)


def test_ratings_relative_to_each_other_are_also_ranks_within_topic_and_judge() -> None:
    data = replace(data_of_rows(RATINGS, "rating"), uses_every_value=True)
    ranks = scores(report(data), "q1.scaled")
    # Anna's values 1 2 2 3 5 have midranks 1 2.5 2.5 4 5; a is also Ben's only summary, which has rank 1.
    assert [ranks["t1", name] for name in "abcde"] == [1, 2.5, 2.5, 4, 5]


def test_mean_of_questions_needs_equal_scales_and_all_values() -> None:
    rows = [
        *(rating("t1", "a", "anna", value, question=key) for key, value in (("q1", 1), ("q2", 4))),
        *(rating("t1", "b", "anna", value, question=key) for key, value in (("q1", 4), ("q2", None))),
    ]
    equal = [QuestionScale("q1", 1, 5), QuestionScale("q2", 1, 5)]
    means = scores(report(data_of_rows(rows, "rating", questions=equal)), "mean_of_questions")
    assert means == {("t1", "a"): 2.5, ("t1", "b"): None}
    other = [QuestionScale("q1", 1, 5), QuestionScale("q2", 1, 10)]
    assert scores(report(data_of_rows(rows, "rating", questions=other)), "mean_of_questions") == {}


COVERAGE = [
    *sheet("t1", "a", "anna", "A1", "100 40 0 ."),
    *sheet("t1", "a", "ben", "A1", "80 60 20 0", marks="2 3"),
    *sheet("t1", "b", "anna", "A1", "0 0 0 20"),
    row("t1", "a", "anna", "A1", "", 60, question="related"),
]


def test_coverage_counts_units_without_a_judgment_as_0() -> None:
    document = report(data_of_rows(COVERAGE, "coverage"))
    first = document["scores"][0]
    assert (first["question"], first["by_judge"], first["value"]) == ("coverage", {"anna": 0.35, "ben": 0.4}, 0.375)
    assert scores(document, "related") == {("t1", "a"): 60, ("t1", "b"): None}
    assert scores(document, "recall_60")["t1", "a"] == pytest.approx((0.25 + 0.5) / 2)
    assert scores(document, "retention_1")["t1", "a"] == 0.5
    assert "The scale of asked is taken to be 0 to 100, from its values." in document["warnings"]
    assert scores(document, "coverage_4") == {}


def test_value_0_of_a_question_about_the_whole_sheet_is_no_missing_score() -> None:
    rows = [*sheet("t1", "a", "anna", "A1", "20"), row("t1", "a", "anna", "A1", "", 0, question="related")]
    document = report(data_of_rows(rows, "coverage"))
    assert scores(document, "related") == {("t1", "a"): 0}
    assert not any("missing" in warning for warning in document["warnings"])


def test_scale_of_2001_and_lengths_give_further_scores() -> None:
    rows = sheet("t1", "a", "anna", "A1", "4 3 0 1", marks="1")
    data = replace(data_of_rows(rows, "coverage"), lengths={("t1", "peer", "a"): TextLength(75, 4, 80)})
    document = report(data, length_target=LengthTarget(100, Fraction(4, 5)))
    names = (
        "coverage",
        "coverage_4",
        "recall_4",
        "recall_1",
        "sentences_per_unit",
        "marked_sentences",
        "length_adjusted",
    )
    assert [scores(document, name)["t1", "a"] for name in names] == [0.5, 2.0, 0.25, 0.75, 0.25, 0.25, 0.45]


def test_judge_of_several_models_counts_once() -> None:
    rows = [
        *sheet("t1", "a", "anna", "A1", "4 4"),
        *sheet("t1", "a", "anna", "B1", "0 0"),
        *sheet("t1", "a", "ben", "A1", "1 1"),
    ]
    # Anna .5, the mean of 1 and 0; Ben .25.
    assert scores(report(data_of_rows(rows, "coverage")), "coverage") == {("t1", "a"): 0.375}


# judgments.md, section 13 f: three or four votes on each of four statements.
VOTES = [
    *sheet("t1", "a", "w1", "1", "1 1 1 1"),
    *sheet("t1", "a", "w2", "1", "1 0 1 1"),
    *sheet("t1", "a", "w3", "1", "0 0 1 0"),
    *sheet("t1", "a", "w4", "1", ". . 0 0"),
]


@pytest.mark.parametrize(
    ("settings", "value"),
    [
        ({}, 0.5),
        ({"tie": Tie.HALF}, 0.625),
        ({"tie": Tie.PRESENT}, 0.75),
        ({"aggregate": Aggregate.MEAN}, 0.5625),
        ({"aggregate": Aggregate.ANY}, 1.0),
    ],
)
def test_votes_become_one_value_for_each_statement(settings, value) -> None:
    document = report(data_of_rows(VOTES, "presence"), **settings)
    assert scores(document, "presence") == {("t1", "a"): value}
    assert document["scores"][0]["by_judge"] == {"w1": 1.0, "w2": 0.75, "w3": 0.25, "w4": 0.0}


def test_judges_with_too_few_equal_answers_are_left_out_and_named() -> None:
    # Equal answers: w1 4 of 10 comparisons, w2 5 of 10, w3 4 of 10, w4 1 of 6 (with w3 on statement 4).
    document = report(data_of_rows(VOTES, "presence"), min_agreement=Fraction(2, 5))
    assert document["judges"] == ["w1", "w2", "w3"]
    assert "w4 is left out, because only 0.167 of the values equal those of other judges." in document["warnings"]
    assert scores(document, "presence") == {("t1", "a"): 0.75}


def test_statements_with_weights_and_lengths_give_further_scores() -> None:
    rows = sheet("t1", "a", "anna", "1", "1 0 1 1")
    data = replace(
        data_of_rows(rows, "presence"),
        items={("t1", "1"): tuple(ListedItem(str(key), weight) for key, weight in enumerate((4, 3, 2, 1), 1))},
        lengths={("t1", "peer", "a"): TextLength(90, 5, 105)},
        model_tokens={"t1": Fraction(58)},
    )
    document = report(data)
    assert scores(document, "weighted") == {("t1", "a"): 0.7}
    assert round(scores(document, "nacu")["t1", "a"], 5) == 0.50015


def test_statements_have_no_weighted_score_if_a_weight_is_missing() -> None:
    rows = [*sheet("t1", "a", "anna", "1", "1 0"), *sheet("t1", "a", "ben", "1", "1 .")]
    data = replace(data_of_rows(rows, "presence"), items={("t1", "1"): (ListedItem("1", 4), ListedItem("2"))})
    document = report(data)
    assert {score["question"] for score in document["scores"]} == {"presence"}


def test_nuggets_have_scores_of_their_own() -> None:
    # judgments.md, section 14: vital support, vital partial, okay not, okay support.
    data = data_of_rows(sheet("t1", "a", "anna", "1", "2 1 0 2"), "presence")
    importance = ("vital", "vital", "okay", "okay")
    items = tuple(ListedItem(str(key), None, name) for key, name in enumerate(importance, 1))
    document = report(replace(data, items={("t1", "1"): items}))
    names = ("all", "strict_all", "vital", "strict_vital", "weighted", "strict_weighted")
    values = [scores(document, f"nugget_{name}")["t1", "a"] for name in names]
    assert values == [0.625, 0.5, 0.75, 0.5, float(Fraction(2, 3)), 0.5]
    assert (scores(document, "presence"), scores(document, "strict")) == ({("t1", "a"): 0.625}, {("t1", "a"): 0.5})


def test_statements_that_nobody_judged_are_left_out_and_counted() -> None:
    data = data_of_rows(sheet("t1", "a", "anna", "1", "1 0"), "presence")
    items = tuple(ListedItem(key) for key in "123")
    document = report(replace(data, items={("t1", "1"): items}))
    assert scores(document, "presence") == {("t1", "a"): 0.5}
    assert "Nobody judged 1 statements of summaries; their scores leave these out." in document["warnings"]


def test_programs_never_count_with_people() -> None:
    rows = [*sheet("t1", "a", "anna", "1", "1 0"), *sheet("t1", "a", "model", "1", "0 0")]
    data = replace(data_of_rows(rows, "presence"), programs=frozenset({"model"}))
    assert scores(report(data), "presence") == {("t1", "a"): 0.5}
    of_program = report(data, program="model")
    assert (scores(of_program, "presence"), of_program["judges"]) == ({("t1", "a"): 0.0}, ["model"])


def test_extracts_are_scored_by_utilities() -> None:
    # published.json, 003.ru.example, as four sentences of a topic.
    rows = [
        *sheet("t1", "", "j1", "1", "10 8 2 5", kind=""),
        *sheet("t1", "", "j2", "1", "10 9 3 6", kind=""),
        *sheet("t1", "", "j3", "1", "5 8 4 9", kind=""),
    ]
    extracts = (SystemExtract("t1", "1", "lead", "50%", ("1", "4")), SystemExtract("t1", "1", "none", "", ()))
    document = report(replace(data_of_rows(rows, "utility"), extracts=extracts))
    assert round(scores(document, "relative_utility.50%")["t1", "lead"], 5) == 0.83299
    assert round(scores(document, "relative_utility_normalized.50%")["t1", "lead"], 5) == 0.93349
    assert scores(document, "precision.50%") == {("t1", "lead"): 0.5}
    assert {score["judges"] for score in document["scores"]} == {3}
    assert scores(document, "relative_utility") == {("t1", "none"): 0}


def test_extracts_are_scored_by_the_choices_of_judges() -> None:
    rows = [
        *sheet("t1", "", "anna", "1", "1 1 0 0", kind=""),
        *sheet("t1", "", "ben", "1", "1 0 1 0", kind=""),
    ]
    extracts = (SystemExtract("t1", "1", "lead", "", ("1", "2")), SystemExtract("t2", "1", "lead", "", ("1",)))
    data = replace(data_of_rows(rows, "extract"), extracts=extracts)
    data = replace(data, items={**data.items, ("t2", "1"): (ListedItem("1"),)})
    assert scores(report(data), "f1") == {("t1", "lead"): 0.75, ("t2", "lead"): None}


@pytest.mark.parametrize(("rows", "kind"), [(RATINGS, "rating"), (COVERAGE, "coverage"), (VOTES, "presence")])
def test_scores_depend_neither_on_the_order_of_rows_nor_on_names_of_judges(rows, kind) -> None:
    shuffled = random.Random(1).sample(rows, len(rows))
    renamed = [replace(judgment, judge=judgment.judge[::-1]) for judgment in shuffled]
    before, after = (report(data_of_rows(of_file, kind)) for of_file in (rows, renamed))
    for question in {score["question"] for score in before["scores"]}:
        assert scores(after, question) == scores(before, question)
    for question, agreement in before["agreement"].items():
        assert after["agreement"][question]["alpha"] == pytest.approx(agreement["alpha"])


def test_model_summaries_are_human() -> None:
    rows = [rating("t1", "h", "anna", 5, kind="model"), rating("t1", "h", "anna", 1)]
    document = report(data_of_rows(rows, "rating"))
    assert {row["kind"]: row["mean"] for row in document["summarizers"]} == {"human": 5, "peer": 1}


def test_means_of_ratings_are_those_of_their_sheets() -> None:
    """Also of a judge with several sheets of a summary, whose mean counts once, and of values that are missing."""
    questions = {"q1": (1, 4, None), "q2": (5, 2, 3)}
    rows = [
        rating(topic, name, judge, value, question=question)
        for topic in ("t1", "t2")
        for name in ("a", "b")
        for question, values in questions.items()
        for judge, value in zip(("anna", "ben", "cleo"), values, strict=True)
    ]
    again = [replace(judgment, list="2", value=2) for judgment in rows if judgment.judge == "anna"]
    for of_file in (rows, [*rows, *again]):
        data = replace(data_of_rows(of_file, "rating"), uses_every_value=True)
        means = mean_over_judges(rating_scores(data, data.sheets))
        assert {(one.measure.name, one.subject): one for one in rating_means(data, data.sheets)} == {
            (one.measure.name, one.subject): one for one in means
        }
        assert len(means) == 4 * 4 + 4 * has_mean_of_questions(data)
    values = {one.measure.name: one.value for one in means if one.subject == means[0].subject}
    assert values["q1"] == Fraction(11, 4)  # anna (1 + 2) / 2, ben 4, cleo skipped


def test_repeated_rows_count_once_and_contradictory_rows_are_refused() -> None:
    assert data_of_rows([*VOTES, VOTES[0]], "presence") == data_of_rows(VOTES, "presence")
    with pytest.raises(ContradictoryRows, match="Two rows of w1 for t1 a asked 1 differ"):
        data_of_rows([*VOTES, replace(VOTES[0], value=0)], "presence")


@pytest.mark.parametrize("kind", ["rating", "coverage", "utility", "extract", "presence"])
def test_without_judgments_there_are_no_scores(kind) -> None:
    document = report(data_of_rows([], kind))
    assert (document["scores"], document["summarizers"], document["agreement"]) == ([], [], {})
