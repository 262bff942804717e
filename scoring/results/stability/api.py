"""``GET``: how many model summaries are enough for the scores of a project."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.runs.answers import long_work
from annotator.web.json_schema import ANYTHING, NUMBER, TEXT, WHOLE, many, maybe, shape
from scoring.observations.viewer import Viewer, result_basis
from scoring.results.stability.forms import StabilityQuery
from scoring.results.stability.project import MOST_SCORES, project_stability


@long_work("Stability", result_basis)
class ProjectStabilityNumbers(APIView):
    """The keys of ``manage.py stability --json``, or in ``refused`` why there are none; whose work can be chosen."""

    answer = shape(
        "How many model summaries are enough: the keys of `manage.py stability --json`, or why there are none.",
        project=TEXT,
        refused=maybe(TEXT),
        peers_refused=maybe(TEXT),
        owners=many(TEXT),
        matchers=many(TEXT),
        optional={
            "models": WHOLE,
            "topics": WHOLE,
            "threshold": NUMBER,
            "orders": many(ANYTHING),
            "errors": many(ANYTHING),
            "warnings": many(TEXT),
        },
    )
    query_form = StabilityQuery

    def get(self, request: Request, slug: str) -> Response:
        """400 for an invalid query, 404 for an unknown topic; see StabilityQuery."""
        viewer = Viewer.member(request.user, slug)
        query = StabilityQuery(request.query_params).checked()
        answer = project_stability(viewer, query.pyramids, query.choice(viewer.project), MOST_SCORES)
        return Response({"project": slug, **answer.as_json()})
