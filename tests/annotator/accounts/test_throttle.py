"""Guesses are counted by account and address; whoever guesses too often waits, and others do not."""

import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client, override_settings
from django.utils import timezone

from annotator.accounts import throttle as sign_in_throttle
from annotator.accounts.throttle import ACCOUNT_AND_ADDRESS_LIMIT
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db
HOME, AWAY = "192.0.2.7", "198.51.100.9"
LOGIN = "/accounts/login/"


@pytest.fixture
def ann() -> User:
    return make_user("ann")


def tries(password: str, name: str = "ann", place: str = LOGIN, **headers: Any) -> Any:
    """The answer to one try from a fresh browser at home, unless ``headers`` say otherwise."""
    return Client(**{"REMOTE_ADDR": HOME, **headers}).post(place, {"username": name, "password": password})


def guesses(number: int, name: str = "ann", **headers: Any) -> Any:
    """The answer to the last of so many wrong passwords."""
    return [tries(f"guess {n}", name, **headers) for n in range(number)][-1]


def later(minutes: int) -> None:
    """As if so much time had gone by."""
    for one in AccessAttempt.objects.all():
        AccessAttempt.objects.filter(pk=one.pk).update(attempt_time=one.attempt_time - timedelta(minutes=minutes))


def test_who_guesses_too_often_waits_and_is_told_how_long(ann: User) -> None:
    assert guesses(ACCOUNT_AND_ADDRESS_LIMIT - 1).status_code == 200
    answer = guesses(1)
    assert answer.status_code == 429
    assert 890 <= int(answer.headers["Retry-After"]) <= 900
    assert "Try again in 15 minutes." in answer.content.decode()
    right = tries(PASSWORD)
    assert right.status_code == 429
    assert "sessionid" not in right.cookies


def test_trying_meanwhile_does_not_make_it_longer(ann: User) -> None:
    guesses(ACCOUNT_AND_ADDRESS_LIMIT)
    later(10)
    answer = guesses(3)
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) <= 300
    later(6)
    assert tries(PASSWORD).status_code == 302


def test_others_at_the_same_address_and_the_same_account_elsewhere_get_in(ann: User) -> None:
    make_user("bob")
    guesses(ACCOUNT_AND_ADDRESS_LIMIT)
    assert tries(PASSWORD, "bob").status_code == 302
    assert tries(PASSWORD, REMOTE_ADDR=AWAY).status_code == 302


def test_an_address_that_tries_many_accounts_waits_and_getting_into_ones_own_does_not_help(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_in_throttle, "ADDRESS_LIMIT", 6)
    make_user("eve")
    for n in range(5):
        guesses(1, f"name{n}")
    guesses(1, "eve", REMOTE_ADDR=AWAY)
    assert tries(PASSWORD, "eve").status_code == 302
    assert guesses(1, "name6").status_code == 429
    assert tries(PASSWORD).status_code == 429
    assert tries(PASSWORD, REMOTE_ADDR=AWAY).status_code == 302


def test_an_account_that_is_tried_from_everywhere_stays_open_where_it_was_signed_in(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_in_throttle, "ACCOUNT_LIMIT", 6)
    assert tries(PASSWORD).status_code == 302
    for n in range(6):
        guesses(1, REMOTE_ADDR=f"203.0.113.{n}")
    assert tries(PASSWORD, REMOTE_ADDR=AWAY).status_code == 429
    assert tries(PASSWORD).status_code == 302


def test_who_gets_in_begins_anew(ann: User) -> None:
    for _ in range(2):
        guesses(ACCOUNT_AND_ADDRESS_LIMIT - 1)
        assert tries(PASSWORD).status_code == 302


def test_an_account_that_is_not_there_is_answered_alike_and_its_name_not_kept(ann: User) -> None:
    for attempt in range(ACCOUNT_AND_ADDRESS_LIMIT + 1):
        there, missing = guesses(1), guesses(1, "typed my passw0rd here")
        assert there.status_code == missing.status_code == (200 if attempt < ACCOUNT_AND_ADDRESS_LIMIT - 1 else 429)
        told = [re.sub(r'nonce[^>]*|token"[^>]*|value="[^"]*"', "", one.content.decode()) for one in (there, missing)]
        assert told[0] == told[1]
    kept = [str(list(model.objects.values())) for model in (AccessAttempt, AccessFailureLog, AccessLog)]
    assert "passw0rd" not in "".join(kept)
    assert "guess" not in "".join(kept)
    assert AccessFailureLog.objects.filter(username__startswith="unknown ").exists()


def test_another_browser_or_a_forged_header_does_not_help(ann: User) -> None:
    for n in range(ACCOUNT_AND_ADDRESS_LIMIT):
        guesses(1, HTTP_USER_AGENT=f"Browser/{n}", HTTP_X_FORWARDED_FOR=f"203.0.113.{n}")
    assert tries(PASSWORD, HTTP_USER_AGENT="new", HTTP_X_FORWARDED_FOR="203.0.113.99").status_code == 429


@override_settings(PROXIES=1)
def test_behind_a_proxy_the_address_it_has_seen_counts(ann: User) -> None:
    for n in range(ACCOUNT_AND_ADDRESS_LIMIT):
        guesses(1, HTTP_X_FORWARDED_FOR=f"203.0.113.{n}, {AWAY}")
    assert tries(PASSWORD, HTTP_X_FORWARDED_FOR=f"203.0.113.99, {AWAY}").status_code == 429
    assert tries(PASSWORD, HTTP_X_FORWARDED_FOR=f"{AWAY}, {HOME}").status_code == 302


def test_the_admins_door_and_the_change_of_a_password_count_too(ann: User) -> None:
    client = Client(REMOTE_ADDR=HOME)
    client.force_login(ann)
    for n in range(ACCOUNT_AND_ADDRESS_LIMIT - 2):
        sent = {"old_password": f"guess {n}", "new_password1": "quite a long one", "new_password2": "quite a long one"}
        assert client.post("/account/password/", sent).status_code == 400
    assert tries("guess", place="/admin/login/").status_code == 200
    assert client.post("/account/password/", sent).status_code == 429
    assert client.post("/account/password/", {**sent, "old_password": PASSWORD}).status_code == 429
    assert tries(PASSWORD, place="/admin/login/").status_code == 429
    assert client.get("/").status_code == 200


def test_a_lockout_is_lifted_by_command(ann: User) -> None:
    guesses(ACCOUNT_AND_ADDRESS_LIMIT)
    call_command("axes_reset_username", "ann", stdout=StringIO())
    assert tries(PASSWORD).status_code == 302


def test_sign_ins_and_failures_are_on_record(ann: User) -> None:
    guesses(ACCOUNT_AND_ADDRESS_LIMIT)
    later(20)
    tries(PASSWORD)
    assert list(AccessFailureLog.objects.order_by("pk").values_list("username", "ip_address", "locked_out")) == [
        *[("ann", HOME, False)] * (ACCOUNT_AND_ADDRESS_LIMIT - 1),
        ("ann", HOME, True),
    ]
    entry = AccessLog.objects.get()
    assert (entry.username, entry.ip_address) == ("ann", HOME)
    assert entry.attempt_time <= timezone.now()
