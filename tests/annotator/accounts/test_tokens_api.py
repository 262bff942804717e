"""Personal tokens as a way into the API, and into nothing else."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework.test import APIClient

from annotator.accounts.authentication import PageSession, PersonalToken
from annotator.accounts.models import ApiToken
from annotator.accounts.tokens import make_token, revoke_token
from tests.annotator.conftest import WorkScene
from tests.annotator.work.log.requests import edits_url, group, self_url
from tests.scenes import signed_in

PAGES = ["/", "/account/", "/account/password/", "/guide/", "/new/"]


def _token(user: User, scope: str = "read") -> str:
    return make_token(name="script", scope=scope, days=90, by=user, now=timezone.now()).value


def _client(value: str, scheme: str = "Bearer") -> APIClient:
    """A client without a session, that checks CSRF as browsers' requests are checked."""
    client = APIClient(enforce_csrf_checks=True)
    client.credentials(HTTP_AUTHORIZATION=f"{scheme} {value}")
    return client


def _post(client: APIClient, work: WorkScene) -> Any:
    return client.post(edits_url(work.target), {"base": 0, "groups": [group(work.sound())]}, format="json")


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_a_token_reads_what_its_user_may_read(work: WorkScene, scheme: str) -> None:
    answer = _client(_token(work.owner), scheme).get(self_url(work.target))
    assert answer.status_code == 200
    assert answer.data == signed_in(work.owner).get(self_url(work.target)).data


def test_what_its_user_may_not_see_is_not_there(work: WorkScene) -> None:
    assert _client(_token(work.outsider)).get(self_url(work.target)).status_code == 404


def test_a_token_for_writing_edits_without_a_csrf_token(work: WorkScene) -> None:
    answer = _post(_client(_token(work.owner, "write")), work)
    assert answer.status_code == 200
    assert answer.data["refused"] is None
    assert work.revision() == 1


def test_it_writes_no_more_than_its_user_may(work: WorkScene) -> None:
    assert _post(_client(_token(work.viewer, "write")), work).status_code == 403
    assert work.revision() == 0


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_a_token_for_reading_changes_nothing_and_says_why(work: WorkScene, method: str) -> None:
    answer = getattr(_client(_token(work.owner)), method)(edits_url(work.target), {}, format="json")
    assert answer.status_code == 403
    assert "token is for reading" in answer.data["detail"]
    assert work.revision() == 0


def test_a_token_for_reading_may_ask_for_headers_alone(work: WorkScene) -> None:
    assert _client(_token(work.owner)).head(self_url(work.target)).status_code == 200


def _end(what: str, user: User) -> None:
    token, past = ApiToken.objects.get(), timezone.now() - timedelta(seconds=1)
    if what == "expired":
        ApiToken.objects.update(created_at=past - timedelta(days=1), expires_at=past)
    elif what == "revoked":
        revoke_token(token=token, by=user)
    elif what == "inactive":
        User.objects.filter(pk=user.pk).update(is_active=False)
    else:
        user.memberships.all().delete()
        user.delete()


@pytest.mark.parametrize("what", ["expired", "revoked", "inactive"])
def test_what_has_ended_is_401_whatever_the_token_is_for(work: WorkScene, what: str) -> None:
    client = _client(_token(work.owner))
    assert client.get(self_url(work.target)).status_code == 200
    _end(what, work.owner)
    for answer in (client.get(self_url(work.target)), _post(client, work)):
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"] == "Bearer"
        assert answer.data["detail"] == "This token is unknown, has expired, or was revoked."


def test_the_token_of_a_deleted_user_is_401(work: WorkScene) -> None:
    client = _client(_token(work.colleague))
    _end("deleted", work.colleague)
    assert client.get(self_url(work.target)).status_code == 401


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer pyr_", "Bearer x y", "Bearer \xff\xfe", "Bearer pyr_\x00", "bearer\tx"]
)
def test_what_is_no_token_is_401_and_no_fault(work: WorkScene, header: str) -> None:
    client = APIClient(HTTP_AUTHORIZATION=header)
    assert client.get(self_url(work.target)).status_code == 401


def test_a_wrong_token_is_401_even_with_a_session(work: WorkScene) -> None:
    client = signed_in(work.owner)
    assert client.get(self_url(work.target)).status_code == 200
    assert client.get(self_url(work.target), HTTP_AUTHORIZATION="Bearer pyr_none").status_code == 401


def test_the_token_counts_where_there_is_a_session_too(work: WorkScene) -> None:
    client = signed_in(work.outsider)
    token = _token(work.owner)
    assert client.get(self_url(work.target), HTTP_AUTHORIZATION=f"Bearer {token}").status_code == 200


def test_nobody_is_told_of_tokens_and_sessions_by_401(work: WorkScene) -> None:
    answer = APIClient().get(self_url(work.target))
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")


def test_a_token_in_the_address_or_the_body_is_none(work: WorkScene) -> None:
    token = _token(work.owner, "write")
    assert APIClient().get(self_url(work.target), {"access_token": token, "token": token}).status_code == 401
    body = {"base": 0, "groups": [], "access_token": token}
    assert APIClient().post(edits_url(work.target), body, format="json").status_code == 401


@pytest.mark.parametrize("page", PAGES)
def test_tokens_open_no_page_outside_the_api(work: WorkScene, page: str) -> None:
    client = Client(HTTP_AUTHORIZATION=f"Bearer {_token(work.owner, 'write')}")
    answer = client.get(page)
    assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (302, "/accounts/login/")


def test_a_token_makes_and_revokes_none(work: WorkScene) -> None:
    client = Client(HTTP_AUTHORIZATION=f"Bearer {_token(work.owner, 'write')}")
    own = ApiToken.objects.get()
    assert client.post("/account/", {"name": "more", "scope": "write", "days": 9}).status_code == 302
    assert client.post(f"/account/tokens/{own.pk}/revoke/").status_code == 302
    assert ApiToken.objects.get() == own


def test_the_description_of_the_api_names_the_ways_in() -> None:
    get_resolver().url_patterns  # noqa: B018  # as when the site answers
    for way_in, name, kind in ((PersonalToken, "personalToken", "http"), (PageSession, "pageSession", "apiKey")):
        scheme = OpenApiAuthenticationExtension.get_match(way_in())
        assert scheme is not None
        assert scheme.name == name
        definition: Any = scheme.get_security_definition(AutoSchema())
        assert definition["type"] == kind


def test_no_log_has_a_token(work: WorkScene, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    token = _token(work.owner)
    for client in (_client(token), _client(f"{token}0"), _client(token, "Basic")):
        client.get(self_url(work.target))
        _post(client, work)
    assert "-edits 401" in caplog.text
    assert token not in caplog.text
    assert token not in str([record.__dict__ for record in caplog.records if record.name != "django.db.backends"])
