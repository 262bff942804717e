"""API views for works of every kind: edits, history, snapshots and changes of state."""

from dataclasses import asdict
from typing import Any, ClassVar

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.accounts.authentication import signed_in_user
from annotator.projects.permissions import can_manage
from annotator.texts.errors import FieldError, Malformed
from annotator.web.listing import refuse_unknown
from annotator.work.edits.json_schema import edits_schema
from annotator.work.edits.request import parse_request
from annotator.work.kinds import kind_named
from annotator.work.log.editing import apply_groups
from annotator.work.log.history import PAGE_SIZE, read_history
from annotator.work.log.locking import lock
from annotator.work.models import Work
from annotator.work.serializers import EditsAnswer, History, Stage, StateTransition, Workspace
from annotator.work.states.services import change_state, stage_of


class WorkCall(APIView):
    """Base view of calls about one work. The URL pattern passes ``kind``, the name of the work's kind."""

    kind = ""

    def work(self, user: User, pk: int) -> Work:
        """Returns the work, read by ``for_workspace``. Raises Work.DoesNotExist if the user may not see it."""
        return Work.objects.of_kind(self.kind).for_workspace(user).get(pk=pk)


class WorkEdits(WorkCall):
    """Apply groups of edits to a work."""

    serializer_class = EditsAnswer

    @property
    def body_schema(self) -> dict[str, Any]:
        return edits_schema(kind_named(self.kind).verbs)

    def post(self, request: Request, pk: int) -> Response:
        user, kind = signed_in_user(request), kind_named(self.kind)
        base, groups = parse_request(request.data, kind.verbs)
        with transaction.atomic():
            locked = lock(pk, kind=kind, user=user)
            answer = apply_groups(locked=locked, base=base, groups=groups, by=user, now=timezone.now())
        changes: dict[str, Any] = {"edits": [edit.as_json() for edit in answer.edits]}
        if answer.needs_all_data:
            changes = {"snapshot": kind.workspace_data(self.work(user, pk))}
        return Response(
            {
                "revision": answer.revision,
                "applied": answer.applied,
                "refused": answer.refused,
                **changes,
                "state": answer.state,
            }
        )


MAX_GESTURES = 200


class WorkHistory(WorkCall):
    """The history of a work as gestures (groups of edits), newest first.

    ``?before=REVISION`` and ``?limit=N`` (at most 200) page through it. ``any_order``: the user may undo any
    gesture, as managers may; other members may undo only their own gestures, latest first.
    """

    serializer_class = History
    query: ClassVar = {
        "before": "Only gestures before this revision.",
        "limit": f"The number of gestures, at most {MAX_GESTURES}.",
    }

    def get(self, request: Request, pk: int) -> Response:
        user = signed_in_user(request)
        work = self.work(user, pk)
        refuse_unknown(request, self.query)
        before, limit = _number(request, "before"), min(_number(request, "limit") or PAGE_SIZE, MAX_GESTURES)
        any_order = can_manage(work.member_role)
        gestures = read_history(
            work.pk, verbs=work.work_kind.verbs, user=user.pk, may_undo_all=any_order, before=before, limit=limit
        )
        return Response({"any_order": any_order, "gestures": gestures})


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Malformed([FieldError(name, "This must be a whole number.")])
    return int(text)


class WorkSnapshot(WorkCall):
    """All current data of a work's workspace."""

    serializer_class = Workspace

    def get(self, request: Request, pk: int) -> Response:
        work = self.work(signed_in_user(request), pk)
        return Response(work.work_kind.workspace_data(work))


class WorkStateChange(WorkCall):
    """Finish, review, return, approve or reopen a work."""

    @extend_schema(request=StateTransition, responses=Stage)
    def post(self, request: Request, pk: int) -> Response:
        user = signed_in_user(request)
        change_state(work=self.work(user, pk), by=user, now=timezone.now(), **StateTransition.read(request.data))
        return Response(asdict(stage_of(self.work(user, pk))))
