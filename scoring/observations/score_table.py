"""Reads any table of scores, so that it can be ranked, studied and imported like a project's own scores.

A CSV, TSV or JSON Lines file can have one of three shapes: a row for each score with the columns `topic`, `summarizer`,
`name` and `value`; the columns `topic`, `summarizer` and a column for each kind of score; or `topic` and a column for
each summarizer. `judge` (or `matcher`, `assessor`) is optional. Empty cells and NA are missing scores. NIST tables
have no column names: see `scoring.observations.table_rows`.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from annotator.tables.csv_records import MAX_ERRORS, TableError, decode_table
from scoring.measures.observation import Measure, Missing, Observation, Origin, Subject
from scoring.observations.table_rows import Rows, table_rows

JUDGE_COLUMNS = ("judge", "matcher", "assessor")
NO_VALUE = frozenset({"", "na", "n/a", "null", "none", "-"})
EMPTY = Missing("empty", "The cell of the table is empty.")
NUMBER = re.compile(r"[+-]?(\d{1,30}\.?\d{0,30}|\.\d{1,30})(e[+-]?\d{1,2})?", re.IGNORECASE | re.ASCII)
"""A decimal number. Its length is limited, because computing with exact fractions of very long numbers takes long."""
DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+", re.ASCII)
VALUE_LIMIT = 1e15
MAX_SCORES = 200_000


class TableScore(NamedTuple):
    """A score of a table. ``value``: exact; None if the cell is empty. ``line``: its line in the table, from 1."""

    line: int
    name: str
    topic: str
    summarizer: str
    judge: str
    value: Fraction | None


class _Cell(NamedTuple):
    """A cell with a score, as text. ``column``: the heading of its column; ``name``: the name of the score."""

    line: int
    column: str
    name: str
    topic: str
    summarizer: str
    judge: str
    text: str


def read_scores(data: bytes, default_name: str = "value", only: Collection[str] = ()) -> list[TableScore]:
    """Returns the scores of a table, in its order; a score that is repeated with the same value is left out. Raises
    TableError, which lists all errors by line.

    ``default_name``: the name of scores in a column `value`, or in columns of summarizers. ``only``: the names of the
    scores to read; empty for all.
    """
    rows = table_rows(decode_table(data), default_name)
    errors: list[str] = []
    scores: dict[tuple[str, str, str, str], TableScore] = {}
    for count, cell in enumerate(_cells(rows, default_name, only, errors)):
        if len(errors) > MAX_ERRORS:
            break
        if count >= MAX_SCORES:  # repeated scores take time too
            raise TableError([f"The table has more than {MAX_SCORES:,} scores; import it in parts."])
        key = (cell.name, cell.topic, cell.summarizer, cell.judge)
        value = _number(cell.text)
        if error := _error(cell, value, scores.get(key)):
            errors.append(f"Line {cell.line}{error}")
        elif key not in scores:
            scores[key] = TableScore(cell.line, cell.name, cell.topic, cell.summarizer, cell.judge, value)
    if errors or not scores:
        raise TableError(errors or ["The table has no rows."])
    return list(scores.values())


def read_score_table(data: bytes, score_name: str = "value") -> list[Observation]:
    """Returns the scores named ``score_name`` as observations. Raises TableError."""
    measure = Measure(name=score_name, title="Score" if score_name == "value" else score_name)
    return [_observation(measure, score) for score in read_scores(data, only=[score_name])]


@dataclass(frozen=True, slots=True)
class _Layout:
    """The indexes of the columns of a table; -1 for a column that it lacks. ``scores``: for each column of
    scores its index and the name of its scores; the name is "" if each row has a name of its own, in column `name`.
    """

    topic: int
    summarizer: int
    name: int
    judge: int
    scores: list[tuple[int, str]]


def _layout(columns: Sequence[str], default_name: str, only: Collection[str]) -> _Layout:
    """Finds the columns by their names. Raises TableError."""
    names = [column.lower() for column in columns]
    topic, summarizer, value, name = map(partial(_index, names), ("topic", "summarizer", "value", "name"))
    judge = next((index for index in map(partial(_index, names), JUDGE_COLUMNS) if index >= 0), -1)
    problems = ["The column “topic” is missing."] if topic < 0 else []
    problems += [f"The column “{column}” appears twice." for column in sorted({*columns}) if columns.count(column) > 1]
    if summarizer < 0:
        judge = name = -1  # here, columns with these names are summarizers
        scores = [(index, default_name) for index in range(len(columns)) if index != topic]
    elif name >= 0 and value >= 0:
        scores = [(value, "")]
    else:
        name = -1  # without a column `value`, `name` is a kind of score
        other_columns = (topic, summarizer, *(_index(names, column) for column in JUDGE_COLUMNS))
        indexes = [index for index in range(len(columns)) if index not in other_columns]
        wanted = [score_name.lower() for score_name in only]
        problems += [f"The column “{score_name}” is missing." for score_name in wanted if score_name not in names]
        scores = [
            (index, default_name if index == value else columns[index])
            for index in indexes
            if not wanted or names[index] in wanted
        ]
    if not scores and not problems:
        problems.append(f"There is no column of {'a summarizer' if summarizer < 0 else 'scores'}.")
    if problems:
        raise TableError(problems)
    return _Layout(topic, summarizer, name, judge, scores)


def _index(names: Sequence[str], name: str) -> int:
    return names.index(name) if name in names else -1


def _cells(table: Rows, default_name: str, only: Collection[str], errors: list[str]) -> Iterator[_Cell]:
    """Yields the cells of scores. Adds a sentence to ``errors`` for each malformed row."""
    columns = table.columns
    layout = _layout(columns, default_name, only)
    for line, cells in table.rows:
        if len(cells) > len(columns):
            errors.append(f"Line {line}: it has {len(cells)} cells under {len(columns)} columns.")
            continue
        # One cell more than there are columns, because the index -1 of a missing column must find "".
        padded = [*(cell.strip() for cell in cells), *[""] * (len(columns) - len(cells) + 1)]
        for index, column_name in layout.scores:
            name = padded[layout.name] if layout.name >= 0 else column_name
            if layout.name >= 0 and only and name not in only:
                continue
            summarizer = padded[layout.summarizer] if layout.summarizer >= 0 else columns[index]
            topic, judge = padded[layout.topic], padded[layout.judge]
            yield _Cell(line, columns[index], name, topic, summarizer, judge, padded[index])


def _error(cell: _Cell, value: Fraction | None, earlier: TableScore | None) -> str:
    """Returns what is wrong with a cell, to be written after "Line 3"; "" if nothing is wrong."""
    for part, text in (("topic", cell.topic), ("summarizer", cell.summarizer), ("name", cell.name)):
        if not text:
            return f": the {part} is missing."
    if value is None and cell.text.lower() not in NO_VALUE:
        hint = " Write a decimal point." if DECIMAL_COMMA.fullmatch(cell.text) else ""
        return f", column “{cell.column[:100]}”: “{cell.text[:30]}” is not a number.{hint}"
    if earlier is not None and earlier.value != value:
        return f": {cell.summarizer} already has another score on {cell.topic} in line {earlier.line}."
    return ""


def _observation(measure: Measure, score: TableScore) -> Observation:
    origin = Origin(subject=Subject(project="", topic=score.topic, summarizer=score.summarizer), judge=score.judge)
    if score.value is None:
        return Observation(origin, measure, None, missing=EMPTY)
    return Observation(origin, measure, float(score.value), exact=score.value)


def _number(text: str) -> Fraction | None:
    """Returns the exact value of a decimal number below 10^15; None for anything else."""
    if not NUMBER.fullmatch(text) or abs(float(text)) >= VALUE_LIMIT:
        return None
    return Fraction(text)
