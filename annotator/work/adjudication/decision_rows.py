"""The rows of a consensus's decisions: reading them as images (the JSON in the log), and writing them in one query."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from annotator.work.edits.decisions import DECISION, DecisionImage
from annotator.work.log.prepared import run_prepared
from annotator.work.log.rows import Writes
from annotator.work.models import Work


def decisions_sql(items: str, where: str = "") -> str:
    """SQL that selects the images of the decisions of ``%(work)s``. ``where``: further conditions on rows ``d``.

    ``items``: the key under which an image lists the ids that the decision created ("scus" or "units").
    """
    return f"""
        SELECT NULL::bigint, json_build_object(
            'id', '{DECISION}' || d.key, 'choice', d.choice, 'note', d.note, 'sources', d.sources,
            '{items}', d.made)::text
        FROM annotator_decision d WHERE d.work_id = %(work)s {where}
    """


def read_decisions(work: Work) -> list[DecisionImage]:
    """All decisions of a work, by key. One query."""
    rows = run_prepared(f"{decisions_sql(work.work_kind.items)} ORDER BY d.key", {"work": work.pk})
    return [json.loads(text) for _, text in rows]


def put_decisions(writes: Writes, work: int, items: str, changed: Iterable[str], images: Mapping[str, Any]) -> None:
    """Write the changed decisions; delete those without an image. ``items``: as for ``decisions_sql``."""
    keys = [key for key in changed if key.startswith(DECISION)]
    deleted = [key.removeprefix(DECISION) for key in keys if key not in images]
    if deleted:
        sql = "DELETE FROM annotator_decision WHERE work_id = %s AND key = ANY(%s)"
        writes.add("delete_decisions", sql, [work, deleted])
    if remaining := [cast("DecisionImage", images[key]) for key in keys if key in images]:
        _upsert(writes, work, items, remaining)


def _upsert(writes: Writes, work: int, items: str, images: list[DecisionImage]) -> None:
    created_ids: list[Any] = [image.get(items, []) for image in images]
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
            [image["id"].removeprefix(DECISION) for image in images],
            [image["choice"] for image in images],
            [image["note"] for image in images],
            [json.dumps(image["sources"]) for image in images],
            [json.dumps(ids) for ids in created_ids],
        ],
    )


def difference_keys(image_keys: Iterable[str]) -> list[str]:
    """The difference keys of the decisions among these image keys, without the prefix."""
    return sorted(key.removeprefix(DECISION) for key in image_keys if key.startswith(DECISION))
