"""The API of runs: ``GET`` returns a run, ``POST`` cancels it."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.accounts.authentication import signed_in_user
from annotator.runs.models import Run
from annotator.runs.registry import job_named
from annotator.runs.services import cancel_run, visible_run


class RunSerializer(serializers.Serializer[Any]):
    """A run. Its progress is ``done`` of ``total``; ``result`` is the URL of the result once the run is done."""

    id = serializers.UUIDField()
    job = serializers.CharField()
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=Run.State.choices)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    seconds_left = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    error = serializers.CharField(allow_null=True)
    result = serializers.URLField(allow_null=True)


class RunResource(GenericAPIView[Any]):
    """A run: its progress, and the URL of its result."""

    serializer_class = RunSerializer

    def get(self, request: Request, run: UUID) -> Response:
        """The run. Ask again every few seconds until ``state`` is done, failed or cancelled."""
        return self._response(request, visible_run(signed_in_user(request), run))

    def post(self, request: Request, run: UUID) -> Response:
        """Cancel the run. A run that has ended does not change."""
        run_to_cancel = visible_run(signed_in_user(request), run)
        cancel_run(run=run_to_cancel, by=signed_in_user(request))
        run_to_cancel.refresh_from_db()
        return self._response(request, run_to_cancel)

    def _response(self, request: Request, run: Run) -> Response:
        url = job_named(run.job).result_url(run) if run.state == Run.State.DONE else None
        run_json = {**run.as_json(timezone.now()), "result": url and request.build_absolute_uri(url)}
        return Response(RunSerializer(run_json).data)
