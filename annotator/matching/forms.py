"""Which release a peer is matched against."""

from typing import Any

from django import forms
from django.db.models import QuerySet

from annotator.web.forms import PageForm
from annotator.work.forms import ReleaseField
from annotator.work.models import Release


class ReleaseChoiceForm(PageForm):
    """Which release a peer is matched against; ``default``, if there is one, where nothing is chosen."""

    release = ReleaseField(queryset=Release.objects.none(), empty_label=None, widget=forms.RadioSelect, label="Release")

    def __init__(self, data: Any = None, *, releases: QuerySet[Release], default: Release | None) -> None:
        super().__init__(data)
        self.default = default
        field = self.fields["release"]
        assert isinstance(field, ReleaseField)  # noqa: S101  # for the type checker
        field.queryset = (
            releases.select_related("pyramid__owner").defer("document").order_by("pyramid__owner__name", "-number")
        )
        field.initial = default
        field.required = default is None

    def clean_release(self) -> Release | None:
        """The chosen release or the default."""
        return self.cleaned_data["release"] or self.default
