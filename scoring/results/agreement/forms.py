"""Query strings of agreement."""

from django import forms

from scoring.measures.pyramid_scores import KINDS
from scoring.results.agreement.project import AgreementChoice
from scoring.results.forms import DEFAULT_KIND, Query
from scoring.stats.anova import SumsOfSquares
from scoring.stats.codings import Uncovered


class AgreementQuery(Query):
    """``?topic=KEY&uncovered=...&score=...&squares=...&drafts=on``."""

    topic = forms.CharField(required=False)
    uncovered = forms.ChoiceField(
        choices=[
            (str(Uncovered.SINGLETON), "is a set of its own"),
            (str(Uncovered.MISSING), "is a missing value"),
            (str(Uncovered.REFUSE), "is not allowed"),
        ],
        required=False,
    )
    score = forms.ChoiceField(choices=[(kind, kind.capitalize()) for kind in KINDS], required=False)
    squares = forms.ChoiceField(choices=[("1", "type I, sequential"), ("2", "type II")], required=False)
    drafts = forms.BooleanField(required=False)

    @property
    def choice(self) -> AgreementChoice:
        values = self.values
        return AgreementChoice(
            uncovered=Uncovered(values.get("uncovered") or Uncovered.SINGLETON),
            topic=values.get("topic") or "",
            include_drafts=bool(values.get("drafts")),
            score=values.get("score") or DEFAULT_KIND,
            sums_of_squares=SumsOfSquares(int(values.get("squares") or SumsOfSquares.SEQUENTIAL)),
        )
