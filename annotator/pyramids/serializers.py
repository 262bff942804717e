"""Serializers of pyramids, SCUs and releases. Their help texts are the API's documentation."""

from django.urls import reverse
from rest_framework import serializers

from annotator.pyramids.models import Part
from annotator.pyramids.status import PyramidStatus
from annotator.pyramids.verbs.relations import RELATION_KINDS
from annotator.web.serializers import Body, PlainSerializer
from annotator.work.release_models import Release
from annotator.work.serializers import PartSnapshot, Workspace, WorkspaceSummary
from annotator.work.visibility import WorkState


class TierShape(PlainSerializer):
    """The SCUs of one weight."""

    weight = serializers.IntegerField()
    count = serializers.IntegerField()


class PyramidRow(PlainSerializer):
    """A pyramid, with counts of its SCUs."""

    id = serializers.IntegerField(source="pyramid.pk")
    topic = serializers.CharField(source="pyramid.topic.key")
    owner = serializers.CharField()
    mine = serializers.BooleanField(source="is_mine", help_text="Whether you are its owner.")
    state = serializers.ChoiceField(WorkState.choices)
    revision = serializers.IntegerField(source="pyramid.revision", help_text="The number of edits in its log.")
    scus = serializers.IntegerField(source="scu_count", help_text="The number of SCUs.")
    tiers = TierShape(many=True, help_text="Heaviest first.")
    latest_release = serializers.IntegerField(allow_null=True, help_text="The release's number.")
    edited_since = serializers.BooleanField(help_text="Whether it was edited after that release.")
    created_at = serializers.DateTimeField(source="pyramid.created_at")
    url = serializers.SerializerMethodField(help_text="The URL of the pyramid with SCUs, texts and settings.")

    def get_url(self, status: PyramidStatus) -> str:
        return reverse("api-pyramid", args=[status.pyramid.pk])


class PartShape(PlainSerializer):
    """A span of code points of a summary."""

    id = serializers.UUIDField(source="uuid")
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    text = serializers.SerializerMethodField(help_text="The text of the span.")

    def get_text(self, part: Part) -> str:
        return part.contributor.summary.text[part.start : part.end]


class ContributorShape(PlainSerializer):
    """The parts of one model summary that express an SCU."""

    summary = serializers.IntegerField(source="summary_id")
    letter = serializers.CharField(source="summary.letter")
    comment = serializers.CharField()
    flags = serializers.ListField(child=serializers.CharField())
    parts = PartShape(many=True)


class ScuRow(PlainSerializer):
    """A current SCU of a pyramid with its contributors."""

    id = serializers.UUIDField(source="uuid", help_text="Made by the client; unique in the pyramid.")
    uid = serializers.IntegerField(help_text="The number in DUCView's files; unique in the pyramid, never reused.")
    position = serializers.FloatField()
    label = serializers.CharField()  # type: ignore[assignment]  # replaces DRF's attribute, which only forms use
    comment = serializers.CharField()
    flags = serializers.ListField(child=serializers.CharField())
    weight = serializers.IntegerField(help_text="The number of model summaries that contribute.")
    contributors = ContributorShape(many=True)


class ReleaseRow(PlainSerializer):
    """A release: an immutable snapshot of a pyramid."""

    id = serializers.IntegerField(source="pk")
    topic = serializers.CharField(source="pyramid.topic.key")
    pyramid = serializers.SerializerMethodField(help_text="The pyramid's id; null if it is hidden from you.")
    owner = serializers.SerializerMethodField(help_text="The pyramid's owner; null if hidden from you.")
    number = serializers.IntegerField()
    revision = serializers.SerializerMethodField(help_text="The pyramid's revision; null if hidden from you.")
    models = serializers.IntegerField(source="model_count", help_text="The number of model summaries.")
    scu_count = serializers.IntegerField()
    weight_source = serializers.ChoiceField(Release.WeightSource.choices)
    created_at = serializers.DateTimeField(
        source="shown_created_at", allow_null=True, help_text="Null if the owner is hidden from you."
    )
    url = serializers.SerializerMethodField(help_text="The URL of the release with its SCUs.")

    def get_pyramid(self, release: Release) -> int | None:
        return None if release.hides_owner else release.pyramid_id

    def get_owner(self, release: Release) -> str | None:
        return release.owner_name or None

    def get_revision(self, release: Release) -> int | None:
        return None if release.hides_owner else release.revision

    def get_url(self, release: Release) -> str:
        return reverse("api-release", args=[release.pk])


class ReleasedSpan(PlainSerializer):
    """A span of code points of a model summary."""

    start = serializers.IntegerField()
    end = serializers.IntegerField()


class ReleasedContributor(PlainSerializer):
    """The parts of one model summary that express a released SCU."""

    summary = serializers.IntegerField()
    comment = serializers.CharField()
    parts = ReleasedSpan(many=True)


class ScuFields(PlainSerializer):
    """The fields that current and released SCUs share, except contributors."""

    id = serializers.UUIDField()
    uid = serializers.IntegerField()
    position = serializers.FloatField()
    label = serializers.CharField()  # type: ignore[assignment]  # replaces DRF's attribute, which only forms use
    comment = serializers.CharField()


class Relation(PlainSerializer):
    """A relation of an SCU to another SCU of the same pyramid or release."""

    to = serializers.UUIDField(help_text="The id of the other SCU.")
    kind = serializers.ChoiceField(
        RELATION_KINDS,
        help_text="“depends”: it makes no sense without the other. “implies”: it also says what the other says.",
    )


class ReleasedScuShape(ScuFields):
    """An SCU as released, with its weight."""

    weight = serializers.IntegerField()
    contributors = ReleasedContributor(many=True)
    relations = Relation(many=True)


class ReleaseDetail(ReleaseRow):
    """A release with its SCUs."""

    scus = ReleasedScuShape(source="released_scus", many=True)


class NewPyramid(Body):
    """The topic of a new pyramid."""

    topic = serializers.CharField(help_text="The key of a topic that has model summaries.")


class ContributorSnapshot(PlainSerializer):
    """The parts of one model summary that express an SCU, as they are now in the workspace."""

    summary = serializers.IntegerField()
    comment = serializers.CharField()
    parts = PartSnapshot(many=True)
    flags = serializers.ListField(child=serializers.CharField(), required=False)


class ScuSnapshot(ScuFields):
    """An SCU as it is now in the workspace. Editing changes it, unlike a released SCU."""

    contributors = ContributorSnapshot(many=True)
    flags = serializers.ListField(child=serializers.CharField(), required=False)
    relations = Relation(many=True, required=False)


class PyramidWorkspace(Workspace):
    """A pyramid with everything that its workspace needs."""

    latest_release = serializers.DictField(allow_null=True)  # the number and revision of the release
    summaries = WorkspaceSummary(many=True)
    scus = ScuSnapshot(many=True)
    asides = serializers.ListField(
        child=serializers.DictField(), help_text="For each summary, the spans deliberately left out of all SCUs."
    )
    next_uid = serializers.IntegerField()
    next_position = serializers.FloatField()


class SimilarScu(PlainSerializer):
    """An SCU of similar wording. Scores are above 0 and at most 1."""

    id = serializers.UUIDField()
    score = serializers.FloatField()


class SimilarPassage(PlainSerializer):
    """Words of a summary that are similar to the query."""

    summary = serializers.IntegerField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    score = serializers.FloatField()


class SimilarScus(PlainSerializer):
    """SCUs and passages of similar wording, the most similar first."""

    scus = SimilarScu(many=True)
    passages = SimilarPassage(many=True, required=False)  # not for peer annotations
