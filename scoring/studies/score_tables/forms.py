"""The form that imports a table of scores."""

from django import forms

from annotator.web.forms import OneFileField, PageForm
from scoring.studies.given_scores import ScoreOptions, parse_scale


class ScoreTableForm(PageForm):
    """A table of scores, and what the table does not say."""

    table = OneFileField(
        label="Table of scores",
        help_text="CSV, TSV, JSON Lines or a table of NIST, in UTF-8.",
    )
    human = forms.CharField(
        required=False,
        max_length=20_000,
        label="Scores given by people",
        help_text="Their names, with commas between them; * for all in the table.",
    )
    scale = forms.CharField(
        required=False,
        max_length=50,
        help_text="Such as 1-5. Scores outside this range are then refused.",
    )
    name = forms.CharField(
        required=False,
        max_length=100,
        label="Name of scores without a name",
        help_text="By default the file’s name without its ending.",
    )
    dry_run = forms.BooleanField(required=False, label="Only check the table, and import nothing")

    def clean_scale(self) -> tuple[float, float] | None:
        try:
            return parse_scale(self.cleaned_data["scale"])
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error

    @property
    def options(self) -> ScoreOptions:
        """The options of the import, from a valid form."""
        data = self.cleaned_data
        human = tuple(filter(None, (name.strip() for name in data["human"].split(","))))
        name = data["name"] or (data["table"].name or "value").rpartition("/")[2].partition(".")[0]
        return ScoreOptions(name, human, data["scale"])
