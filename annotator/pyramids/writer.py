"""The difference between two states of a pyramid, written to its rows in one SQL query."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, cast

from annotator.pyramids.verbs.scus import ASIDE, PyramidImage, ScuImage
from annotator.work.adjudication.decision_rows import put_decisions
from annotator.work.log.rows import PART_ROWS, PartChanges, PartRow, Writes, as_array, differing

# (SCU id, summary) to (position, comment, flags)
ContributorRows: TypeAlias = dict[tuple[str, int], tuple[int, str, str]]


def pyramid_writes(pyramid: int, before: dict[str, PyramidImage], after: dict[str, PyramidImage]) -> Writes:
    """Writes for the SCUs, contributors, parts and set-asides that differ. The caller has locked the pyramid's row."""
    changed = differing(before, after)
    old, new = _scus(before, changed), _scus(after, changed)
    parts = PartChanges.between(_part_rows(old.values()), _part_rows(new.values()))
    was, now = _contributor_rows(old.values()), _contributor_rows(new.values())
    writes = Writes()
    _put(
        writes,
        pyramid,
        scus=[image for key, image in new.items() if key not in old],
        contributors={key: row for key, row in now.items() if key not in was},
        parts=parts,
    )
    _drop(
        writes,
        pyramid,
        scus=[key for key in old if key not in new],
        contributors=[key for key in was if key not in now],
        parts=parts.removed,
    )
    edited = [image for key, image in new.items() if key in old and _own_columns([old[key]]) != _own_columns([image])]
    _set_scus(writes, pyramid, edited)
    _set_contributors(writes, pyramid, {key: row for key, row in now.items() if key in was and row != was[key]})
    _set_asides(writes, pyramid, [key for key in changed if key.startswith(ASIDE)], after)
    put_decisions(writes, pyramid, "scus", changed, after)
    return writes


def _scus(images: dict[str, PyramidImage], keys: Iterable[str]) -> dict[str, ScuImage]:
    """The images with these keys that are SCUs."""
    return {key: cast("ScuImage", images[key]) for key in keys if key in images and ":" not in key}


def _own_columns(images: Sequence[ScuImage]) -> tuple[list[float], list[str], list[str], list[str]]:
    """The columns of SCUs that edits can change: positions, labels, comments and flags."""
    return (
        [image["position"] for image in images],
        [image["label"] for image in images],
        [image["comment"] for image in images],
        [as_array(image.get("flags", [])) for image in images],
    )


def _contributor_rows(images: Iterable[ScuImage]) -> ContributorRows:
    return {
        (image["id"], c["summary"]): (position, c["comment"], as_array(c.get("flags", [])))
        for image in images
        for position, c in enumerate(image["contributors"])
    }


def _contributor_arrays(rows: ContributorRows) -> list[list[Any]]:
    return [[(*key, *row)[i] for key, row in rows.items()] for i in range(5)]


def _part_rows(images: Iterable[ScuImage]) -> dict[str, PartRow]:
    return {
        part["id"]: PartRow(part["id"], image["id"], c["summary"], i, part["start"], part["end"])
        for image in images
        for c in image["contributors"]
        for i, part in enumerate(c["parts"])
    }


def _put(
    writes: Writes, pyramid: int, *, scus: list[ScuImage], contributors: ContributorRows, parts: PartChanges
) -> None:
    """Insert SCUs and contributors, and insert or change parts, whose SCUs and contributors may be new or old."""
    new_scus = new_contributors = ""
    if scus:
        new_scus = "UNION ALL SELECT id, uuid FROM new_scus"
        _insert_scus(writes, pyramid, scus)
    if not (contributors or parts.added or parts.changed):
        return
    holders = {key[0] for key in contributors} | {row.holder for row in [*parts.added, *parts.changed]}
    writes.add(
        "holders",
        f"SELECT id, uuid FROM annotator_scu WHERE pyramid_id = %s AND uuid = ANY(%s::uuid[]) {new_scus}",
        [pyramid, sorted(holders)],
    )
    if contributors:
        new_contributors = (
            "UNION ALL SELECT n.id, h.uuid, summary_id FROM new_contributors n JOIN holders h ON h.id = n.scu_id"
        )
        _insert_contributors(writes, contributors)
    _put_parts(writes, pyramid, parts, new_contributors)


def _insert_scus(writes: Writes, pyramid: int, images: list[ScuImage]) -> None:
    writes.add(
        "new_scus",
        """
        INSERT INTO annotator_scu (pyramid_id, uuid, uid, position, label, comment, flags)
        SELECT %s::bigint, v.uuid, v.uid, v.position, v.label, v.comment, v.flags::varchar[]
        FROM unnest(%s::uuid[], %s::int[], %s::float8[], %s::text[], %s::text[], %s::text[])
            AS v (uuid, uid, position, label, comment, flags)
        RETURNING id, uuid
        """,
        [pyramid, [image["id"] for image in images], [image["uid"] for image in images], *_own_columns(images)],
    )


