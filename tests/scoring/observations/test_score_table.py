"""Score tables of any origin: both shapes, exact values, and errors by line."""

from fractions import Fraction

import pytest

from annotator.tables.csv_records import TableError
from scoring.observations.score_table import read_score_table, read_scores


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
    (score,) = read_score_table(b"topic,summarizer,value\nT1,A,NA\n")
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
        ("topic,A\nT1,high\n,2\n", ["Line 2, column “A”: “high” is not a number.", "Line 3: the topic is missing."]),
        ("topic,A\nT1,1,2\n", ["Line 2: it has 3 cells under 2 columns."]),
        ("topic,A\nT1,1\nT1,2\n", ["Line 3: A already has another score on T1 in line 2."]),
        ("topic,A\nT1,NaN\n", ["Line 2, column “A”: “NaN” is not a number."]),
        ("topic;A\nT1;1,5\n", ["Line 2, column “A”: “1,5” is not a number. Write a decimal point."]),
        ("topic,A\nT1,inf\n", ["Line 2, column “A”: “inf” is not a number."]),
        ("topic,A\nT1,1e-999999999\n", ["Line 2, column “A”: “1e-999999999” is not a number."]),
        ("topic,A\nT1,1e15\n", ["Line 2, column “A”: “1e15” is not a number."]),
        ("", ["The table is empty."]),
    ],
)
def test_what_cannot_be_read_is_refused_by_line(text, messages) -> None:
    assert errors(text) == messages


def scores(text, default_name="value"):
    return [
        (one.line, one.name, one.topic, one.summarizer, one.judge, None if one.value is None else float(one.value))
        for one in read_scores(text.encode(), default_name)
    ]


def test_a_row_can_have_the_name_of_its_score() -> None:
    text = "topic\tsummarizer\tname\tvalue\tassessor\nT1\tA\tclarity\t3\tann\nT1\tA\tfocus\t\t\n"
    assert scores(text) == [(2, "clarity", "T1", "A", "ann", 3), (3, "focus", "T1", "A", "", None)]


def test_a_row_can_have_several_scores_by_column() -> None:
    text = "topic,summarizer,judge,clarity,Focus\nT1,A,ann,3,4.5\n"
    assert scores(text) == [(2, "clarity", "T1", "A", "ann", 3), (2, "Focus", "T1", "A", "ann", 4.5)]


def test_a_column_of_values_has_the_default_name() -> None:
    assert scores("topic,summarizer,value\nT1,A,3\n", "clarity") == [(2, "clarity", "T1", "A", "", 3)]


def test_json_lines_have_the_same_shapes_and_exact_numbers() -> None:
    first = '{"topic": "T1", "summarizer": "A", "clarity": 0.1, "focus": null}'
    text = first + '\n\n{"topic": "T2", "summarizer": "A", "focus": "2"}\n'
    assert scores(text) == [
        *((1, "clarity", "T1", "A", "", 0.1), (1, "focus", "T1", "A", "", None)),
        *((3, "clarity", "T2", "A", "", None), (3, "focus", "T2", "A", "", 2)),
    ]
    assert read_scores(text.encode())[0].value == Fraction(1, 10)


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ('{"topic": "T1", "summarizer": "A", "f": NaN}', ["Line 1: it is not JSON (NaN is not a number)."]),
        ('{"topic": "T1", "summarizer": "A", "f": [1]}', ['Line 1, column “f”: “["1"]” is not a number.']),
        ('{"topic": "T1", "summarizer": "A", "f": true}', ["Line 1, column “f”: “true” is not a number."]),
        ('{"topic": "T1", "summarizer": "A", "f": 1}\n[]', ["Line 2: it is not a JSON object."]),
        ("topic,summarizer,name,value\nT1,A,,1\n", ["Line 2: the name is missing."]),
        ("topic,summarizer\nT1,A\n", ["There is no column of scores."]),
        (
            "topic,summarizer,f\nT1,A,1\nT1,A,1.0\nT1,A,2\n",
            ["Line 4: A already has another score on T1 in line 2."],
        ),
    ],
)
def test_scores_that_cannot_be_read_are_refused_by_line(text, messages) -> None:
    with pytest.raises(TableError) as refused:
        read_scores(text.encode())
    assert refused.value.messages == messages


NIST = """Overall responsiveness
|------------------------------------|
| docset  selector assessor peer score
"""


def test_tables_of_nist_have_no_names_of_columns() -> None:
    text = f"{NIST}D0601\tA\tB\t23\t4\nD0601\tA\tC\t23\t2\n"
    assert scores(text, "overall") == [(4, "overall", "D0601", "23", "B", 4), (5, "overall", "D0601", "23", "C", 2)]


def test_tables_of_nist_on_linguistic_quality_have_a_question() -> None:
    text = f"{NIST}D0601 A B 23 1 4\nD0601 A B 23 2 5\n"
    assert [row[1] for row in scores(text, "quality")] == ["quality.Q1", "quality.Q2"]
    with pytest.raises(TableError, match="Line 6: a row has 5 cells: topic, selector, assessor, summarizer, score"):
        scores(f"{text}D0601 A 23\n")


def test_a_table_of_repeated_scores_is_bounded_too() -> None:
    columns = ",".join(map(str, range(900)))
    with pytest.raises(TableError, match="more than 200,000 scores"):
        read_scores(f"topic,{columns}\n".encode() + b"T1\n" * 300)
