"""What the log tells of work: how long people were at it, when it last changed, and what was finished when."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import chain

from django.db import connection

from annotator.work.kinds import kinds
from annotator.work.visibility import FINISHED_STATES

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


MOST_DAYS = 62
"""Of a longer time the points are weeks."""


def timeline(
    days: Iterable[WorkDay], finished: Mapping[int, date], *, kind_of: Mapping[int, str], today: date
) -> Timeline:
    """The points from the first change to today.

    ``finished``: the works finished now, with the day they were begun: a work without a state change in its log (an
    import) counts from then on. ``kind_of``: the kind of each work.
    """
    changes: Counter[date] = Counter()
    states: dict[date, dict[int, str]] = defaultdict(dict)
    with_state = set()
    for logged in days:
        changes[logged.day] += logged.changes
        if logged.state:
            states[logged.day][logged.work] = logged.state
            with_state.add(logged.work)
    for work, begun in finished.items():
        if work not in with_state:
            states[begun][work] = "submitted"
    if not (changes or states):
        return Timeline([], weekly=False)
    start = first = min([*changes, *states])
    weekly = (today - first).days >= MOST_DAYS
    if weekly:
        start -= timedelta(days=first.weekday())
    points: list[Point] = []
    done: set[int] = set()
    while start <= max(first, today):
        dates = [start + timedelta(days=n) for n in range(7 if weekly else 1)]
        for work, state in chain.from_iterable(states[day].items() for day in dates):
            (done.add if state in FINISHED_STATES else done.discard)(work)
        count = Counter(kind_of[work] for work in done)
        points.append(
            Point(start, {kind.name: count[kind.name] for kind in kinds()}, sum(changes[day] for day in dates))
        )
        start = dates[-1] + timedelta(days=1)
    return Timeline(points, weekly)
