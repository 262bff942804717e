"""Sign-in sessions and tokens of the API."""

from datetime import datetime
from importlib import import_module
from typing import Any, ClassVar, Self

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.base_session import AbstractBaseSession, BaseSessionManager
from django.db import models
from django.db.models import F


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    """Tokens, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The user's own tokens: nobody sees another's, whatever they manage."""
        return self.filter(user=user.pk) if user.is_authenticated else self.none()


class ApiToken(models.Model):
    """A personal token, known by its hash alone: who reads this table cannot sign in with what is in it.

    The hash is one plain SHA-256 in hexadecimal digits. Slow, salted hashes are there for passwords, which people
    choose and others can guess; a token is 256 random bits, which nobody guesses however quickly a guess is tried.
    A quick hash keeps calls quick, and lets a token be found by its hash: the comparison is the database's search of
    an index of hashes, whose time tells nothing that leads to a token.

    ``prefix`` is the beginning of the token, by which its owner recognises it. ``last_used_at`` is right to the hour.
    """

    class Scope(models.TextChoices):
        READ = "read", "Read"
        WRITE = "write", "Read and write"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12)
    hash = models.CharField(max_length=64, unique=True)
    scope = models.CharField(max_length=5, choices=Scope.choices)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="api_token_name_not_empty"),
            models.CheckConstraint(condition=models.Q(scope__in=["read", "write"]), name="api_token_scope_known"),
            models.CheckConstraint(condition=models.Q(expires_at__gt=F("created_at")), name="api_token_expires_later"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    def is_open(self, now: datetime) -> bool:
        """Whether it still lets somebody in: not expired, and of somebody whose account is active."""
        return now < self.expires_at and self.user.is_active


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
