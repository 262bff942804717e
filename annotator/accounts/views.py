"""What one does on the account page: passwords, sessions and personal tokens. No token opens it."""

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
    """Ends a token of one's own."""

    def post(self, request: HttpRequest, token: int) -> HttpResponse:
        found = ApiToken.objects.visible_to(self.user).get(pk=token)
        revoke_token(token=found, by=self.user)
        messages.success(request, f"The token “{found.name}” lets nobody in any more.")
        return redirect("account")


class SignOutEverywhere(SignedIn):
    """Ends all sessions of one's own, this one too: nothing is left to wonder about."""

    def post(self, request: HttpRequest) -> HttpResponse:
        form = SignOutForm(request.POST)
        tokens = form.is_valid() and form.cleaned_data["tokens"]
        revoked = sign_out_everywhere(user=self.user, by=self.user, tokens=tokens)
        logout(request)
        said = f" Tokens revoked: {revoked}." if revoked else ""
        messages.success(request, f"You are signed out everywhere.{said}")
        return redirect("login")


class PasswordChange(PasswordChangeView):
    """A new password for who knows the one that stands; other sessions of the account end."""

    http_method_names = ["get", "post", "options"]
    form_class = PasswordChangeForm
    template_name = "annotator/accounts/password_change.html"
    success_url = reverse_lazy("account")

    def get_form_kwargs(self) -> dict[str, Any]:
        """With the request, by which guesses of the old password are counted."""
        return {**super().get_form_kwargs(), "request": self.request}

    def form_valid(self, form: DjangosForm) -> HttpResponse:
        messages.success(self.request, "Your password is changed.")
        answer = super().form_valid(form)  # the session gets a new key
        key, tokens = self.request.session.session_key, form.cleaned_data["tokens"]
        sign_out_everywhere(user=form.user, by=form.user, tokens=tokens, but=key)
        return answer

    def form_invalid(self, form: DjangosForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)
