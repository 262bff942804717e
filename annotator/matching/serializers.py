"""Serializers of peer annotations. Their help texts are the API's documentation."""

from django.urls import reverse
from rest_framework import serializers

from annotator.projects.columns import MAX_SAFE_INTEGER
from annotator.web.serializers import Body, PlainSerializer
from annotator.work.models import Work
from annotator.work.serializers import PartSnapshot, Workspace, WorkspaceSummary
from annotator.work.states.permissions import is_finished
from annotator.work.visibility import WorkState


class PinnedRelease(PlainSerializer):
    """The release that a peer is matched against."""

    id = serializers.IntegerField(source="pk")
    number = serializers.IntegerField()


class PeerAnnotationRow(PlainSerializer):
    """A peer annotation: one owner's matching of one peer against one release."""

    id = serializers.IntegerField(source="pk")
    topic = serializers.CharField(source="topic.key")
    peer = serializers.CharField(source="peer_name", help_text="Who or what wrote the peer, or its mask.")
    owner = serializers.CharField(source="owner.name")
    mine = serializers.SerializerMethodField(help_text="Whether you are its owner.")
    state = serializers.ChoiceField(WorkState.choices)
    finished = serializers.SerializerMethodField(help_text="Whether its scores count.")
    revision = serializers.IntegerField(help_text="The number of edits in its log.")
    release = PinnedRelease()
    pyramid_owner = serializers.SerializerMethodField(
        help_text="The owner of the released pyramid; null if hidden from you."
    )
    url = serializers.SerializerMethodField(help_text="The URL of the annotation with units, texts and the release.")
    scores = serializers.SerializerMethodField(help_text="The URL of its scores.")

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
    """The peer and the release of a new peer annotation."""

    topic = serializers.CharField(help_text="The key of the topic.")
    peer = serializers.CharField(help_text="The name of the peer, or its mask.")
    release = serializers.IntegerField(
        min_value=1,
        max_value=MAX_SAFE_INTEGER,
        required=False,
        help_text="By default, the release assigned to you, else the latest of the consensus or of the only pyramid.",
    )


class UnitSnapshot(PlainSerializer):
    """Parts of a peer, matched to an SCU of the release or to none."""

    id = serializers.UUIDField()
    position = serializers.IntegerField()
    scu = serializers.UUIDField(allow_null=True)
    comment = serializers.CharField()
    parts = PartSnapshot(many=True)
    label = serializers.CharField(required=False)  # type: ignore[assignment]  # replaces DRF's attribute, which only forms use
    flags = serializers.ListField(child=serializers.CharField(), required=False)


class PeerWorkspace(Workspace):
    """A peer annotation with everything that its workspace needs."""

    peer = WorkspaceSummary()
    release = serializers.DictField()
    units = UnitSnapshot(many=True)
    absences = serializers.ListField(child=serializers.DictField())
    next_position = serializers.IntegerField()
