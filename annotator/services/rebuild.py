"""SCUs, units and the rest rebuilt from the log alone (DESIGN §3).

To check the rows, to restore them, or to see them as they stood at an earlier revision.
"""

import json
from typing import Any

from django.db import connection

from annotator.reducers.decisions import DecisionImage
from annotator.reducers.request import MAX_OFFSET
from annotator.reducers.scus import AsideImage, ScuImage
from annotator.reducers.units import AbsenceImage, UnitImage


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


def _last_images(column: str, key: int, revision: int) -> tuple[list[Any], list[Any]]:
    """What the last change of each image left; nothing for those that are gone. One statement.

    Those that are no SCUs or units, whose keys have a colon, come apart.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            SELECT DISTINCT ON (touched.key) touched.value::text
            FROM annotator_edit e CROSS JOIN LATERAL jsonb_each(e.after) AS touched
            WHERE e.{column} = %s AND e.revision <= %s
            ORDER BY touched.key, e.revision DESC
            """,
            [key, revision],
        )
        images = [image for (text,) in cursor.fetchall() if (image := json.loads(text)) is not None]
    others = [image for image in images if ":" in image["id"]]
    return [image for image in images if ":" not in image["id"]], others
