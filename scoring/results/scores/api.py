"""API: the scores of a peer annotation in its present state, and all scores of a project."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.projects.models import Project
from annotator.runs.answers import long_work
from annotator.web.serializers import PlainSerializer
from annotator.work.visibility import WorkState
from scoring.measures.pyramid_scores import COUNTS, SCORE_KINDS
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.forms import ScoreQuery
from scoring.results.scores import queries
from scoring.results.scores.rows import PEER_COLUMNS


class ScoreNumbers(PlainSerializer):
    """A score, the number X of SCUs it is computed for, and Max, the highest weight of X SCUs; null if undefined."""

    score = serializers.FloatField(allow_null=True)
    x = serializers.FloatField(allow_null=True)
    max = serializers.FloatField(allow_null=True)


class PeerScoreNumbers(PlainSerializer):
    """The three scores and the counts that they are computed from."""

    rounding = serializers.ChoiceField(Project.Rounding.choices)
    release = serializers.IntegerField()
    revision = serializers.IntegerField()
    warnings = serializers.ListField(child=serializers.CharField())

    def get_fields(self) -> dict[str, Any]:
        scores = {kind: ScoreNumbers() for kind in SCORE_KINDS}
        return {**scores, **{name: serializers.FloatField() for name in COUNTS}, **super().get_fields()}


class ScoreRow(PlainSerializer):
    """The scores of one peer by one matcher, in the columns of the export."""

    state = serializers.ChoiceField(WorkState.choices)
    rounding = serializers.ChoiceField(Project.Rounding.choices)
    warnings = serializers.ListField(child=serializers.CharField())

    def get_fields(self) -> dict[str, Any]:
        names = ("project", "topic", "summarizer", "kind", "matcher", "pyramid_owner", "weight_source")
        score_columns = [name for name in PEER_COLUMNS if name.split("_")[0] in SCORE_KINDS]  # also "modified_x" etc.
        return {
            **{name: serializers.CharField() for name in names},
            **{name: serializers.IntegerField() for name in ("release", "revision")},
            **{name: serializers.FloatField() for name in COUNTS},
            **{name: serializers.FloatField(allow_null=True) for name in score_columns},
            **super().get_fields(),
        }


class ProjectScoreNumbers(PlainSerializer):
    """All scores, their means over topics, and the ranking with its significance tests. ``withheld``: the number of
    annotations left out because the project does not show their scores at present.
    """

    project = serializers.CharField()
    rounding = serializers.ChoiceField(Project.Rounding.choices)
    rows = ScoreRow(many=True)
    means = serializers.ListField(child=serializers.DictField())
    ranking = serializers.DictField()
    warnings = serializers.ListField(child=serializers.CharField())
    withheld = serializers.IntegerField()
    made_by = serializers.DictField()


class PeerScores(APIView):
    """The three scores with X and Max, the counts that they are computed from, and warnings."""

    serializer_class = PeerScoreNumbers

    def get(self, request: Request, pk: int) -> Response:
        """403 if the project does not show scores at present (its setting ``live_scores``)."""
        peer = queries.peer_annotation_score(request.user, pk)
        origin = peer.origin
        return Response(
            {
                **{kind: score.as_json() for kind, score in peer.scores.by_kind.items()},
                **peer.scores.counts,
                "rounding": origin.rounding,
                "release": origin.basis.number,
                "revision": origin.revision,
                "warnings": origin.warnings,
            }
        )


@long_work(title="Scores", depends_on=visible_identifiers)
class ProjectScores(APIView):
    """Rows in the columns of the export, and the means and ranking of the score page."""

    serializer_class = ProjectScoreNumbers
    query_form = ScoreQuery

    def get(self, request: Request, slug: str) -> Response:
        """400 for an invalid query; see ScoreQuery."""
        viewer = Viewer.member(request.user, slug)
        query = ScoreQuery(request.query_params).require_valid()
        scores = queries.project_scores(viewer, query.score_settings, query.display)
        made_by = query.made_by(
            score=query.display.score_kind,
            rounding=scores.sheet.rounding,
            x=query.score_settings.x,
            min_topics=query.display.min_topics,
            **scores.ranking.sampling,
        )
        return Response({"project": slug, **scores.as_json(), "made_by": made_by})
