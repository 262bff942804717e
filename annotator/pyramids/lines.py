"""Pyramids as lists show them: their shape, latest release, and whether they were edited since."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotator.pyramids.tiers import Tier, tiers_of
from annotator.work.log.models import Edit
from annotator.work.models import Release, Work


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
    """Pyramids with their shape and latest release, in the order in which they were begun. Two statements."""
    latest = Release.objects.filter(pyramid=OuterRef("pk")).order_by("-number")
    later = Edit.objects.filter(work=OuterRef("pk"), revision__gt=OuterRef("latest_revision"))
    turns = later.of_states().order_by().values("work").annotate(number=Count("pk"))
    rows = list(
        works.select_related("owner")
        .annotate(
            latest_number=Subquery(latest.values("number")[:1]),
            latest_revision=Subquery(latest.values("revision")[:1]),
        )
        .annotate(turns=Coalesce(Subquery(turns.values("number")), 0))
        .order_by("created_at", "pk")
    )
    tiers = tiers_of([row.pk for row in rows])
    return [
        PyramidLine(
            pyramid=row,
            owner=row.owner.name,
            mine=row.owner.user_id == user.pk,
            state=row.state,
            tiers=tiers.get(row.pk, []),
            release=row.latest_number,
            changed=row.latest_number is not None and row.revision - row.latest_revision > row.turns,
        )
        for row in rows
    ]
