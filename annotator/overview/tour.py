"""The guided task: how far the user's own pyramid of a topic has come in it. It only looks."""

from dataclasses import dataclass

from django.db.models import BooleanField, Count
from django.db.models.expressions import RawSQL

from annotator.overview.tour_steps import StepState, tour_progress
from annotator.projects.models import Membership, Topic
from annotator.projects.summary_data import model_summaries
from annotator.pyramids.models import pyramids
from annotator.pyramids.store import read_images
from annotator.work.log.steps import LAST_TURN_SQL, UNDONE
from annotator.work.models import Work

FEWEST_MODELS = 2
_MERGED = f"""EXISTS (
    SELECT FROM annotator_edit e {LAST_TURN_SQL}
    WHERE e.work_id = annotator_work.id AND e.verb = 'merge_scus' AND NOT {UNDONE})"""


@dataclass(frozen=True, slots=True)
class Tour:
    """The task as it stands for one member; ``pyramid`` is the owner's, None before the first step."""

    steps: list[StepState]
    pyramid: Work | None
    models: list[str]

    @property
    def possible(self) -> bool:
        """Whether the topic has enough model summaries to share anything."""
        return len(self.models) >= FEWEST_MODELS

    @property
    def done(self) -> int:
        """How many steps are done."""
        return sum(step.done for step in self.steps)

    @property
    def finished(self) -> bool:
        """Whether all are."""
        return all(step.done for step in self.steps)

    @property
    def current(self) -> str:
        """The first step that is not done; empty when all are."""
        return next((step.key for step in self.steps if not step.done), "")

    @property
    def third(self) -> str:
        """The letter of the summary whose open text is to be found."""
        return self.models[:3][-1] if self.models else ""


def read_tour(*, topic: Topic, owner: Membership) -> Tour:
    """How far the member's own pyramid of the topic has come. Three statements."""
    own = pyramids().filter(topic=topic, owner=owner).select_related("owner")
    merged = RawSQL(_MERGED, [], output_field=BooleanField())  # noqa: S611  # the text above
    pyramid = own.annotate(released=Count("releases"), merged=merged).first()
    summaries = model_summaries(topic.pk)
    letters = [summary["letter"] for summary in summaries]
    if pyramid is None:
        return Tour(tour_progress(None, summaries, 0), None, letters)
    images = read_images(pyramid.pk)
    return Tour(tour_progress(images, summaries, pyramid.released, merged=pyramid.merged), pyramid, letters)
