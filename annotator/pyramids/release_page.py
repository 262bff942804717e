"""The data of the pages on which a pyramid is released or finished."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, Sum

from annotator.pyramids.release_changes import changes_between
from annotator.pyramids.release_checks import release_checks
from annotator.pyramids.services import edited_since, release_problems
from annotator.pyramids.store import read_asides, read_scus
from annotator.pyramids.verbs.relations import relations_of
from annotator.pyramids.verbs.scus import ScuSnapshot
from annotator.work.adjudication.provenance import origin_counts
from annotator.work.adjudication.work_comparison import undecided_count
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.states.permissions import check_edit_or_manage, roles_of
from annotator.work.states.services import stage_of


def finish_page_data(pyramid: Work) -> dict[str, Any]:
    """The data of the page on which a pyramid is finished: what must be fixed first, and what is worth checking.

    ``pyramid``: read by `for_workspace`, which adds the user's roles. In the result, ``stage`` is the pyramid's state
    with the changes of state that the user may make. Raises NotAllowed if the user may not finish the pyramid.
    """
    check_edit_or_manage(roles_of(pyramid))
    stage = stage_of(pyramid)
    page = _problems_and_checks(pyramid, read_scus(pyramid.pk))
    return {**page, "stage": stage, "is_ready": not page["problems"] and "submit" in stage.actions}


def release_page_data(pyramid: Work) -> dict[str, Any]:
    """The data of the page that lists the releases of a pyramid, newest first, and makes the next one.

    ``latest_changes``: how the latest release differs from the one before it. ``origins``: for a consensus, the number
    of SCUs from each source.
    """
    scus = read_scus(pyramid.pk)
    page = _problems_and_checks(pyramid, scus)
    releases_with_counts = pyramid.releases.annotate(scu_count=Count("scus"), contributor_count=Sum("scus__weight"))
    releases = list(releases_with_counts.select_related("created_by").defer("document").order_by("-number"))
    latest = releases[0] if releases else None
    has_unreleased_edits = latest is None or edited_since(pyramid, latest)
    return {
        **page,
        "releases": releases,
        "latest": latest,
        "unreleased_changes": _unreleased_changes(latest, scus) if latest else None,
        "has_unreleased_edits": has_unreleased_edits,
        "is_ready": has_unreleased_edits and not page["problems"],
        "latest_changes": changes_between(releases[1], releases[0]) if len(releases) > 1 else [],
        "origins": origin_counts(pyramid, scus),
    }


def _problems_and_checks(pyramid: Work, scus: Sequence[ScuSnapshot]) -> dict[str, Any]:
    models = list(pyramid.topic.summaries.model_summaries().defer("text", "sentences"))
    return {
        "scu_count": len(scus),
        "problems": release_problems(scus, model_count=len(models), undecided=undecided_count(pyramid)),
        "checks": release_checks(scus, models=models, asides=read_asides(pyramid.pk)),
    }


def _unreleased_changes(release: Release, scus: Sequence[ScuSnapshot]) -> dict[str, list[Any]] | None:
    """The SCUs added or changed since a release, and the labels of SCUs deleted since then. None if nothing differs."""
    before = {str(scu.uuid): (scu.label, _spans(scu.contributors), scu.relations) for scu in release.scus.all()}
    now = {scu["id"]: (scu["label"], _spans(scu["contributors"]), [*relations_of(scu)]) for scu in scus}
    differences: dict[str, list[Any]] = {
        "added": [scu for scu in scus if scu["id"] not in before],
        "changed": [scu for scu in scus if before.get(scu["id"], now[scu["id"]]) != now[scu["id"]]],
        "deleted": [label for scu_id, (label, *_) in before.items() if scu_id not in now],
    }
    return differences if any(differences.values()) else None


def _spans(contributors: Sequence[Mapping[str, Any]]) -> set[tuple[int, tuple[tuple[int, int], ...]]]:
    """The spans in each summary, sorted. Ids, comments and the order of addition do not count as changes."""
    return {
        (contributor["summary"], tuple(sorted((part["start"], part["end"]) for part in contributor["parts"])))
        for contributor in contributors
    }
