"""``GET``: the scores of a peer annotation as it stands, and all scores of a project."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import Membership
from annotator.web.refusals import NotAllowed
from scoring.api.shapes import PEER_SCORES, PROJECT_SCORES
from scoring.exports import export_rows
from scoring.forms import ScoreQuery
from scoring.services.peer_scores import live_scores, may_see_scores, mixed_releases, score_sheet
from scoring.services.score_fields import count_fields, score_fields
from scoring.services.score_ranking import score_ranking
from scoring.services.score_table import table_rows


class PeerScores(APIView):
    """The three scores with X and Max, what they were counted from, and warnings."""

    answer = PEER_SCORES

    def get(self, request: Request, pk: int) -> Response:
        """403 where the project does not show scores now (``live_scores``)."""
        annotations = PeerAnnotation.objects.for_workspace(request.user).filter(pk=pk)
        one = live_scores(annotations)
        if not may_see_scores(one.annotation, one.annotation.member_role):
            raise NotAllowed("The project does not show the scores of this peer annotation now.")
        return Response(
            {
                **score_fields(one.scores),
                **count_fields(one.scores),
                "rounding": one.rounding,
                "release": one.annotation.release.number,
                "revision": one.annotation.revision,
                "warnings": one.warnings,
            }
        )


class ProjectScores(APIView):
    """Rows in the columns of the export, and the means and the ranking of the score page."""

    answer = PROJECT_SCORES
    query_form = ScoreQuery

    def get(self, request: Request, slug: str) -> Response:
        """400 for a query that cannot be understood; see ScoreQuery."""
        member = Membership.objects.select_related("project").get(project__slug=slug, user=request.user.pk)
        query = ScoreQuery(request.query_params)
        query.check()
        annotations = PeerAnnotation.objects.visible_to(request.user)
        sheet = score_sheet(project=member.project, annotations=annotations, role=member.role, choice=query.choice)
        ranking = score_ranking(sheet.scored, query.kind, test=query.letters_of, common=query.on_common)
        topics = list(dict.fromkeys(one.topic for one in sheet.scored))
        return Response(
            {
                "project": slug,
                "rounding": sheet.rounding,
                "rows": export_rows(sheet),
                "means": [row.as_json() for row in table_rows(sheet.scored, topics)],
                "ranking": ranking.as_json(),
                "warnings": mixed_releases(sheet.scored),
                "withheld": sheet.withheld,
            }
        )
