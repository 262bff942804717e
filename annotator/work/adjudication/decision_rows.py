"""Reads and writes the rows of a consensus's decisions. Edits and the log know each decision as a JSON snapshot."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from annotator.work.edits.decisions import DECISION, DecisionSnapshot
from annotator.work.log.prepared import run_prepared
from annotator.work.log.rows import Writes
from annotator.work.models import Work


def decisions_sql(items: str, where: str = "") -> str:
    """Returns SQL that selects the columns (NULL, snapshot) for each decision of the work ``%(work)s``.

    Kinds of work combine it with SQL that selects (id, snapshot) for their items. ``items``: the snapshot's key for the
    ids of the items that a decision created ("scus", "units"). ``where``: "AND" and a condition on the rows ``d``.
    """
    return f"""
        SELECT NULL::bigint, json_build_object(
            'id', '{DECISION}' || d.key, 'choice', d.choice, 'note', d.note, 'sources', d.sources,
            '{items}', d.made)::text
        FROM annotator_decision d WHERE d.work_id = %(work)s {where}
    """


def read_decisions(work: Work) -> list[DecisionSnapshot]:
    """Returns all decisions of a work, by key. One query."""
    rows = run_prepared(f"{decisions_sql(work.work_kind.items)} ORDER BY d.key", {"work": work.pk})
    return [json.loads(text) for _, text in rows]


def put_decisions(writes: Writes, work: int, items: str, keys: Iterable[str], snapshots: Mapping[str, Any]) -> None:
    """Write changed decisions, and delete those without a new snapshot.

    ``keys``: the keys of all changed snapshots, also of items. ``snapshots``: all snapshots after the change, by key.
    ``items``: as in ``decisions_sql``.
    """
    decision_keys = [key for key in keys if key.startswith(DECISION)]
    deleted = [key.removeprefix(DECISION) for key in decision_keys if key not in snapshots]
    if deleted:
        sql = "DELETE FROM annotator_decision WHERE work_id = %s AND key = ANY(%s)"
        writes.add("delete_decisions", sql, [work, deleted])
    if remaining := [cast("DecisionSnapshot", snapshots[key]) for key in decision_keys if key in snapshots]:
        _upsert(writes, work, items, remaining)


def _upsert(writes: Writes, work: int, items: str, decisions: list[DecisionSnapshot]) -> None:
    created_ids: list[Any] = [decision.get(items, []) for decision in decisions]
    writes.add(
        "put_decisions",
        """
        INSERT INTO annotator_decision (work_id, key, choice, note, sources, made)
        SELECT %s::bigint, v.key, v.choice, v.note, v.sources, v.made
        FROM unnest(%s::text[], %s::text[], %s::text[], %s::jsonb[], %s::jsonb[])
            AS v (key, choice, note, sources, made)
        ON CONFLICT (work_id, key) DO UPDATE
        SET choice = excluded.choice, note = excluded.note, sources = excluded.sources, made = excluded.made
        """,
        [
            work,
            [decision["id"].removeprefix(DECISION) for decision in decisions],
            [decision["choice"] for decision in decisions],
            [decision["note"] for decision in decisions],
            [json.dumps(decision["sources"]) for decision in decisions],
            [json.dumps(ids) for ids in created_ids],
        ],
    )


def difference_keys(snapshot_keys: Iterable[str]) -> list[str]:
    """Returns the keys of the differences whose decisions (``decision:KEY``) are among the keys of snapshots."""
    return sorted(key.removeprefix(DECISION) for key in snapshot_keys if key.startswith(DECISION))
