"""A project over time, from the days of its works: what was finished by when, and how much was changed. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from annotator.work.tasks.progress_counts import PEER, PYRAMID, WorkKey
from annotator.work.tasks.progress_log import Point, Timeline, WorkDay
from annotator.work.visibility import FINISHED_STATES

MOST_DAYS = 62
"""Of a longer time the points are weeks."""


def timeline(days: Iterable[WorkDay], finished: Mapping[WorkKey, date], *, today: date) -> Timeline:
    """The points from the first change to today.

    ``finished``: the works that are finished now, with the day they were begun; one whose log tells no state counts
    from then on.
    """
    changes: dict[date, int] = defaultdict(int)
    turns: dict[date, dict[WorkKey, str]] = defaultdict(dict)
    told = set()
    for one in days:
        changes[one.day] += one.changes
        if one.state:
            turns[one.day][one.work] = one.state
            told.add(one.work)
    for work, begun in finished.items():
        if work not in told:
            turns[begun][work] = "submitted"
    first = min([*changes, *turns], default=None)
    if first is None:
        return Timeline([], weekly=False)
    weekly = (today - first).days >= MOST_DAYS
    return Timeline(list(_points(first, max(today, first), changes, turns, weekly=weekly)), weekly)


def _points(
    first: date, last: date, changes: Mapping[date, int], turns: Mapping[date, Mapping[WorkKey, str]], *, weekly: bool
) -> Iterable[Point]:
    step = 7 if weekly else 1
    start = first - timedelta(days=first.weekday()) if weekly else first
    done: set[WorkKey] = set()
    while start <= last:
        within = [start + timedelta(days=n) for n in range(step)]
        for day in within:
            for work, state in turns.get(day, {}).items():
                (done.add if state in FINISHED_STATES else done.discard)(work)
        count = {kind: sum(one == kind for one, _ in done) for kind in (PYRAMID, PEER)}
        yield Point(start, count[PYRAMID], count[PEER], sum(changes.get(day, 0) for day in within))
        start += timedelta(days=step)