def _insert_contributors(writes: Writes, rows: ContributorRows) -> None:
    writes.add(
        "new_contributors",
        """
        INSERT INTO annotator_contributor (scu_id, summary_id, position, comment, flags)
        SELECT holders.id, v.summary, v.position, v.comment, v.flags::varchar[]
        FROM unnest(%s::uuid[], %s::bigint[], %s::int[], %s::text[], %s::text[])
            AS v (holder, summary, position, comment, flags)
        JOIN holders ON holders.uuid = v.holder
        RETURNING id, scu_id, summary_id
        """,
        _contributor_arrays(rows),
    )


def _put_parts(writes: Writes, pyramid: int, parts: PartChanges, new_contributors: str) -> None:
    """``new_contributors``: SQL that adds contributors inserted by this query to the known ones."""
    writes.add(
        "known",
        f"""
        SELECT c.id, h.uuid AS holder, c.summary_id AS summary
        FROM annotator_contributor c JOIN holders h ON h.id = c.scu_id {new_contributors}
        """,
        [],
    )
    if parts.changed:
        writes.add(
            "changed_parts",
            f"""
            UPDATE annotator_part p
            SET contributor_id = known.id, position = v.position, start = v.start, "end" = v.stop
            FROM {PART_ROWS} JOIN known USING (holder, summary)
            WHERE p.pyramid_id = %s AND p.uuid = v.uuid
            """,
            [*PartRow.columns(parts.changed), pyramid],
        )
    if parts.added:
        writes.add(
            "added_parts",
            f"""
            INSERT INTO annotator_part (pyramid_id, contributor_id, uuid, position, start, "end")
            SELECT %s::bigint, known.id, v.uuid, v.position, v.start, v.stop
            FROM {PART_ROWS} JOIN known USING (holder, summary)
            """,
            [pyramid, *PartRow.columns(parts.added)],
        )


def _drop(
    writes: Writes, pyramid: int, *, scus: list[str], contributors: list[tuple[str, int]], parts: list[str]
) -> None:
    for name, table, ids in (("gone_parts", "part", parts), ("gone_scus", "scu", scus)):
        if ids:
            sql = f"DELETE FROM annotator_{table} WHERE pyramid_id = %s AND uuid = ANY(%s::uuid[])"
            writes.add(name, sql, [pyramid, ids])
    if contributors:
        writes.add(
            "gone_contributors",
            """
            DELETE FROM annotator_contributor c
            USING unnest(%s::uuid[], %s::bigint[]) AS v (holder, summary), annotator_scu s
            WHERE s.pyramid_id = %s AND s.uuid = v.holder AND c.scu_id = s.id AND c.summary_id = v.summary
            """,
            [[key[0] for key in contributors], [key[1] for key in contributors], pyramid],
        )


def _set_scus(writes: Writes, pyramid: int, images: list[ScuImage]) -> None:
    if images:
        writes.add(
            "set_scus",
            """
            UPDATE annotator_scu s
            SET position = v.position, label = v.label, comment = v.comment, flags = v.flags::varchar[]
            FROM unnest(%s::uuid[], %s::float8[], %s::text[], %s::text[], %s::text[])
                AS v (uuid, position, label, comment, flags)
            WHERE s.pyramid_id = %s AND s.uuid = v.uuid
            """,
            [[image["id"] for image in images], *_own_columns(images), pyramid],
        )


def _set_contributors(writes: Writes, pyramid: int, rows: ContributorRows) -> None:
    if rows:
        writes.add(
            "set_contributors",
            """
            UPDATE annotator_contributor c
            SET position = v.position, comment = v.comment, flags = v.flags::varchar[]
            FROM unnest(%s::uuid[], %s::bigint[], %s::int[], %s::text[], %s::text[])
                AS v (holder, summary, position, comment, flags), annotator_scu s
            WHERE s.pyramid_id = %s AND s.uuid = v.holder AND c.scu_id = s.id AND c.summary_id = v.summary
            """,
            [*_contributor_arrays(rows), pyramid],
        )


def _set_asides(writes: Writes, pyramid: int, keys: list[str], images: Mapping[str, Any]) -> None:
    if not keys:
        return
    rows = [(image["summary"], *span) for key in keys if (image := images.get(key)) for span in image["spans"]]
    writes.add(
        "gone_asides",
        "DELETE FROM annotator_setaside WHERE pyramid_id = %s AND summary_id = ANY(%s)",
        [pyramid, [int(key.removeprefix(ASIDE)) for key in keys]],
    )
    writes.add(
        "added_asides",
        """
        INSERT INTO annotator_setaside (pyramid_id, summary_id, start, "end")
        SELECT %s::bigint, * FROM unnest(%s::bigint[], %s::int[], %s::int[])
        """,
        [pyramid, *([row[i] for row in rows] for i in range(3))],
    )
