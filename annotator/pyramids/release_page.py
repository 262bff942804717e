"""What the pages for releasing and finishing a pyramid show."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, Sum

from annotator.pyramids.release_changes import changes
from annotator.pyramids.release_checks import release_checks
from annotator.pyramids.services import edited_since, release_problems
from annotator.pyramids.store import read_asides, read_images
from annotator.pyramids.verbs.scus import ScuImage
from annotator.work.adjudication.compared import undecided
from annotator.work.adjudication.provenance import origins
from annotator.work.models import Release, Work
from annotator.work.states.permissions import check_stand_in, standing_of
from annotator.work.states.services import stage_of


def finish_page(pyramid: Work) -> dict[str, Any]:
    """What must be fixed before finishing a pyramid, and what is worth checking.

    ``pyramid`` comes from ``for_workspace``. Raises NotAllowed unless the user may finish it.
    """
    check_stand_in(standing_of(pyramid))
    stage = stage_of(pyramid)
    page = _problems_and_checks(pyramid, read_images(pyramid.pk))
    return {**page, "stage": stage, "ready": not page["problems"] and "submit" in stage.actions}


def release_page(pyramid: Work) -> dict[str, Any]:
    """The releases of a pyramid, newest first, and what the next one would freeze.

    ``last_changes``: from the release before the latest to the latest. ``origins``: for a consensus, how many SCUs
    come from whom.
    """
    images = read_images(pyramid.pk)
    page = _problems_and_checks(pyramid, images)
    counted = pyramid.releases.annotate(scu_count=Count("scus"), contributor_count=Sum("scus__weight"))
    releases = list(counted.select_related("created_by").defer("document").order_by("-number"))
    latest = releases[0] if releases else None
    edited = latest is None or edited_since(pyramid, latest)
    return {
        **page,
        "releases": releases,
        "latest": latest,
        "unreleased": _unreleased(latest, images) if latest else None,
        "edited": edited,
        "ready": edited and not page["problems"],
        "last_changes": changes(releases[1], releases[0]) if len(releases) > 1 else [],
        "origins": origins(pyramid, images),
    }


def _problems_and_checks(pyramid: Work, images: Sequence[ScuImage]) -> dict[str, Any]:
    models = list(pyramid.topic.summaries.model_summaries().defer("text", "sentences"))
    return {
        "scus": len(images),
        "problems": release_problems(images, models=len(models), undecided=undecided(pyramid)),
        "checks": release_checks(images, models=models, asides=read_asides(pyramid.pk)),
    }


def _unreleased(release: Release, images: Sequence[ScuImage]) -> dict[str, list[Any]] | None:
    """SCUs added, changed (in label, weight or contributors) and deleted since a release; None if there are none."""
    before = {str(scu.uuid): (scu.label, _contributed(scu.contributors)) for scu in release.scus.all()}
    now = {image["id"]: (image["label"], _contributed(image["contributors"])) for image in images}
    differences: dict[str, list[Any]] = {
        "added": [image for image in images if image["id"] not in before],
        "changed": [image for image in images if before.get(image["id"], now[image["id"]]) != now[image["id"]]],
        "deleted": [label for scu, (label, _) in before.items() if scu not in now],
    }
    return differences if any(differences.values()) else None


def _contributed(contributors: Sequence[Mapping[str, Any]]) -> set[tuple[int, tuple[tuple[int, int], ...]]]:
    """The spans by summary, without what does not matter here: ids, comments and the order of adding."""
    return {
        (contributor["summary"], tuple(sorted((part["start"], part["end"]) for part in contributor["parts"])))
        for contributor in contributors
    }
