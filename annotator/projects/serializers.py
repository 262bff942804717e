"""Serializers of projects, members, topics and texts. Their help texts are the API's documentation."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.projects.models import Membership, Project, Summary
from annotator.projects.services import SETTINGS_FIELDS
from annotator.web.serializers import Body, BoundedList, PlainSerializer
from annotator.web.url_names import check_fits_url

DIRECTIONS = [("ltr", "left to right"), ("rtl", "right to left")]


class IndexShape(PlainSerializer):
    """Your user name, and the URLs of the main resources."""

    user = serializers.CharField(help_text="Your user name.")
    projects = serializers.CharField(help_text="The URL of the list of projects.")
    schema = serializers.CharField(help_text="The URL of the OpenAPI description.")
    docs = serializers.CharField(help_text="The URL of the page that shows this description.")


class ProjectRow(PlainSerializer):
    """A project."""

    slug = serializers.CharField(help_text="The project's name in URLs.")
    name = serializers.CharField()
    role = serializers.ChoiceField(Membership.Role.choices, help_text="Your role in the project.")
    blind = serializers.BooleanField(help_text="Annotators see only their own work until a topic is revealed.")
    mask_summarizers = serializers.BooleanField(
        help_text="Until a topic is revealed, annotators do not see who wrote its peers."
    )
    created_at = serializers.DateTimeField()
    url = serializers.SerializerMethodField(help_text="The project's URL.")

    def get_url(self, project: Project) -> str:
        return reverse("api-project", args=[project.slug])


class ProjectSettingsShape(serializers.ModelSerializer[Project]):
    """The settings of a project."""

    class Meta:
        model = Project
        fields = SETTINGS_FIELDS


class ProjectUrls(PlainSerializer):
    """The URLs of the project's resources."""

    members = serializers.CharField()
    topics = serializers.CharField()
    pyramids = serializers.CharField()
    releases = serializers.CharField()
    peer_annotations = serializers.CharField()
    scores = serializers.CharField()
    agreement = serializers.CharField()
    stability = serializers.CharField()
    enough = serializers.CharField(help_text="How many topics and matchers are enough to compare summarizers.")


class ProjectDetail(ProjectRow):
    """A project with its guidelines and settings."""

    guidelines = serializers.CharField(help_text="In Markdown.")
    settings = ProjectSettingsShape(source="*")
    urls = serializers.SerializerMethodField()

    @extend_schema_field(ProjectUrls)
    def get_urls(self, project: Project) -> dict[str, str]:
        routes = {name: f"api-{name.replace('_', '-')}" for name in map(str, ProjectUrls().fields)}
        routes |= {name: f"api-project-{name}" for name in ("scores", "agreement", "stability", "enough")}
        return {name: reverse(route, args=[project.slug]) for name, route in routes.items()}


class MemberRow(PlainSerializer):
    """A member of a project: somebody with an account, or the owner of imported work."""

    name = serializers.CharField(help_text="The name in the project, under which the member owns work.")
    username = serializers.CharField(source="user.username", default=None, allow_null=True, help_text="The account.")
    role = serializers.ChoiceField(Membership.Role.choices)


class SummaryRow(PlainSerializer):
    """A model or peer summary without its text."""

    id = serializers.SerializerMethodField(
        help_text="The id of a model summary in edits of a pyramid. Null if the name is hidden from you."
    )
    kind = serializers.ChoiceField(Summary.Kind.choices)
    name = serializers.CharField(source="shown_name", help_text="Who or what wrote it, or its mask.")
    letter = serializers.CharField(help_text="A, B, ... for a model summary; empty for a peer.")
    title = serializers.CharField(source="shown_title")
    length = serializers.IntegerField(help_text="In code points.")
    word_count = serializers.IntegerField()
    url = serializers.SerializerMethodField(help_text="The URL of the summary with its text.")

    def get_id(self, summary: Summary) -> int | None:
        return None if summary.hides_name else summary.pk

    def get_url(self, summary: Summary) -> str:
        topic = summary.topic
        return reverse(f"api-{summary.kind}", args=[topic.project.slug, topic.key, summary.shown_name])


class SegmentedText(PlainSerializer):
    """A text and its tokens; all offsets are code points."""

    text = serializers.CharField()
    direction = serializers.ChoiceField(DIRECTIONS)
    words = serializers.ListField(
        child=serializers.IntegerField(), help_text="Start and end of each word in turn: [0, 3, 4, 9, ...]."
    )
    sentences = serializers.ListField(child=serializers.IntegerField(), help_text="Likewise, for each sentence.")
    segmenter = serializers.CharField(help_text="The program, with its version, that split the text.")


class SummaryDetail(SummaryRow, SegmentedText):
    """A summary with its text and tokens; all offsets are code points."""


class AddedSummaries(PlainSerializer):
    """The summaries that were added, and what was changed in their texts."""

    summaries = SummaryRow(many=True)
    notes = serializers.ListField(child=serializers.CharField())


MAX_TEXTS = 200


class NewProject(Body):
    """A new project; you become its manager."""

    name = serializers.CharField(max_length=200)
    slug = serializers.SlugField(max_length=60, required=False, help_text="For URLs; by default made from the name.")
    guidelines = serializers.CharField(required=False, allow_blank=True, help_text="In Markdown.")


class NewTopic(Body):
    """A topic without texts."""

    key = serializers.CharField(
        max_length=100,
        validators=[check_fits_url],
        help_text="Short, such as D0601. It is used in URLs and cannot be changed later.",
    )
    title = serializers.CharField(max_length=300, required=False, allow_blank=True)
    statement = serializers.CharField(required=False, allow_blank=True, help_text="The question to be answered.")


class NewSummaryBody(Body):
    """A text to be added."""

    kind = serializers.ChoiceField(Summary.Kind.choices)
    summarizer = serializers.CharField(
        max_length=100,
        validators=[check_fits_url],
        help_text="Who or what wrote it; the same name in every topic.",
    )
    title = serializers.CharField(max_length=300, required=False, allow_blank=True)
    text = serializers.CharField(trim_whitespace=False, help_text="Stored unchanged, but line ends become LF.")


class NewSummaries(Body):
    """Texts for a topic: all are added, or none."""

    summaries = BoundedList(child=NewSummaryBody(), min_length=1, max_length=MAX_TEXTS)
