"""``GET``: how far the annotators of a project agree."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.runs.answers import long_work
from annotator.web.json_schema import ANYTHING, FLAG, TEXT, WHOLE, many, maybe, shape
from scoring.observations.viewer import Viewer, result_basis
from scoring.results.agreement.forms import AgreementQuery
from scoring.results.agreement.project import project_agreement


@long_work("Agreement", result_basis)
class ProjectAgreementNumbers(APIView):
    """The keys of ``manage.py agreement --json``, and the other numbers of the agreement page."""

    answer = shape(
        "How far annotators agree: the keys of `manage.py agreement --json`, and the other numbers of the page.",
        project=TEXT,
        include_drafts=FLAG,
        units=WHOLE,
        annotators=many(TEXT),
        policy=ANYTHING,
        **dict.fromkeys(("uncovered", "shared", "unaligned", "alpha", "intervals"), ANYTHING),
        pairs=many(ANYTHING),
        score_agreement=maybe(ANYTHING),
        refused=maybe(TEXT),
        withheld=WHOLE,
    )
    query_form = AgreementQuery

    def get(self, request: Request, slug: str) -> Response:
        """400 for an invalid query, 404 for an unknown topic; see AgreementQuery."""
        viewer = Viewer.member(request.user, slug)
        choice = AgreementQuery(request.query_params).checked().choice
        agreement = project_agreement(viewer, choice)
        return Response({"project": slug, "include_drafts": choice.include_drafts, **agreement.as_detailed_json()})
