"""API: all extracts of a document, ranked by up to 28 measures."""

from dataclasses import asdict

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.runs.answers import long_work
from annotator.texts.errors import FieldError, Malformed
from annotator.web.serializers import PlainSerializer
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.extracts.forms import GridQuery, ProjectGridQuery
from scoring.results.extracts.project_grid import project_grids
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
        help_text="The correlation of the ranks by each pair of measures.",
    )
    means = serializers.DictField(help_text="Mean correlations by family.")
    judge_recall = serializers.FloatField(allow_null=True, help_text="The mean recall of all pairs of judges.")
    placed = serializers.ListField(child=serializers.DictField(), help_text="The extracts of systems.")
    warnings = serializers.ListField(child=serializers.CharField())
    made_by = serializers.DictField()


class ExtractMeans(PlainSerializer):
    """Means over the grids of all documents of a project."""

    project = serializers.CharField()
    k = serializers.IntegerField(help_text="The number of sentences of each ranked extract.")
    documents = serializers.ListField(
        child=serializers.DictField(), help_text="Each document, with its numbers of sentences and ranked extracts."
    )
    over_documents = serializers.DictField(
        help_text="`spearman`: the mean correlation of each pair of measures; `counts`: of how many documents; "
        "`means`: by family; `judge_recall`: the mean recall of all pairs of judges."
    )
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


@long_work(title="Extracts of all documents", depends_on=visible_identifiers)
class ProjectExtracts(APIView):
    """Means over all documents of a project: `over_documents` of `manage.py extracts --project SLUG --json`."""

    serializer_class = ExtractMeans
    query_form = ProjectGridQuery

    def get(self, request: Request, slug: str) -> Response:
        """400 for an invalid query, 422 if there is no document, or if all have too many extracts together. A document
        with more than 250,000 extracts is left out.
        """
        viewer = Viewer.member(request.user, slug)
        query = ProjectGridQuery(request.query_params).require_valid()
        grids = project_grids(viewer, query.grid_settings, query.values.get("instrument") or "")
        if grids.means is None:
            raise CannotBeRanked([FieldError("project", " ".join([grids.refusal, *grids.warnings]))])
        return Response(
            {
                "project": slug,
                "k": grids.settings.size,
                "documents": [asdict(row) for row in grids.rows],
                "over_documents": grids.means.as_json(),
                "warnings": list(grids.warnings),
                "made_by": query.made_by(),
            }
        )
