"""The form of baselines."""

from typing import Any

from django import forms

from annotator.web.forms import PageForm
from scoring.measures.extracts.baselines.options import BaselineOptions, LeadFrom, Size, Unit
from scoring.measures.extracts.baselines.rules import BASELINES

LARGEST_NUMBER = {Unit.WORDS: 20_000, Unit.SENTENCES: 5_000, Unit.PERCENT: 100}
LARGEST_SEED = 2**31 - 1
MEANINGS = {
    "LEAD": "LEAD: the first sentences of a document",
    "RAND": "RAND: random sentences",
    "CENTROID": "CENTROID: sentences with the most important words, as the summarizer MEAD chooses them",
}
LEAD_CHOICES = {
    LeadFrom.NEWEST: "the newest document",
    LeadFrom.FIRST: "the first document",
    LeadFrom.EACH: "each document",
}


def size_refusal(size: Size) -> str:
    """Returns why an extract cannot have this size; "" if it can."""
    if size.number > LARGEST_NUMBER[size.unit]:
        return f"Choose at most {LARGEST_NUMBER[size.unit]:,} {size.unit}."
    return ""


class BaselinesForm(PageForm):
    """Which baselines to add to which topics."""

    names = forms.MultipleChoiceField(
        label="Baselines",
        choices=[(name, MEANINGS[name]) for name in BASELINES],
        initial=BASELINES,
        widget=forms.CheckboxSelectMultiple,
    )
    number = forms.IntegerField(
        label="Length", min_value=1, max_value=max(LARGEST_NUMBER.values()), initial=100, help_text="Of each extract."
    )
    unit = forms.ChoiceField(
        label="Counted in",
        choices=[
            (Unit.WORDS, "words (whole sentences, as close as possible)"),
            (Unit.SENTENCES, "sentences"),
            (Unit.PERCENT, "percent of all sentences"),
        ],
    )
    lead_from = forms.ChoiceField(
        label="LEAD takes the first sentences of",
        choices=list(LEAD_CHOICES.items()),
        help_text="The date of a document is read from its key, such as NYT19981125.0057.",
    )
    seed = forms.IntegerField(
        label="Seed of RAND",
        min_value=0,
        max_value=LARGEST_SEED,
        initial=1,
        help_text="The same seed always gives the same sentences.",
    )
    all_topics = forms.BooleanField(label="For all topics with documents, not only for this one", required=False)
    keep = forms.BooleanField(
        label="Also keep them as peers",
        required=False,
        help_text="People then match and judge them like other peers. Otherwise they are only extracts.",
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if "number" in data and "unit" in data and (refusal := size_refusal(Size(data["number"], Unit(data["unit"])))):
            self.add_error("number", refusal)
        return data

    def options(self) -> BaselineOptions:
        """The settings of a valid form."""
        data = self.cleaned_data
        return BaselineOptions(Size(data["number"], Unit(data["unit"])), LeadFrom(data["lead_from"]), data["seed"])
