"""How large a project is: what long work estimates its time from."""

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from annotator.projects.models import MembershipQuerySet
from annotator.work.models import Work


def with_works(memberships: MembershipQuerySet) -> MembershipQuerySet:
    """Members with ``project_works``: the number of works in their project."""
    works = Work.objects.filter(topic__project=OuterRef("project")).order_by().values("topic__project")
    number = Subquery(works.annotate(number=Count("pk")).values("number"))
    return memberships.annotate(project_works=Coalesce(number, 0))
