"""API views of peer annotations."""

from typing import Any, cast

import django_filters as filters
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.accounts.authentication import signed_in_user
from annotator.matching.models import peer_annotations
from annotator.matching.serializers import NewPeerAnnotation, PeerAnnotationRow
from annotator.matching.services import start_peer_annotation
from annotator.projects.access import ProjectApiView
from annotator.projects.columns import MAX_SAFE_INTEGER
from annotator.projects.models import Summary, Topic
from annotator.projects.permissions import check_annotate, check_similar_text
from annotator.pyramids.serializers import SimilarScus
from annotator.pyramids.similar import similar_to_peer
from annotator.pyramids.similar_api import PARAMETERS, queried_spans
from annotator.texts.errors import FieldError, Malformed
from annotator.web.listing import IntegerFilter, Listing, refuse_unknown
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.releases import release_to_match
from annotator.work.visibility import WorkState

LARGE_FIELDS = ("release__document", "summary__text", "summary__words", "summary__sentences")


class PeerAnnotationFilters(filters.FilterSet):
    """Query parameters: ``?topic=&peer=&owner=&state=&release=``. If a peer's name is hidden, use its mask."""

    topic = filters.CharFilter(field_name="topic__key")
    peer = filters.CharFilter(method="filter_peer")
    owner = filters.CharFilter(field_name="owner__name")
    state = filters.ChoiceFilter(choices=WorkState.choices)
    release = IntegerFilter(min_value=1, max_value=MAX_SAFE_INTEGER)

    def filter_peer(self, annotations: Any, name: str, value: str) -> QuerySet[Any]:
        return cast("QuerySet[Any]", annotations.of_peer(value))


class PeerAnnotations(ProjectApiView, Listing):
    """The peer annotations of a project that you may see, by topic. Within a topic, the order is random."""

    queryset = Work.objects.none()
    serializer_class = PeerAnnotationRow
    filterset_class = PeerAnnotationFilters

    def get_queryset(self) -> QuerySet[Work]:
        annotations = peer_annotations().visible_to(self.user).filter(topic__project=self.project)
        detailed = annotations.select_related("topic__project", "summary", "owner", "release__pyramid__owner")
        # Ids are random: their order does not reveal the order of the peers.
        return detailed.defer(*LARGE_FIELDS).order_by("topic__key", "pk")

    @extend_schema(request=NewPeerAnnotation, responses={200: PeerAnnotationRow})
    def post(self, request: Request, slug: str) -> Response:
        """Start your own annotation of a peer against a release, or get the one that you have."""
        check_annotate(self.member.role)
        body = NewPeerAnnotation.read(request.data)
        topic = Topic.objects.visible_to(self.user).get(project=self.project, key=body["topic"])
        peer = Summary.objects.visible_to(self.user).filter(topic=topic).peer_by_name(body["peer"])
        releases = Release.objects.visible_to(self.user).filter(pyramid__topic=topic)
        if "release" in body:
            release: Release | None = releases.get(pk=body["release"])
        else:
            release = release_to_match(peer, member=self.member, user=self.user)
        if release is None:
            reason = "several releases: name one of them." if releases.exists() else "no release yet."
            raise Malformed([FieldError("release", f"This topic has {reason}")])
        annotation = start_peer_annotation(summary=peer, release=release, owner=self.member)
        return Response(self.get_serializer(self.get_queryset().get(pk=annotation.pk)).data)


class SimilarInRelease(APIView):
    """Find SCUs of the release with wording similar to words of the peer.

    Give ``start`` and ``end``, or ``spans``.
    """

    serializer_class = SimilarScus
    query = {name: PARAMETERS[name] for name in ("start", "end", "spans")}

    def get(self, request: Request, pk: int) -> Response:
        refuse_unknown(request, self.query)
        annotations = peer_annotations().visible_to(signed_in_user(request))
        annotation = annotations.select_related("topic__project", "summary").get(pk=pk)
        check_similar_text(annotation.topic.project.suggestions)
        spans = queried_spans(request.query_params.dict())
        release = cast("int", annotation.release_id)
        return Response(similar_to_peer(peer=annotation.summary, release=release, spans=spans))
