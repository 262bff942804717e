"""Query strings of the pages and the API of the results of judgments."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms

from scoring.measures.judgments.presence import LENGTH_PENALTY, Aggregate, Tie
from scoring.measures.judgments.relative_utility import FULL_CREDIT
from scoring.results.forms import Query
from scoring.results.judgments.settings import JudgmentSettings, LengthTarget

MAX_SENTENCES = 10_000
MAX_WORDS = 1_000_000
AGGREGATES = {Aggregate.MAJORITY: "by majority", Aggregate.MEAN: "mean of judges", Aggregate.ANY: "if any judge"}
TIES = {Tie.ABSENT: "absent", Tie.HALF: "half", Tie.PRESENT: "present"}


def _share_field(help_text: str) -> forms.DecimalField:
    return forms.DecimalField(
        min_value=0, max_value=1, max_digits=8, decimal_places=6, required=False, help_text=help_text
    )


class JudgmentQuery(Query):
    """``?drafts=on&program=NAME&aggregate=majority&tie=absent&alpha=2&min_agreement=0.7&target=100&share=0.5&size=10``
    ``&rate=0.1&subsumption=1``: which sheets count, and how scores are computed from them.
    """

    drafts = forms.BooleanField(required=False, help_text="Unfinished sheets count too.")
    program = forms.CharField(
        required=False, max_length=100, help_text="Use the judgments of this program instead of those of people."
    )
    aggregate = forms.ChoiceField(
        choices=list(AGGREGATES.items()), required=False, help_text="How votes on a statement become one value."
    )
    tie = forms.ChoiceField(
        choices=list(TIES.items()),
        required=False,
        help_text="Value of a statement with equally many votes for and against it.",
    )
    alpha = forms.DecimalField(
        min_value=Decimal("0.001"),
        max_value=1000,
        max_digits=8,
        decimal_places=4,
        required=False,
        help_text=f"Length penalty a of the normalized ACU score; default {LENGTH_PENALTY}.",
    )
    min_agreement = _share_field("Leave out judges if a smaller share of their values equals those of other judges.")
    target = forms.IntegerField(
        min_value=1,
        max_value=MAX_WORDS,
        required=False,
        help_text="Number of words that summaries should have; needs share.",
    )
    share = _share_field("Weight of coverage in the coverage adjusted for length; needs target.")
    size = forms.IntegerField(
        min_value=1,
        max_value=MAX_SENTENCES,
        required=False,
        help_text="Number of sentences of the extracts by which judges are compared.",
    )
    rate = _share_field("The size of these extracts as a share of the judged sentences.")
    subsumption = _share_field("The share of a redundant sentence's utility that counts; default 1.")

    @property
    def judgment_settings(self) -> JudgmentSettings:
        values = self.values
        target, share = values.get("target"), values.get("share")
        return JudgmentSettings(
            program=values.get("program") or "",
            include_drafts=bool(values.get("drafts")),
            aggregate=Aggregate(values.get("aggregate") or Aggregate.MAJORITY),
            tie=Tie(values.get("tie") or Tie.ABSENT),
            min_agreement=_fraction(values.get("min_agreement")),
            length_penalty=_fraction(values.get("alpha")) or LENGTH_PENALTY,
            length_target=LengthTarget(target, Fraction(share)) if target and share is not None else None,
            size=values.get("size"),
            rate=_fraction(values.get("rate")) or None,
            credit=FULL_CREDIT if values.get("subsumption") is None else Fraction(values["subsumption"]),
        )


class JudgmentPageQuery(JudgmentQuery):
    """A :class:`JudgmentQuery` with ``score=NAME&common=on&tests=on``: the score to rank by, whether means are only
    over the topics that all summarizers have, and whether the page waits for long tests of significance.
    """

    score = forms.CharField(required=False, max_length=200)
    common = forms.BooleanField(required=False)
    tests = forms.BooleanField(required=False)


def _fraction(value: Any) -> Fraction | None:
    return None if value is None else Fraction(value)
