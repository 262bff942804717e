"""Sessions of the pages, with the status a client expects when nobody is signed in."""

from django.contrib.auth.models import User
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request


class PageSession(SessionAuthentication):
    """Session authentication that answers 401, not 403, where nobody is signed in."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


def signed_in(request: Request) -> User:
    """The user of a request that has passed authentication. Raises NotAuthenticated otherwise."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user
