"""Pyramids as lists show them: their tiers, latest release, and whether they were edited since."""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotator.work.log.models import Edit
from annotator.work.models import Release, Work


@dataclass(frozen=True, slots=True)
class Tier:
    """The number of SCUs of one weight."""

    weight: int
    count: int


@dataclass(frozen=True, slots=True)
class PyramidLine:
    """An owner's pyramid. ``release``: the latest number; ``changed``: edited since then."""

    pyramid: Work
    owner: str
    mine: bool
    state: str
    tiers: list[Tier]
    release: int | None
    changed: bool

    @property
    def scus(self) -> int:
        """The number of SCUs."""
        return sum(tier.count for tier in self.tiers)


def pyramid_lines(works: QuerySet[Work], *, user: User) -> list[PyramidLine]:
    """Pyramids with their tiers and latest release, oldest first."""
    latest = Release.objects.filter(pyramid=OuterRef("pk")).order_by("-number")
    later = Edit.objects.filter(work=OuterRef("pk"), revision__gt=OuterRef("latest_revision"))
    state_changes = later.of_states().order_by().values("work").annotate(number=Count("pk"))
    rows = list(
        works.select_related("owner")
        .annotate(
            latest_number=Subquery(latest.values("number")[:1]),
            latest_revision=Subquery(latest.values("revision")[:1]),
        )
        .annotate(state_changes=Coalesce(Subquery(state_changes.values("number")), 0))
        .order_by("created_at", "pk")
    )
    tiers = _tiers_of([row.pk for row in rows])
    return [
        PyramidLine(
            pyramid=row,
            owner=row.owner.name,
            mine=row.owner.user_id == user.pk,
            state=row.state,
            tiers=tiers.get(row.pk, []),
            release=row.latest_number,
            changed=row.latest_number is not None and row.revision - row.latest_revision > row.state_changes,
        )
        for row in rows
    ]


def _tiers_of(pyramids: Collection[int]) -> dict[int, list[Tier]]:
    """The tiers of each live pyramid by its key, heaviest first; no entry if it has no SCUs."""
    tiers: dict[int, list[Tier]] = {}
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
            tiers.setdefault(pyramid, []).append(Tier(weight, count))
    return tiers
