"""Sessions that know whose they are, so that a person can see theirs and end them (docs/adr/0120)."""

from importlib import import_module
from typing import Any, ClassVar, Self

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.base_session import AbstractBaseSession, BaseSessionManager
from django.db import models


class AccountSessionQuerySet(models.QuerySet["AccountSession"]):
    """Sessions, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The user's own sessions: nobody sees another's, whatever they manage."""
        return self.filter(user=user.pk) if user.is_authenticated else self.none()


class AccountSession(AbstractBaseSession):
    """What Django keeps of a browser, and the account that is signed in there; nobody's for who is signed out.

    When and where somebody signed in is in the data, which is signed, not secret, and goes with the session.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="sessions")

    objects: ClassVar[Any] = BaseSessionManager.from_queryset(AccountSessionQuerySet)()

    class Meta(AbstractBaseSession.Meta):
        pass

    @classmethod
    def get_session_store_class(cls) -> Any:
        return import_module(settings.SESSION_ENGINE).SessionStore
