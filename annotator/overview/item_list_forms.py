"""Forms that create item lists."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet

from annotator.judgments.services.item_lists import MAX_ITEMS
from annotator.overview.document_forms import WordIndexesForm
from annotator.web.forms import OneFileField, PageForm
from annotator.work.release_models import Release
from annotator.work.releases import ReleaseField

LONGEST_NAME = 200
LONGEST_STATEMENT = 20_000
LONGEST_STATEMENTS = 700_000
"""The greatest length of typed statements in characters; the request is at most a megabyte."""


class NamedListForm(PageForm):
    """Asks for the name of a list."""

    name = forms.CharField(
        max_length=LONGEST_NAME,
        required=False,
        label="Name of the list",
        help_text="Optional, to recognize the list. Every list also gets a number.",
    )


class UnitsForm(WordIndexesForm):
    """The boundaries of units, and a name for their list."""

    name = forms.CharField(max_length=LONGEST_NAME, required=False)


class SeeUnitsForm(NamedListForm):
    """The units of a model summary, from a SEE file."""

    file = OneFileField(
        label="SEE’s file of units (.html)", help_text="The model summary must contain the words of its units."
    )


class ReleasedStatementsForm(NamedListForm):
    """Statements from the SCUs of a release."""

    prefix = "release"
    release = ReleaseField(queryset=Release.objects.none(), help_text="The labels of its SCUs become statements.")
    sample = forms.IntegerField(
        min_value=1,
        max_value=MAX_ITEMS,
        required=False,
        label="Size of a sample",
        help_text="How many SCUs to draw at random. Leave it empty for all SCUs.",
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        required=False,
        label="Seed of the sample",
        help_text="The same seed draws the same SCUs.",
    )
    vital_from = forms.IntegerField(
        min_value=1,
        max_value=1000,
        required=False,
        label="Vital from weight",
        help_text="Statements with at least this weight are vital, all others okay. Leave it empty to mark none.",
    )

    def __init__(self, *args: Any, releases: QuerySet[Release], **kwargs: Any) -> None:
        default_release = releases.first()
        half_of_models = (default_release.model_count + 1) // 2 if default_release else None
        initial = {"vital_from": half_of_models, "seed": 0, "release": default_release}
        super().__init__(*args, **{"initial": initial, **kwargs})
        field: Any = self.fields["release"]
        field.queryset, field.empty_label = releases, None

    def options(self) -> dict[str, Any]:
        """The data without empty fields."""
        return {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}


class TypedStatementsForm(NamedListForm):
    """Typed statements, one per line."""

    prefix = "typed"
    statements = forms.CharField(
        max_length=LONGEST_STATEMENTS, widget=forms.Textarea(attrs={"rows": 10}), help_text="One statement per line."
    )

    def clean_statements(self) -> list[str]:
        lines = [line.strip() for line in self.cleaned_data["statements"].splitlines() if line.strip()]
        if any(len(line) > LONGEST_STATEMENT for line in lines):
            raise ValidationError(f"A statement has at most {LONGEST_STATEMENT:,} characters.")
        return lines


class StatementsFileForm(PageForm):
    """Statements from a table of items."""

    prefix = "table"
    file = OneFileField(
        label="Table of items (CSV or JSON Lines)",
        help_text="Required columns: topic, source (statements), key and text. Optional: list, summarizer, weight, "
        "importance, heading and judged. Rows of other topics are left out.",
    )
