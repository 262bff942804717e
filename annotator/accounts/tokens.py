"""Personal tokens of the API: made, shown once, used and revoked."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_hex

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from annotator.accounts.audit_log import note_deed
from annotator.accounts.models import ApiToken
from annotator.web.refusals import ServiceRefused

MARK = "pyr_"
"""What tokens begin with, so that people and scanners of leaked secrets recognise them."""
BYTES, VISIBLE = 32, len(MARK) + 6
WHOLE = re.compile(f"{MARK}[0-9a-f]{{{2 * BYTES}}}")
UNKNOWN = "This token is unknown, has expired, or was revoked."
MOST_DAYS, USUAL_DAYS = 365, 90
MOST_TOKENS = 50
LONGEST_NAME = 100
USE_NOTED_EVERY = timedelta(hours=1)


class TokenRefused(ValueError):
    """No token, or one that lets nobody in; the sentence does not tell which."""


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was just made, with its ``value``, which is kept nowhere and cannot be shown again."""

    token: ApiToken
    value: str

    def __repr__(self) -> str:
        return f"NewToken({self.token})"


@transaction.atomic
def make_token(*, name: str, scope: str, days: int, by: User, now: datetime) -> NewToken:
    """A token of ``by``'s own for the next ``days``. Raises ServiceRefused for what no token can be."""
    name = name.strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        raise ServiceRefused(f"Give the token a name of 1 to {LONGEST_NAME} characters.")
    if scope not in ApiToken.Scope.values:
        raise ServiceRefused("A token is for reading, or for reading and writing.")
    if not 1 <= days <= MOST_DAYS:
        raise ServiceRefused(f"A token is for 1 to {MOST_DAYS} days.")
    User.objects.select_for_update().get(pk=by.pk)  # of two at once, the second counts what the first has made
    if by.api_tokens.count() >= MOST_TOKENS:
        raise ServiceRefused(f"Nobody has more than {MOST_TOKENS} tokens; revoke one first.")
    value = MARK + token_hex(BYTES)
    token = ApiToken.objects.create(
        user=by,
        name=name,
        prefix=value[:VISIBLE],
        hash=_hash(value),
        scope=scope,
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    note_deed(by=by, on=by, said=f"Made the token {token} to {scope}, for {days} days.")
    return NewToken(token, value)


@transaction.atomic
def revoke_token(*, token: ApiToken, by: User) -> None:
    """Let nobody in by this token any more: it goes. Raises ApiToken.DoesNotExist for another's."""
    ApiToken.objects.visible_to(by).get(pk=token.pk).delete()
    note_deed(by=by, on=by, said=f"Revoked the token {token}.")


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A token as its owner's list shows it."""

    token: ApiToken
    expired: bool


def token_lines(*, user: User, now: datetime) -> list[TokenLine]:
    """The user's tokens, the newest first. One statement."""
    return [TokenLine(token, now >= token.expires_at) for token in ApiToken.objects.visible_to(user)]


def use_token(*, value: str, now: datetime) -> ApiToken:
    """The token of this value, with its user, noted as used. Raises TokenRefused.

    One statement; another at most once an hour, so that reading does not write each time. None for what cannot be a
    token: who guesses is to cost nothing.
    """
    if not WHOLE.fullmatch(value):
        raise TokenRefused(UNKNOWN)
    token = ApiToken.objects.select_related("user").filter(hash=_hash(value)).first()
    if token is None or not token.is_open(now):
        raise TokenRefused(UNKNOWN)
    if token.last_used_at is None or now - token.last_used_at >= USE_NOTED_EVERY:
        unnoted = Q(last_used_at=None) | Q(last_used_at__lte=now - USE_NOTED_EVERY)
        ApiToken.objects.filter(unnoted, pk=token.pk).update(last_used_at=now)
    return token


def _hash(value: str) -> str:
    """Why this is enough: see ApiToken."""
    return sha256(value.encode()).hexdigest()
