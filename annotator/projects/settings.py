"""Changing the rules a project annotates by."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from annotator.projects.models import Membership, Project
from annotator.projects.peer_names import mask_project
from annotator.projects.permissions import check_manage

CHANGEABLE = (
    "name",
    "guidelines",
    "overlap_models",
    "overlap_peers",
    "non_matching",
    "live_scores",
    "rounding",
    "suggestions",
    "blind",
    "mask_summarizers",
    "shuffle_peers",
    "anonymous_owners",
)


@transaction.atomic
def change_settings(*, project: Project, values: Mapping[str, Any], by: Membership) -> None:
    """Set those of ``CHANGEABLE`` that are given. Raises NotAllowed unless ``by`` manages the project.

    Where a project turns blind, scores that were shown while judging wait for the annotation to be finished; where it
    turns masked, its peers get their masks.
    """
    check_manage(by.role)
    stood = Project.objects.select_for_update().get(pk=project.pk)
    given = [name for name in CHANGEABLE if name in values]
    for name in given:
        setattr(project, name, values[name])
    if project.blind and not stood.blind and project.live_scores == stood.live_scores == Project.LiveScores.SHOW:
        project.live_scores = Project.LiveScores.AFTER_SUBMIT
        given.append("live_scores")
    project.save(update_fields=given)
    if project.mask_summarizers and not stood.mask_summarizers:
        mask_project(project=project)
