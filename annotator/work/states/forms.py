"""Who may edit a work besides its owner."""

from typing import Any

from django import forms
from django.db.models import QuerySet

from annotator.projects.models import Membership
from annotator.web.forms import PageForm


class EditorsForm(PageForm):
    """The members who may edit a pyramid or peer annotation besides its owner."""

    editors = forms.ModelMultipleChoiceField(
        queryset=Membership.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="May edit too",
        error_messages=dict.fromkeys(("invalid_choice", "invalid_pk_value"), "Choose members who may annotate."),
    )

    def __init__(self, data: Any = None, *, members: QuerySet[Membership], chosen: QuerySet[Membership]) -> None:
        super().__init__(data, initial={"editors": list(chosen)})
        field = self.fields["editors"]
        assert isinstance(field, forms.ModelMultipleChoiceField)  # noqa: S101  # for the type checker
        field.queryset = members
