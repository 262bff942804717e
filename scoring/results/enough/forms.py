"""Query strings of the page and the API on how many topics and matchers are enough."""

from decimal import Decimal

from django import forms

from scoring.measures.pyramid import Rounding
from scoring.measures.pyramid_scores import SCORE_KINDS, XCount
from scoring.observations.pyramid_scores import ScoreSettings
from scoring.results.enough.project import ScoreSelection
from scoring.results.enough.result import DIFFERENCE, EnoughSettings
from scoring.results.forms import DEFAULT_SCORE_KIND
from scoring.results.stability.forms import PyramidQuery, StabilityQuery

SMALLEST_DIFFERENCE = Decimal("0.0001")


class EnoughQuery(PyramidQuery):
    """A :class:`PyramidQuery` with ``score=modified&x=ducview&difference=0.05``."""

    score = forms.ChoiceField(
        choices=[(kind, kind.capitalize()) for kind in SCORE_KINDS], required=False, help_text="Default modified."
    )
    x = forms.ChoiceField(choices=[(count, count) for count in XCount], required=False)
    difference = forms.DecimalField(
        min_value=SMALLEST_DIFFERENCE,
        max_value=1,
        decimal_places=4,
        required=False,
        help_text=f"The difference between two means that the needed number of topics detects; default {DIFFERENCE}.",
    )

    @property
    def score_selection(self) -> ScoreSelection:
        values, pyramids = self.values, self.pyramid_selection
        return ScoreSelection(
            kind=values.get("score") or DEFAULT_SCORE_KIND,
            settings=ScoreSettings(
                include_drafts=pyramids.include_drafts,
                rounding=Rounding(values["rounding"]) if values.get("rounding") else None,
                matcher=pyramids.matcher,
                release=pyramids.number,
                x=XCount(values.get("x") or XCount.DUCVIEW),
            ),
            topics=pyramids.topics,
            owner=pyramids.owner,
        )

    @property
    def enough_settings(self) -> EnoughSettings:
        return EnoughSettings(difference=float(self.values.get("difference") or DIFFERENCE))


class EnoughPageQuery(EnoughQuery, StabilityQuery):
    """An EnoughQuery and a StabilityQuery with ``of=KEY&a=...&b=...``: the topic and the two summaries of a figure."""

    of = forms.CharField(required=False)
    a = forms.CharField(required=False)
    b = forms.CharField(required=False)

    @property
    def figure_choice(self) -> list[str]:
        """The topic and the two summaries of the figure; "" for the default."""
        return [self.values.get(name) or "" for name in ("of", "a", "b")]
