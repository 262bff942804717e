"""Changes made on the account page: password, sessions and tokens. API tokens give no access to it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.forms import PasswordChangeForm as DjangosForm
from django.contrib.auth.views import PasswordChangeView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse_lazy

from annotator.accounts.forms import PasswordChangeForm, SignOutForm
from annotator.accounts.models import ApiToken
from annotator.accounts.sign_ins import sign_out_everywhere
from annotator.accounts.tokens import revoke_token
from annotator.web.signed_in import SignedIn


class TokenRevoke(SignedIn):
    """Revokes one of the user's own tokens."""

    def post(self, request: HttpRequest, token: int) -> HttpResponse:
        own_token = ApiToken.objects.visible_to(self.user).get(pk=token)
        revoke_token(token=own_token, by=self.user)
        messages.success(request, f"The token “{own_token.name}” is revoked.")
        return redirect("account")


class SignOutEverywhere(SignedIn):
    """Ends all sessions of the user, this one too."""

    def post(self, request: HttpRequest) -> HttpResponse:
        form = SignOutForm(request.POST)
        tokens = form.is_valid() and form.cleaned_data["tokens"]
        revoked = sign_out_everywhere(user=self.user, by=self.user, tokens=tokens)
        logout(request)
        about_tokens = f" Tokens revoked: {revoked}." if revoked else ""
        messages.success(request, f"You are signed out everywhere.{about_tokens}")
        return redirect("login")


class PasswordChange(PasswordChangeView):
    """Changes the password and ends the other sessions of the account."""

    http_method_names = ["get", "post", "options"]
    form_class = PasswordChangeForm
    template_name = "annotator/accounts/password_change.html"
    success_url = reverse_lazy("account")

    def get_form_kwargs(self) -> dict[str, Any]:
        """Adds the request, which wrong guesses of the current password are counted by."""
        return {**super().get_form_kwargs(), "request": self.request}

    def form_valid(self, form: DjangosForm) -> HttpResponse:
        messages.success(self.request, "Your password has been changed.")
        response = super().form_valid(form)  # the session gets a new key
        key, tokens = self.request.session.session_key, form.cleaned_data["tokens"]
        sign_out_everywhere(user=form.user, by=form.user, tokens=tokens, but=key)
        return response

    def form_invalid(self, form: DjangosForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)
