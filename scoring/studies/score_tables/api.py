"""API: the given scores of a project, which were made outside of it, and the import of tables of such scores."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.projects.access import ProjectApiView
from annotator.texts.errors import FieldError, Malformed
from annotator.web.refusals import ServiceRefused
from annotator.web.serializers import Body, BoundedList, PlainSerializer
from scoring.studies.given_scores import ALL, MAX_COLUMNS, ScoreOptions, given_columns, import_scores, parse_scale


class GivenColumnRow(PlainSerializer):
    """A kind of given score. Studies call it ``given.NAME``."""

    name = serializers.CharField()
    is_human = serializers.BooleanField(help_text="Whether people gave the scores.")
    scale_low = serializers.FloatField(allow_null=True)
    scale_high = serializers.FloatField(allow_null=True)
    scores = serializers.IntegerField(source="score_count", help_text="Their number.")


class GivenColumns(PlainSerializer):
    """The given scores of a project."""

    columns = GivenColumnRow(many=True)


class NewScores(Body):
    """A table of scores as text, and what the table does not say."""

    table = serializers.CharField(
        trim_whitespace=False, help_text="The content of a CSV, TSV or JSON Lines file, or of a table of NIST."
    )
    name = serializers.CharField(default="value", max_length=100, help_text="The name for scores without a name.")
    human: Any = BoundedList(
        child=serializers.CharField(max_length=100),
        max_length=MAX_COLUMNS,
        default=list,
        help_text=f"Names of scores that people gave; {ALL} for all in the table.",
    )
    scale = serializers.CharField(default="", allow_blank=True, max_length=50, help_text="Such as 1-5.")
    dry_run = serializers.BooleanField(default=False, help_text="Only check the table.")

    def validate_scale(self, text: str) -> tuple[float, float] | None:
        try:
            return parse_scale(text)
        except ValueError as error:
            raise serializers.ValidationError(str(error)) from error


class ImportedScores(PlainSerializer):
    """What an import did: numbers of scores, and what the project lacks."""

    names = serializers.ListField(child=serializers.CharField())
    added = serializers.IntegerField()
    changed = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    empty = serializers.IntegerField(help_text="Empty cells.")
    left_out = serializers.IntegerField(help_text="Scores of summaries that the project lacks.")
    unknown = serializers.ListField(child=serializers.CharField(), help_text="Topics and summaries that are missing.")
    dry_run = serializers.BooleanField()


class ScoreTables(ProjectApiView):
    """Scores that came from outside."""

    serializer_class = GivenColumns

    def get(self, request: Request, slug: str) -> Response:
        """Returns the kinds of given scores of a project, sorted by name."""
        return Response(GivenColumns({"columns": given_columns(self.project)}).data)

    @extend_schema(request=NewScores, responses={200: ImportedScores})
    def post(self, request: Request, slug: str) -> Response:
        """Import a table of scores of the project's summaries, whole or not at all; only for managers.

        A score that is there already gets the new value.
        """
        manager = self.manager  # checked before the body: only managers may see its errors
        body = NewScores.read(request.data)
        options = ScoreOptions(body["name"], tuple(body["human"]), body["scale"])
        try:
            report = import_scores(
                project=self.project, data=body["table"].encode(), options=options, by=manager, dry_run=body["dry_run"]
            )
        except ServiceRefused as refused:
            raise Malformed([FieldError("table", reason) for reason in refused.reasons]) from refused
        return Response(ImportedScores(report.as_json()).data)
