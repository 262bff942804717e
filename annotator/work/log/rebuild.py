"""The images of a work rebuilt from its log alone (DESIGN §3).

To check the rows, to restore them, or to see them as they stood at an earlier revision.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.db import connection

from annotator.work.edits.request import MAX_OFFSET


def rebuild(work: int, *, revision: int = MAX_OFFSET) -> tuple[list[Any], list[Any]]:
    """The images of all items of a work, in order, and of what else it has (text set aside, decisions, ...).

    As the log left them at a revision, or leaves them now.
    """
    images = images_at({work: revision})[work]
    others = [image for image in images if ":" in image["id"]]
    return in_order(image for image in images if ":" not in image["id"]), sorted(
        others, key=lambda image: (image.get("summary", MAX_OFFSET), image["id"])
    )


def in_order(items: Any) -> list[Any]:
    """Images of items in the order of their work."""
    return sorted(items, key=lambda image: (image.get("position", 0), image.get("uid", 0)))


def images_at(revisions: Mapping[int, int]) -> dict[int, list[Any]]:
    """What the last change of each image left in several works; nothing for those that are gone.

    ``revisions``: by work the revision to stop at. One query.
    """
    found: dict[int, list[Any]] = {key: [] for key in revisions}
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
        for key, text in cursor.fetchall():
            if (image := json.loads(text)) is not None:
                found[key].append(image)
    return found
