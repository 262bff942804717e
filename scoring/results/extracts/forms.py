"""Query strings of the page and the API of all extracts of a document."""

from dataclasses import replace
from typing import Any, cast

from django import forms
from django.http import QueryDict

from scoring.measures.extracts.enumeration import LARGEST, SMALLEST
from scoring.results.extracts.grids import DEFAULT_SIZE, GridSettings
from scoring.results.forms import Query

TABLES = ("measures", "histograms", "correlations", "means", "best", "places", "extracts")
"""The tables that can be downloaded: those of `grid_tables`, and the scores of all extracts."""


class ProjectGridQuery(Query):
    """``?k=3&instrument=KEY``."""

    k = forms.IntegerField(
        min_value=SMALLEST,
        max_value=LARGEST,
        required=False,
        help_text=f"How many sentences the ranked extracts have; default {DEFAULT_SIZE}.",
    )
    instrument = forms.CharField(
        required=False, help_text="The key of the judges' instrument; default the one with the most extracts."
    )

    def settings(self) -> dict[str, Any]:
        return {**super().settings(), "k": self.grid_settings.size}

    @property
    def grid_settings(self) -> GridSettings:
        return GridSettings(size=self.values.get("k") or DEFAULT_SIZE)


class GridQuery(ProjectGridQuery):
    """A ProjectGridQuery with ``document=KEY&judge=NAME&judge=...``."""

    document = forms.CharField(
        required=False, help_text="The key of a document; default the first that judges made extracts of."
    )
    judge = forms.CharField(
        required=False, help_text="The name of a judge, once for each of up to four; default the first four."
    )

    def settings(self) -> dict[str, Any]:
        return {**super().settings(), "judge": list(self.grid_settings.judges) or None}

    @property
    def grid_settings(self) -> GridSettings:
        judges = cast("QueryDict", self.data).getlist("judge")
        return replace(super().grid_settings, judges=tuple(dict.fromkeys(filter(None, judges))))


class GridPageQuery(GridQuery):
    """A GridQuery with ``a=5&b=11``: the numbers of the measures whose best extracts are shown side by side."""

    display_fields = frozenset({"a", "b"})

    a = forms.IntegerField(required=False)
    b = forms.IntegerField(required=False)


class GridFileQuery(GridQuery):
    """A GridQuery with ``table=NAME``, one of TABLES."""

    table = forms.ChoiceField(choices=[(name, name) for name in TABLES], required=False)
