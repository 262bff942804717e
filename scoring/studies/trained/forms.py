"""The form that imports a trained measure."""

from django import forms

from annotator.web.forms import OneFileField, PageForm
from scoring.studies.column_names import MAX_NAME


class TrainedMeasureForm(PageForm):
    """The JSON file of a trained measure, and its name in the project."""

    model = OneFileField(
        label="Trained measure",
        help_text="A JSON file of the command train_measure, or exported from another project.",
    )
    name = forms.CharField(
        required=False,
        max_length=MAX_NAME,
        help_text="By default, the measure and the ratings that it was trained on.",
    )
