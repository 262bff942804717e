"""What waits for somebody's review: finished and not taken yet, or being reviewed."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import Project, Topic
from annotator.projects.visibility import MANAGER
from annotator.pyramids.models import Pyramid
from annotator.work.log.models import Edit
from annotator.work.states.permissions import standing_of
from annotator.work.states.services import Stage, Work, stage_of
from annotator.work.states.visibility import WorkState

SHOWN = 8
"""How many of them a page lists."""
REVIEWED = (WorkState.SUBMITTED, WorkState.IN_REVIEW)


@dataclass(frozen=True, slots=True)
class Review:
    """A pyramid, or a peer annotation, and where it stands."""

    pyramid: Pyramid | None
    annotation: PeerAnnotation | None
    stage: Stage

    @property
    def topic(self) -> Topic:
        """The topic it belongs to."""
        if self.pyramid is not None:
            return self.pyramid.topic
        assert self.annotation is not None  # noqa: S101  # one of the two
        return self.annotation.summary.topic

    @property
    def under_way(self) -> bool:
        """Whether somebody has taken it."""
        return self.stage.state == WorkState.IN_REVIEW


def reviews_for(user: User, *, project: Project, topic: Topic | None = None) -> list[Review]:
    """What the user may review in a project, or a topic of it; what was imported as finished waits for nobody.

    Those under way come first, then those that were finished first: ``SHOWN`` of them, and some more if there are more.
    Two statements, and as many rows, however much waits.
    """
    pyramids = Pyramid.objects.for_workspace(user).filter(topic__project=project, state__in=REVIEWED)
    annotations = PeerAnnotation.objects.for_workspace(user).filter(summary__topic__project=project, state__in=REVIEWED)
    if topic is not None:
        pyramids, annotations = pyramids.filter(topic=topic), annotations.filter(summary__topic=topic)
    finished_here = Edit.objects.filter(verb="submit")
    works: Iterable[Work] = [
        *_first(pyramids.filter(Exists(finished_here.filter(pyramid=OuterRef("pk"))))),
        *_first(_without_documents(annotations).filter(Exists(finished_here.filter(annotation=OuterRef("pk"))))),
    ]
    found = [review for work in works if (review := _review(work))]
    return sorted(found, key=lambda review: (not review.under_way, review.stage.at))


def _first(works: QuerySet[Any]) -> QuerySet[Any]:
    """Of works for the workspace, the first that the user may review."""
    judged = works.filter(Q(member_role=MANAGER) | Q(member_reviews=True)).exclude(member_is_owner=True)
    waiting = judged.exclude(Q(state=WorkState.SUBMITTED) & Q(last_turn__verb="agree"))
    return waiting.order_by("state", "last_turn__at")[: SHOWN + 1]  # "in_review" sorts before "submitted"


def _without_documents(annotations: QuerySet[PeerAnnotation]) -> QuerySet[PeerAnnotation]:
    return annotations.defer("document", "release__document")


def _review(work: Work) -> Review | None:
    stage = stage_of(work.state, standing=standing_of(work), last=work.last_turn)
    if not {"review", "agree"} & set(stage.actions):
        return None
    if isinstance(work, Pyramid):
        return Review(work, None, stage)
    return Review(None, work, stage)
