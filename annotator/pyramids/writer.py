"""Writes the difference between two states of a pyramid to the database, in one SQL query."""

import json
from collections.abc import Iterable
from typing import cast

from annotator.pyramids.verbs.relations import relations_of
from annotator.pyramids.verbs.scus import ASIDE, AsideSnapshot, PyramidSnapshot, ScuSnapshot
from annotator.work.adjudication.decision_rows import put_decisions
from annotator.work.log.rows import Changes, Row, Writes, differing_keys, rows_sql

# SQL that turns a JSON parameter into rows ``v``. Each write is a CTE of one query; later CTEs can refer to its name.
_SCUS = rows_sql("uuid uuid, uid int, position float8, label text, comment text, flags varchar[]")
_CONTRIBUTORS = rows_sql("scu uuid, summary bigint, position int, comment text, flags varchar[]")
_RELATIONS = rows_sql("scu uuid, to_scu uuid, kind varchar")
_PARTS = rows_sql('uuid uuid, scu uuid, summary bigint, position int, start int, "end" int')


def pyramid_writes(pyramid: int, before: dict[str, PyramidSnapshot], after: dict[str, PyramidSnapshot]) -> Writes:
    """Returns the writes that turn the rows of the state ``before`` into those of the state ``after``.

    The rows are SCUs, contributors, parts, relations, text set aside, and decisions. The caller has locked the pyramid.
    """
    changed_keys = differing_keys(before, after)
    old_scus, new_scus = _scus(before, changed_keys), _scus(after, changed_keys)
    scus = Changes.between(_scu_rows(old_scus), _scu_rows(new_scus))
    contributors = Changes.between(_contributor_rows(old_scus), _contributor_rows(new_scus))
    parts = Changes.between(_part_rows(old_scus), _part_rows(new_scus))
    relations = Changes.between(_relation_rows(old_scus), _relation_rows(new_scus))
    writes = Writes()
    if scus.added or contributors.added or parts.added or parts.changed or relations.added:
        _put_scus(writes, pyramid, scus.added, contributors.added, parts, relations.added)
    _delete_relations(writes, pyramid, relations.removed)
    writes.delete("part", "pyramid_id", pyramid, parts.removed)
    writes.delete("scu", "pyramid_id", pyramid, scus.removed)
    _delete_contributors(writes, pyramid, contributors.removed)
    _update_scus(writes, pyramid, scus.changed)
    _update_contributors(writes, pyramid, contributors.changed)
    _write_asides(writes, pyramid, Changes.between(_aside_rows(before, changed_keys), _aside_rows(after, changed_keys)))
    put_decisions(writes, pyramid, "scus", changed_keys, after)
    return writes


def _scus(snapshots: dict[str, PyramidSnapshot], keys: Iterable[str]) -> list[ScuSnapshot]:
    """The SCUs among the snapshots with these keys. Keys of other snapshots contain a colon."""
    return [cast("ScuSnapshot", snapshots[key]) for key in keys if key in snapshots and ":" not in key]


def _scu_rows(scus: list[ScuSnapshot]) -> dict[str, Row]:
    return {
        scu["id"]: {
            "uuid": scu["id"],
            "uid": scu["uid"],
            "position": scu["position"],
            "label": scu["label"],
            "comment": scu["comment"],
            "flags": scu.get("flags", []),
        }
        for scu in scus
    }


def _contributor_rows(scus: list[ScuSnapshot]) -> dict[tuple[str, int], Row]:
    return {
        (scu["id"], contributor["summary"]): {
            "scu": scu["id"],
            "summary": contributor["summary"],
            "position": position,
            "comment": contributor["comment"],
            "flags": contributor.get("flags", []),
        }
        for scu in scus
        for position, contributor in enumerate(scu["contributors"])
    }


def _part_rows(scus: list[ScuSnapshot]) -> dict[str, Row]:
    return {
        part["id"]: {
            "uuid": part["id"],
            "scu": scu["id"],
            "summary": contributor["summary"],
            "position": position,
            "start": part["start"],
            "end": part["end"],
        }
        for scu in scus
        for contributor in scu["contributors"]
        for position, part in enumerate(contributor["parts"])
    }


def _relation_rows(scus: list[ScuSnapshot]) -> dict[tuple[str, str, str], Row]:
    return {
        (scu["id"], relation["to"], relation["kind"]): {
            "scu": scu["id"],
            "to_scu": relation["to"],
            "kind": relation["kind"],
        }
        for scu in scus
        for relation in relations_of(scu)
    }


def _aside_rows(snapshots: dict[str, PyramidSnapshot], keys: Iterable[str]) -> dict[tuple[int, int, int], Row]:
    asides = [cast("AsideSnapshot", snapshots[key]) for key in keys if key in snapshots and key.startswith(ASIDE)]
    return {
        (aside["summary"], start, end): {"summary": aside["summary"], "start": start, "end": end}
        for aside in asides
        for start, end in aside["spans"]
    }


