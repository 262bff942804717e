"""SCUs, units and the rest rebuilt from the log alone (DESIGN §3).

To check the rows, to restore them, or to see them as they stood at an earlier revision.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.db import connection

from annotator.matching.verbs.units import AbsenceImage, UnitImage
from annotator.pyramids.verbs.scus import AsideImage, ScuImage
from annotator.work.edits.decisions import DecisionImage
from annotator.work.edits.request import MAX_OFFSET


def rebuild_pyramid(
    pyramid: int, *, revision: int = MAX_OFFSET
) -> tuple[list[ScuImage], list[AsideImage | DecisionImage]]:
    """The images of all SCUs of a pyramid, in list order, and of text set aside (by summary) and decisions (by key).

    As the log left them at a revision, or leaves them now.
    """
    scus, others = _last_images("pyramid_id", pyramid, revision)
    return (
        sorted(scus, key=lambda image: (image["position"], image["uid"])),
        sorted(others, key=lambda image: (image.get("summary", MAX_OFFSET), image["id"])),
    )


def rebuild_annotation(
    annotation: int, *, revision: int = MAX_OFFSET
) -> tuple[list[UnitImage], list[AbsenceImage | DecisionImage]]:
    """The images of all units of a peer annotation, in order, and of absent SCUs and decisions, by their keys.

    As the log left them at a revision, or leaves them now.
    """
    units, others = _last_images("annotation_id", annotation, revision)
    return sorted(units, key=lambda image: image["position"]), sorted(others, key=lambda image: image["id"])


def images_at(column: str, revisions: Mapping[int, int]) -> dict[int, list[Any]]:
    """What the last change of each image left in several pyramids or annotations; nothing for those that are gone.

    ``column``: of the log, that points there; ``revisions``: by key the revision to stop at. One statement.
    """
    found: dict[int, list[Any]] = {key: [] for key in revisions}
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            SELECT DISTINCT ON (e.{column}, touched.key) e.{column}, touched.value::text
            FROM unnest(%s::bigint[], %s::int[]) AS pinned (key, revision)
            JOIN annotator_edit e ON e.{column} = pinned.key AND e.revision <= pinned.revision
            CROSS JOIN LATERAL jsonb_each(e.after) AS touched
            ORDER BY e.{column}, touched.key, e.revision DESC
            """,
            [list(revisions), list(revisions.values())],
        )
        for key, text in cursor.fetchall():
            if (image := json.loads(text)) is not None:
                found[key].append(image)
    return found


def _last_images(column: str, key: int, revision: int) -> tuple[list[Any], list[Any]]:
    """The images of one pyramid or annotation; those that are no SCUs or units, whose keys have a colon, apart."""
    images = images_at(column, {key: revision})[key]
    others = [image for image in images if ":" in image["id"]]
    return [image for image in images if ":" not in image["id"]], others
