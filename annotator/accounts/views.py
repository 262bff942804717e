"""Pages that change the password, end sessions and revoke tokens. They cannot be used with an API token."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.forms import PasswordChangeForm as DjangoPasswordChangeForm
from django.contrib.auth.models import User
from django.contrib.auth.views import PasswordChangeView, redirect_to_login
from django.db import transaction
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
    """Ends all sessions of the user, including the current one."""

    def post(self, request: HttpRequest) -> HttpResponse:
        form = SignOutForm(request.POST)
        revoke_tokens = form.is_valid() and form.cleaned_data["tokens"]
        token_count = sign_out_everywhere(user=self.user, by=self.user, revoke_tokens=revoke_tokens)
        logout(request)
        about_tokens = f" Tokens revoked: {token_count}." if token_count else ""
        messages.success(request, f"You are signed out everywhere.{about_tokens}")
        return redirect("login")


class PasswordChange(PasswordChangeView):
    """Changes the password and ends the other sessions of the account."""

    http_method_names = ["get", "post", "options"]
    form_class = PasswordChangeForm
    template_name = "annotator/accounts/password_change.html"
    success_url = reverse_lazy("account")

    def get_form_kwargs(self) -> dict[str, Any]:
        """Adds the request, whose IP address is needed to count wrong guesses of the current password."""
        return {**super().get_form_kwargs(), "request": self.request}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Waits for a simultaneous change of the password. If it ended this session, redirects to sign-in."""
        name, key = request.user.get_username(), request.session.session_key
        with transaction.atomic():
            list(User.objects.select_for_update(no_key=True).filter(username=name).values("pk"))
            if key is None or not request.session.exists(key):
                return redirect_to_login(request.get_full_path())
            return super().post(request, *args, **kwargs)

    def form_valid(self, form: DjangoPasswordChangeForm) -> HttpResponse:
        messages.success(self.request, "Your password has been changed.")
        response = super().form_valid(form)  # the session gets a new key
        key, tokens = self.request.session.session_key, form.cleaned_data["tokens"]
        sign_out_everywhere(user=form.user, by=form.user, revoke_tokens=tokens, except_session=key)
        return response

    def form_invalid(self, form: DjangoPasswordChangeForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)
