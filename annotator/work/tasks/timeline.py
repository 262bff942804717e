"""A project over time, from the days of its works: what was finished by when, and how much was changed."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from annotator.work.kinds import kinds
from annotator.work.tasks.progress_log import Point, Timeline, WorkDay
from annotator.work.visibility import FINISHED_STATES

MOST_DAYS = 62
"""Of a longer time the points are weeks."""


def timeline(
    days: Iterable[WorkDay], finished: Mapping[int, date], *, kind_of: Mapping[int, str], today: date
) -> Timeline:
    """The points from the first change to today.

    ``finished``: the works that are finished now, with the day they were begun; a work without a state in its log
    counts from then on. ``kind_of``: the kind of each work.
    """
    changes: dict[date, int] = defaultdict(int)
    turns: dict[date, dict[int, str]] = defaultdict(dict)
    with_state = set()
    for one in days:
        changes[one.day] += one.changes
        if one.state:
            turns[one.day][one.work] = one.state
            with_state.add(one.work)
    for work, begun in finished.items():
        if work not in with_state:
            turns[begun][work] = "submitted"
    first = min([*changes, *turns], default=None)
    if first is None:
        return Timeline([], weekly=False)
    weekly = (today - first).days >= MOST_DAYS
    points = _points(first, max(today, first), changes, turns, kind_of, weekly=weekly)
    return Timeline(list(points), weekly)


def _points(
    first: date,
    last: date,
    changes: Mapping[date, int],
    turns: Mapping[date, Mapping[int, str]],
    kind_of: Mapping[int, str],
    *,
    weekly: bool,
) -> Iterable[Point]:
    step = 7 if weekly else 1
    start = first - timedelta(days=first.weekday()) if weekly else first
    done: set[int] = set()
    while start <= last:
        within = [start + timedelta(days=n) for n in range(step)]
        for day in within:
            for work, state in turns.get(day, {}).items():
                (done.add if state in FINISHED_STATES else done.discard)(work)
        count = Counter(kind_of[work] for work in done)
        finished = {kind.name: count[kind.name] for kind in kinds()}
        yield Point(start, finished, sum(changes.get(day, 0) for day in within))
        start += timedelta(days=step)
