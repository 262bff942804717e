"""The difference between two states of a peer annotation, written to its rows in one SQL query."""

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from annotator.matching.verbs.units import ABSENT, PeerImage, UnitImage
from annotator.work.adjudication.decision_rows import put_decisions
from annotator.work.log.rows import PART_ROWS, PartChanges, PartRow, Writes, as_array, differing


def annotation_writes(
    annotation: int, scus: Mapping[str, int], before: dict[str, PeerImage], after: dict[str, PeerImage]
) -> Writes:
    """Writes for the units, parts and absences that differ. The caller has locked the annotation's row.

    ``scus``: row keys of the released SCUs in new matches and absences.
    """
    changed = differing(before, after)
    old, new = _units(before, changed), _units(after, changed)
    parts = PartChanges.between(_part_rows(old.values()), _part_rows(new.values()))
    writes = Writes()
    _insert_units(writes, annotation, [image for key, image in new.items() if key not in old], scus)
    _put_parts(writes, annotation, parts, has_new_units=any(key not in old for key in new))
    _drop(writes, annotation, units=[key for key in old if key not in new], parts=parts.removed)
    pairs = [(old[key], image) for key, image in new.items() if key in old]
    rematched = {now["id"] for was, now in pairs if was["scu"] != now["scu"]}
    edited = [now for was, now in pairs if now["id"] in rematched or _own_columns([was]) != _own_columns([now])]
    _set_units(writes, annotation, edited, rematched, scus)
    was, now = ({key for key in images if key.startswith(ABSENT)} for images in (before, after))
    _set_absences(writes, annotation, gone=was - now, new=now - was, scus=scus)
    put_decisions(writes, annotation, "units", changed, after)
    return writes


def _units(images: dict[str, PeerImage], keys: Iterable[str]) -> dict[str, UnitImage]:
    """The images with these keys that are units."""
    return {key: cast("UnitImage", images[key]) for key in keys if key in images and ":" not in key}


def _own_columns(images: Sequence[UnitImage]) -> tuple[list[str], list[str], list[str]]:
    """The columns of units that edits can change, besides the match: labels, comments and flags."""
    return (
        [image.get("label", "") for image in images],
        [image["comment"] for image in images],
        [as_array(image.get("flags", [])) for image in images],
    )


def _part_rows(images: Iterable[UnitImage]) -> dict[str, PartRow]:
    return {
        part["id"]: PartRow(part["id"], image["id"], 0, i, part["start"], part["end"])
        for image in images
        for i, part in enumerate(image["parts"])
    }


def _scu_key(scu: str | None, scus: Mapping[str, int]) -> int | None:
    return None if scu is None else scus[scu]


def _insert_units(writes: Writes, annotation: int, images: list[UnitImage], scus: Mapping[str, int]) -> None:
    if not images:
        return
    writes.add(
        "new_units",
        """
        INSERT INTO annotator_unit (annotation_id, uuid, scu_id, position, label, comment, flags)
        SELECT %s::bigint, v.uuid, v.scu_id, v.position, v.label, v.comment, v.flags::varchar[]
        FROM unnest(%s::uuid[], %s::bigint[], %s::int[], %s::text[], %s::text[], %s::text[])
            AS v (uuid, scu_id, position, label, comment, flags)
        RETURNING id, uuid
        """,
        [
            annotation,
            [image["id"] for image in images],
            [_scu_key(image["scu"], scus) for image in images],
            [image["position"] for image in images],
            *_own_columns(images),
        ],
    )


def _put_parts(writes: Writes, annotation: int, parts: PartChanges, *, has_new_units: bool) -> None:
    """Insert and change parts. ``has_new_units``: some of their units are inserted by the same query."""
    if not (parts.added or parts.changed):
        return
    new = "UNION ALL SELECT id, uuid FROM new_units" if has_new_units else ""
    writes.add(
        "holders",
        f"SELECT id, uuid AS holder FROM annotator_unit WHERE annotation_id = %s AND uuid = ANY(%s::uuid[]) {new}",
        [annotation, sorted({row.holder for row in [*parts.added, *parts.changed]})],
    )
    if parts.changed:
        writes.add(
            "changed_parts",
            f"""
            UPDATE annotator_unitpart p
            SET unit_id = holders.id, position = v.position, start = v.start, "end" = v.stop
            FROM {PART_ROWS} JOIN holders USING (holder)
            WHERE p.annotation_id = %s AND p.uuid = v.uuid
            """,
            [*PartRow.columns(parts.changed), annotation],
        )
    if parts.added:
        writes.add(
            "added_parts",
            f"""
            INSERT INTO annotator_unitpart (annotation_id, unit_id, uuid, position, start, "end")
            SELECT %s::bigint, holders.id, v.uuid, v.position, v.start, v.stop
            FROM {PART_ROWS} JOIN holders USING (holder)
            """,
            [annotation, *PartRow.columns(parts.added)],
        )


def _drop(writes: Writes, annotation: int, *, units: list[str], parts: list[str]) -> None:
    for name, table, ids in (("gone_parts", "unitpart", parts), ("gone_units", "unit", units)):
        if ids:
            sql = f"DELETE FROM annotator_{table} WHERE annotation_id = %s AND uuid = ANY(%s::uuid[])"
            writes.add(name, sql, [annotation, ids])


def _set_units(
    writes: Writes, annotation: int, images: list[UnitImage], rematched: set[str], scus: Mapping[str, int]
) -> None:
    """The match is written only if it changed: the keys of other SCUs may not have been loaded."""
    if not images:
        return
    writes.add(
        "set_units",
        """
        UPDATE annotator_unit u
        SET scu_id = CASE WHEN v.moves THEN v.scu_id ELSE u.scu_id END,
            label = v.label, comment = v.comment, flags = v.flags::varchar[]
        FROM unnest(%s::uuid[], %s::bool[], %s::bigint[], %s::text[], %s::text[], %s::text[])
            AS v (uuid, moves, scu_id, label, comment, flags)
        WHERE u.annotation_id = %s AND u.uuid = v.uuid
        """,
        [
            [image["id"] for image in images],
            [image["id"] in rematched for image in images],
            [_scu_key(image["scu"], scus) if image["id"] in rematched else None for image in images],
            *_own_columns(images),
            annotation,
        ],
    )


def _set_absences(
    writes: Writes, annotation: int, *, gone: Iterable[str], new: Iterable[str], scus: Mapping[str, int]
) -> None:
    """``gone``, ``new``: keys of absences."""
    if removed := [scus[key.removeprefix(ABSENT)] for key in gone]:
        sql = "DELETE FROM annotator_absence WHERE annotation_id = %s AND scu_id = ANY(%s)"
        writes.add("gone_absences", sql, [annotation, removed])
    if added := [scus[key.removeprefix(ABSENT)] for key in new]:
        sql = "INSERT INTO annotator_absence (annotation_id, scu_id) SELECT %s::bigint, * FROM unnest(%s::bigint[])"
        writes.add("added_absences", sql, [annotation, added])
