"""Rows as CSV, JSON and aligned text."""

import csv
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tables import aligned_text, csv_text, json_text


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


def test_json_keeps_characters_and_ends_with_a_newline() -> None:
    assert json_text([{"a": "ü", "b": None}]) == '[\n  {\n    "a": "ü",\n    "b": null\n  }\n]\n'


def test_aligned_text_sets_numbers_to_the_right_with_four_decimals() -> None:
    rows: list[dict[str, Any]] = [{"peer": "A", "score": 0.5, "max": 9}, {"peer": "long", "score": None, "max": 10}]
    assert aligned_text(["peer", "score", "max"], rows) == ("peer   score  max\nA     0.5000    9\nlong       -   10\n")


def test_aligned_text_without_rows_is_its_header() -> None:
    assert aligned_text(["peer", "score"], []) == "peer  score\n"
