"""The works that wait for a user's review: finished works that nobody has reviewed yet, and works in review."""

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

MAX_LISTED = 8
"""The number of reviews that a page lists."""
REVIEW_STATES = (WorkState.SUBMITTED, WorkState.IN_REVIEW)


@dataclass(frozen=True, slots=True)
class Review:
    """A work that the user may review. ``stage``: its state, and who changed it last."""

    work: Work
    stage: Stage

    @property
    def label(self) -> str:
        return self.work.work_kind.label_of(self.work)

    @property
    def is_under_way(self) -> bool:
        return self.stage.state == WorkState.IN_REVIEW


def reviews_for(user: User, *, project: Project, topic: Topic | None = None) -> list[Review]:
    """Returns the works that the user may review in a project or topic, except works imported as finished.

    Works in review come first, then finished works; in both, the earliest first. At most ``MAX_LISTED`` + 1 works of
    each kind are read, so that a page can tell whether there are more.
    """
    # The log of a work that was imported as finished has no "submit".
    finished_here = Exists(Edit.objects.filter(verb="submit", work=OuterRef("pk")))
    reviews: list[Review] = []
    for kind in kinds():
        if not kind.is_reviewed:
            continue
        works = Work.objects.of_kind(kind.name).for_workspace(user).filter(finished_here, topic__project=project)
        works = works.filter(state__in=REVIEW_STATES).defer(*kind.deferred_fields)
        if topic is not None:
            works = works.filter(topic=topic)
        reviews += [Review(work, stage_of(work)) for work in _first_reviewable(works)]
    reviewable = [review for review in reviews if {"review", "agree"} & set(review.stage.actions)]
    return sorted(reviewable, key=lambda review: (not review.is_under_way, review.stage.at))


def _first_reviewable(works: QuerySet[Any]) -> QuerySet[Any]:
    """Returns the first ``MAX_LISTED`` + 1 works that the user may review. ``works``: read by ``for_workspace``."""
    reviewable = works.filter(Q(member_role=MANAGER) | Q(member_reviews=True)).exclude(member_is_owner=True)
    waiting = reviewable.exclude(Q(state=WorkState.SUBMITTED) & Q(last_state_change__verb="agree"))
    return waiting.order_by("state", "last_state_change__at")[: MAX_LISTED + 1]  # "in_review" sorts before "submitted"
