"""The base class of pages for signed-in users."""

from typing import Any

from django.contrib.auth.mixins import AccessMixin
from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.generic import View

from annotator.web.refusals import NotAllowed


class SignedIn(AccessMixin, View):
    """A page for signed-in users, which redirects other visitors to the sign-in page.

    NotAllowed is answered with 403, ObjectDoesNotExist with 404. Objects hidden from the user do not exist for them.
    """

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
        """Raise NotAllowed if the user may not use the page."""

    @property
    def user(self) -> User:
        user = self.request.user
        if not isinstance(user, User):
            raise PermissionDenied
        return user
