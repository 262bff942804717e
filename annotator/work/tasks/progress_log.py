"""What the log tells of work: how long people were at it, when it last changed, and what was finished when."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import connection

PAUSE = 5 * 60
"""Seconds: a longer gap between two changes of a person is taken for a pause."""


@dataclass(frozen=True, slots=True)
class WorkDay:
    """One day of a work in its log.

    ``active``: seconds between consecutive changes of one person, without gaps of ``PAUSE`` or more. ``state``: the
    last new state of the day, None if it did not change.
    """

    work: int
    day: date
    changes: int
    active: float
    last: datetime
    state: str | None


def work_days(works: Collection[int]) -> list[WorkDay]:
    """The days of these works in their logs, in order. One query."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH logged AS (
                SELECT work_id, actor_id IS NOT NULL OR actor_name <> '' AS known, at, revision,
                       payload->>'state' AS state,
                       extract(epoch FROM at - lag(at) OVER (PARTITION BY actor_id, actor_name ORDER BY at, id)) AS gap
                FROM annotator_edit WHERE work_id = ANY(%(works)s)
            )
            SELECT work_id, (at AT TIME ZONE 'UTC')::date, count(*),
                   COALESCE(sum(gap) FILTER (WHERE gap < %(pause)s AND known), 0)::float, max(at),
                   (array_agg(state ORDER BY revision DESC) FILTER (WHERE state IS NOT NULL))[1]
            FROM logged GROUP BY 1, 2 ORDER BY 2, 1
            """,
            {"works": list(works), "pause": PAUSE},
        )
        return [WorkDay(*row) for row in cursor.fetchall()]


@dataclass(frozen=True, slots=True)
class Point:
    """A day or week: by kind how many works were finished by its end, and how many changes were made in it."""

    start: date
    finished: Mapping[str, int]
    changes: int


@dataclass(frozen=True, slots=True)
class Timeline:
    """A project over time; ``weekly``: each point is a week from Monday on."""

    points: Sequence[Point]
    weekly: bool
