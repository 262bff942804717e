"""``POST .../edits/``: groups of edits of a pyramid or a peer annotation (DESIGN §4)."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.api.authentication import signed_in
from annotator.api.openapi import told_as
from annotator.api.parsing import EditsJson
from annotator.api.snapshots import peer_snapshot, pyramid_snapshot
from annotator.reducers.peer import PEER_VERBS
from annotator.reducers.pyramid import PYRAMID_VERBS
from annotator.reducers.request import parse_request
from annotator.services.editing import Answer, apply_groups
from annotator.services.peer_store import PeerStore
from annotator.services.pyramid_store import PyramidStore


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
