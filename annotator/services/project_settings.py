"""Changing the rules a project annotates by."""

from collections.abc import Mapping

from annotator.models import Membership, Project
from annotator.permissions import check_manage

CHANGEABLE = (
    "name",
    "guidelines",
    "overlap_models",
    "overlap_peers",
    "non_matching",
    "live_scores",
    "rounding",
    "suggestions",
)


def change_settings(*, project: Project, values: Mapping[str, str], by: Membership) -> None:
    """Set those of ``CHANGEABLE`` that are given. Raises NotAllowed unless ``by`` manages the project."""
    check_manage(by.role)
    given = [name for name in CHANGEABLE if name in values]
    for name in given:
        setattr(project, name, values[name])
    project.save(update_fields=given)
