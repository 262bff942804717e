"""Rows as JSON and aligned text."""

from typing import Any

from scoring.management.command_line import aligned_text, json_text


def test_json_keeps_characters_and_ends_with_a_newline() -> None:
    assert json_text([{"a": "ü", "b": None}]) == '[\n  {\n    "a": "ü",\n    "b": null\n  }\n]\n'


def test_aligned_text_sets_numbers_to_the_right_with_four_decimals() -> None:
    rows: list[dict[str, Any]] = [{"peer": "A", "score": 0.5, "max": 9}, {"peer": "long", "score": None, "max": 10}]
    assert aligned_text(["peer", "score", "max"], rows) == ("peer   score  max\nA     0.5000    9\nlong       -   10\n")


def test_aligned_text_without_rows_is_its_header() -> None:
    assert aligned_text(["peer", "score"], []) == "peer  score\n"
