"""Queries of studies for the pages and the API."""

from django.db.models import QuerySet

from scoring.observations.viewer import Viewer
from scoring.studies.models import Study


def visible_studies(viewer: Viewer) -> QuerySet[Study]:
    """Returns the studies of the project, the newest first. All members see them; a result is computed only from the
    scores that the viewer may see.
    """
    return Study.objects.filter(project=viewer.project).select_related("project", "created_by").order_by("-number")


def study_with_number(viewer: Viewer, number: int) -> Study:
    """Returns a study of the project. Raises Study.DoesNotExist."""
    return visible_studies(viewer).get(number=number)
