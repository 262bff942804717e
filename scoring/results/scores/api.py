"""``GET``: the scores of a peer annotation in its present state, and all scores of a project."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.runs.answers import long_work
from annotator.web.json_schema import ANYTHING, NUMBER, TEXT, WHOLE, many, maybe, one_of, shape
from annotator.work.visibility import WorkState
from scoring.measures.pyramid import Rounding
from scoring.measures.pyramid_scores import COUNTS, KINDS
from scoring.observations.viewer import Viewer, result_basis
from scoring.results.forms import ScoreQuery
from scoring.results.scores import queries
from scoring.results.scores.columns import PEER_COLUMNS

ROUNDING = one_of(Rounding)
SCORE = shape("A score with its X and Max; null if undefined.", **dict.fromkeys(("score", "x", "max"), maybe(NUMBER)))
ROW = shape(
    "A peer and matcher, in the columns of the export.",
    **dict.fromkeys(("project", "topic", "summarizer", "kind", "matcher", "pyramid_owner", "weight_source"), TEXT),
    **dict.fromkeys(("release", "revision"), WHOLE),
    state=one_of(WorkState.values),
    rounding=ROUNDING,
    warnings=many(TEXT),
    **dict.fromkeys(COUNTS, NUMBER),
    **{name: maybe(NUMBER) for name in PEER_COLUMNS if name.split("_")[0] in KINDS},
)


class PeerScores(APIView):
    """The three scores with X and Max, what they were counted from, and warnings."""

    answer = shape(
        "The three scores and what they were counted from.",
        **dict.fromkeys(KINDS, SCORE),
        **dict.fromkeys(COUNTS, NUMBER),
        rounding=ROUNDING,
        release=WHOLE,
        revision=WHOLE,
        warnings=many(TEXT),
    )

    def get(self, request: Request, pk: int) -> Response:
        """403 if the project does not show scores at present (``live_scores``)."""
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


@long_work("Scores", result_basis)
class ProjectScores(APIView):
    """Rows in the columns of the export, and the means and the ranking of the score page."""

    answer = shape(
        "All scores, their means over topics, and which differences are significant.",
        project=TEXT,
        rounding=ROUNDING,
        rows=many(ROW),
        means=many(ANYTHING),
        ranking=ANYTHING,
        warnings=many(TEXT),
        withheld=WHOLE,
    )
    query_form = ScoreQuery

    def get(self, request: Request, slug: str) -> Response:
        """400 for an invalid query; see ScoreQuery."""
        viewer = Viewer.member(request.user, slug)
        query = ScoreQuery(request.query_params).checked()
        scores = queries.project_scores(viewer, query.choice, query.display)
        return Response({"project": slug, **scores.as_json()})
