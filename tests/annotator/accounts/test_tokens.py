"""Personal tokens: made once, kept as hashes, noted when used, revoked by their owner alone."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from annotator.accounts.models import ApiToken
from annotator.accounts.tokens import (
    MAX_TOKENS,
    NewToken,
    make_token,
    revoke_token,
    use_token,
)
from annotator.web.refusals import ServiceRefused
from tests.factories import make_user

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def _made(user: User, **given: Any) -> NewToken:
    return make_token(**{"name": "script", "scope": "read", "days": 90, "by": user, "now": NOW, **given})


def _user_of(token: ApiToken | None) -> User | None:
    return token.user if token else None


@pytest.fixture
def user() -> User:
    return make_user()


def test_a_token_is_256_random_bits_of_which_the_hash_is_kept(user: User) -> None:
    made = _made(user)
    assert made.value.startswith("pyr_")
    assert len(bytes.fromhex(made.value.removeprefix("pyr_"))) * 8 == 256
    row = ApiToken.objects.values().get()
    assert row["hash"] == sha256(made.value.encode()).hexdigest()
    assert made.value not in str(row)
    assert made.value.startswith(row["prefix"])
    assert len(row["prefix"]) == 10
    assert row["expires_at"] == NOW + timedelta(days=90)
    assert made.value != _made(user).value


def test_its_value_is_in_no_text_of_it(user: User) -> None:
    made = _made(user)
    assert made.value not in f"{made} {made!r} {made.token} {made.token!r}"


@pytest.mark.parametrize(
    "given",
    [{"name": ""}, {"name": "  "}, {"name": "n" * 101}, {"scope": "admin"}, {"scope": ""}, {"days": 0}, {"days": 366}],
)
def test_what_no_token_can_be_is_refused(user: User, given: dict[str, Any]) -> None:
    with pytest.raises(ServiceRefused):
        _made(user, **given)
    assert not ApiToken.objects.exists()


def test_nobody_has_more_than_can_be_looked_after(user: User) -> None:
    for number in range(MAX_TOKENS):
        _made(user, name=f"script {number}")
    with pytest.raises(ServiceRefused, match="50 tokens"):
        _made(user)
    assert _made(make_user()).token.pk


def test_a_token_is_used_until_it_expires(user: User) -> None:
    value = _made(user, days=1).value
    assert _user_of(use_token(value=value, now=NOW + timedelta(days=1, seconds=-1))) == user
    assert use_token(value=value, now=NOW + timedelta(days=1)) is None


@pytest.mark.parametrize("change", [str.upper, lambda value: value[:-1], lambda value: f"{value}0", lambda _: ""])
def test_only_the_whole_token_lets_in(user: User, change: Any) -> None:
    assert use_token(value=change(_made(user).value), now=NOW) is None


def test_its_hash_and_its_beginning_let_nobody_in(user: User) -> None:
    token = _made(user).token
    for value in (token.hash, token.prefix):
        assert use_token(value=value, now=NOW) is None


def test_who_is_not_active_gets_in_by_none_until_they_are_again(user: User) -> None:
    value = _made(user).value
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert use_token(value=value, now=NOW) is None
    User.objects.filter(pk=user.pk).update(is_active=True)
    assert _user_of(use_token(value=value, now=NOW)) == user


def test_a_revoked_token_is_gone(user: User) -> None:
    made = _made(user)
    revoke_token(token=made.token, by=user)
    assert use_token(value=made.value, now=NOW) is None
    assert not ApiToken.objects.exists()


def test_nobody_sees_or_revokes_anothers(user: User) -> None:
    made, other = _made(user), make_user(is_superuser=True)
    with pytest.raises(ApiToken.DoesNotExist):
        revoke_token(token=made.token, by=other)
    assert not ApiToken.objects.visible_to(other).exists()
    assert _user_of(use_token(value=made.value, now=NOW)) == user


def test_tokens_go_with_their_user(user: User) -> None:
    _made(user)
    user.delete()
    assert not ApiToken.objects.exists()


def test_use_is_noted_once_an_hour(user: User) -> None:
    made = _made(user)
    uses = [(0, 2), (1, 1), (59, 1), (60, 2), (61, 1), (119, 1), (121, 2)]
    noted = []
    for minute, statements in uses:
        with CaptureQueriesContext(connection) as captured:
            use_token(value=made.value, now=NOW + timedelta(minutes=minute))
        assert len(captured) == statements, minute
        made.token.refresh_from_db()
        assert made.token.last_used_at
        noted.append((made.token.last_used_at - NOW) // timedelta(minutes=1))
    assert noted == [0, 0, 0, 60, 60, 60, 121]


@pytest.mark.parametrize("change", [{"name": ""}, {"scope": "all"}, {"expires_at": NOW}])
def test_the_database_refuses_it_too(user: User, change: dict[str, Any]) -> None:
    token = _made(user).token
    with pytest.raises(IntegrityError), transaction.atomic():
        ApiToken.objects.filter(pk=token.pk).update(**change)


def test_the_database_keeps_a_hash_once(user: User) -> None:
    one, two = _made(user).token, _made(user).token
    with pytest.raises(IntegrityError), transaction.atomic():
        ApiToken.objects.filter(pk=one.pk).update(hash=two.hash)
