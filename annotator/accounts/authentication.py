"""Authentication of API calls: by a personal token, or by the session cookie, which the scripts of our pages use."""

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from annotator.accounts.models import ApiToken
from annotator.accounts.tokens import VALUE_START, use_token

SCHEME = "Bearer"
UNUSABLE_SENTENCE = "This token is unknown, has expired, or was revoked."
READ_ONLY_SENTENCE = (
    "This token is for reading only. To change something, make a token for reading and writing on the account page."
)


class PersonalToken(BaseAuthentication):
    """Reads ``Authorization: Bearer pyr_...``. Without this header, the session is used. An unusable token is refused.

    No CSRF token is needed, because a browser never sends this header by itself. The settings list this class first,
    because DRF takes the WWW-Authenticate header of a 401 from the first class. It also checks the token's scope.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the user and token; None if the header is missing.

        Raises AuthenticationFailed, or PermissionDenied if a read-only token writes.
        """
        scheme, _, value = get_authorization_header(request).decode("latin-1").strip().partition(" ")
        if scheme.lower() != SCHEME.lower():
            return None
        token = use_token(value=value.strip(), now=timezone.now())
        if token is None:
            raise AuthenticationFailed(UNUSABLE_SENTENCE)
        if token.scope == ApiToken.Scope.READ and request.method not in SAFE_METHODS:
            raise PermissionDenied(READ_ONLY_SENTENCE)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


class PageSession(SessionAuthentication):
    """Session authentication that answers 401, not 403, to anonymous requests."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


def signed_in_user(request: Request) -> User:
    """Return the user of a request. Raises NotAuthenticated if nobody is signed in."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


class PersonalTokenScheme(OpenApiAuthenticationExtension):
    """Describes personal tokens in the OpenAPI schema; drf-spectacular finds all subclasses of this base class."""

    target_class = "annotator.accounts.authentication.PersonalToken"
    name = "personalToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": SCHEME.lower(),
            "bearerFormat": f"{VALUE_START}...",
            "description": "A personal token from the account page. "
            "A read-only token gets 403 for any method other than GET, HEAD and OPTIONS.",
        }


class PageSessionScheme(SessionScheme):
    """Describes the authentication by a session in the OpenAPI schema."""

    target_class = "annotator.accounts.authentication.PageSession"
    name = "pageSession"
