"""Forms of the account page."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import PasswordChangeForm as DjangoPasswordChangeForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from annotator.accounts.models import ApiToken
from annotator.accounts.tokens import DEFAULT_DAYS, LONGEST_NAME, MAX_DAYS
from annotator.web.forms import PageForm


class TokenForm(PageForm):
    """Makes a personal token."""

    name = forms.CharField(max_length=LONGEST_NAME, help_text="What it is for, such as “nightly scores”.")
    scope = forms.ChoiceField(
        choices=ApiToken.Scope.choices,
        initial=ApiToken.Scope.READ,
        label="Access",
        help_text="A token can never do more than you can.",
    )
    days = forms.IntegerField(min_value=1, max_value=MAX_DAYS, initial=DEFAULT_DAYS, label="For how many days")


class SignOutForm(PageForm):
    """Ends all sessions and, if ``tokens`` is ticked, revokes all tokens."""

    tokens = forms.BooleanField(required=False, label="Revoke my tokens too")


class PasswordChangeForm(DjangoPasswordChangeForm):
    """Changes the password; the user must also type the current password."""

    tokens = forms.BooleanField(
        required=False, label="Revoke my tokens too", help_text="If somebody else may know your password."
    )

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.request = request
        self.fields["old_password"].label = "Current password"
        self.fields["new_password2"].label = "New password again"

    def clean_old_password(self) -> str:
        """Check the current password as the sign-in page does, which counts wrong guesses. Raises ValidationError."""
        password: str = self.cleaned_data["old_password"]
        if authenticate(self.request, username=self.user.get_username(), password=password) is None:
            raise ValidationError(self.error_messages["password_incorrect"], code="password_incorrect")
        return password
