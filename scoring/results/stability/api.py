"""``GET``: how many model summaries are enough for the scores of a project."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.web.json_schema import ANYTHING, NUMBER, TEXT, WHOLE, many, maybe, shape
from annotator.web.slow import slow
from scoring.observations.viewer import Viewer
from scoring.results.stability.forms import StabilityQuery
from scoring.results.stability.project import MOST_SCORES, project_stability


@slow
class ProjectStabilityNumbers(APIView):
    """The keys of ``manage.py stability --json``, and who could be chosen; ``refused`` says why there are none."""

    answer = shape(
        "How many model summaries are enough: the keys of `manage.py stability --json`, none of them where it was "
        "refused.",
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
        """400 for a query that cannot be understood, 404 for a topic that is not there; see StabilityQuery."""
        viewer = Viewer.member(request.user, slug)
        query = StabilityQuery(request.query_params).checked()
        pyramids = query.pyramids(viewer.topics())
        answer = project_stability(viewer, pyramids, query.choice(viewer.project), MOST_SCORES)
        return Response({"project": slug, **answer.as_json()})
