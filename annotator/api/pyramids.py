"""``/api/projects/<slug>/pyramids/`` and ``/api/pyramids/<id>/scus/``: pyramids and their SCUs, read."""

from collections.abc import Sequence

from django.db.models import Prefetch, QuerySet

from annotator.api.authentication import signed_in
from annotator.api.filters import PyramidFilters, ScuFilters
from annotator.api.listing import Listing
from annotator.api.places import InProject
from annotator.api.serializers.work import PyramidRow, ScuRow
from annotator.models import Contributor, Pyramid, Scu
from annotator.services.project_overview import PyramidLine, pyramid_lines


class Pyramids(InProject, Listing):
    """The pyramids of a project that you may see, by topic and owner."""

    queryset = Pyramid.objects.none()
    serializer_class = PyramidRow
    filterset_class = PyramidFilters

    def rows(self) -> QuerySet[Pyramid]:
        pyramids = Pyramid.objects.visible_to(self.user).filter(topic__project=self.project)
        return pyramids.order_by("topic__key", "owner__name", "pk")

    def shown(self, page: Sequence[Pyramid]) -> list[PyramidLine]:
        return pyramid_rows(Pyramid.objects.filter(pk__in=[pyramid.pk for pyramid in page]), page, here=self)


def pyramid_rows(pyramids: QuerySet[Pyramid], order: Sequence[Pyramid], *, here: InProject) -> list[PyramidLine]:
    """The lines of pyramids in another order."""
    lines = {line.pyramid.pk: line for line in pyramid_lines(pyramids.select_related("topic"), user=here.user)}
    return [lines[pyramid.pk] for pyramid in order]


class PyramidScus(Listing):
    """The SCUs of a pyramid as they stand, in list order, with weights, contributors and their words."""

    queryset = Scu.objects.none()
    serializer_class = ScuRow
    filterset_class = ScuFilters

    def rows(self) -> QuerySet[Scu]:
        pyramid = Pyramid.objects.visible_to(signed_in(self.request)).only("pk").get(pk=self.kwargs["pk"])
        contributors = Contributor.objects.prefetch_related("parts", "summary").order_by("position", "pk")
        scus = Scu.objects.filter(pyramid=pyramid).with_weights().order_by("position", "uid")
        return scus.prefetch_related(Prefetch("contributors", contributors))
