"""API: the results and the agreement of an instrument."""

from typing import Any, cast

from django.contrib.auth.models import User
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.judgments.models import Instrument
from annotator.runs.answers import long_work
from annotator.web.serializers import PlainSerializer
from scoring.results.judgments.forms import JudgmentQuery
from scoring.results.judgments.project import judged_identifiers, report_of
from scoring.results.judgments.report import JudgmentReport


class JudgedInstrument(PlainSerializer):
    """What was asked, and whose sheets count."""

    instrument = serializers.CharField()
    kind = serializers.ChoiceField(Instrument.Kind.choices)
    questions = serializers.ListField(child=serializers.DictField())
    judges = serializers.ListField(child=serializers.CharField())
    topics = serializers.ListField(child=serializers.CharField())
    sheets = serializers.IntegerField(help_text="The number of finished sheets that count.")
    drafts = serializers.IntegerField(help_text="The number of unfinished sheets, which are left out.")
    settings = serializers.DictField()
    warnings = serializers.ListField(child=serializers.CharField())
    made_by = serializers.DictField()


class JudgmentResults(JudgedInstrument):
    """Scores: the keys of `manage.py judgments --json`, without agreement and variation."""

    scores = serializers.ListField(child=serializers.DictField())
    summarizers = serializers.ListField(child=serializers.DictField())


class JudgmentAgreement(JudgedInstrument):
    """Agreement: the keys of `manage.py judgments --json`, without scores and variation."""

    agreement = serializers.DictField(child=serializers.DictField())


def slug_of_instrument(pk: int) -> str:
    """Returns the slug of the instrument's project. Raises Instrument.DoesNotExist."""
    return Instrument.objects.select_related("project").only("project__slug").get(pk=pk).project.slug


class ReportCall(APIView):
    """Base view of the calls about the results of one instrument."""

    query_form: type[JudgmentQuery] = JudgmentQuery

    def report(self, request: Request, pk: int) -> tuple[JudgmentReport, dict[str, Any]]:
        """Returns the report and the value of the key "made_by". Raises Instrument.DoesNotExist and MalformedQuery."""
        _, query, report = self.instrument_query_report(request, pk)
        return report, query.made_by()

    def instrument_query_report(self, request: Request, pk: int) -> tuple[Instrument, Any, JudgmentReport]:
        """Returns the instrument, the query (a ``query_form``) and the report. Raises Instrument.DoesNotExist and
        MalformedQuery.
        """
        user = cast("User", request.user)
        instrument = Instrument.objects.with_results_visible_to(user).get(pk=pk)
        query = self.query_form(request.query_params).require_valid()
        return instrument, query, report_of(instrument, user, query.judgment_settings)


@long_work(title="Results of judgments", depends_on=judged_identifiers, slug_of=slug_of_instrument)
class InstrumentResultsCall(ReportCall):
    """The scores of each summary by all judges and by each, and the summarizers ranked by each score."""

    serializer_class = JudgmentResults

    def get(self, request: Request, pk: int) -> Response:
        """400 for an invalid query, 404 if the results are not visible to you; see JudgmentQuery."""
        report, made_by = self.report(request, pk)
        return Response({**report.results_as_json(), "made_by": made_by})


@long_work(title="Agreement of judges", depends_on=judged_identifiers, slug_of=slug_of_instrument)
class InstrumentAgreementCall(ReportCall):
    """How far the judges agree on each question: people with people, and programs with people."""

    serializer_class = JudgmentAgreement

    def get(self, request: Request, pk: int) -> Response:
        """400 for an invalid query, 404 if the results are not visible to you; see JudgmentQuery."""
        report, made_by = self.report(request, pk)
        return Response({**report.agreement_as_json(), "made_by": made_by})
