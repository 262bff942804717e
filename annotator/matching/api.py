"""``/api/projects/<slug>/peer-annotations/``: who has matched which peer against which release."""

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.accounts.authentication import signed_in
from annotator.matching.filters import PeerAnnotationFilters
from annotator.matching.models import PeerAnnotation
from annotator.matching.serializers import NewPeerAnnotation, PeerAnnotationRow
from annotator.matching.services import start_peer_annotation
from annotator.overview.topics import release_to_match
from annotator.projects.access import InProject
from annotator.projects.models import Summary, Topic
from annotator.projects.permissions import check_annotate
from annotator.pyramids.api import stage_now
from annotator.texts.errors import FieldError
from annotator.web.json_schema import ref
from annotator.web.listing import Listing
from annotator.work.edits.request import MalformedEdits
from annotator.work.models import Release
from annotator.work.states.serializers import Turn
from annotator.work.states.services import change_state


class PeerAnnotations(InProject, Listing):
    """The peer annotations of a project that you may see, by topic; within one in an order that tells nothing."""

    queryset = PeerAnnotation.objects.none()
    serializer_class = PeerAnnotationRow
    filterset_class = PeerAnnotationFilters

    def rows(self) -> QuerySet[PeerAnnotation]:
        annotations = PeerAnnotation.objects.visible_to(self.user).filter(summary__topic__project=self.project)
        detailed = annotations.select_related("summary__topic__project", "owner", "release__pyramid__owner")
        return detailed.defer(*DOCUMENTS).order_by("summary__topic__key", "pk")

    @extend_schema(request=NewPeerAnnotation, responses={200: PeerAnnotationRow})
    def post(self, request: Request, slug: str) -> Response:
        """Begin your own annotation of a peer against a release, or find it where you have begun it."""
        check_annotate(self.member.role)
        asked = NewPeerAnnotation.read(request.data)
        topic = Topic.objects.visible_to(self.user).get(project=self.project, key=asked["topic"])
        peer = Summary.objects.visible_to(self.user).filter(topic=topic).peer_called(asked["peer"])
        releases = Release.objects.visible_to(self.user).filter(pyramid__topic=topic)
        key = asked.get("release")
        release = releases.get(pk=key) if key else release_to_match(peer, member=self.member, user=self.user)
        if release is None:
            raise MalformedEdits(
                [FieldError("release", "Say which release: there are none, or several to choose from.")]
            )
        begun = start_peer_annotation(summary=peer, release=release, owner=self.member)
        return Response(self.get_serializer(self.rows().get(pk=begun.pk)).data)


class PeerAnnotationState(APIView):
    """Finish a peer annotation, review it, return it, agree to it, or open it again."""

    @extend_schema(request=Turn, responses={200: ref("Stage")})
    def post(self, request: Request, pk: int) -> Response:
        user = signed_in(request)
        annotation = PeerAnnotation.objects.for_workspace(user).get(pk=pk)
        change_state(work=annotation, by=user, now=timezone.now(), **Turn.read(request.data))
        return Response(stage_now(PeerAnnotation.objects.for_workspace(user).get(pk=pk)))


DOCUMENTS = ("document", "release__document", "summary__text", "summary__words", "summary__sentences")
