"""Writes the difference between two states of a peer annotation to the database, in one SQL query."""

import json
from collections.abc import Iterable
from typing import cast

from annotator.matching.verbs.units import ABSENT, PeerSnapshot, UnitSnapshot
from annotator.work.adjudication.decision_rows import put_decisions
from annotator.work.log.rows import Changes, Row, Writes, differing_keys, rows_sql

# SQL that turns a JSON parameter into rows, which the queries below call ``v``.
_UNIT_ROWS_SQL = rows_sql("uuid uuid, scu uuid, position int, label text, comment text, flags varchar[]")
_PART_ROWS_SQL = rows_sql('uuid uuid, unit uuid, position int, start int, "end" int')

# No SCU has the primary key 0, so an id that the release lacks violates the foreign key. NULL would mean non-matching.
_SCU_KEY = "CASE WHEN v.scu IS NOT NULL THEN coalesce(scus.id, 0) END"


def annotation_writes(annotation: int, before: dict[str, PeerSnapshot], after: dict[str, PeerSnapshot]) -> Writes:
    """Returns the writes that turn the rows of the state ``before`` into those of the state ``after``.

    The rows are units, parts, absences and decisions. The caller has locked the annotation.
    """
    changed_keys = differing_keys(before, after)
    old, new = _units(before, changed_keys), _units(after, changed_keys)
    units = Changes.between(_unit_rows(old), _unit_rows(new))
    parts = Changes.between(_part_rows(old), _part_rows(new))
    removed_absences = _absences(before) - _absences(after)
    added_absences = _absences(after) - _absences(before)
    writes = Writes()
    if units.added or units.changed or removed_absences or added_absences:
        scus = {row["scu"] for row in [*units.added, *units.changed] if row["scu"]}
        writes.add(
            "scus",
            """
            SELECT r.id, r.uuid FROM annotator_releasedscu r JOIN annotator_work w USING (release_id)
            WHERE w.id = %s AND r.uuid = ANY(%s::uuid[])
            """,
            [annotation, sorted(scus | removed_absences | added_absences)],
        )
    _insert_units(writes, annotation, units.added)
    _put_parts(writes, annotation, parts, has_new_units=bool(units.added))
    writes.delete("unitpart", "annotation_id", annotation, parts.removed)
    writes.delete("unit", "annotation_id", annotation, units.removed)
    _update_units(writes, annotation, units.changed)
    if removed_absences:
        condition = "scu_id IN (SELECT id FROM scus WHERE uuid = ANY(%s::uuid[]))"
        sql = f"DELETE FROM annotator_absence WHERE annotation_id = %s AND {condition}"
        writes.add("deleted_absences", sql, [annotation, sorted(removed_absences)])
    if added_absences:
        select = "SELECT %s::bigint, id FROM scus WHERE uuid = ANY(%s::uuid[])"
        sql = f"INSERT INTO annotator_absence (annotation_id, scu_id) {select}"
        writes.add("added_absences", sql, [annotation, sorted(added_absences)])
    put_decisions(writes, annotation, "units", changed_keys, after)
    return writes


def _units(snapshots: dict[str, PeerSnapshot], keys: Iterable[str]) -> list[UnitSnapshot]:
    """The units among the snapshots with these keys. Keys of other snapshots contain a colon."""
    return [cast("UnitSnapshot", snapshots[key]) for key in keys if key in snapshots and ":" not in key]


def _absences(keys: Iterable[str]) -> set[str]:
    """The ids of the SCUs that are marked as absent, from the keys of all snapshots."""
    return {key.removeprefix(ABSENT) for key in keys if key.startswith(ABSENT)}


def _unit_rows(units: list[UnitSnapshot]) -> dict[str, Row]:
    return {
        unit["id"]: {
            "uuid": unit["id"],
            "scu": unit["scu"],
            "position": unit["position"],
            "label": unit.get("label", ""),
            "comment": unit["comment"],
            "flags": unit.get("flags", []),
        }
        for unit in units
    }


def _part_rows(units: list[UnitSnapshot]) -> dict[str, Row]:
    return {
        part["id"]: {
            "uuid": part["id"],
            "unit": unit["id"],
            "position": position,
            "start": part["start"],
            "end": part["end"],
        }
        for unit in units
        for position, part in enumerate(unit["parts"])
    }


def _insert_units(writes: Writes, annotation: int, rows: list[Row]) -> None:
    if rows:
        writes.add(
            "new_units",
            f"""
            INSERT INTO annotator_unit (annotation_id, uuid, scu_id, position, label, comment, flags)
            SELECT %s::bigint, v.uuid, {_SCU_KEY}, v.position, v.label, v.comment, v.flags
            FROM {_UNIT_ROWS_SQL} LEFT JOIN scus ON scus.uuid = v.scu
            RETURNING id, uuid
            """,
            [annotation, json.dumps(rows)],
        )


def _update_units(writes: Writes, annotation: int, rows: list[Row]) -> None:
    if rows:
        writes.add(
            "changed_units",
            f"""
            UPDATE annotator_unit u
            SET scu_id = {_SCU_KEY}, label = v.label, comment = v.comment, flags = v.flags
            FROM {_UNIT_ROWS_SQL} LEFT JOIN scus ON scus.uuid = v.scu
            WHERE u.annotation_id = %s AND u.uuid = v.uuid
            """,
            [json.dumps(rows), annotation],
        )


def _put_parts(writes: Writes, annotation: int, parts: Changes, *, has_new_units: bool) -> None:
    """Insert and update parts. ``has_new_units``: this SQL query also inserts units, to which parts may belong."""
    if not (parts.added or parts.changed):
        return
    units = {row["unit"] for row in [*parts.added, *parts.changed]}
    new_units = "UNION ALL SELECT id, uuid FROM new_units" if has_new_units else ""
    writes.add(
        "units",
        f"SELECT id, uuid AS unit FROM annotator_unit WHERE annotation_id = %s AND uuid = ANY(%s::uuid[]) {new_units}",
        [annotation, sorted(units)],
    )
    if parts.changed:
        writes.add(
            "changed_parts",
            f"""
            UPDATE annotator_unitpart p
            SET unit_id = units.id, position = v.position, start = v.start, "end" = v."end"
            FROM {_PART_ROWS_SQL} JOIN units USING (unit)
            WHERE p.annotation_id = %s AND p.uuid = v.uuid
            """,
            [json.dumps(parts.changed), annotation],
        )
    if parts.added:
        writes.add(
            "added_parts",
            f"""
            INSERT INTO annotator_unitpart (annotation_id, unit_id, uuid, position, start, "end")
            SELECT %s::bigint, units.id, v.uuid, v.position, v.start, v."end"
            FROM {_PART_ROWS_SQL} JOIN units USING (unit)
            """,
            [annotation, json.dumps(parts.added)],
        )
