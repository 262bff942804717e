"""The number of works in a project, from which the duration of long computations is estimated."""

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from annotator.projects.models import MembershipQuerySet
from annotator.work.models import Work


def with_work_counts(memberships: MembershipQuerySet) -> MembershipQuerySet:
    """Returns the memberships annotated with ``project_work_count``, the number of works in their project."""
    works = Work.objects.filter(topic__project=OuterRef("project")).order_by().values("topic__project")
    work_count = Subquery(works.annotate(count=Count("pk")).values("count"))
    return memberships.annotate(project_work_count=Coalesce(work_count, 0))
