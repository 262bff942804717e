"""API: the parses of a project's texts, which other programs made: how many there are, imports and deleting."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.projects.access import ProjectApiView
from annotator.texts.errors import FieldError, Malformed
from annotator.web.refusals import ServiceRefused
from annotator.web.serializers import Body, BoundedList, PlainSerializer
from scoring.observations.parses.importing import ParseFile, delete_parses, import_parses
from scoring.observations.parses.models import MAX_PARSER
from scoring.observations.text_files.parse_kinds import PARSE_KINDS
from scoring.studies.parses.queries import stored_kinds

MAX_FILES = 1_000
KINDS = tuple(PARSE_KINDS)


class ParsesOfKind(PlainSerializer):
    """How many texts of the project have a parse of a kind."""

    kind = serializers.CharField(source="kind.name")
    summaries = serializers.IntegerField()
    summary_total = serializers.IntegerField(help_text="The number of the project's summaries.")
    documents = serializers.IntegerField()
    document_total = serializers.IntegerField()
    parsers = serializers.ListField(child=serializers.CharField(), help_text="The programs that made the parses.")


class StoredParses(PlainSerializer):
    """The parses of a project."""

    parses = ParsesOfKind(many=True)


class ParseFileBody(Body):
    """A file of parses."""

    name = serializers.CharField(
        max_length=500,
        help_text="That of the text in an export, such as peers/D0601.12.conllu, or the SHA-256 of the text.",
    )
    content = serializers.CharField(trim_whitespace=False)


class NewParses(Body):
    """Files of parses, and what they do not say."""

    files = BoundedList(child=ParseFileBody(), min_length=1, max_length=MAX_FILES)
    kind = serializers.ChoiceField(KINDS, required=False, help_text="By default the endings of the names tell.")
    parser = serializers.CharField(default="", allow_blank=True, max_length=MAX_PARSER)
    dry_run = serializers.BooleanField(default=False, help_text="Only check the files.")


class ImportedParses(PlainSerializer):
    """What an import did: numbers of parses, and the files or documents whose names the project lacks."""

    added = serializers.IntegerField()
    replaced = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    unmatched = serializers.ListField(child=serializers.CharField())
    dry_run = serializers.BooleanField()


class Parses(ProjectApiView):
    """Parses of summaries and documents by other programs."""

    serializer_class = StoredParses

    def get(self, request: Request, slug: str) -> Response:
        """Returns how many summaries and documents have a parse of each kind."""
        return Response(StoredParses({"parses": stored_kinds(self.project)}).data)

    @extend_schema(request=NewParses, responses={200: ImportedParses})
    def post(self, request: Request, slug: str) -> Response:
        """Import parses, all of them or none; only for managers.

        A text that has a parse of the kind gets the new one. The words of a parse must be those of its text; otherwise
        the answer is 400 with the place where they depart.
        """
        manager = self.manager  # checked before the body: only managers may see its errors
        body = NewParses.read(request.data)
        kind = body.get("kind")
        files = [ParseFile(file["name"], file["content"].encode(), kind) for file in body["files"]]
        try:
            report = import_parses(
                project=self.project, files=files, parser=body["parser"], by=manager, dry_run=body["dry_run"]
            )
        except ServiceRefused as refused:
            raise Malformed([FieldError("files", reason) for reason in refused.reasons]) from refused
        return Response(ImportedParses(report.as_json()).data)

    @extend_schema(
        parameters=[OpenApiParameter("kind", OpenApiTypes.STR, required=True, enum=KINDS)], responses={204: None}
    )
    def delete(self, request: Request, slug: str) -> Response:
        """Delete all parses of a kind; only for managers."""
        manager = self.manager
        kind = request.query_params.get("kind", "")
        if kind not in KINDS:
            raise Malformed([FieldError("kind", f"There are the kinds {', '.join(KINDS)}.")])
        delete_parses(project=self.project, kind=kind, by=manager)
        return Response(status=204)
