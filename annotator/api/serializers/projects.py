"""Projects, their members and topics, as the API tells of them."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from annotator.models import Membership, Project
from annotator.services.project_overview import TopicLine

Plain = serializers.Serializer[Any]


class IndexShape(Plain):
    """Where to go on from ``/api/``."""

    user = serializers.CharField(help_text="The user name of the account that asks.")
    projects = serializers.CharField(help_text="The address of the list of projects.")
    schema = serializers.CharField(help_text="The address of this description.")
    docs = serializers.CharField(help_text="The address of the page to read it on.")


class ProjectRow(Plain):
    """A project."""

    slug = serializers.CharField(help_text="The project's name in addresses.")
    name = serializers.CharField()
    role = serializers.ChoiceField(Membership.Role.choices, help_text="What you are in it.")
    blind = serializers.BooleanField(help_text="Annotators see nobody else's work until a topic is revealed.")
    mask_summarizers = serializers.BooleanField(help_text="Nor who wrote its peers.")
    created_at = serializers.DateTimeField()
    url = serializers.SerializerMethodField(help_text="Its own address.")

    def get_url(self, project: Project) -> str:
        return reverse("api-project", args=[project.slug])


class ProjectSettingsShape(serializers.ModelSerializer[Project]):
    """The rules by which a project annotates."""

    class Meta:
        model = Project
        fields = (
            *("overlap_models", "overlap_peers", "non_matching", "live_scores", "rounding", "suggestions"),
            *("blind", "mask_summarizers", "shuffle_peers", "anonymous_owners"),
        )


class ProjectUrls(Plain):
    """Where the parts of a project are."""

    members = serializers.CharField()
    topics = serializers.CharField()
    pyramids = serializers.CharField()
    releases = serializers.CharField()
    peer_annotations = serializers.CharField()
    scores = serializers.CharField()
    agreement = serializers.CharField()
    stability = serializers.CharField()


class ProjectDetail(ProjectRow):
    """A project with its guidelines and settings."""

    guidelines = serializers.CharField(help_text="In Markdown.")
    settings = ProjectSettingsShape(source="*")
    urls = serializers.SerializerMethodField()

    def get_urls(self, project: Project) -> ProjectUrls:
        routes = {name: f"api-{name.replace('_', '-')}" for name in map(str, ProjectUrls().fields)}
        routes |= {name: f"api-project-{name}" for name in ("scores", "agreement", "stability")}
        return {name: reverse(route, args=[project.slug]) for name, route in routes.items()}  # type: ignore[return-value]


class MemberRow(Plain):
    """A member of a project: somebody with an account, or the owner of imported work."""

    name = serializers.CharField(help_text="The member's name in the project: the owner of pyramids and annotations.")
    username = serializers.CharField(source="user.username", default=None, allow_null=True, help_text="Of the account.")
    role = serializers.ChoiceField(Membership.Role.choices)


class TopicRow(Plain):
    """A topic with its counts, as far as you may see its work."""

    key = serializers.CharField(source="topic.key", help_text="The topic's name in addresses.")
    title = serializers.CharField(source="topic.title")
    statement = serializers.CharField(source="topic.statement", help_text="The question that its summaries answer.")
    revealed_at = serializers.DateTimeField(source="topic.revealed_at", allow_null=True)
    models = serializers.IntegerField(help_text="Model summaries.")
    peers = serializers.IntegerField(help_text="Peer summaries.")
    peers_begun = serializers.IntegerField(source="begun", help_text="Peers that somebody has begun to match.")
    peers_finished = serializers.IntegerField(source="finished", help_text="Peers with a finished annotation.")
    pyramids = serializers.SerializerMethodField(help_text="Their number.")
    url = serializers.SerializerMethodField(help_text="Its own address.")

    def get_pyramids(self, line: TopicLine) -> int:
        return len(line.pyramids)

    def get_url(self, line: TopicLine) -> str:
        return reverse("api-topic", args=[line.topic.project.slug, line.topic.key])
