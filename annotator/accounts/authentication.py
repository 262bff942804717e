"""Who asks the API: somebody signed in to the pages, or a script with a personal token."""

from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from annotator.accounts.models import ApiToken
from annotator.accounts.tokens import TokenRefused, use_token

SCHEME = "Bearer"
READS_ONLY = "This token is for reading. To change something, make one for reading and writing on your account page."


class PersonalToken(BaseAuthentication):
    """``Authorization: Bearer pyr_...``. Without this header the session counts; a wrong one lets nobody in.

    No CSRF token is asked for: a browser never sends this header by itself. First of the API's ways in, so that its
    401 tells scripts what to send. What a token is for is checked here, so that no view can forget it.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The user and the token. Raises AuthenticationFailed (401) and, for reading tokens, PermissionDenied (403)."""
        scheme, _, value = get_authorization_header(request).decode("latin-1").strip().partition(" ")
        if scheme.lower() != SCHEME.lower():
            return None
        try:
            token = use_token(value=value.strip(), now=timezone.now())
        except TokenRefused as refused:
            raise AuthenticationFailed(str(refused)) from None
        if token.scope == ApiToken.Scope.READ and request.method not in SAFE_METHODS:
            raise PermissionDenied(READS_ONLY)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


class PageSession(SessionAuthentication):
    """Session authentication that answers 401, not 403, where nobody is signed in."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


def signed_in(request: Request) -> User:
    """The user of a request that has passed authentication. Raises NotAuthenticated otherwise."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user
