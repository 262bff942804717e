"""Ratings as NIST published them: DUC's tables, TAC's, and the score tables with ratings."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.interchange.judgment_files.duc_scores import read_duc_scores
from annotator.interchange.judgment_files.nist_tables import (
    DucTable,
    read_duc_table,
    read_tac_manual,
    write_duc_table,
)
from annotator.interchange.judgment_files.reading import JudgmentFile
from annotator.judgments.table import JudgmentRow
from annotator.tables.csv_records import TableError

CONTENT = "Topic\n|\tSelector\n|\t|\tAssessor\n|\t|\t|\tSummarizer\n|\t|\t|\t|\tScore\n|\t|\t|\t|\t|\n"
QUALITY = "Topic\n|\tSelector\n|\t|\tAssessor\n|\t|\t|\tSummarizer\n|\t|\t|\t|\tQuestion\n|\t|\t|\t|\t|\tScore\n"


def test_a_table_with_one_question() -> None:
    table = read_duc_table(f"{CONTENT}D0900\tA\tB\t7\t3\nD0900\tA\tB\tC\t5\n".encode(), question="content")
    assert table.content.rows == (
        JudgmentRow("", "D0900", "7", "peer", "B", "", "content", "", 3),
        JudgmentRow("", "D0900", "C", "model", "B", "", "content", "", 5),
    )
    assert table.selectors == {"D0900": "A"}
    assert write_duc_table(table) == f"{CONTENT}D0900\tA\tB\t7\t3\nD0900\tA\tB\tC\t5\n"


def test_a_table_of_linguistic_quality_names_its_questions() -> None:
    rows = read_duc_table(f"{QUALITY}D0900\tA\tB\t7\t1\t3\nD0900 A B 7 2 4\n".encode(), question="").content.rows
    assert [(row.question, row.value) for row in rows] == [("q1", 3), ("q2", 4)]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("D0900\tA\tB\t7\t3\n", "the table has no header lines."),
        (f"{CONTENT}|\t|\t|\t|\t|\tMood\n", "the table has Topic, Selector, Assessor, Summarizer, Score, Mood."),
        (f"{CONTENT}D0900\tA\tB\t7\n", "Line 7: it has 4 fields under 5 columns."),
        (f"{CONTENT}D0900\tA\tB\t7\t3.5\n", "Line 7: the content “3.5” is not a whole number from 0 to 100."),
        (f"{CONTENT}D1\tA\tB\t7\t3\nD1\tA\tB\t7\t4\n", "Line 8: B has another answer to the same question in line 7."),
    ],
)
def test_tables_with_other_columns_or_values_are_refused(table: str, message: str) -> None:
    with pytest.raises(TableError) as refused:
        read_duc_table(table.encode(), question="content")
    assert refused.value.messages[0].endswith(message)


def test_names_with_white_space_cannot_be_written() -> None:
    row = JudgmentRow("", "D0900", "my system", "peer", "B", "", "content", "", 3)
    with pytest.raises(TableError, match="“my system” has white space"):
        write_duc_table(DucTable(JudgmentFile((row,)), {}))


_WORDS = st.from_regex(r"[A-Za-z0-9.]{1,4}", fullmatch=True)
_RATED = st.lists(
    st.tuples(st.sampled_from(["D1", "D2"]), st.sampled_from("ABC"), _WORDS, st.integers(1, 5)),
    min_size=1,
    max_size=4,
    unique_by=lambda rated: rated[:3],
)


@settings(max_examples=30)
@given(_RATED, st.sampled_from([["content"], ["q1", "q2"]]))
def test_what_is_written_is_read_again(rated: list[tuple[str, str, str, int]], questions: list[str]) -> None:
    rows = tuple(
        JudgmentRow(
            "", topic, name, "model" if len(name) == 1 and name.isupper() else "peer", judge, "", key, "", value
        )
        for topic, judge, name, value in rated
        for key in questions
    )
    table = read_duc_table(write_duc_table(DucTable(JudgmentFile(rows), {"D1": "J"})).encode(), question="content")
    assert table.content.rows == rows
    assert read_duc_table(write_duc_table(table).encode(), question="content") == table


def test_the_last_two_columns_of_a_tac_table_are_read() -> None:
    content = read_tac_manual(b"D0801-A 1  0.512 8 2 0.498 4 3\nD0801-A 2 0.1 1 0 0.1 NA 2\n", kind="peer")
    assert [(row.summarizer, row.judge, row.question, row.value) for row in content.rows] == [
        ("1", "NIST", "readability", 4),
        ("1", "NIST", "responsiveness", 3),
        ("2", "NIST", "responsiveness", 2),
    ]
    assert [repair.place for repair in content.repairs] == ["Line 2"]
    with pytest.raises(TableError) as refused:
        read_tac_manual(b"peer 1 4 3\nD0801-A 4 3\n", kind="peer")
    assert refused.value.messages == [
        "Line 1: “peer” is not a topic such as D0801-A.",
        "Line 2: it has less than four columns: topic, summarizer, readability, responsiveness.",
    ]


SCORES = (
    "D0601\t3\t0.5\t4\t0\tann\tbob\t4\t5\t3\t4\t2\t3\n"
    "D0601\t3\t0.4\t3\t0\tcy\tbob\t4\t5\t3\t4\t2\t3\n"
    "D0601\t4\t0.1\t1\t0\tann\tbob\t4\t5\tNA\t4\t2\t1\n"
)


def test_ratings_of_a_score_table_are_nists() -> None:
    table = read_duc_scores(SCORES.encode())
    assert [row.value for row in table.rows if row.summarizer == "3"] == [4, 5, 3, 4, 2, 3]
    assert {row.judge for row in table.rows} == {"NIST"}
    assert (len(table.rows), table.repairs) == (11, ())


def test_a_peer_with_two_ratings_and_lines_without_ratings_are_refused() -> None:
    with pytest.raises(TableError, match="Line 2: NIST has another answer to the same question in line 1"):
        read_duc_scores(SCORES.replace("cy\tbob\t4", "cy\tbob\t1").encode())
    with pytest.raises(TableError, match="Line 1: it has 7 columns; 7 of scores and 6 of ratings are needed"):
        read_duc_scores(b"D0601\t3\t0.5\t4\t0\tann\tbob\n")


def test_further_columns_of_2005_are_not_read() -> None:
    table = read_duc_scores(b"D0301\t3\t0.5\t4\t0\tann\tbob\t4\t5\t3\t4\t2\t3\t0.25\t2.5\n")
    assert len(table.rows) == 6
    assert "the last 2 columns" in table.repairs[0].what
