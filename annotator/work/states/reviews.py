"""What waits for somebody's review: finished and not taken yet, or being reviewed."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.projects.models import Project, Topic
from annotator.projects.visibility import MANAGER
from annotator.work.kinds import kinds
from annotator.work.log.models import Edit
from annotator.work.models import Work
from annotator.work.states.services import Stage, stage_of
from annotator.work.visibility import WorkState

SHOWN = 8
"""How many of them a page lists."""
REVIEWED = (WorkState.SUBMITTED, WorkState.IN_REVIEW)


@dataclass(frozen=True, slots=True)
class Review:
    """A work to review and its stage."""

    work: Work
    stage: Stage

    @property
    def label(self) -> str:
        return self.work.of.label_of(self.work)

    @property
    def under_way(self) -> bool:
        return self.stage.state == WorkState.IN_REVIEW


def reviews_for(user: User, *, project: Project, topic: Topic | None = None) -> list[Review]:
    """The works that the user may review in a project or topic; not those imported as finished.

    Those under review come first, then the ones finished earliest. At most ``SHOWN``, and one more per kind if there
    are more.
    """
    finished_here = Exists(Edit.objects.filter(verb="submit", work=OuterRef("pk")))
    reviews: list[Review] = []
    for kind in kinds():
        works = Work.objects.of_kind(kind.name).for_workspace(user).filter(topic__project=project, state__in=REVIEWED)
        if topic is not None:
            works = works.filter(topic=topic)
        reviews += [Review(work, stage_of(work)) for work in _first(works.defer(*kind.deferred).filter(finished_here))]
    allowed = [review for review in reviews if {"review", "agree"} & set(review.stage.actions)]
    return sorted(allowed, key=lambda review: (not review.under_way, review.stage.at))


def _first(works: QuerySet[Any]) -> QuerySet[Any]:
    """Of works read with ``for_workspace``, the first that the user may review."""
    judged = works.filter(Q(member_role=MANAGER) | Q(member_reviews=True)).exclude(member_is_owner=True)
    waiting = judged.exclude(Q(state=WorkState.SUBMITTED) & Q(last_state_change__verb="agree"))
    return waiting.order_by("state", "last_state_change__at")[: SHOWN + 1]  # "in_review" sorts before "submitted"
