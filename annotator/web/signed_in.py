"""Pages for people who have signed in."""

from typing import Any

from django.contrib.auth.mixins import AccessMixin
from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.generic import View

from annotator.web.refusals import NotAllowed


class SignedIn(AccessMixin, View):
    """Sends people to sign in; what they cannot see is 404, what their role does not allow is 403 with a sentence."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return self.handle_no_permission()
        try:
            if request.method in ("GET", "HEAD", "POST") and hasattr(self, request.method.lower()):
                self.check_access()
            return super().dispatch(request, *args, **kwargs)
        except ObjectDoesNotExist as error:
            raise Http404 from error
        except NotAllowed as error:
            raise PermissionDenied(str(error)) from error

    def check_access(self) -> None:
        """Raise NotAllowed if the page is not for the user. Forms are read later: their errors are part of the page."""

    @property
    def user(self) -> User:
        """The user who is signed in."""
        user = self.request.user
        if not isinstance(user, User):
            raise PermissionDenied
        return user
