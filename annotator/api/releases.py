"""``/api/projects/<slug>/releases/`` and ``/api/releases/<id>/``: releases and their SCUs."""

from typing import Any

from django.db.models import Count, QuerySet
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.api.authentication import signed_in
from annotator.api.filters import ReleaseFilters
from annotator.api.listing import Listing
from annotator.api.places import InProject
from annotator.api.serializers.work import ReleaseDetail, ReleaseRow
from annotator.models import Release
from annotator.services.released import released_scus


class Releases(InProject, Listing):
    """The releases of a project that you may see or match peers against, by topic, the newest first."""

    queryset = Release.objects.none()
    serializer_class = ReleaseRow
    filterset_class = ReleaseFilters

    def rows(self) -> QuerySet[Release]:
        releases = with_details(Release.objects.visible_to(self.user)).filter(pyramid__topic__project=self.project)
        return releases.order_by("pyramid__topic__key", "-created_at", "pk")


class ReleaseResource(APIView):
    """One release."""

    def get(self, request: Request, pk: int) -> Response:
        """The release with its SCUs."""
        release: Any = with_details(Release.objects.visible_to(signed_in(request))).get(pk=pk)
        release.released = released_scus(release.pk)
        return Response(ReleaseDetail(release).data)


def with_details(releases: QuerySet[Any]) -> QuerySet[Any]:
    """Visible releases with what their rows tell."""
    detailed = releases.select_related("pyramid__topic", "pyramid__owner").defer("document")
    return detailed.annotate(scu_count=Count("scus"))
