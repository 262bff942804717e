"""Rows as CSV."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.tables.csv_output import csv_text


def test_a_csv_has_its_header_even_without_rows() -> None:
    assert csv_text(["a", "b"], []) == "a,b\r\n"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_text_that_a_spreadsheet_would_run_gets_an_apostrophe(start) -> None:
    (_, row) = csv.reader(io.StringIO(csv_text(["a"], [{"a": f"{start}1+1"}]), newline=""))
    assert row == [f"'{start}1+1"]


@given(st.floats(0, 1e6))
def test_a_number_read_back_from_csv_is_the_same_number(number) -> None:
    (_, row) = csv.reader(io.StringIO(csv_text(["a"], [{"a": number}])))
    assert float(row[0]) == number


def test_a_missing_value_is_an_empty_cell() -> None:
    assert csv_text(["a", "b"], [{"a": None, "b": 3}]) == "a,b\r\n,3\r\n"


def test_commas_quotes_and_line_ends_stay_within_their_cell() -> None:
    text = 'one, "two"\nthree'
    assert list(csv.reader(io.StringIO(csv_text(["a"], [{"a": text}]), newline="")))[1] == [text]
