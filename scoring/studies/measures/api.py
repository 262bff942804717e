"""API: the automatic measures, and their values for the summaries of a project."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.runs.answers import long_work
from annotator.web.serializers import PlainSerializer
from scoring.measures.automatic.description import description
from scoring.measures.automatic.registry import DEFINITIONS
from scoring.measures.automatic.short_name import short_name
from scoring.observations.project_texts import chosen_topics, topic_summaries
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.studies.formats.rows import means, measures_as_json
from scoring.studies.measures.forms import MeasuresQuery
from scoring.studies.measures.needs import coverage
from scoring.studies.measures.queries import masked_names, measured_rows
from scoring.studies.measures.usual import measures_in_projects
from scoring.studies.values import measured_values


class MeasureParameter(PlainSerializer):
    """A parameter. ``accepts``: its values in words."""

    name = serializers.CharField()
    default = serializers.CharField()
    accepts = serializers.CharField()


class MeasureDescription(PlainSerializer):
    """An automatic measure. ``signature``: with its default parameters. ``primary``: the value shown first."""

    name = serializers.CharField()
    meaning = serializers.CharField()
    version = serializers.IntegerField()
    values = serializers.ListField(child=serializers.CharField())
    primary = serializers.CharField()
    needs = serializers.ListField(child=serializers.CharField())
    parameters = MeasureParameter(many=True)
    signature = serializers.CharField()


class MeasureDescriptions(PlainSerializer):
    """The automatic measures: the same as `manage.py measures --json`."""

    measures = MeasureDescription(many=True)


class MeasureList(APIView):
    """The automatic measures with their parameters, values and needs."""

    serializer_class = MeasureDescriptions

    def get(self, request: Request) -> Response:
        return Response({"measures": list(map(description, DEFINITIONS))})


class MeasuredColumn(PlainSerializer):
    """A measure of the answer, with the names of its values."""

    signature = serializers.CharField()
    name = serializers.CharField()
    values = serializers.ListField(child=serializers.CharField())


class NeedRow(PlainSerializer):
    """How many of the project's texts or topics have what measures need. ``of``: "texts" or "topics"."""

    need = serializers.CharField()
    have = serializers.IntegerField()
    total = serializers.IntegerField()
    of = serializers.CharField()


class MeasuredNumbers(PlainSerializer):
    """Values of measures, with the keys of `manage.py measure --format json`.

    A row has a key for each value of its measure, such as ``recall``. An undefined value is null, and ``undefined`` has
    the reason.
    """

    project = serializers.CharField()
    measures = MeasuredColumn(many=True)
    needs = NeedRow(many=True)
    rows = serializers.ListField(child=serializers.DictField())
    means = serializers.ListField(child=serializers.DictField())
    withheld = serializers.IntegerField(help_text="Summaries whose scores the project does not show to you now.")
    made_by = serializers.DictField()


@long_work(title="Measures", depends_on=visible_identifiers)
class ProjectMeasures(APIView):
    """The values of measures for the summaries of a project."""

    serializer_class = MeasuredNumbers
    query_form = MeasuresQuery

    def get(self, request: Request, slug: str) -> Response:
        """Values are computed unless they are stored. Without ``measure``, the answer has only the ``needs``.

        Means over topics leave masked peers out. 400 for an unknown measure or parameter, 404 for an unknown topic,
        422 if no text of the project has what a measure needs.
        """
        viewer = Viewer.member(request.user, slug)
        query = MeasuresQuery(request.query_params).require_valid()
        measures = query.measures()
        topics = topic_summaries(viewer)
        chosen = chosen_topics(topics, query.topics)
        values = measured_values(viewer, measures, topics, chosen=chosen) if measures else []
        rows = list(measured_rows(values, measures))
        masked = masked_names(topics)
        needs = sorted({need for measure in measures_in_projects() for need in measure.needs})
        answer: dict[str, Any] = {
            "project": slug,
            "measures": measures_as_json(measures),
            "needs": [
                {"need": need_row.need, "have": need_row.have, "total": need_row.total, "of": need_row.of}
                for need_row in (coverage(need, topics) for need in needs)
            ],
            "rows": [row.as_json() for row in rows],
            "means": [
                mean.as_json() for mean in means(row for row in rows if (row.topic, row.summarizer) not in masked)
            ],
            "withheld": sum(not summary.shows_scores for topic in chosen for summary in topic.summaries),
            "made_by": query.made_by(measure=list(map(short_name, measures)), topic=query.topics or None),
        }
        return Response(answer)
