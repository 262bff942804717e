"""API views that export and import the judgments of an instrument as files."""

from dataclasses import asdict
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.accounts.authentication import signed_in_user
from annotator.interchange.import_runs import import_judgment_files
from annotator.interchange.judgments.downloads import ExportQuery, export_response
from annotator.interchange.judgments.formats import FORMATS
from annotator.interchange.judgments.layouts import CONTENT_TYPES
from annotator.judgments.api import InstrumentCall
from annotator.projects.permissions import check_manage
from annotator.web.refusals import ServiceRefused
from annotator.web.serializers import Body, BoundedList, PlainSerializer

MAX_FILES = 100
MAX_CHARACTERS = 2_000_000
"""The largest total length of the files in a call. The page and the command import larger files."""


class JudgmentText(Body):
    """A file to be imported."""

    name = serializers.CharField(max_length=255, help_text="Some formats read details from the file's name.")
    text = serializers.CharField(max_length=MAX_CHARACTERS, trim_whitespace=False)


class JudgmentImport(Body):
    """Files to be imported into an instrument, and details that they lack."""

    format = serializers.ChoiceField(choices=FORMATS, default="table")
    files = BoundedList(child=JudgmentText(), min_length=1, max_length=MAX_FILES)
    judge = serializers.CharField(max_length=100, required=False, help_text="Who judged, if the files do not say it.")
    question = serializers.CharField(
        max_length=40, required=False, help_text="The key of the question, if a DUC table does not name it."
    )
    topic = serializers.CharField(
        max_length=100, required=False, help_text="The topic of MEAD documents without a cluster file."
    )
    program_version = serializers.CharField(
        max_length=100, required=False, help_text="The judges are programs of this version, not people."
    )
    dry_run = serializers.BooleanField(required=False, help_text="Report what would happen, and change nothing.")


class FileRepair(PlainSerializer):
    """Something that was not imported exactly as the file has it."""

    file = serializers.CharField()
    place = serializers.CharField()
    what = serializers.CharField()


class RefusedFile(PlainSerializer):
    """A file that was not imported, and why."""

    file = serializers.CharField()
    why = serializers.CharField()


class JudgmentReport(PlainSerializer):
    """Numbers of what was created, and what was repaired or refused."""

    files = serializers.IntegerField(help_text="Files that were imported, including files with nothing new.")
    sheets = serializers.IntegerField()
    judgments = serializers.IntegerField()
    marks = serializers.IntegerField()
    lists = serializers.IntegerField()
    items = serializers.IntegerField()
    judges = serializers.IntegerField()
    extracts = serializers.IntegerField()
    repairs = FileRepair(many=True)
    refused = RefusedFile(many=True)


class InstrumentExport(InstrumentCall):
    """The judgments or items of an instrument as a file.

    Members get the judgments that they may see. While a judge may still work on a topic, each summary is named only by
    its number in the judge's own order. Only managers get items and the formats of published data sets.
    """

    query_form = ExportQuery
    file_types = CONTENT_TYPES

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Ignores the Accept header, because the parameter ``file`` selects the format."""
        return super().perform_content_negotiation(request, force=True)

    def get(self, request: Request, pk: int) -> HttpResponse:
        """404 if you may see none of its sheets, 409 if the format cannot represent its judgments."""
        query = ExportQuery(request.query_params).require_valid().cleaned_data
        return export_response(instrument=self.instrument(pk), user=signed_in_user(request), query=query)


class InstrumentImport(InstrumentCall):
    """Imports files of judgments or items into an instrument, each file whole or not at all. Only for managers."""

    serializer_class = JudgmentReport

    @extend_schema(request=JudgmentImport, responses=JudgmentReport)
    def post(self, request: Request, pk: int) -> Response:
        """409 if no file can be imported."""
        instrument = self.instrument(pk)
        check_manage(instrument.member_role)
        body = JudgmentImport.read(request.data)
        files = body.pop("files")
        if sum(len(file["text"]) for file in files) > MAX_CHARACTERS:
            raise ServiceRefused(f"The files have more than {MAX_CHARACTERS:,} characters; send them in several calls.")
        report = import_judgment_files(
            project=instrument.project,
            files=[(file["name"], file["text"].encode()) for file in files],
            by=self.member(instrument),
            now=timezone.now(),
            file_format=body.pop("format"),
            instrument=instrument.key,
            **body,
        )
        if not report.files:
            raise ServiceRefused(*(f"{refused['file']}: {refused['why']}" for refused in report.refused))
        return Response(JudgmentReport(asdict(report)).data)
