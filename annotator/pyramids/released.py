"""Released SCUs as pages read them."""

import json
from typing import Any

from django.db import connection


def released_scus(release: int) -> list[dict[str, Any]]:
    """The SCUs of a release in list order. One statement, without a model instance a row."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT uuid::text, uid, position, label, comment, weight, contributors::text
            FROM annotator_releasedscu WHERE release_id = %s ORDER BY position, uid
            """,
            [release],
        )
        names = ("id", "uid", "position", "label", "comment", "weight")
        return [
            {**dict(zip(names, row, strict=False)), "contributors": json.loads(row[6])} for row in cursor.fetchall()
        ]
