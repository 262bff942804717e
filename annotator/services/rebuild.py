"""SCUs, units and the rest rebuilt from the log alone: to check the rows, and to restore them (DESIGN §3)."""

import json
from typing import Any

from django.db import connection

from annotator.reducers.scus import ASIDE, AsideImage, ScuImage
from annotator.reducers.units import ABSENT, AbsenceImage, UnitImage


def rebuild_pyramid(pyramid: int) -> tuple[list[ScuImage], list[AsideImage]]:
    """The images of all SCUs of a pyramid, in list order, and of the text set aside, as the log leaves them."""
    scus, asides = _last_images("pyramid_id", pyramid, ASIDE)
    return (
        sorted(scus, key=lambda image: (image["position"], image["uid"])),
        sorted(asides, key=lambda image: image["summary"]),
    )


def rebuild_annotation(annotation: int) -> tuple[list[UnitImage], list[AbsenceImage]]:
    """The images of all units of a peer annotation, in order, and of absent SCUs, by id, as the log leaves them."""
    units, absences = _last_images("annotation_id", annotation, ABSENT)
    return sorted(units, key=lambda image: image["position"]), sorted(absences, key=lambda image: image["scu"])


def _last_images(column: str, key: int, prefix: str) -> tuple[list[Any], list[Any]]:
    """What the last change of each image left; nothing for those that are gone. One statement.

    Those whose keys begin with ``prefix`` come apart.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            SELECT DISTINCT ON (touched.key) touched.value::text
            FROM annotator_edit e CROSS JOIN LATERAL jsonb_each(e.after) AS touched
            WHERE e.{column} = %s
            ORDER BY touched.key, e.revision DESC
            """,
            [key],
        )
        images = [image for (text,) in cursor.fetchall() if (image := json.loads(text)) is not None]
    others = [image for image in images if image["id"].startswith(prefix)]
    return [image for image in images if not image["id"].startswith(prefix)], others
