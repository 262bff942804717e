"""API: the variation of an instrument's scores, and programs as its judges."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.runs.answers import long_work
from annotator.texts.errors import FieldError
from annotator.web.refusals import MalformedQuery
from scoring.results.judgments.api import JudgedInstrument, ReportCall, slug_of_instrument
from scoring.results.judgments.project import judged_identifiers
from scoring.results.judgments.variation import NoSuchScore
from scoring.results.variation.forms import ProgramQuery, VariationQuery
from scoring.results.variation.programs import stand_in
from scoring.results.variation.project import variation_in_project


class JudgmentVariation(JudgedInstrument):
    """Variation: the keys of `manage.py judgments --json`, without scores and agreement."""

    anova = serializers.DictField()
    variation = serializers.DictField()


class JudgmentPrograms(JudgedInstrument):
    """Programs compared with people: the key "programs" of `manage.py judgments --json`."""

    programs = serializers.DictField()


@long_work(title="Variation of judgments", depends_on=judged_identifiers, slug_of=slug_of_instrument)
class InstrumentVariationCall(ReportCall):
    """How much the scores depend on judges and models, and which factors they depend on (analysis of variance)."""

    serializer_class = JudgmentVariation
    query_form = VariationQuery

    def get(self, request: Request, pk: int) -> Response:
        """400 for an invalid query, 404 if the results are not visible to you; see VariationQuery."""
        instrument, query, report = self.instrument_query_report(request, pk)
        query.require_sets_of(instrument.kind)
        settings = query.variation_settings
        try:
            result = variation_in_project(instrument, report, settings)
        except NoSuchScore as error:
            raise MalformedQuery([FieldError("score", str(error))]) from error
        description = report.described_as_json()
        description["settings"] |= settings.as_json()
        return Response({**description, **result.as_json(), "made_by": query.made_by()})


@long_work(title="Programs as judges", depends_on=judged_identifiers, slug_of=slug_of_instrument)
class InstrumentProgramsCall(ReportCall):
    """Whether programs can stand in for people: correlations of systems' scores, and ranks near the top."""

    serializer_class = JudgmentPrograms
    query_form = ProgramQuery

    def get(self, request: Request, pk: int) -> Response:
        """400 for an invalid query, 404 if the results are not visible to you; see ProgramQuery."""
        _, query, report = self.instrument_query_report(request, pk)
        try:
            result = stand_in(report.data, report.settings, query.values.get("score") or "")
        except NoSuchScore as error:
            raise MalformedQuery([FieldError("score", str(error))]) from error
        description: dict[str, Any] = report.described_as_json()
        return Response({**description, "programs": result.as_json(), "made_by": query.made_by()})
