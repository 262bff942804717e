"""Rebuilding the snapshots of a work from its log: to check or restore its rows, or to see an earlier revision."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Count, F, Max

from annotator.projects.models import Project
from annotator.projects.snapshot import read_snapshot
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.edits.request import MAX_OFFSET
from annotator.work.models import Work


def rebuild(work: int, *, revision: int = MAX_OFFSET) -> tuple[list[Any], list[Any]]:
    """The snapshots of a work's items at a revision, in order, and the others (text set aside, decisions, ...)."""
    snapshots = snapshots_at({work: revision})[work]
    others = [snapshot for snapshot in snapshots if ":" in snapshot["id"]]
    return in_order(snapshot for snapshot in snapshots if ":" not in snapshot["id"]), sorted(
        others, key=lambda snapshot: (snapshot.get("summary", MAX_OFFSET), snapshot["id"])
    )


def in_order(items: Any) -> list[Any]:
    return sorted(items, key=lambda snapshot: (snapshot.get("position", 0), snapshot.get("uid", 0)))


def snapshots_at(revisions: Mapping[int, int]) -> dict[int, list[Any]]:
    """By work: the snapshots that exist at its revision. ``revisions``: the revision for each work. One query."""
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
    """A checked work. ``faults``: sentences about differences between its rows and its log."""

    work: Work
    faults: tuple[str, ...]


def check_logs(*, project: Project | None = None) -> Iterator[LogCheck]:
    """Check all works, or those of a project. Each is read in a database snapshot of its own, so editing can go on."""
    works = Work.objects.filter(topic__project=project) if project else Work.objects.all()
    for key in works.order_by(F("release").asc(nulls_first=True), "pk").values_list("pk", flat=True):
        yield from check_log_of(key)


def check_log_of(key: int) -> Iterator[LogCheck]:
    """Check one work in one database snapshot; yields nothing if it has been deleted."""
    with read_snapshot():
        work = Work.objects.filter(pk=key).first()
        if work is None:
            return
        faults = (*_numbering_faults(work), *_content_faults(work))
    yield LogCheck(work, faults)


def _numbering_faults(work: Work) -> Iterator[str]:
    """The log must have the revisions 1, 2, ... up to the work's revision. A constraint excludes duplicates."""
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
