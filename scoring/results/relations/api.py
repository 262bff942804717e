"""API: the relations between the SCUs of a topic."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.runs.answers import long_work
from annotator.web.serializers import PlainSerializer
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.relations.topic import topic_relations
from scoring.results.reporting.program import this_program


class RelationNumbers(PlainSerializer):
    """Counts of relations in the newest release of the consensus, or else of any pyramid that you may see; scores of
    peers with the SCUs that their matched SCUs imply; and how many relations each pair of owners has in common.
    """

    topic = serializers.CharField()
    owner = serializers.CharField(allow_null=True, help_text="The owner of the pyramid; null without a release.")
    release = serializers.IntegerField(allow_null=True)
    scus = serializers.IntegerField()
    relations = serializers.IntegerField()
    depends = serializers.IntegerField(help_text="The number of relations “depends”.")
    implies = serializers.IntegerField(help_text="The number of relations “implies”.")
    lower_weight_depends = serializers.FloatField(
        allow_null=True, help_text="The share of `pairs` whose dependent SCU weighs less than the SCU that it needs."
    )
    pairs = serializers.IntegerField(help_text="The number of relations “depends” between SCUs of different weights.")
    p = serializers.FloatField(allow_null=True, help_text="The p-value of the two-sided sign test.")
    with_implied = serializers.ListField(child=serializers.DictField())
    agreement = serializers.ListField(child=serializers.DictField())
    withheld = serializers.IntegerField(help_text="The number of annotations whose scores you may not see now.")
    made_by = serializers.DictField()


@long_work(title="Relations", depends_on=visible_identifiers)
class ApiTopicRelations(APIView):
    """The numbers of `manage.py relations --json` for a topic."""

    serializer_class = RelationNumbers

    def get(self, request: Request, slug: str, key: str) -> Response:
        """404 for an unknown topic."""
        relations = topic_relations(Viewer.member(request.user, slug), key)
        return Response({**relations.as_json(), "made_by": this_program().made_by({})})
