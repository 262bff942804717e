"""How many SCUs of each weight live pyramids have: the shape of a pyramid, without its rows."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import connection


@dataclass(frozen=True, slots=True)
class Tier:
    """The SCUs of one weight: how many there are."""

    weight: int
    count: int


def tiers_of(pyramids: Collection[int]) -> dict[int, list[Tier]]:
    """The tiers of each live pyramid by its key, heaviest first; no entry for one without SCUs. One statement."""
    found: dict[int, list[Tier]] = {}
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT pyramid_id, weight, count(*) FROM (
                SELECT s.pyramid_id, s.id, count(c.id) AS weight
                FROM annotator_scu s LEFT JOIN annotator_contributor c ON c.scu_id = s.id
                WHERE s.pyramid_id = ANY(%s) GROUP BY s.pyramid_id, s.id
            ) weighed
            GROUP BY pyramid_id, weight ORDER BY pyramid_id, weight DESC
            """,
            [list(pyramids)],
        )
        for pyramid, weight, count in cursor.fetchall():
            found.setdefault(pyramid, []).append(Tier(weight, count))
    return found
