"""API: the studies of a project, their results, and their files."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.projects.access import ProjectApiView
from annotator.runs.answers import long_work
from annotator.web.file_names import file_stem
from annotator.web.listing import Listing
from annotator.web.serializers import Body, PlainSerializer
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.exports.forms import Shape
from scoring.results.forms import Query
from scoring.studies.definition import StudyDefinition, StudyImpossible
from scoring.studies.exports import CONTENT_TYPES, SUFFIXES, StudyFormat, study_file
from scoring.studies.models import Study
from scoring.studies.queries import study_with_number, visible_studies
from scoring.studies.services import MAX_TITLE, StudyAnswer, create_study, delete_study, study_answer


class StudyRow(PlainSerializer):
    """A study."""

    number = serializers.IntegerField()
    title = serializers.CharField()
    created_at = serializers.DateTimeField()
    created_by = serializers.CharField(
        source="created_by.username",
        default=None,
        allow_null=True,
        help_text="A user name; null if the account is gone.",
    )
    definition = serializers.SerializerMethodField(help_text="What the study computes, see docs/commands.md.")
    url = serializers.SerializerMethodField(help_text="Its URL.")

    def get_definition(self, study: Study) -> dict[str, Any]:
        return study.definition.as_json()

    def get_url(self, study: Study) -> str:
        return reverse("api-study", args=[study.project.slug, study.number])


class StudyDetail(StudyRow):
    """A study of the scores that you may see. ``result`` has the keys of `manage.py study --json`."""

    refused = serializers.CharField(allow_null=True, help_text="Why there is no result.")
    result = serializers.DictField(allow_null=True)


class NewStudy(Body):
    """The body that creates a study."""

    title = serializers.CharField(max_length=MAX_TITLE, default="", allow_blank=True)
    definition = serializers.DictField(
        help_text="`columns` and `against` are needed; the other keys have defaults: docs/commands.md."
    )


class Studies(ProjectApiView, Listing):
    """The studies of a project, the newest first."""

    queryset = Study.objects.none()
    serializer_class = StudyRow

    def get_queryset(self) -> QuerySet[Study]:
        return visible_studies(Viewer(self.project))

    @extend_schema(request=NewStudy, responses={201: StudyRow})
    def post(self, request: Request, slug: str) -> Response:
        """Create a study; for managers. 422 if the project lacks what a measure needs."""
        manager = self.manager  # checked before the body: only managers may see its errors
        body = NewStudy.read(request.data)
        definition = StudyDefinition.from_json(body["definition"])
        study = create_study(project=self.project, title=body["title"], definition=definition, by=manager)
        return Response(StudyRow(study).data, status=201)


@long_work(title="Study", depends_on=visible_identifiers)
class StudyResource(ProjectApiView):
    """One study."""

    serializer_class = StudyDetail

    def get(self, request: Request, slug: str, number: int) -> Response:
        """Returns the study and its result, which is computed if it is not stored."""
        answer = _answer(request, slug, number)
        study = StudyRow(answer.study).data
        return Response({**study, "refused": answer.refusal or None, "result": answer.document})

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Delete the study; for managers."""
        study = study_with_number(Viewer(self.project), number)
        delete_study(study=study, by=self.member)
        return Response(status=204)


class StudyFileQuery(Query):
    """``?format=csv|xlsx|json|sacrerouge&shape=long|wide``; only CSV has a shape."""

    format = forms.ChoiceField(choices=[(value, value) for value in StudyFormat], required=False)
    shape = forms.ChoiceField(choices=[(shape, shape) for shape in Shape], required=False)


@long_work(title="File of a study", depends_on=visible_identifiers)
class StudyFile(ProjectApiView):
    """The scores and the result of a study as a file."""

    query_form = StudyFileQuery
    file_types = tuple(CONTENT_TYPES.values())

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Ignores the Accept header and lets ``format`` select the file's format, not the renderer of the response."""
        return super().perform_content_negotiation(request, force=True)

    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Returns the file; 400 for an invalid query, 422 if there is no result."""
        query = StudyFileQuery(request.query_params).require_valid()
        answer = _answer(request, slug, number)
        if answer.refusal:
            raise StudyImpossible(field="", sentence=answer.refusal)
        file_format = StudyFormat(query.values.get("format") or StudyFormat.CSV)
        stem = file_stem(slug, f"study{number}", query=query, except_fields=["format"])
        return file_response(answer, file_format, stem, wide=query.values.get("shape") == Shape.WIDE)


def file_response(answer: StudyAnswer, file_format: StudyFormat, stem: str, *, wide: bool) -> HttpResponse:
    """Returns the file as a download, named ``stem`` with its suffix. The answer must have a result."""
    return HttpResponse(
        study_file(answer, file_format, wide=wide),
        content_type=CONTENT_TYPES[file_format],
        headers={
            "Content-Disposition": f'attachment; filename="{stem}.{SUFFIXES[file_format]}"',
            "Cache-Control": "private, no-store",
        },
    )


def _answer(request: Request, slug: str, number: int) -> StudyAnswer:
    viewer = Viewer.member(request.user, slug)
    return study_answer(viewer, study_with_number(viewer, number))
