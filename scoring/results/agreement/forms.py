"""What can be asked in a URL of agreement."""

from collections.abc import Iterable

from django import forms

from annotator.projects.models import Topic
from scoring.measures.pyramid_scores import KINDS
from scoring.observations.viewer import chosen_topic
from scoring.results.agreement.project import AgreementChoice
from scoring.results.forms import DEFAULT_KIND, Query
from scoring.stats.anova import SumsOfSquares
from scoring.stats.codings import Uncovered


class AgreementQuery(Query):
    """``?topic=KEY&uncovered=...&score=...&squares=...&drafts=on``."""

    topic = forms.CharField(required=False)
    uncovered = forms.ChoiceField(
        choices=[
            (str(Uncovered.SINGLETON), "stands for itself"),
            (str(Uncovered.MISSING), "has no value"),
            (str(Uncovered.REFUSE), "is not accepted"),
        ],
        required=False,
    )
    score = forms.ChoiceField(choices=[(kind, kind.capitalize()) for kind in KINDS], required=False)
    squares = forms.ChoiceField(choices=[("1", "type I, sequential"), ("2", "type II")], required=False)
    drafts = forms.BooleanField(required=False)

    def choice(self, topics: Iterable[Topic]) -> AgreementChoice:
        """What was asked for, with the topic among those that may be seen. Raises Topic.DoesNotExist."""
        asked = self.asked
        topic = chosen_topic(asked.get("topic") or "", topics)
        return AgreementChoice(
            uncovered=Uncovered(asked.get("uncovered") or Uncovered.SINGLETON),
            topic=topic,
            include_drafts=bool(asked.get("drafts")),
            score=asked.get("score") or DEFAULT_KIND,
            sums_of_squares=SumsOfSquares(int(asked.get("squares") or SumsOfSquares.SEQUENTIAL)),
        )
