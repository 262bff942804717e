"""The status of pyramids for lists: their tiers, latest release, and whether they were edited after it."""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotator.work.log.models import Edit
from annotator.work.models import Work
from annotator.work.release_models import Release


@dataclass(frozen=True, slots=True)
class Tier:
    """The number of SCUs of one weight."""

    weight: int
    count: int


@dataclass(frozen=True, slots=True)
class PyramidStatus:
    """A pyramid as lists show it. ``is_mine``: the user owns it.

    ``latest_release``: number of the latest release, or None. ``edited_since``: it was edited after that release.
    """

    pyramid: Work
    owner: str
    is_mine: bool
    state: str
    tiers: list[Tier]
    latest_release: int | None
    edited_since: bool

    @property
    def scu_count(self) -> int:
        return sum(tier.count for tier in self.tiers)


def pyramid_statuses(works: QuerySet[Work], *, user: User) -> list[PyramidStatus]:
    """The status of each pyramid, oldest pyramid first."""
    releases = Release.objects.filter(pyramid=OuterRef("pk")).order_by("-number")
    later_edits = Edit.objects.filter(work=OuterRef("pk"), revision__gt=OuterRef("latest_revision"))
    state_changes = later_edits.state_changes().order_by().values("work").annotate(count=Count("pk"))
    pyramids = list(
        works.select_related("owner")
        .annotate(
            latest_number=Subquery(releases.values("number")[:1]),
            latest_revision=Subquery(releases.values("revision")[:1]),
        )
        .annotate(state_changes=Coalesce(Subquery(state_changes.values("count")), 0))
        .order_by("created_at", "pk")
    )
    tiers_by_pyramid = _tiers_by_pyramid([pyramid.pk for pyramid in pyramids])
    return [
        PyramidStatus(
            pyramid=pyramid,
            owner=pyramid.owner.name,
            is_mine=pyramid.owner.user_id == user.pk,
            state=pyramid.state,
            tiers=tiers_by_pyramid.get(pyramid.pk, []),
            latest_release=pyramid.latest_number,
            # The revision also counts logged changes of state, which do not change the pyramid's SCUs.
            edited_since=pyramid.latest_number is not None
            and pyramid.revision - pyramid.latest_revision > pyramid.state_changes,
        )
        for pyramid in pyramids
    ]


def _tiers_by_pyramid(pyramids: Collection[int]) -> dict[int, list[Tier]]:
    """The tiers of each pyramid by its primary key, heaviest first. A pyramid without SCUs has no entry."""
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
