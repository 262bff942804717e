"""Query string of the agreement page and API."""

from django import forms

from scoring.measures.pyramid_scores import SCORE_KINDS
from scoring.results.agreement.project import AgreementSettings
from scoring.results.forms import DEFAULT_SCORE_KIND, Query
from scoring.stats.anova import SumsOfSquares
from scoring.stats.codings import UncoveredPolicy


class AgreementQuery(Query):
    """``?topic=KEY&uncovered=...&score=...&squares=...&drafts=on``. ``uncovered``: how words in no SCU count.
    ``score``: the score compared between annotators. ``squares``: the type of sums of squares of its analysis of
    variance.
    """

    topic = forms.CharField(required=False)
    uncovered = forms.ChoiceField(
        choices=[
            (str(UncoveredPolicy.SINGLETON), "is a set of its own"),
            (str(UncoveredPolicy.MISSING), "is a missing value"),
            (str(UncoveredPolicy.REFUSE), "is not allowed"),
        ],
        required=False,
    )
    score = forms.ChoiceField(choices=[(kind, kind.capitalize()) for kind in SCORE_KINDS], required=False)
    squares = forms.ChoiceField(choices=[("1", "type I, sequential"), ("2", "type II")], required=False)
    drafts = forms.BooleanField(required=False)

    @property
    def agreement_settings(self) -> AgreementSettings:
        values = self.values
        return AgreementSettings(
            uncovered=UncoveredPolicy(values.get("uncovered") or UncoveredPolicy.SINGLETON),
            topic=values.get("topic") or "",
            include_drafts=bool(values.get("drafts")),
            score=values.get("score") or DEFAULT_SCORE_KIND,
            sums_of_squares=SumsOfSquares(int(values.get("squares") or SumsOfSquares.SEQUENTIAL)),
        )
