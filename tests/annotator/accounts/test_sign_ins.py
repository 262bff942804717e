"""Sessions with their account: two limits, a thrifty note of where, an end everywhere at once."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import UpdateError
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.accounts.models import AccountSession, ApiToken
from annotator.accounts.sign_ins import (
    SIGNED_IN,
    SessionStore,
    browser_name,
    list_sessions,
    shortened_address,
    sign_out_everywhere,
)
from annotator.accounts.tokens import make_token, revoke_token
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def sign_in(user: User, **headers: Any) -> Client:
    client = Client(**headers)
    assert client.post("/accounts/login/", {"username": user.username, "password": PASSWORD}).status_code == 302
    return client


def row(client: Client) -> AccountSession:
    return AccountSession.objects.get(pk=client.session.session_key)


def ago(client: Client, **ago: float) -> None:
    """As if the person had signed in this long ago, and been here just now."""
    store = SessionStore(client.session.session_key)
    store[SIGNED_IN] = {**store[SIGNED_IN], "at": (timezone.now() - timedelta(**ago)).isoformat()}
    store.save()


def test_a_session_belongs_to_who_signed_in_and_to_nobody_before() -> None:
    client, user = Client(), make_user()
    client.session.save()
    assert set(AccountSession.objects.values_list("user", flat=True)) <= {None}
    client.force_login(user)
    assert row(client).user == user


def test_it_ends_when_it_is_not_used() -> None:
    client = sign_in(make_user())
    left = row(client).expire_date - timezone.now()
    assert timedelta(0) < left <= timedelta(seconds=settings.SESSION_IDLE_AGE)
    AccountSession.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert client.get("/").status_code == 302


def test_use_prolongs_it_now_and_then_with_one_statement() -> None:
    client = sign_in(make_user())
    later, soon = timezone.now() + timedelta(hours=30), timezone.now() + timedelta(seconds=60)
    AccountSession.objects.update(expire_date=soon)
    with CaptureQueriesContext(connection) as first:
        assert client.get("/").status_code == 200
    assert row(client).expire_date > later
    with CaptureQueriesContext(connection) as second:
        client.get("/")
    assert len(first) == len(second) + 1


def test_no_use_prolongs_it_beyond_the_absolute_limit() -> None:
    client = sign_in(make_user())
    limit = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    ago(client, seconds=settings.SESSION_COOKIE_AGE - 600)
    assert row(client).expire_date - timezone.now() <= timedelta(seconds=600)
    client.get("/")
    assert row(client).expire_date - timezone.now() <= timedelta(seconds=600)
    ago(client, days=limit.days, seconds=1)
    assert client.get("/").status_code == 302


def test_ended_sessions_are_cleared_and_others_stay() -> None:
    old, new = sign_in(make_user()), sign_in(make_user())
    AccountSession.objects.filter(pk=old.session.session_key).update(expire_date=timezone.now() - timedelta(days=1))
    call_command("clearsessions")
    assert set(AccountSession.objects.values_list("pk", flat=True)) == {new.session.session_key}


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox on Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari on iOS"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("curl/8.0 <script>", "An unknown browser"),
        ("", "An unknown browser"),
    ],
)
def test_of_a_browser_its_name_is_kept_and_no_more(agent: str, name: str) -> None:
    assert browser_name(agent) == name


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("192.0.2.77", "192.0.2.x"),
        ("2001:db8:1:2:3::4", "2001:db8:1::/48"),
        ("::ffff:192.0.2.77", "192.0.2.x"),
        ("", ""),
        ("unknown, 192.0.2.1", ""),
    ],
)
def test_an_address_is_kept_without_its_end(address: str, kept: str) -> None:
    assert shortened_address(address) == kept


def test_one_sees_where_one_is_signed_in_and_nobody_elses() -> None:
    user = make_user()
    here = sign_in(user, HTTP_USER_AGENT=FIREFOX, REMOTE_ADDR="192.0.2.77")
    sign_in(user, REMOTE_ADDR="2001:db8::1")
    sign_in(make_user(), REMOTE_ADDR="198.51.100.1")
    lines = list_sessions(user=user, current_key=here.session.session_key, now=timezone.now())
    assert [(line.browser, line.address, line.is_current) for line in lines] == [
        ("Firefox on Linux", "192.0.2.x", True),
        ("An unknown browser", "2001:db8::/48", False),
    ]
    page = here.get("/account/").content.decode()
    assert "Firefox on Linux" in page
    assert "198.51" not in page


def test_signing_out_everywhere_ends_ones_own_sessions_in_one_statement() -> None:
    user, other = make_user(), sign_in(make_user())
    browsers = [sign_in(user) for _ in range(3)]
    with CaptureQueriesContext(connection) as captured:
        sign_out_everywhere(user=user, by=user)
    assert len([sql["sql"] for sql in captured if "annotator_accountsession" in sql["sql"]]) == 1
    assert [browser.get("/").status_code for browser in browsers] == [302] * 3
    assert other.get("/").status_code == 200


@pytest.mark.parametrize("tokens", [True, False])
def test_the_page_signs_out_everywhere_and_revokes_tokens_if_asked(tokens: bool) -> None:
    user = make_user()
    make_token(name="script", scope="read", days=9, by=user, now=timezone.now())
    here, elsewhere = sign_in(user), sign_in(user)
    answer = here.post("/account/sign-out/", {"tokens": "on"} if tokens else {}, follow=True)
    assert answer.redirect_chain == [("/accounts/login/", 302)]
    assert "You are signed out everywhere." in answer.content.decode()
    assert elsewhere.get("/").status_code == 302
    assert ApiToken.objects.exists() is not tokens


def test_a_request_under_way_does_not_bring_an_ended_session_back() -> None:
    user = make_user()
    client = sign_in(user)
    store = SessionStore(client.session.session_key)
    store["seen"] = 1
    sign_out_everywhere(user=user, by=user)
    with pytest.raises(UpdateError):
        store.save()
    assert not AccountSession.objects.filter(user=user).exists()


def test_what_is_done_with_tokens_and_sessions_is_in_the_log_without_secrets() -> None:
    user = make_user()
    made = make_token(name="nightly", scope="read", days=9, by=user, now=timezone.now())
    revoke_token(token=made.token, by=user)
    sign_out_everywhere(user=user, by=user, revoke_tokens=True)
    told = list(LogEntry.objects.order_by("pk").values_list("user", "change_message"))
    prefix = made.token.prefix
    assert told == [
        (user.pk, f"Made the token nightly ({prefix}…) to read, for 9 days."),
        (user.pk, f"Revoked the token nightly ({prefix}…)."),
        (user.pk, "Signed out everywhere; tokens revoked: 0."),
    ]
    assert made.value not in str(told)
