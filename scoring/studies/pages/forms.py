"""The form of a new study."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from annotator.texts.errors import FieldError
from annotator.texts.patterns import PatternError, search_groups
from annotator.web.forms import PageForm
from scoring.studies.comparisons import StudyTest
from scoring.studies.definition import MAX_RESAMPLES, MAX_SEED, StudyDefinition, Summarizers
from scoring.studies.pages.offers import Offer, Offers
from scoring.studies.pages.wording import COEFFICIENTS, DRAWN, LEVELS

DEFAULT = StudyDefinition(columns=(), against=())
TESTS = {
    StudyTest.KOEHN.value: "Koehn’s bootstrap: how often a measure wins on other samples of the topics",
    StudyTest.WILLIAMS.value: "Williams’ test of two values of Pearson’s r",
    StudyTest.PERMUTATION.value: "permutation test with Holm’s correction (slower)",
}
SUMMARIZERS = {
    Summarizers.SYSTEM.value: "Peers: is the measure right about systems?",
    Summarizers.HUMAN.value: "Model summaries: is it right about people?",
    Summarizers.ALL.value: "Both together",
}

PLAIN_FIELDS = (
    *("summarizers", "columns", "against", "levels", "coefficients", "tests", "drawn", "resamples", "seed"),
    "include_training_summaries",
)
"""Fields whose values a definition has as they are."""


class StudyForm(PageForm):
    """Three questions (summarizers, columns, human scores), and further choices with defaults. ``offers``: the columns
    that can be chosen. ``definition``: of another study, whose choices the form starts with; None for the usual ones.
    """

    title = forms.CharField(max_length=200, required=False)
    summarizers = forms.ChoiceField(choices=list(SUMMARIZERS.items()), widget=forms.RadioSelect)
    topics = forms.CharField(required=False)
    groups = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 2}))
    columns = forms.MultipleChoiceField(
        required=False, error_messages={"invalid_choice": "%(value)s is not available."}
    )
    more_columns = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 2}))
    against = forms.MultipleChoiceField(error_messages={"required": "Choose at least one column of human scores."})
    levels = forms.MultipleChoiceField(choices=list(LEVELS.items()), widget=forms.CheckboxSelectMultiple)
    coefficients = forms.MultipleChoiceField(choices=list(COEFFICIENTS.items()), widget=forms.CheckboxSelectMultiple)
    tests = forms.MultipleChoiceField(choices=list(TESTS.items()), required=False, widget=forms.CheckboxSelectMultiple)
    drawn = forms.ChoiceField(choices=list(DRAWN.items()), label="Intervals draw")
    resamples = forms.IntegerField(min_value=1, max_value=MAX_RESAMPLES, label="Samples")
    seed = forms.IntegerField(min_value=0, max_value=MAX_SEED)
    include_training_summaries = forms.BooleanField(
        required=False, label="Include the summaries that a measure was trained on"
    )

    def __init__(self, *args: Any, offers: Offers, definition: StudyDefinition | None = None, **kwargs: Any) -> None:
        super().__init__(*args, initial=_initial(offers, definition), **kwargs)
        self.offers = offers
        compared = (*offers.common, *offers.rare, *offers.given)
        for name, offered in (("columns", compared), ("against", offers.human)):
            self._multiple_choice(name).choices = [(offer.name, offer.name) for offer in offered if not offer.lacking]

    def clean_groups(self) -> dict[str, str]:
        """Returns the patterns by the names of the groups."""
        lines = [line.partition("=") for line in self.cleaned_data["groups"].splitlines() if line.strip()]
        groups = {name.strip(): pattern.strip() for name, _, pattern in lines}
        if not all(equals for _, equals, _ in lines) or not all(groups) or not all(groups.values()):
            raise ValidationError("Write each group as NAME=REGULAR EXPRESSION.")
        for name, pattern in groups.items():
            try:
                search_groups(pattern, "")
            except PatternError as error:
                raise ValidationError(f"The pattern of the group “{name}” {error}.") from error
        return groups

    def ticked(self, name: str) -> list[str]:
        """Returns the ticked values of a field of checkboxes."""
        return list(self[name].value() or ())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        typed = list(filter(None, map(str.strip, data.get("more_columns", "").splitlines())))
        columns = list(dict.fromkeys([*data.get("columns", ()), *typed]))
        if not columns and "columns" not in self.errors:
            self.add_error("columns", "Choose at least one measure.")
        data["columns"] = columns
        return data

    def definition_json(self) -> dict[str, Any]:
        """Returns the definition as JSON, as StudyDefinition reads it."""
        data = self.cleaned_data
        topics = list(dict.fromkeys(data["topics"].replace(",", " ").split()))
        return {**{name: data[name] for name in PLAIN_FIELDS}, "topics": topics, "groups": data["groups"]}

    def add_refusals(self, errors: Iterable[FieldError]) -> None:
        """Shows each refusal of a definition at its field."""
        for error in errors:
            self.add_error(error.field if error.field in self.fields else None, error.message)

    @property
    def opens_more_measures(self) -> bool:
        """Whether the folded section "More measures" must be open, because a measure is chosen or written there."""
        rare = {offer.name for offer in self.offers.rare}
        return bool(rare & set(self.ticked("columns")) or self["more_columns"].value())

    @property
    def has_advanced_errors(self) -> bool:
        return any(name in self.errors for name in ("levels", "coefficients", "tests", "drawn", "resamples", "seed"))

    @property
    def ticked_columns(self) -> list[str]:
        return self.ticked("columns")

    @property
    def ticked_against(self) -> list[str]:
        return self.ticked("against")

    def _multiple_choice(self, name: str) -> forms.MultipleChoiceField:
        field = self.fields[name]
        if not isinstance(field, forms.MultipleChoiceField):
            raise TypeError(name)
        return field


def _initial(offers: Offers, definition: StudyDefinition | None) -> dict[str, Any]:
    """Returns the form's data for a definition, or for the usual choices. Columns that are not offered go to
    ``more_columns``, where people type names.
    """
    content = (definition or DEFAULT).as_json()
    content["topics"] = " ".join(content["topics"])
    content["groups"] = "\n".join(f"{name}={pattern}" for name, pattern in content["groups"].items())
    offered = (*offers.common, *offers.rare, *offers.given)
    if definition is None:
        return content | {"columns": _ticked(offered), "against": _ticked(offers.human)}
    names = {offer.name for offer in offered if not offer.lacking}
    not_offered = [name for name in content["columns"] if name not in names]
    content["columns"] = [name for name in content["columns"] if name in names]
    content["more_columns"] = "\n".join(not_offered)
    return content


def _ticked(offers: Iterable[Offer]) -> list[str]:
    return [offer.name for offer in offers if offer.is_ticked]
