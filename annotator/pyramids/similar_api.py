"""``GET .../similar/``: passages and SCUs similar to a selection or to an SCU. Projects can turn this off."""

import re
from collections.abc import Mapping

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.accounts.authentication import signed_in_user
from annotator.projects.permissions import check_similar_text
from annotator.pyramids.models import pyramids
from annotator.pyramids.serializers import SimilarScus
from annotator.pyramids.similar import similar_to_scu, similar_to_selection
from annotator.texts.errors import FieldError
from annotator.texts.spans import Span
from annotator.web.listing import refuse_unknown
from annotator.web.refusals import MalformedQuery
from annotator.work.edits.request import MAX_ID, uuid_check

MAX_SPANS = 50
PARAMETERS = {
    "scu": "The id of an SCU of the pyramid.",
    "summary": "The id of a model summary.",
    "start": "Start of the selection in code points.",
    "end": "End of the selection in code points, exclusive.",
    "spans": "Instead of start and end: several spans, such as 0-10,25-40.",
}
_NUMBER = re.compile(r"[0-9]{1,19}")
_SPAN = re.compile(r"([0-9]{1,10})-([0-9]{1,10})")


class SimilarInPyramid(APIView):
    """Find SCUs and passages of other summaries with similar wording.

    Give ``summary`` with ``start`` and ``end`` (or ``spans``) for a selection, or ``scu`` for an SCU.
    """

    serializer_class = SimilarScus
    query = PARAMETERS  # the parameters that the OpenAPI schema describes

    def get(self, request: Request, pk: int) -> Response:
        refuse_unknown(request, self.query)
        pyramid = pyramids().visible_to(signed_in_user(request)).select_related("topic__project").get(pk=pk)
        check_similar_text(pyramid.topic.project.suggestions)
        values = request.query_params.dict()
        if "scu" in values:
            return Response(similar_to_scu(pyramid=pyramid, scu_id=_queried_scu(values)))
        summary, spans = _number(values, "summary"), queried_spans(values)
        return Response(similar_to_selection(pyramid=pyramid, summary=summary, spans=spans))


def _queried_scu(query: Mapping[str, str]) -> str:
    if extra := [name for name in ("summary", "start", "end", "spans") if name in query]:
        raise MalformedQuery([FieldError(extra[0], "Give an SCU or a selection, not both.")])
    problem = uuid_check(query["scu"])
    if problem:
        raise MalformedQuery([FieldError("scu", problem)])
    return query["scu"]


def queried_spans(query: Mapping[str, str]) -> list[Span]:
    """The selection in the query: ``start`` and ``end``, or ``spans``. Raises MalformedQuery."""
    if "spans" not in query:
        return [_span("end", _number(query, "start"), _number(query, "end"))]
    if extra := [name for name in ("start", "end") if name in query]:
        raise MalformedQuery([FieldError(extra[0], "Give one start and end, or spans, not both.")])
    span_texts = query["spans"].split(",")
    if len(span_texts) > MAX_SPANS:
        raise MalformedQuery([FieldError("spans", f"At most {MAX_SPANS} spans can be compared.")])
    matches = [_SPAN.fullmatch(text) for text in span_texts]
    if not all(matches):
        raise MalformedQuery([FieldError("spans", "Give spans such as 0-10,25-40.")])
    return [_span("spans", int(match[1]), int(match[2])) for match in matches if match]


def _number(query: Mapping[str, str], field: str) -> int:
    text = query.get(field, "")
    if not _NUMBER.fullmatch(text) or int(text) > MAX_ID:
        raise MalformedQuery([FieldError(field, "This must be a whole number, 0 or greater.")])
    return int(text)


def _span(field: str, start: int, end: int) -> Span:
    if end <= start:
        raise MalformedQuery([FieldError(field, f"A span must end after its start: {start}-{end} does not.")])
    return Span(start, end)
