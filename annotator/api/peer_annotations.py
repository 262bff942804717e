"""``/api/projects/<slug>/peer-annotations/``: who has matched which peer against which release."""

from django.db.models import QuerySet

from annotator.api.filters import PeerAnnotationFilters
from annotator.api.listing import Listing
from annotator.api.places import InProject
from annotator.api.serializers.work import PeerAnnotationRow
from annotator.models import PeerAnnotation


class PeerAnnotations(InProject, Listing):
    """The peer annotations of a project that you may see, by topic; within one in an order that tells nothing."""

    queryset = PeerAnnotation.objects.none()
    serializer_class = PeerAnnotationRow
    filterset_class = PeerAnnotationFilters

    def rows(self) -> QuerySet[PeerAnnotation]:
        annotations = PeerAnnotation.objects.visible_to(self.user).filter(summary__topic__project=self.project)
        detailed = annotations.select_related("summary__topic__project", "owner", "release__pyramid__owner")
        return detailed.defer(*DOCUMENTS).order_by("summary__topic__key", "pk")


DOCUMENTS = ("document", "release__document", "summary__text", "summary__words", "summary__sentences")
