"""Query strings of the stability page and API."""

from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

from django import forms
from django.http import QueryDict

from annotator.projects.models import Project
from scoring.measures.orders.stability import THRESHOLD
from scoring.measures.pyramid import Rounding
from scoring.results.forms import Query
from scoring.results.stability.project import PyramidSelection
from scoring.results.stability.result import StabilitySettings

SMALLEST_THRESHOLD = Decimal("0.0001")


class PyramidQuery(Query):
    """``?topic=KEY&topic=...&annotator=...&release=...&matcher=...&rounding=...&drafts=on``."""

    topic = forms.CharField(
        required=False, help_text="The key of a topic, once for each topic; without any, all topics are pooled."
    )
    annotator = forms.CharField(
        required=False, help_text="The owner of the pyramids; default the consensus, else the only owner."
    )
    release = forms.IntegerField(
        min_value=1, max_value=99999, required=False, help_text="Number of a release; default the latest."
    )
    matcher = forms.CharField(
        required=False, help_text="Who matched the peers; default the consensus, else the mean over matchers."
    )
    rounding = forms.ChoiceField(choices=[(rule, rule) for rule in Rounding], required=False)
    drafts = forms.BooleanField(required=False)

    def settings(self) -> dict[str, Any]:
        """As for any Query, but with all values of ``topic``."""
        return {**super().settings(), "topic": list(self.pyramid_selection.topics) or None}

    @property
    def pyramid_selection(self) -> PyramidSelection:
        values, data = self.values, cast("QueryDict", self.data)
        return PyramidSelection(
            topics=tuple(dict.fromkeys(filter(None, data.getlist("topic")))),
            owner=values.get("annotator") or "",
            number=values.get("release"),
            matcher=values.get("matcher") or "",
            include_drafts=bool(values.get("drafts")),
        )


class StabilityQuery(PyramidQuery):
    """A :class:`PyramidQuery` with ``threshold=0.06&peers=K&score_peers=on``."""

    threshold = forms.DecimalField(
        min_value=SMALLEST_THRESHOLD,
        max_value=1,
        decimal_places=4,
        required=False,
        help_text="Scores closer than this count as equal; default 0.06.",
    )
    peers = forms.IntegerField(
        min_value=1, max_value=999, required=False, help_text="Model summaries ranked at a time; default half of them."
    )
    score_peers = forms.BooleanField(required=False, help_text="Also score matched peers against the smaller pyramids.")

    def stability_settings(self, project: Project, *, score_peers: bool = False) -> StabilitySettings:
        """The settings of the query. ``score_peers``: whether to score peers even if the query does not ask for it."""
        values = self.values
        threshold = values.get("threshold")
        return StabilitySettings(
            threshold=THRESHOLD if threshold is None else Fraction(threshold),
            ranked_models=values.get("peers"),
            score_peers=score_peers or bool(values.get("score_peers")),
            rounding=Rounding(values.get("rounding") or project.rounding),
        )
