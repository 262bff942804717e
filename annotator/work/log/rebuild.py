"""Rebuilds the snapshots of a work from its log: to check or restore its rows, or to see an earlier revision.

A *snapshot* is the JSON of an item (an SCU or a unit), or of anything else that edits change, such as a decision.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Count, F, Max

from annotator.projects.database_snapshot import database_snapshot
from annotator.projects.models import Project
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.edits.request import MAX_OFFSET
from annotator.work.models import Work


def rebuild(work: int, *, revision: int = MAX_OFFSET) -> tuple[list[Any], list[Any]]:
    """Returns the item snapshots of a work at a revision, in order, and its other snapshots, such as decisions."""
    snapshots = snapshots_at({work: revision})[work]
    others = [snapshot for snapshot in snapshots if ":" in snapshot["id"]]
    items = sorted_items(snapshot for snapshot in snapshots if ":" not in snapshot["id"])
    return items, sorted(others, key=lambda snapshot: (snapshot.get("summary", MAX_OFFSET), snapshot["id"]))


def sorted_items(items: Iterable[Any]) -> list[Any]:
    """Returns item snapshots in the order in which pages list the items: by position, then by number."""
    return sorted(items, key=lambda snapshot: (snapshot.get("position", 0), snapshot.get("uid", 0)))


def snapshots_at(revisions: Mapping[int, int]) -> dict[int, list[Any]]:
    """Returns the snapshots of each work, by its id. ``revisions``: maps the id to the revision to read. One query."""
    snapshots: dict[int, list[Any]] = {work: [] for work in revisions}
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT DISTINCT ON (e.work_id, touched.key) e.work_id, touched.value::text
            FROM unnest(%s::bigint[], %s::int[]) AS pinned (key, revision)
            JOIN annotator_edit e ON e.work_id = pinned.key AND e.revision <= pinned.revision
            CROSS JOIN LATERAL jsonb_each(e.after) AS touched
            ORDER BY e.work_id, touched.key, e.revision DESC
            """,
            [list(revisions), list(revisions.values())],
        )
        for work, text in cursor.fetchall():
            if (snapshot := json.loads(text)) is not None:
                snapshots[work].append(snapshot)
    return snapshots


@dataclass(frozen=True, slots=True)
class LogCheck:
    """The result of checking a work. ``faults``: sentences about differences between its rows and its log."""

    work: Work
    faults: tuple[str, ...]


def check_logs(*, project: Project | None = None) -> Iterator[LogCheck]:
    """Check all works, or those of a project. A transaction per work reads a stable view, so editing can go on."""
    works = Work.objects.filter(topic__project=project) if project else Work.objects.all()
    for work_id in works.order_by(F("release").asc(nulls_first=True), "pk").values_list("pk", flat=True):
        yield from check_log_of(work_id)


def check_log_of(work_id: int) -> Iterator[LogCheck]:
    """Check one work in a snapshot of the database. Yields nothing if the work has been deleted."""
    with database_snapshot():
        work = Work.objects.filter(pk=work_id).first()
        if work is None:
            return
        faults = (*_numbering_faults(work), *_content_faults(work))
    yield LogCheck(work, faults)


def _numbering_faults(work: Work) -> Iterator[str]:
    """Check that the log has all revisions from 1 to the work's revision. A constraint already excludes duplicates."""
    log = work.edits.aggregate(count=Count("pk"), last=Max("revision"))
    last = log["last"] or 0
    if last != work.revision:
        yield f"It is at revision {work.revision}, but its log ends at {last}."
    if log["count"] != last:
        yield f"Its log ends at revision {last}, but has {log['count']} edits."


def _content_faults(work: Work) -> Iterator[str]:
    kind = work.work_kind
    stored = _by_id([*kind.snapshots([work.pk])[work.pk], *kind.other_snapshots(work.pk), *read_decisions(work)])
    items, others = rebuild(work.pk)
    logged = _by_id([*items, *others])
    differing = sorted(key for key in stored.keys() | logged.keys() if stored.get(key) != logged.get(key))
    if differing:
        more = f" and {len(differing) - 3} more" if len(differing) > 3 else ""
        yield f"Its rows are not what its log says: {', '.join(differing[:3])}{more}."


def _by_id(snapshots: list[Any]) -> dict[str, Any]:
    return {snapshot["id"]: snapshot for snapshot in snapshots}
