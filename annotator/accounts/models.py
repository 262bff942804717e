"""Sign-in sessions and tokens of the API."""

from datetime import datetime
from importlib import import_module
from typing import Any, ClassVar, Self

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.base_session import AbstractBaseSession, BaseSessionManager
from django.db import models
from django.db.models import F


class PerUserQuerySet(models.QuerySet[Any]):
    """Rows that each belong to one user."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Return the user's own rows. Nobody sees the rows of another user, not even a manager."""
        return self.filter(user=user.pk) if user.is_authenticated else self.none()


class ApiToken(models.Model):
    """A personal token for the API. Only its hash is stored: somebody who reads this table cannot use the token.

    The hash is one plain SHA-256 in hexadecimal digits. Slow, salted hashes protect passwords, which people choose and
    others can guess; a token is 256 random bits, which nobody can guess. A fast hash keeps calls fast and lets the
    database find a token by its hash. How long that index search takes reveals nothing about the token.

    ``prefix`` is the beginning of the token, by which its owner recognises it. ``last_used_at`` lags by up to an hour.
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

    objects = PerUserQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="api_token_name_not_empty"),
            models.CheckConstraint(condition=models.Q(scope__in=["read", "write"]), name="api_token_scope_known"),
            models.CheckConstraint(condition=models.Q(expires_at__gt=F("created_at")), name="api_token_expires_later"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    def is_usable(self, now: datetime) -> bool:
        """Whether the token can be used: it has not expired and its account is active."""
        return now < self.expires_at and self.user.is_active


class AccountSession(AbstractBaseSession):
    """A Django session with its user; the user is null while nobody is signed in.

    The time and place of the sign-in are in the session's data (signed, not encrypted) and deleted with the session.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="sessions")

    objects: ClassVar[Any] = BaseSessionManager.from_queryset(PerUserQuerySet)()

    @classmethod
    def get_session_store_class(cls) -> Any:
        return import_module(settings.SESSION_ENGINE).SessionStore
