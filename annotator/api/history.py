"""``GET .../history/``: the gestures of a pyramid or a peer annotation, newest first."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.api.authentication import signed_in
from annotator.api.listing import refuse_unknown
from annotator.api.openapi import told_as
from annotator.models import PeerAnnotation, Pyramid
from annotator.permissions import can_manage
from annotator.reducers.request import FieldError, MalformedEdits
from annotator.services.edit_log import Target
from annotator.services.history import PAGE, read_history

MOST = 200
ASKED = {"before": "Steps before this revision only.", "limit": f"How many steps, at most {MOST}."}


class PyramidHistory(APIView):
    """What was done to a pyramid.

    ``?before=REVISION`` and ``?limit=N`` (at most 200) page through it. ``any_order``: the user may undo any step, not
    only the latest one of their own (a manager).
    """

    @told_as("History", query=ASKED)
    def get(self, request: Request, pk: int) -> Response:
        user = signed_in(request)
        pyramid = Pyramid.objects.for_workspace(user).get(pk=pk)
        target = Target("pyramid_id", "annotator_pyramid", pyramid.pk)
        return _history(request, target, user.pk, pyramid.member_role)


class PeerHistory(APIView):
    """What was done to a peer annotation.

    See that of a pyramid.
    """

    @told_as("History", query=ASKED)
    def get(self, request: Request, pk: int) -> Response:
        user = signed_in(request)
        annotation = PeerAnnotation.objects.for_workspace(user).get(pk=pk)
        target = Target("annotation_id", "annotator_peerannotation", annotation.pk)
        return _history(request, target, user.pk, annotation.member_role)


def _history(request: Request, target: Target, user: int, role: str) -> Response:
    refuse_unknown(request, ASKED)
    before, limit, any_order = _number(request, "before"), _number(request, "limit") or PAGE, can_manage(role)
    gestures = read_history(target, user=user, may_turn_all=any_order, before=before, limit=min(limit, MOST))
    return Response({"any_order": any_order, "gestures": gestures})


def _number(request: Request, name: str) -> int | None:
    given = request.query_params.get(name)
    if given is None:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > 9:
        raise MalformedEdits([FieldError(name, "This must be a whole number.")])
    return int(given)
