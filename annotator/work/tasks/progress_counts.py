"""Counts for many works at a time: items, flags, open notes, covered words, and working time according to the logs."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain
from typing import Any

from django.db import connection

from annotator.projects.models import Summary
from annotator.texts.spans import touching_tokens
from annotator.work.kinds import kinds


@dataclass(frozen=True, slots=True)
class ItemCounts:
    """The numbers of items (SCUs, units), of flags, and of open threads of notes."""

    items: int = 0
    flags: int = 0
    threads: int = 0

    def __add__(self, other: "ItemCounts") -> "ItemCounts":
        return ItemCounts(self.items + other.items, self.flags + other.flags, self.threads + other.threads)


@dataclass(frozen=True, slots=True)
class Coverage:
    """The numbers of words: in an item, set aside, and in total."""

    covered: int = 0
    aside: int = 0
    words: int = 0

    def __add__(self, other: "Coverage") -> "Coverage":
        return Coverage(self.covered + other.covered, self.aside + other.aside, self.words + other.words)

    @property
    def open(self) -> int:
        return self.words - self.covered - self.aside

    def percents(self) -> dict[str, int]:
        """Returns the percentages of covered, set-aside and open words. They add up to 100, or are 0 without words."""
        if not self.words:
            return {"covered": 0, "aside": 0, "open": 0}
        covered = _percent(self.covered, self.words)
        open_percent = min(_percent(self.open, self.words), 100 - covered)
        return {"covered": covered, "aside": 100 - covered - open_percent, "open": open_percent}


def _percent(count: int, total: int) -> int:
    """Returns a rounded percentage that is 0 or 100 only if the exact percentage is."""
    rounded = round(100 * count / total)
    if count:
        rounded = max(1, rounded)
    return min(99, rounded) if count < total else rounded


def counts_by_work(works: Collection[int]) -> dict[int, ItemCounts]:
    """Maps each work to the counts of its items, flags and open threads. One query."""
    count_queries = [
        f"SELECT work, items, flags, 0 FROM ({kind.item_counts_sql}) AS c (work, items, flags)"
        for kind in kinds()
        if kind.item_counts_sql
    ]
    thread_query = """SELECT work_id, 0, 0, count(*) FROM annotator_notethread
                 WHERE work_id = ANY(%(works)s) AND resolved_at IS NULL GROUP BY 1"""
    by_work: dict[int, ItemCounts] = defaultdict(ItemCounts)
    for work, *numbers in _rows([*count_queries, thread_query], works):
        by_work[work] += ItemCounts(*numbers)
    return by_work


Span = tuple[bool, int, int, int]
"""A part of a summary, in an item or set aside: (is set aside, summary id, start, end)."""
# Queries for the summaries that a work with spans annotates: its own summary or, if it has none, the topic's models.
# The columns are those of `Kind.spans_sql`, for a UNION; "is set aside" is NULL to distinguish these rows from spans.
_SUMMARIES_SQL = [
    """SELECT id, NULL::boolean, summary_id, 0, 0 FROM annotator_work
       WHERE id = ANY(%(works)s) AND kind = ANY(%(kinds)s) AND summary_id IS NOT NULL""",
    """SELECT w.id, NULL, s.id, 0, 0
       FROM annotator_work w JOIN annotator_summary s ON s.topic_id = w.topic_id AND s.kind = 'model'
       WHERE w.id = ANY(%(works)s) AND w.kind = ANY(%(kinds)s) AND w.summary_id IS NULL""",
]


def coverage_of(works: Collection[int]) -> dict[int, Coverage]:
    """Maps each work to the `Coverage` of the words of its summaries. Two queries."""
    spans: dict[int, list[Span]] = defaultdict(list)
    summaries: dict[int, list[int]] = defaultdict(list)
    queries = [*_SUMMARIES_SQL, *(kind.spans_sql for kind in kinds() if kind.spans_sql)]
    for work, set_aside, summary, start, end in _rows(queries, works):
        if set_aside is None:  # a row of _SUMMARIES_SQL
            summaries[work].append(summary)
        else:
            spans[work].append((set_aside, summary, start, end))
    words = dict(Summary.objects.filter(pk__in=set(chain.from_iterable(summaries.values()))).values_list("pk", "words"))
    coverage = {}
    for work in works:
        covered, aside = set[tuple[int, int]](), set[tuple[int, int]]()
        for set_aside, summary, start, end in spans[work]:
            touched = aside if set_aside else covered
            touched.update((summary, word) for word in touching_tokens(words[summary], start, end))
        total = sum(len(words[summary]) // 2 for summary in summaries[work])  # ``words`` has starts and ends
        coverage[work] = Coverage(len(covered), len(aside - covered), total)
    return coverage


def _rows(queries: Iterable[str], works: Collection[int]) -> list[Any]:
    """Returns the rows of several queries about works, read as one query."""
    with connection.cursor() as cursor:
        with_spans = [kind.name for kind in kinds() if kind.spans_sql]
        cursor.execute(" UNION ALL ".join(queries), {"works": list(works), "kinds": with_spans})
        return cursor.fetchall()


PAUSE_SECONDS = 5 * 60
"""A gap of this length or more between two changes by the same person counts as a pause."""


@dataclass(frozen=True, slots=True)
class WorkDay:
    """One day in the log of a work. ``changes``: the number of entries.

    ``active_seconds``: the sum of the gaps between consecutive changes by the same person, without pauses. ``state``:
    the last new state of that day; None if the state did not change.
    """

    work: int
    day: date
    changes: int
    active_seconds: float
    last_change: datetime
    state: str | None


def work_days(works: Collection[int]) -> list[WorkDay]:
    """Returns the days in the logs of these works, in order. One query."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH logged AS (
                SELECT work_id, actor_id IS NOT NULL OR actor_name <> '' AS has_actor, at, revision,
                       payload->>'state' AS state,
                       extract(epoch FROM at - lag(at) OVER (PARTITION BY actor_id, actor_name ORDER BY at, id)) AS gap
                FROM annotator_edit WHERE work_id = ANY(%(works)s)
            )
            SELECT work_id, (at AT TIME ZONE 'UTC')::date, count(*),
                   COALESCE(sum(gap) FILTER (WHERE gap < %(pause)s AND has_actor), 0)::float, max(at),
                   (array_agg(state ORDER BY revision DESC) FILTER (WHERE state IS NOT NULL))[1]
            FROM logged GROUP BY 1, 2 ORDER BY 2, 1
            """,
            {"works": list(works), "pause": PAUSE_SECONDS},
        )
        return [WorkDay(*row) for row in cursor.fetchall()]
