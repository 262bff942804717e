"""Reads the answers of many sheets as plain rows, for results.

Sessions and exports read more: see ``store`` and ``rows``.
"""

from collections.abc import Collection
from typing import NamedTuple

from django.db import connection


class SheetAnswers(NamedTuple):
    """The answers of a sheet (its primary key) to one question, as parallel lists with an entry for each judgment.
    ``items``: the keys of the items, "" for a question asked once a sheet. ``values``: None if there is no value.
    """

    sheet: int
    question: str
    items: list[str]
    values: list[int | None]
    skipped: list[bool]
    judgments: list[int]


def read_answers(sheets: Collection[int]) -> list[SheetAnswers]:
    """Returns the answers of these sheets. One query."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT j.sheet_id, q.key, array_agg(coalesce(i.key, '')), array_agg(j.value), array_agg(j.skipped),
                   array_agg(j.id)
            FROM annotator_judgment j JOIN annotator_question q ON q.id = j.question_id
            LEFT JOIN annotator_item i ON i.id = j.item_id
            WHERE j.sheet_id = ANY(%s) GROUP BY j.sheet_id, q.id
            """,
            [list(sheets)],
        )
        return [SheetAnswers(*row) for row in cursor.fetchall()]


def read_marks(sheets: Collection[int]) -> dict[int, frozenset[str]]:
    """Returns the keys of the marked items of each judgment with marks, by the judgment's primary key. One query."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT j.id, array_agg(i.key) FROM annotator_judgment j JOIN annotator_mark m ON m.judgment_id = j.id
            JOIN annotator_item i ON i.id = m.item_id WHERE j.sheet_id = ANY(%s) GROUP BY j.id
            """,
            [list(sheets)],
        )
        return {judgment: frozenset(keys) for judgment, keys in cursor.fetchall()}
