"""Makes, checks and revokes personal tokens for the API."""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_hex

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from annotator.accounts.audit_log import log_action
from annotator.accounts.models import ApiToken
from annotator.web.refusals import ServiceRefused

VALUE_START = "pyr_"
"""The beginning of all tokens, by which people and secret scanners recognise them."""
RANDOM_BYTES, PREFIX_LENGTH = 32, len(VALUE_START) + 6
TOKEN_PATTERN = re.compile(f"{VALUE_START}[0-9a-f]{{{2 * RANDOM_BYTES}}}")
MAX_DAYS, DEFAULT_DAYS = 365, 90
MAX_TOKENS = 50
LONGEST_NAME = 100
RECORD_USE_EVERY = timedelta(hours=1)  # a use within an hour of the last recorded use is not recorded


@dataclass(frozen=True, slots=True)
class NewToken:
    """A new token with its ``value``, which is not stored and so cannot be shown again."""

    token: ApiToken
    value: str = field(repr=False)


@transaction.atomic
def make_token(*, name: str, scope: str, days: int, by: User, now: datetime) -> NewToken:
    """Make a token for the user ``by`` that expires after this many days. Raises ServiceRefused."""
    name = name.strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        raise ServiceRefused(f"Give the token a name of 1 to {LONGEST_NAME} characters.")
    if scope not in ApiToken.Scope.values:
        raise ServiceRefused("A token is either for reading or for reading and writing.")
    if not 1 <= days <= MAX_DAYS:
        raise ServiceRefused(f"A token lasts 1 to {MAX_DAYS} days.")
    User.objects.select_for_update().get(pk=by.pk)  # so that concurrent calls cannot exceed the maximum together
    if by.api_tokens.count() >= MAX_TOKENS:
        raise ServiceRefused(f"You have {MAX_TOKENS} tokens, which is the maximum; revoke one first.")
    value = VALUE_START + token_hex(RANDOM_BYTES)
    token = ApiToken.objects.create(
        user=by,
        name=name,
        prefix=value[:PREFIX_LENGTH],
        hash=_hash(value),
        scope=scope,
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    log_action(by=by, on=by, message=f"Made the token {token} to {scope}, for {days} days.")
    return NewToken(token, value)


@transaction.atomic
def revoke_token(*, token: ApiToken, by: User) -> None:
    """Delete the token. Raises ApiToken.DoesNotExist if it belongs to another user."""
    ApiToken.objects.visible_to(by).get(pk=token.pk).delete()
    log_action(by=by, on=by, message=f"Revoked the token {token}.")


def use_token(*, value: str, now: datetime) -> ApiToken | None:
    """Return the token with this value and record its use; None if there is no usable token.

    The use is recorded at most once an hour, so that not every reading call writes to the database. A malformed value
    is refused without a query, so that guessing costs the site nothing.
    """
    if not TOKEN_PATTERN.fullmatch(value):
        return None
    token = ApiToken.objects.select_related("user").filter(hash=_hash(value)).first()
    if token is None or not token.is_usable(now):
        return None
    if token.last_used_at is None or now - token.last_used_at >= RECORD_USE_EVERY:
        not_recorded = Q(last_used_at=None) | Q(last_used_at__lte=now - RECORD_USE_EVERY)
        ApiToken.objects.filter(not_recorded, pk=token.pk).update(last_used_at=now)
    return token


def _hash(value: str) -> str:
    return sha256(value.encode()).hexdigest()
