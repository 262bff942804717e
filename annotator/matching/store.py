"""Reads units and absences as snapshots (JSON dictionaries), in plain SQL for speed."""

import json
from collections.abc import Iterable
from typing import Any, cast

from annotator.matching.verbs.units import ABSENT, AbsenceSnapshot, PeerSnapshot, PeerState, UnitSnapshot
from annotator.work.adjudication.decision_rows import decisions_sql, difference_keys
from annotator.work.edits.decisions import DecisionSnapshot
from annotator.work.edits.verb import ToLoad
from annotator.work.log.append import LOGGED_SQL
from annotator.work.log.locking import Locked
from annotator.work.log.prepared import run_prepared

_SNAPSHOT = """json_build_object(
        'id', u.uuid, 'position', u.position, 'scu', r.uuid, 'comment', u.comment, 'label', u.label, 'flags', u.flags,
        'parts', (SELECT json_agg(json_build_object('id', p.uuid, 'start', p.start, 'end', p."end")
                                  ORDER BY p.position, p.id)
                  FROM annotator_unitpart p WHERE p.unit_id = u.id))::text"""
_UNITS = "annotator_unit u LEFT JOIN annotator_releasedscu r ON r.id = u.scu_id"
_UNIT_SNAPSHOTS_SQL = f"SELECT u.id, {_SNAPSHOT}, 'unit' FROM {_UNITS} WHERE u.annotation_id = %(work)s"

_ABSENCES_SQL = """
    SELECT r.id, r.uuid::text, 'absent' FROM annotator_absence b JOIN annotator_releasedscu r ON r.id = b.scu_id
    WHERE b.annotation_id = %(work)s
"""


def read_units(annotation: int) -> list[UnitSnapshot]:
    """The snapshots of all units of a peer annotation, by position."""
    return units_by_annotation([annotation])[annotation]


def units_by_annotation(annotations: Iterable[int]) -> dict[int, list[UnitSnapshot]]:
    """The snapshots of all units of each peer annotation, by position."""
    snapshots: dict[int, list[UnitSnapshot]] = {annotation: [] for annotation in annotations}
    rows = run_prepared(
        f"""SELECT u.annotation_id, {_SNAPSHOT} FROM {_UNITS} WHERE u.annotation_id = ANY(%(annotations)s::bigint[])
            ORDER BY u.position, u.id""",
        {"annotations": list(snapshots)},
    )
    for annotation, text in rows:
        snapshots[annotation].append(_snapshot(text))
    return snapshots


def read_absences(annotation: int) -> list[AbsenceSnapshot]:
    """The snapshots of the SCUs that were looked for and not found."""
    rows = run_prepared(f"{_ABSENCES_SQL} ORDER BY r.position, r.uid", {"work": annotation})
    return [_absence(text) for _, text, _ in rows]


def _snapshot(text: str) -> UnitSnapshot:
    """The snapshot of a unit. Empty ``label`` and ``flags`` are left out, as in snapshots that verbs make."""
    unit: Any = json.loads(text)
    return cast("UnitSnapshot", {key: value for key, value in unit.items() if value or key not in ("label", "flags")})


def _absence(scu: str) -> AbsenceSnapshot:
    return {"id": f"{ABSENT}{scu}", "scu": scu}


def load_peer_annotation(locked: Locked, to_load: ToLoad, *, everything: bool) -> tuple[PeerState, bool]:
    """Load the units, absences, decisions and SCU ids that a request names, or all of them if ``everything``.

    A request can name a unit by the unit's id, by the id of one of its parts, or by the decision that created it.
    Returns the state, and whether the log already has one of the request's groups or edits.
    """
    units = scus = decisions = ""
    if not everything:
        units = """AND (u.uuid = ANY(%(ids)s::uuid[]) OR u.id IN (
            SELECT p.unit_id FROM annotator_unitpart p
            WHERE p.annotation_id = %(work)s AND p.uuid = ANY(%(ids)s::uuid[])) OR u.uuid IN (
            SELECT made.id::uuid FROM annotator_decision d, jsonb_array_elements_text(d.made) AS made (id)
            WHERE d.work_id = %(work)s AND d.key = ANY(%(decisions)s)))"""
        scus = "AND r.uuid = ANY(%(ids)s::uuid[])"
        decisions = "AND d.key = ANY(%(decisions)s)"
    length, release, non_matching = locked.lock_values  # of `PeerAnnotationKind.lock_columns`
    ids = to_load.uuids | {key.removeprefix(ABSENT) for key in to_load.prefixed_ids if key.startswith(ABSENT)}
    rows = run_prepared(
        f"""
        {_UNIT_SNAPSHOTS_SQL} {units}
        UNION ALL {_ABSENCES_SQL} {scus}
        UNION ALL SELECT rows.*, 'decision' FROM ({decisions_sql("units", decisions)}) AS rows
        UNION ALL SELECT NULL, u.uuid::text, 'used' FROM annotator_usedid u
            WHERE u.work_id = %(work)s AND u.uuid = ANY(%(ids)s::uuid[])
        UNION ALL SELECT NULL, r.uuid::text, 'scu' FROM annotator_releasedscu r
            WHERE r.release_id = %(release)s {scus}
        UNION ALL SELECT NULL, '', 'logged' {LOGGED_SQL}
        """,
        {
            "work": locked.work,
            "ids": sorted(ids),
            "decisions": difference_keys(to_load.prefixed_ids),
            "release": release,
            "groups": sorted(to_load.groups),  # LOGGED_SQL uses "groups" and "edits"
            "edits": sorted(to_load.edits),
        },
    )
    snapshots: dict[str, PeerSnapshot] = {}
    for _, text, row_type in rows:
        if row_type == "unit":
            unit = _snapshot(text)
            snapshots[unit["id"]] = unit
        elif row_type == "absent":
            absence = _absence(text)
            snapshots[absence["id"]] = absence
        elif row_type == "decision":
            decision: DecisionSnapshot = json.loads(text)
            snapshots[decision["id"]] = decision
    state = PeerState(
        snapshots=snapshots,
        reserved_ids={text for _, text, row_type in rows if row_type == "used"},
        next_position=int(locked.next_position),
        length=length,
        release_scus={text for _, text, row_type in rows if row_type == "scu"},
        may_mark_non_matching=non_matching == "mark",
        may_decide=locked.may_decide,
    )
    return state, any(row_type == "logged" for _, _, row_type in rows)
