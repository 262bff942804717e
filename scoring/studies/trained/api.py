"""API: the trained measures of a project, and the import of others."""

import json

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.projects.access import ProjectApiView
from annotator.texts.errors import FieldError, Malformed
from annotator.web.listing import Listing
from annotator.web.refusals import ServiceRefused
from annotator.web.serializers import Body, PlainSerializer
from scoring.studies.column_names import MAX_NAME
from scoring.studies.models import TrainedMeasure
from scoring.studies.trained.queries import trained_measure_with_key, trained_measures
from scoring.studies.trained.services import add_trained_measure, delete_trained_measure


class TrainedMeasureRow(PlainSerializer):
    """A trained measure. ``measure``: its short name, for `?measure=` and studies."""

    key = serializers.CharField(help_text="The first digits of the model's hash.")
    name = serializers.CharField()
    measure = serializers.CharField(source="overview.measure")
    training = serializers.DictField(source="overview.training", help_text="What it was trained on.")
    assessment = serializers.DictField(
        source="overview.assessment", allow_null=True, help_text="Held-out and in-sample correlations."
    )
    created_at = serializers.DateTimeField()
    created_by = serializers.CharField(
        source="created_by.username", default=None, allow_null=True, help_text="A user name; null without an account."
    )
    url = serializers.SerializerMethodField(help_text="The URL of the model.")

    def get_url(self, trained: TrainedMeasure) -> str:
        return reverse("api-trained-measure", args=[trained.project.slug, trained.key])


class NewTrainedMeasure(Body):
    """The content of the JSON file of a trained measure."""

    model = serializers.CharField(trim_whitespace=False, help_text="The file of `train_measure`, as text.")
    name = serializers.CharField(max_length=MAX_NAME, default="", allow_blank=True)


class TrainedMeasures(ProjectApiView, Listing):
    """The trained measures of a project, sorted by name."""

    queryset = TrainedMeasure.objects.none()
    serializer_class = TrainedMeasureRow

    def get_queryset(self) -> QuerySet[TrainedMeasure]:
        return trained_measures(self.project)

    @extend_schema(request=NewTrainedMeasure, responses={201: TrainedMeasureRow})
    def post(self, request: Request, slug: str) -> Response:
        """Import a trained measure; for managers. A model that the project has already is returned unchanged."""
        manager = self.manager  # checked before the body: only managers may see its errors
        body = NewTrainedMeasure.read(request.data)
        data = body["model"].encode(errors="surrogatepass")
        try:
            trained = add_trained_measure(project=self.project, data=data, name=body["name"], by=manager)
        except ServiceRefused as refused:
            raise Malformed([FieldError("model", reason) for reason in refused.reasons]) from refused
        return Response(TrainedMeasureRow(trained).data, status=201)


class TrainedMeasureResource(ProjectApiView):
    """One trained measure."""

    serializer_class = TrainedMeasureRow

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, slug: str, trained: str) -> Response:
        """Returns the whole model: the content of the file that can be imported elsewhere."""
        return Response(json.loads(trained_measure_with_key(self.project, trained).content))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, trained: str) -> Response:
        """Delete the model; for managers. Studies with it then have no result."""
        delete_trained_measure(measure=trained_measure_with_key(self.project, trained), by=self.member)
        return Response(status=204)
