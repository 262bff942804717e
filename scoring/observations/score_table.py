"""Reads any table of scores as observations, so that it can be ranked and analysed like a project's own scores.

A CSV file can have one of two shapes. A long table has a row for each score, with the columns `topic`, `summarizer`,
the score (`value` or another name), and optionally `matcher`. A wide table has the column `topic` and a column of
scores for each summarizer. Empty cells and NA are missing scores.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from annotator.tables.csv_records import MAX_ERRORS, TableError, csv_rows, decode_table
from scoring.measures.observation import Measure, Missing, Observation, Origin, Subject

LONG_COLUMNS = ("topic", "summarizer")
NO_VALUE = frozenset({"", "na", "n/a", "nan", "null", "none", "-"})
EMPTY = Missing("empty", "The cell of the table is empty.")
NUMBER = re.compile(r"[+-]?(\d{1,30}\.?\d{0,30}|\.\d{1,30})(e[+-]?\d{1,2})?", re.IGNORECASE | re.ASCII)
"""A decimal number. Its length is limited, because computing with exact fractions of very long numbers takes long."""
LARGEST = 1e15


def read_score_table(data: bytes, value_column: str = "value") -> list[Observation]:
    """The scores of a CSV file, in its order. ``value_column``: the column of the scores in a long table. Raises
    TableError, which lists all errors by line.
    """
    rows = csv_rows(decode_table(data))
    _, header = next(rows)
    columns = [cell.strip() for cell in header]
    measure = Measure(name=value_column, title="Score" if value_column == "value" else value_column)
    errors: list[str] = []
    observations: list[Observation] = []
    lines: dict[tuple[str, str, str], int] = {}
    for line, topic, summarizer, matcher, text in _cells(rows, columns, value_column, errors):
        if len(errors) > MAX_ERRORS:
            break
        key = (topic, summarizer, matcher)
        if not topic or not summarizer:
            errors.append(f"Line {line}: the {'summarizer' if topic else 'topic'} is missing.")
        elif key in lines:
            errors.append(f"Line {line}: {summarizer} already has a score on {topic} in line {lines[key]}.")
        elif text.strip().lower() not in NO_VALUE and _number(text) is None:
            errors.append(f"Line {line}: “{text.strip()[:30]}” is not a number.")
        else:
            lines[key] = line
            observations.append(_observation(measure, topic, summarizer, matcher, _number(text)))
    if errors or not observations:
        raise TableError(errors or ["The table has no rows."])
    return observations


def _cells(
    rows: Iterator[tuple[int, list[str]]], columns: Sequence[str], value_column: str, errors: list[str]
) -> Iterator[tuple[int, str, str, str, str]]:
    """Yields the line, topic, summarizer, matcher and text of each score; adds errors of malformed rows."""
    names = [column.lower() for column in columns]
    is_long = "summarizer" in names
    required = (*LONG_COLUMNS, value_column.lower()) if is_long else ("topic",)
    problems = [f"The column “{name}” is missing." for name in required if name not in names]
    repeated = sorted({name for name in columns if columns.count(name) > 1})
    problems += [f"The column “{name}” appears twice." for name in repeated]
    if not is_long and len(columns) < 2:
        problems.append("There is no column of a summarizer.")
    if problems:
        raise TableError(problems)
    topic = names.index("topic")
    for line, cells in rows:
        if len(cells) > len(columns):
            errors.append(f"Line {line}: it has {len(cells)} cells under {len(columns)} columns.")
            continue
        padded = [*cells, *[""] * (len(columns) - len(cells))]
        if is_long:
            matcher = padded[names.index("matcher")].strip() if "matcher" in names else ""
            summarizer, value = padded[names.index("summarizer")], padded[names.index(value_column.lower())]
            yield line, padded[topic].strip(), summarizer.strip(), matcher, value
        else:
            for index, summarizer in enumerate(columns):
                if index != topic:
                    yield line, padded[topic].strip(), summarizer, "", padded[index]


def _observation(measure: Measure, topic: str, summarizer: str, matcher: str, exact: Fraction | None) -> Observation:
    origin = Origin(subject=Subject(project="", topic=topic, summarizer=summarizer), judge=matcher)
    if exact is None:
        return Observation(origin, measure, None, missing=EMPTY)
    return Observation(origin, measure, float(exact), exact=exact)


def _number(text: str) -> Fraction | None:
    """The exact value of a decimal number below 10^15; None for anything else."""
    text = text.strip()
    if not NUMBER.fullmatch(text) or abs(float(text)) >= LARGEST:
        return None
    return Fraction(text)