def _put_scus(
    writes: Writes, pyramid: int, scus: list[Row], contributors: list[Row], parts: Changes, relations: list[Row]
) -> None:
    """Insert SCUs, contributors and relations, and insert or update parts of new or existing contributors."""
    rows = [*contributors, *parts.added, *parts.changed, *relations]
    scu_ids = {row["scu"] for row in rows} | {row["to_scu"] for row in relations}
    writes.add(
        "new_scus",
        f"""
        INSERT INTO annotator_scu (pyramid_id, uuid, uid, position, label, comment, flags)
        SELECT %s::bigint, v.* FROM {_SCUS} RETURNING id, uuid
        """,
        [pyramid, json.dumps(scus)],
    )
    writes.add(
        "scus",
        """
        SELECT id, uuid FROM annotator_scu WHERE pyramid_id = %s AND uuid = ANY(%s::uuid[])
        UNION ALL SELECT id, uuid FROM new_scus
        """,
        [pyramid, sorted(scu_ids)],
    )
    writes.add(
        "new_contributors",
        f"""
        INSERT INTO annotator_contributor (scu_id, summary_id, position, comment, flags)
        SELECT scus.id, v.summary, v.position, v.comment, v.flags FROM {_CONTRIBUTORS} JOIN scus ON scus.uuid = v.scu
        RETURNING id, scu_id, summary_id
        """,
        [json.dumps(contributors)],
    )
    if parts.added or parts.changed:
        _put_parts(writes, pyramid, parts)
    if relations:
        writes.add(
            "added_relations",
            f"""
            INSERT INTO annotator_scurelation (pyramid_id, scu_id, to_scu_id, kind)
            SELECT %s::bigint, s.id, t.id, v.kind
            FROM {_RELATIONS} JOIN scus s ON s.uuid = v.scu JOIN scus t ON t.uuid = v.to_scu
            """,
            [pyramid, json.dumps(relations)],
        )


def _put_parts(writes: Writes, pyramid: int, parts: Changes) -> None:
    writes.add(
        "contributors",
        """
        SELECT c.id, scus.uuid AS scu, c.summary_id AS summary
        FROM annotator_contributor c JOIN scus ON scus.id = c.scu_id
        UNION ALL SELECT c.id, scus.uuid, c.summary_id FROM new_contributors c JOIN scus ON scus.id = c.scu_id
        """,
        [],
    )
    if parts.changed:
        writes.add(
            "changed_parts",
            f"""
            UPDATE annotator_part p
            SET contributor_id = c.id, position = v.position, start = v.start, "end" = v."end"
            FROM {_PARTS} JOIN contributors c USING (scu, summary)
            WHERE p.pyramid_id = %s AND p.uuid = v.uuid
            """,
            [json.dumps(parts.changed), pyramid],
        )
    if parts.added:
        writes.add(
            "added_parts",
            f"""
            INSERT INTO annotator_part (pyramid_id, contributor_id, uuid, position, start, "end")
            SELECT %s::bigint, c.id, v.uuid, v.position, v.start, v."end"
            FROM {_PARTS} JOIN contributors c USING (scu, summary)
            """,
            [pyramid, json.dumps(parts.added)],
        )


def _delete_relations(writes: Writes, pyramid: int, rows: list[Row]) -> None:
    if rows:
        writes.add(
            "deleted_relations",
            f"""
            DELETE FROM annotator_scurelation r USING {_RELATIONS}, annotator_scu s, annotator_scu t
            WHERE r.pyramid_id = %s AND s.id = r.scu_id AND s.uuid = v.scu AND t.id = r.to_scu_id
              AND t.uuid = v.to_scu AND r.kind = v.kind
            """,
            [json.dumps(rows), pyramid],
        )


def _delete_contributors(writes: Writes, pyramid: int, rows: list[Row]) -> None:
    if rows:
        writes.add(
            "deleted_contributors",
            f"""
            DELETE FROM annotator_contributor c USING {_CONTRIBUTORS}, annotator_scu s
            WHERE s.pyramid_id = %s AND s.uuid = v.scu AND c.scu_id = s.id AND c.summary_id = v.summary
            """,
            [json.dumps(rows), pyramid],
        )


def _update_scus(writes: Writes, pyramid: int, rows: list[Row]) -> None:
    if rows:
        writes.add(
            "changed_scus",
            f"""
            UPDATE annotator_scu s
            SET position = v.position, label = v.label, comment = v.comment, flags = v.flags
            FROM {_SCUS} WHERE s.pyramid_id = %s AND s.uuid = v.uuid
            """,
            [json.dumps(rows), pyramid],
        )


def _update_contributors(writes: Writes, pyramid: int, rows: list[Row]) -> None:
    if rows:
        writes.add(
            "changed_contributors",
            f"""
            UPDATE annotator_contributor c
            SET position = v.position, comment = v.comment, flags = v.flags
            FROM {_CONTRIBUTORS}, annotator_scu s
            WHERE s.pyramid_id = %s AND s.uuid = v.scu AND c.scu_id = s.id AND c.summary_id = v.summary
            """,
            [json.dumps(rows), pyramid],
        )


def _write_asides(writes: Writes, pyramid: int, asides: Changes) -> None:
    spans = rows_sql('summary bigint, start int, "end" int')
    if asides.removed:
        sql = f"""DELETE FROM annotator_setaside a USING {spans}
                  WHERE a.pyramid_id = %s AND (a.summary_id, a.start, a."end") = (v.summary, v.start, v."end")"""
        writes.add("deleted_asides", sql, [json.dumps(asides.removed), pyramid])
    if asides.added:
        sql = 'INSERT INTO annotator_setaside (pyramid_id, summary_id, start, "end") SELECT %s::bigint, v.* FROM '
        writes.add("added_asides", sql + spans, [pyramid, json.dumps(asides.added)])
