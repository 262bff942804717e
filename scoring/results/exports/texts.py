"""Tables of scores as text in CSV, JSON and the format of DUC (Document Understanding Conference), row by row."""

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from annotator.interchange.judgment_files.duc_scores import RATINGS
from annotator.tables.csv_output import csv_lines, escape_formulas
from scoring.measures.observation import Row, Subject
from scoring.results.exports.forms import Ratings
from scoring.results.exports.tables import Table
from scoring.results.scores.rows import natural_key

DUC_COLUMNS = ("setid", "peerid", "modifiedscore", "numSCUs", "numrepetitions", "annotatorid", "pyramidcreator")
NOT_SCORED, NOT_SHOWN = "NA", "-"
"""What a DUC table has instead of a missing score, and instead of an empty matcher or owner (owners can be hidden)."""


def csv_pieces(table: Table) -> Iterator[str]:
    """Yields a header and a line for each row. Text that a spreadsheet would run as a formula gets an apostrophe
    before it.
    """
    return csv_lines(table.columns, ({name: cell_value(value) for name, value in row.items()} for row in table.rows))


def cell_value(value: Any) -> Any:
    """Returns the value; a list of sentences is joined to one text."""
    return " ".join(value) if isinstance(value, list) else value


def json_pieces(table: Table) -> Iterator[str]:
    """Yields the text of a JSON list with an object for each row."""
    separator = "["
    for row in table.rows:
        indented = json.dumps(row, indent=2, ensure_ascii=False, allow_nan=False).replace("\n", "\n  ")
        yield f"{separator}\n  {indented}"
        separator = ","
    yield "[]\n" if separator == "[" else "\n]\n"


def duc_pieces(rows: Iterable[Row], *, header: bool, ratings: Ratings | None = None) -> Iterator[str]:
    """Yields the table of DUC 2005 and 2006: a line for each peer and matcher, fields separated by tabs.

    Topics come in the order of the export. Within a topic, lines are sorted by the names of peer and matcher; names
    that are numbers are sorted by value.

    ``numSCUs`` counts each matched SCU of the pyramid once. A missing score is NA, a hidden owner is "-". White space
    in names becomes an underscore, and text that a spreadsheet would run as a formula gets an underscore before it.
    With ``ratings``, each line ends with a column for each of `RATINGS`; a missing rating is NA.
    """
    if header:
        yield "\t".join((*DUC_COLUMNS, *(RATINGS if ratings is not None else ()))) + "\n"
    for _, topic_rows in groupby(rows, key=lambda row: row.origin.subject.topic):
        lines = [
            (natural_key(row.origin.subject.summarizer, row.origin.judge), _duc_line(row, ratings))
            for row in topic_rows
        ]
        yield from (line for _, line in sorted(lines))


def _duc_line(row: Row, ratings: Ratings | None) -> str:
    origin, score = row.origin, row.by_measure["modified"].value
    fields = (
        _one_word(origin.subject.topic),
        _one_word(origin.subject.summarizer),
        NOT_SCORED if score is None else repr(score),
        str(origin.counts["matched_scus"]),
        str(origin.counts["repeated"]),
        _one_word(origin.judge) if origin.judge else NOT_SHOWN,
        _one_word(origin.basis.owner) if origin.basis.owner else NOT_SHOWN,
    )
    rating_cells = [] if ratings is None else _rating_cells(origin.subject, ratings)
    return "\t".join((*fields, *rating_cells)) + "\n"


def _rating_cells(subject: Subject, ratings: Ratings) -> list[str]:
    values = (ratings.get((subject.topic, subject.summarizer, question)) for question in RATINGS.values())
    return [NOT_SCORED if value is None else str(value) for value in values]


def _one_word(name: str) -> str:
    """Returns the name as a field of a DUC table: without white space, and safe to open in a spreadsheet."""
    return escape_formulas("_".join(name.split()), "_") or "_"
