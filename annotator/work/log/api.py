"""Edits, history and snapshots in the API."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.accounts.authentication import signed_in
from annotator.matching.models import PeerAnnotation
from annotator.matching.store import PeerStore
from annotator.matching.verbs.table import PEER_VERBS
from annotator.projects.permissions import can_manage
from annotator.pyramids.models import Pyramid
from annotator.pyramids.store import PyramidStore
from annotator.pyramids.verbs.table import PYRAMID_VERBS
from annotator.pyramids.workspace import peer_data, pyramid_data
from annotator.texts.errors import FieldError
from annotator.web.documentation import told_as
from annotator.web.listing import refuse_unknown
from annotator.web.parsing import EditsJson
from annotator.work.edits.request import MalformedEdits, parse_request
from annotator.work.edits.verb import Verbs
from annotator.work.log.append import Target
from annotator.work.log.editing import Answer, apply_groups
from annotator.work.log.history import PAGE, read_history


class PyramidEdits(APIView):
    """Apply groups of edits to a pyramid."""

    parser_classes = (EditsJson,)

    @told_as("EditsAnswer", body="PyramidEdits")
    def post(self, request: Request, pk: int) -> Response:
        user = signed_in(request)
        base, groups = parse_request(request.data, PYRAMID_VERBS)
        with transaction.atomic():
            store = PyramidStore.lock(pyramid=pk, user=user)
            answer = apply_groups(store=store, base=base, groups=groups, by=user, now=timezone.now())
        return Response(_as_json(answer, lambda: pyramid_snapshot(user=user, pk=pk)))


class PeerEdits(APIView):
    """Apply groups of edits to a peer annotation."""

    parser_classes = (EditsJson,)

    @told_as("EditsAnswer", body="PeerEdits")
    def post(self, request: Request, pk: int) -> Response:
        user = signed_in(request)
        base, groups = parse_request(request.data, PEER_VERBS)
        with transaction.atomic():
            store = PeerStore.lock(annotation=pk, user=user)
            answer = apply_groups(store=store, base=base, groups=groups, by=user, now=timezone.now())
        return Response(_as_json(answer, lambda: peer_snapshot(user=user, pk=pk)))


def _as_json(answer: Answer, snapshot: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    missed: dict[str, Any] = {"edits": [edit.as_json() for edit in answer.edits]}
    if answer.missed_too_many:
        missed = {"snapshot": snapshot()}
    return {
        "revision": answer.revision,
        "applied": answer.applied,
        "refused": answer.refused,
        **missed,
        "state": answer.state,
    }


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
        return _history(request, target, PYRAMID_VERBS, user.pk, pyramid.member_role)


class PeerHistory(APIView):
    """What was done to a peer annotation.

    See that of a pyramid.
    """

    @told_as("History", query=ASKED)
    def get(self, request: Request, pk: int) -> Response:
        user = signed_in(request)
        annotation = PeerAnnotation.objects.for_workspace(user).get(pk=pk)
        target = Target("annotation_id", "annotator_peerannotation", annotation.pk)
        return _history(request, target, PEER_VERBS, user.pk, annotation.member_role)


def _history(request: Request, target: Target, verbs: Verbs, user: int, role: str) -> Response:
    refuse_unknown(request, ASKED)
    before, limit, any_order = _number(request, "before"), _number(request, "limit") or PAGE, can_manage(role)
    gestures = read_history(
        target, verbs=verbs, user=user, may_turn_all=any_order, before=before, limit=min(limit, MOST)
    )
    return Response({"any_order": any_order, "gestures": gestures})


def _number(request: Request, name: str) -> int | None:
    given = request.query_params.get(name)
    if given is None:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > 9:
        raise MalformedEdits([FieldError(name, "This must be a whole number.")])
    return int(given)


def pyramid_snapshot(*, user: User, pk: int) -> dict[str, Any]:
    """The pyramid's page data. Raises Pyramid.DoesNotExist for one the user cannot see."""
    pyramid = Pyramid.objects.for_workspace(user).get(pk=pk)
    return pyramid_data(pyramid)


def peer_snapshot(*, user: User, pk: int) -> dict[str, Any]:
    """The annotation's page data. Raises PeerAnnotation.DoesNotExist for one the user cannot see."""
    annotation = PeerAnnotation.objects.for_workspace(user).get(pk=pk)
    return peer_data(annotation)


class PyramidSnapshot(APIView):
    """A pyramid as it stands."""

    @told_as("PyramidWorkspace")
    def get(self, request: Request, pk: int) -> Response:
        return Response(pyramid_snapshot(user=signed_in(request), pk=pk))


class PeerSnapshot(APIView):
    """A peer annotation as it stands."""

    @told_as("PeerWorkspace")
    def get(self, request: Request, pk: int) -> Response:
        return Response(peer_snapshot(user=signed_in(request), pk=pk))
