"""Forms about the people of a project: invitations, topic roles, assignments."""

from typing import Any

from django import forms
from django.contrib.auth.forms import UserCreationForm

from annotator.forms import PageForm
from annotator.models import Membership
from annotator.services.invitations import MOST_DAYS, MOST_USES


class InvitationForm(PageForm):
    """A new invitation link."""

    role = forms.ChoiceField(choices=Membership.Role.choices, initial=Membership.Role.ANNOTATOR)
    most_uses = forms.IntegerField(
        min_value=1, max_value=MOST_USES, initial=1, label="For how many people", help_text="Each joins once."
    )
    days = forms.IntegerField(min_value=1, max_value=MOST_DAYS, initial=14, label="For how many days")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"prefix": "invite", **kwargs})


class SignUpForm(UserCreationForm):
    """A new account for somebody who has an invitation."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.fields["username"].label = "User name"
        self.fields["username"].help_text = "Letters, digits and @ . + - _; your colleagues see it."
        self.fields["password2"].label = "The password again"
