"""What the pages of a pyramid's releases and of finishing it show: what bars it, what changes, what came before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Sum

from annotator.pyramids.release_changes import Change, changes
from annotator.pyramids.release_checks import Checks, release_checks
from annotator.pyramids.services import Barrier, barriers, edited_since
from annotator.pyramids.store import read_asides, read_images
from annotator.pyramids.verbs.scus import ScuImage
from annotator.work.adjudication.provenance import origins
from annotator.work.adjudication.sources import undecided
from annotator.work.models import Release, Work
from annotator.work.states.permissions import check_stand_in, standing_of
from annotator.work.states.services import Stage, stage_of


@dataclass(frozen=True, slots=True)
class Unreleased:
    """Live SCUs that are new or differ (in label, weight or contributors), and the labels of those that went."""

    added: list[ScuImage]
    changed: list[ScuImage]
    gone: list[str]

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.gone)


@dataclass(frozen=True, slots=True)
class ReleasePage:
    """The state of a pyramid's releases; ``last_changes`` are those from the release before the latest to it.

    ``origins``: of a consensus, how many SCUs come from where.
    """

    releases: Sequence[Release]
    barriers: list[Barrier]
    scus: int
    unreleased: Unreleased | None
    edited: bool
    last_changes: list[Change]
    checks: Checks
    origins: list[tuple[str, int]]

    @property
    def latest(self) -> Release | None:
        """The newest release."""
        return self.releases[0] if self.releases else None

    @property
    def ready(self) -> bool:
        """Whether a release can be made now."""
        return not self.barriers and self.edited


@dataclass(frozen=True, slots=True)
class FinishPage:
    """What bars finishing a pyramid, and what is worth a look before; ``stage`` tells whether it can be finished."""

    stage: Stage
    barriers: list[Barrier]
    scus: int
    checks: Checks
    open_notes: int

    @property
    def ready(self) -> bool:
        """Whether it can be finished now."""
        return not self.barriers and "submit" in self.stage.actions


def finish_page(pyramid: Work) -> FinishPage:
    """Everything the page shows before finishing, in four statements, a few more for a consensus.

    ``pyramid`` comes from ``for_workspace``. Raises NotAllowed unless the user who asked for it may finish it.
    """
    standing = standing_of(pyramid)
    check_stand_in(standing)
    images = read_images(pyramid.pk)
    models = list(pyramid.topic.summaries.models_of_topics().defer("text", "sentences"))
    return FinishPage(
        stage=stage_of(pyramid.state, standing=standing, last=pyramid.last_state_change),
        barriers=barriers(images, models=len(models), undecided=undecided(pyramid)),
        scus=len(images),
        checks=release_checks(images, models=models, asides=read_asides(pyramid.pk)),
        open_notes=pyramid.open_notes,
    )


def release_page(pyramid: Work) -> ReleasePage:
    """Everything the page shows, in at most ten statements, some more for a consensus.

    ``pyramid`` comes with its topic and owner.
    """
    images = read_images(pyramid.pk)
    models = list(pyramid.topic.summaries.models_of_topics().defer("text", "sentences"))
    counted = pyramid.releases.annotate(scu_count=Count("scus"), contributor_count=Sum("scus__weight"))
    releases = list(counted.select_related("created_by").defer("document").order_by("-number"))
    latest = releases[0] if releases else None
    return ReleasePage(
        releases=releases,
        barriers=barriers(images, models=len(models), undecided=undecided(pyramid)),
        scus=len(images),
        unreleased=unreleased(latest, images) if latest else None,
        edited=latest is None or edited_since(pyramid, latest),
        last_changes=changes(releases[1], releases[0]) if len(releases) > 1 else [],
        origins=origins(pyramid, images),
        checks=release_checks(images, models=models, asides=read_asides(pyramid.pk)),
    )


def unreleased(release: Release, images: Sequence[ScuImage]) -> Unreleased:
    """Compare what stands with a release of the same pyramid. One statement."""
    before = {str(scu.uuid): (scu.label, _said(scu.contributors)) for scu in release.scus.all()}
    now = {image["id"]: (image["label"], _said(image["contributors"])) for image in images}
    return Unreleased(
        added=[image for image in images if image["id"] not in before],
        changed=[image for image in images if image["id"] in before and now[image["id"]] != before[image["id"]]],
        gone=[label for scu, (label, _) in before.items() if scu not in now],
    )


def _said(contributors: Sequence[Mapping[str, Any]]) -> set[tuple[int, tuple[tuple[int, int], ...]]]:
    """Contributors without what does not matter here: ids, comments and the order of adding."""
    return {
        (one["summary"], tuple(sorted((part["start"], part["end"]) for part in one["parts"]))) for one in contributors
    }
