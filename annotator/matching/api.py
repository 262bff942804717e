"""Peer annotations in the API: what lists show and take, and one call about each."""

from typing import Any

import django_filters as filters
from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.accounts.authentication import signed_in
from annotator.matching.models import KIND, matchings
from annotator.matching.services import start_peer_annotation
from annotator.matching.similar import similar_in_release
from annotator.projects.access import InProject
from annotator.projects.columns import MAX_SAFE_INTEGER
from annotator.projects.models import Summary, Topic
from annotator.projects.permissions import check_annotate, check_shown_similar_text
from annotator.pyramids.serializers import Plain
from annotator.pyramids.similar_api import ASKED, asked_spans
from annotator.texts.errors import FieldError
from annotator.web.documentation import told_as
from annotator.web.filters import WholeNumber
from annotator.web.json_schema import ref
from annotator.web.listing import Listing, refuse_unknown
from annotator.web.serializers import Body
from annotator.work.api import WorkEdits, WorkHistory, WorkSnapshot, WorkStateChange
from annotator.work.edits.request import MalformedEdits
from annotator.work.models import Release, Work
from annotator.work.notes.api import Notes
from annotator.work.releases import release_to_match
from annotator.work.states.permissions import is_finished
from annotator.work.visibility import WorkState


class PinnedRelease(Plain):
    """The release that a peer annotation is pinned to."""

    id = serializers.IntegerField(source="pk")
    number = serializers.IntegerField()


class PeerAnnotationRow(Plain):
    """One owner's matching of one peer against one release."""

    id = serializers.IntegerField(source="pk")
    topic = serializers.CharField(source="topic.key")
    peer = serializers.CharField(source="peer_name", help_text="Who or what wrote the peer, or its mask.")
    owner = serializers.CharField(source="owner.name")
    mine = serializers.SerializerMethodField(help_text="Whether you are its owner.")
    state = serializers.ChoiceField(WorkState.choices)
    finished = serializers.SerializerMethodField(help_text="Whether its scores count.")
    revision = serializers.IntegerField(help_text="Counts the edits of its log.")
    release = PinnedRelease()
    pyramid_owner = serializers.SerializerMethodField(
        help_text="Whose pyramid was released; null where that is hidden from you."
    )
    url = serializers.SerializerMethodField(help_text="Its own address: units, texts and the release in one.")
    scores = serializers.SerializerMethodField(help_text="The address of its scores.")

    def get_mine(self, annotation: Work) -> bool:
        return annotation.owner.user_id == self.context["request"].user.pk

    def get_finished(self, annotation: Work) -> bool:
        return is_finished(annotation.state)

    def get_pyramid_owner(self, annotation: Work) -> str | None:
        return annotation.pyramid_owner or None

    def get_url(self, annotation: Work) -> str:
        return reverse("api-peer-annotation", args=[annotation.pk])

    def get_scores(self, annotation: Work) -> str:
        return annotation.api_url("scores")


class NewPeerAnnotation(Body):
    """Which peer is matched, and against what."""

    topic = serializers.CharField(help_text="The key of the topic.")
    peer = serializers.CharField(help_text="The name of the peer, or its mask.")
    release = serializers.IntegerField(
        min_value=1,
        max_value=MAX_SAFE_INTEGER,
        required=False,
        help_text="Its id. If left out: the one assigned to you, else the latest of the consensus or the only pyramid.",
    )


class PeerAnnotationFilters(filters.FilterSet):
    """``?topic=&peer=&owner=&state=&release=``; a masked peer is asked for by its mask."""

    topic = filters.CharFilter(field_name="topic__key")
    peer = filters.CharFilter(method="of_peer")
    owner = filters.CharFilter(field_name="owner__name")
    state = filters.ChoiceFilter(choices=WorkState.choices)
    release = WholeNumber(min_value=1, max_value=MAX_SAFE_INTEGER)

    class Meta:
        model = Work
        fields: tuple[str, ...] = ()

    def of_peer(self, annotations: Any, name: str, value: str) -> QuerySet[Any]:
        """The annotations of the peers of this name."""
        found: QuerySet[Any] = annotations.of_peer(value)
        return found


class PeerAnnotations(InProject, Listing):
    """The peer annotations of a project that you may see, by topic; within one in an order that tells nothing."""

    queryset = Work.objects.none()
    serializer_class = PeerAnnotationRow
    filterset_class = PeerAnnotationFilters

    def rows(self) -> QuerySet[Work]:
        annotations = matchings().visible_to(self.user).filter(topic__project=self.project)
        detailed = annotations.select_related("topic__project", "summary", "owner", "release__pyramid__owner")
        return detailed.defer(*DOCUMENTS).order_by("topic__key", "pk")

    @extend_schema(request=NewPeerAnnotation, responses={200: PeerAnnotationRow})
    def post(self, request: Request, slug: str) -> Response:
        """Begin your own annotation of a peer against a release, or find it where you have begun it."""
        check_annotate(self.member.role)
        asked = NewPeerAnnotation.read(request.data)
        topic = Topic.objects.visible_to(self.user).get(project=self.project, key=asked["topic"])
        peer = Summary.objects.visible_to(self.user).filter(topic=topic).peer_by_name(asked["peer"])
        releases = Release.objects.visible_to(self.user).filter(pyramid__topic=topic)
        key = asked.get("release")
        release = releases.get(pk=key) if key else release_to_match(peer, member=self.member, user=self.user)
        if release is None:
            raise MalformedEdits(
                [FieldError("release", "Say which release: there are none, or several to choose from.")]
            )
        begun = start_peer_annotation(summary=peer, release=release, owner=self.member)
        return Response(self.get_serializer(self.rows().get(pk=begun.pk)).data)


class PeerSnapshot(WorkSnapshot):
    """A peer annotation as it stands."""

    kind = KIND
    answer = ref("PeerWorkspace")


class PeerEdits(WorkEdits):
    """Apply groups of edits to a peer annotation."""

    kind = KIND
    body = ref("PeerEdits")


class PeerHistory(WorkHistory):
    """What was done to a peer annotation.

    See that of a pyramid.
    """

    kind = KIND


class PeerNotes(Notes):
    """The notes of a peer annotation in threads.

    A thread may be on a ``unit``.
    """

    kind = KIND


class PeerAnnotationState(WorkStateChange):
    """Finish a peer annotation, review it, return it, agree to it, or open it again."""

    kind = KIND


class SimilarInRelease(APIView):
    """SCUs of the release that are worded like some words of the peer.

    ``start`` and ``end``, or ``spans``.
    """

    @told_as("SimilarScus", query={name: ASKED[name] for name in ("start", "end", "spans")})
    def get(self, request: Request, pk: int) -> Response:
        refuse_unknown(request, ("start", "end", "spans"))
        annotation = matchings().visible_to(signed_in(request)).select_related("topic__project", "summary").get(pk=pk)
        check_shown_similar_text(annotation.topic.project.suggestions)
        return Response(similar_in_release(annotation=annotation, spans=asked_spans(request.query_params.dict())))


DOCUMENTS = ("release__document", "summary__text", "summary__words", "summary__sentences")
