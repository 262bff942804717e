"""Forms of the pages that import files of judgments."""

from typing import Any

from django import forms

from annotator.interchange.judgments.formats import TITLES
from annotator.judgments.presets.registry import PRESETS
from annotator.web.forms import MultipleFileField, PageForm


class JudgmentFilesForm(PageForm):
    """Files with judgments or items, and options for details that they lack."""

    uploads = MultipleFileField(label="Files", help_text="Text in UTF-8, at most 20 MB each; you can choose several.")
    file_format = forms.ChoiceField(label="Format", choices=list(TITLES.items()))
    judge = forms.CharField(
        max_length=100, required=False, help_text="Who judged, if the files do not say it (nuggets, RoSE)."
    )
    program_version = forms.CharField(
        max_length=100,
        required=False,
        label="Version, if a program judged",
        help_text="Programs are never pooled with people.",
    )
    question = forms.CharField(
        max_length=40, required=False, help_text="The key of the question, if a DUC table does not name it."
    )
    topic = forms.CharField(max_length=100, required=False, help_text="The topic of MEAD documents without a cluster.")
    dry_run = forms.BooleanField(required=False, label="Only check the files and change nothing")

    def parameters(self) -> dict[str, Any]:
        """The values of all fields except the files."""
        return {name: value for name, value in self.cleaned_data.items() if name != "uploads"}


class NewInstrumentFilesForm(JudgmentFilesForm):
    """The same fields, and the key and the preset of an instrument that the import creates."""

    instrument = forms.SlugField(max_length=60, label="Key of the new instrument")
    preset = forms.ChoiceField(choices=[(preset.key, preset.name) for preset in PRESETS.values()])

    field_order = ("instrument", "preset", "uploads")
