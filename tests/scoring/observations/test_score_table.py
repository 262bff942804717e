"""Score tables of any origin: both shapes, exact values, and errors by line."""

from fractions import Fraction

import pytest

from annotator.tables.csv_records import TableError
from scoring.observations.score_table import read_score_table


def values(text, column="value"):
    return [
        (one.subject.topic, one.subject.summarizer, one.origin.judge, one.value)
        for one in read_score_table(text.encode(), column)
    ]


def errors(text, column="value"):
    with pytest.raises(TableError) as refused:
        read_score_table(text.encode(), column)
    return refused.value.messages


def test_a_long_table_has_a_row_for_each_score() -> None:
    text = "Topic,Summarizer,Matcher,Value\nT1,A,ann,0.5\nT1,A,ben,.25\nT2,B,,1e-1\n"
    assert values(text) == [("T1", "A", "ann", 0.5), ("T1", "A", "ben", 0.25), ("T2", "B", "", 0.1)]


def test_a_wide_table_has_a_column_for_each_summarizer_whose_name_is_kept() -> None:
    text = "topic;System A;b\nT1;1;2\nT2;;NA\n"
    assert values(text) == [
        *(("T1", "System A", "", 1.0), ("T1", "b", "", 2.0)),
        *(("T2", "System A", "", None), ("T2", "b", "", None)),
    ]


def test_another_column_can_hold_the_scores() -> None:
    text = "topic,summarizer,matcher,original,modified\nT1,A,ann,0.5,0.75\n"
    (score,) = read_score_table(text.encode(), "modified")
    assert (score.value, score.measure.name) == (0.75, "modified")


def test_values_are_exact() -> None:
    (score,) = read_score_table(b"topic,A\nT1,0.1\n")
    assert score.fraction == Fraction(1, 10)


def test_missing_scores_say_why() -> None:
    (score,) = read_score_table(b"topic,summarizer,value\nT1,A,NaN\n")
    assert score.missing is not None
    assert score.missing.sentence == "The cell of the table is empty."


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("topic,summarizer\nT1,A\n", ["The column “value” is missing."]),
        ("summarizer,value\nA,1\n", ["The column “topic” is missing."]),
        ("topic\nT1\n", ["There is no column of a summarizer."]),
        ("topic,A,A\nT1,1,2\n", ["The column “A” appears twice."]),
        ("topic,A\n", ["The table has no rows."]),
        ("topic,A\nT1,high\n,2\n", ["Line 2: “high” is not a number.", "Line 3: the topic is missing."]),
        ("topic,A\nT1,1,2\n", ["Line 2: it has 3 cells under 2 columns."]),
        ("topic,A\nT1,1\nT1,2\n", ["Line 3: A already has a score on T1 in line 2."]),
        ("topic,A\nT1,inf\n", ["Line 2: “inf” is not a number."]),
        ("topic,A\nT1,1e-999999999\n", ["Line 2: “1e-999999999” is not a number."]),
        ("topic,A\nT1,1e15\n", ["Line 2: “1e15” is not a number."]),
        ("", ["The table is empty."]),
    ],
)
def test_what_cannot_be_read_is_refused_by_line(text, messages) -> None:
    assert errors(text) == messages
