"""API: all extracts of a document, ranked by up to 28 measures."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.runs.answers import long_work
from annotator.texts.errors import FieldError, Malformed
from annotator.web.serializers import PlainSerializer
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.extracts.forms import GridQuery
from scoring.results.extracts.topic_grid import topic_grid


class CannotBeRanked(Malformed):
    """The extracts of the document cannot be ranked."""

    status = 422


class ExtractNumbers(PlainSerializer):
    """The scores and ranks of all extracts of a document. Sentences are numbered from 1; rank 1 is the best."""

    topic = serializers.CharField()
    document = serializers.CharField()
    judges = serializers.ListField(child=serializers.CharField(), help_text="Whose extracts are the `truths`.")
    sentences = serializers.IntegerField(help_text="The number of sentences of the document.")
    k = serializers.IntegerField(help_text="The number of sentences of each ranked extract.")
    extracts = serializers.IntegerField()
    possible = serializers.IntegerField()
    sampled = serializers.BooleanField()
    seed = serializers.IntegerField(allow_null=True)
    truths = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    measures = serializers.ListField(
        child=serializers.DictField(), help_text="Each has `classes` of equal scores (recall) or a `histogram`."
    )
    spearman = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField(allow_null=True)),
        help_text="The correlation of the ranks by each two measures.",
    )
    means = serializers.DictField(help_text="Mean correlations by family.")
    judge_recall = serializers.FloatField(allow_null=True, help_text="The mean recall of each two judges.")
    placed = serializers.ListField(child=serializers.DictField(), help_text="The extracts of systems.")
    warnings = serializers.ListField(child=serializers.CharField())
    made_by = serializers.DictField()


@long_work(title="Extracts", depends_on=visible_identifiers)
class TopicExtracts(APIView):
    """Ranks all extracts of a document with `k` sentences: an entry of `documents` of `manage.py extracts --json`."""

    serializer_class = ExtractNumbers
    query_form = GridQuery

    def get(self, request: Request, slug: str, key: str) -> Response:
        """400 for an invalid query, 404 for an unknown topic or document, 422 if the document cannot be ranked: it has
        too few sentences, or more than 250,000 extracts. The ranks of systems follow the project's `live_scores`.
        """
        viewer = Viewer.member(request.user, slug)
        query = GridQuery(request.query_params).require_valid()
        grid = topic_grid(viewer, key, query)
        if grid.named is None:
            raise CannotBeRanked([FieldError("document", grid.refusal)])
        return Response({**grid.named.as_json(), "made_by": query.made_by()})
