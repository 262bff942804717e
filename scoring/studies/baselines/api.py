"""API: adds baselines to topics."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.projects.access import ProjectApiView
from annotator.projects.models import Topic
from annotator.web.serializers import Body, BoundedList, PlainSerializer
from scoring.measures.extracts.baselines.options import BaselineOptions, LeadFrom, Size, Unit
from scoring.measures.extracts.baselines.rules import BASELINES
from scoring.studies.baselines.forms import LARGEST_NUMBER, LARGEST_SEED, size_refusal
from scoring.studies.baselines.services import add_baselines, check_sentence_count, topics_with_documents

MAX_TOPICS = 1_000


class NewBaselines(Body):
    """Which baselines to add."""

    names = BoundedList(child=serializers.ChoiceField(BASELINES), min_length=1, max_length=len(BASELINES))
    number = serializers.IntegerField(
        min_value=1, max_value=max(LARGEST_NUMBER.values()), help_text="The length of each extract."
    )
    unit = serializers.ChoiceField([str(unit) for unit in Unit], default=str(Unit.WORDS), help_text="Of the length.")
    lead_from = serializers.ChoiceField([str(value) for value in LeadFrom], default=str(LeadFrom.NEWEST))
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_SEED, default=1, help_text="Of RAND.")
    topics: Any = BoundedList(
        child=serializers.CharField(max_length=100),
        max_length=MAX_TOPICS,
        default=list,
        help_text="Keys of topics; by default all topics with documents.",
    )
    keep = serializers.BooleanField(default=False, help_text="Also add them as peers.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if refusal := size_refusal(Size(attrs["number"], Unit(attrs["unit"]))):
            raise serializers.ValidationError({"number": refusal})
        return attrs


class BaselineRow(PlainSerializer):
    """A baseline of a topic."""

    topic = serializers.CharField()
    summarizer = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # replaces DRF's attribute
    sentences = serializers.ListField(child=serializers.CharField(), help_text="Their keys, such as 41#2.")
    peer = serializers.CharField(allow_null=True, help_text="The peer that has the same words.")
    is_new = serializers.BooleanField(help_text="False if the topic had this extract already.")
    notes = serializers.ListField(child=serializers.CharField())


class AddedBaselines(PlainSerializer):
    """The baselines, topic by topic."""

    baselines = BaselineRow(many=True)


class Baselines(ProjectApiView):
    """Extracts by simple rules, with which systems' extracts are compared."""

    serializer_class = AddedBaselines

    @extend_schema(request=NewBaselines, responses={201: AddedBaselines})
    def post(self, request: Request, slug: str) -> Response:
        """Add baselines as extracts of the topics' documents, all or none; only for managers.

        With ``keep`` they become peers, too. An extract or peer that is there already stays as it is. 404 for an
        unknown topic.
        """
        manager = self.manager  # checked before the body
        body = NewBaselines.read(request.data)
        options = BaselineOptions(Size(body["number"], Unit(body["unit"])), LeadFrom(body["lead_from"]), body["seed"])
        topics = self._topics(body["topics"])
        check_sentence_count(topics)
        names = list(dict.fromkeys(body["names"]))
        added = add_baselines(topics=topics, names=names, options=options, by=manager, keep=body["keep"])
        return Response(AddedBaselines({"baselines": added}).data, status=201)

    def _topics(self, keys: list[str]) -> list[Topic]:
        """Returns the topics with these keys; without keys, all topics with documents. Raises Topic.DoesNotExist."""
        if not keys:
            return list(topics_with_documents(self.project).select_related("project"))
        topics = list(
            Topic.objects.filter(project=self.project, key__in=keys).select_related("project").order_by("key")
        )
        if len(topics) < len(set(keys)):
            raise Topic.DoesNotExist
        return topics
