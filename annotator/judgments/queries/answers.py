"""Reads the answers of all sheets of an instrument as plain rows, for results.

Sessions and exports read more: see ``store`` and ``rows``.
"""

from typing import NamedTuple

from django.db import connection


class EqualAnswers(NamedTuple):
    """An answer to a question about an item, and the primary keys of the sheets that give this answer.

    ``item``: the key of the item; "" for a question asked once a sheet. ``value``: None if there is no value.
    """

    question: str
    item: str
    value: int | None
    skipped: bool
    sheets: list[int]


class MarkedItems(NamedTuple):
    """The keys of the items that a sheet (its primary key) marks with its answer to a question about an item."""

    sheet: int
    question: str
    item: str
    marks: list[str]


def read_answers(instrument: int) -> list[EqualAnswers]:
    """Returns the answers of all sheets of an instrument. One query.

    Equal answers to a question about an item share one row: fewer rows are much faster to read.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT q.key, coalesce(i.key, ''), j.value, j.skipped, j.sheets FROM (
                SELECT j.question_id, j.item_id, j.value, j.skipped, array_agg(j.sheet_id) AS sheets
                FROM annotator_judgment j JOIN annotator_sheet s ON s.work_id = j.sheet_id
                WHERE s.instrument_id = %s GROUP BY j.question_id, j.item_id, j.value, j.skipped
            ) j JOIN annotator_question q ON q.id = j.question_id LEFT JOIN annotator_item i ON i.id = j.item_id
            """,
            [instrument],
        )
        return [EqualAnswers(*row) for row in cursor.fetchall()]


def read_marks(instrument: int) -> list[MarkedItems]:
    """Returns the marked items of all answers that have marks. One query."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT j.sheet_id, q.key, coalesce(i.key, ''), j.marks FROM (
                SELECT j.sheet_id, j.question_id, j.item_id, array_agg(marked.key) AS marks
                FROM annotator_sheet s JOIN annotator_judgment j ON j.sheet_id = s.work_id
                JOIN annotator_mark m ON m.judgment_id = j.id JOIN annotator_item marked ON marked.id = m.item_id
                WHERE s.instrument_id = %s GROUP BY j.id
            ) j JOIN annotator_question q ON q.id = j.question_id LEFT JOIN annotator_item i ON i.id = j.item_id
            """,
            [instrument],
        )
        return [MarkedItems(*row) for row in cursor.fetchall()]
