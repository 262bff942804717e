"""What another site can make a browser send: without the page's token, with a method in a header, as another type."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from annotator.accounts.tokens import make_token
from tests.access.actors import MANAGER, NOBODY, OUTSIDER, OWNER
from tests.access.asking import METHODS, address, ask
from tests.access.scene import Scene
from tests.access.table import TABLE, Route
from tests.security.rows import all_rows, changed

pytestmark = pytest.mark.django_db
WRITING = [(route, method) for route in TABLE for method in METHODS[1:] if route.rule(method)]
OVERRIDES = ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override")
RELABEL = next(route for route in TABLE if route.name == "api-pyramid-edits")


def strict(scene: Scene, actor: str) -> Client:
    """The browser of somebody, whose requests are looked at as a server does."""
    client = Client(enforce_csrf_checks=True)
    client.cookies = scene.clients[actor].cookies
    return client


def sent(client: Client, method: str, place: str, route: Route, **more: Any) -> Any:
    """The answer to a request with the body of the row."""
    body: Any = {"data": json.dumps(route.body or {}), "content_type": "application/json"} if route.api else {}
    return getattr(client, method)(place, **{**body, **more})


@pytest.mark.parametrize("actor", [MANAGER, NOBODY])
def test_nothing_is_written_without_the_token_of_a_page(scene: Scene, actor: str) -> None:
    client, before = strict(scene, actor), all_rows()
    client.cookies["csrftoken"] = "a" * 32
    wrong = [
        (route.name, method, headers, answer.status_code)
        for route, method in WRITING
        for headers in ({}, {"X-CSRFToken": "b" * 32})
        if (answer := sent(client, method, address(route, scene, MANAGER), route, headers=headers)).status_code
        not in ((403,) if actor == MANAGER or not route.api else (401, 403))
    ]
    assert wrong == []
    assert changed(before) == []
    assert len(WRITING) > 60


def test_the_token_of_a_page_is_good_for_who_got_it_alone(scene: Scene) -> None:
    mine, theirs = strict(scene, MANAGER), strict(scene, OUTSIDER)
    mine.get("/guide/"), theirs.get("/guide/")
    place, token = "/p/p/team/", theirs.cookies["csrftoken"].value
    mine.cookies["csrftoken"] = "c" * 32
    assert mine.post(place, headers={"X-CSRFToken": token}).status_code == 403


def test_requests_from_other_sites_are_refused_even_with_a_token(scene: Scene) -> None:
    client = strict(scene, MANAGER)
    client.get("/guide/")
    token = {"X-CSRFToken": client.cookies["csrftoken"].value}
    place = "/p/p/team/?role=reviewer"
    assert client.post(place, headers={**token, "Origin": "http://testserver"}).status_code == 400
    for origin in ("https://evil.example", "null", "http://testserver.evil.example", "http://testserver:81"):
        assert client.post(place, headers={**token, "Origin": origin}).status_code == 403


def test_reading_changes_nothing_whatever_its_headers_ask_for(scene: Scene) -> None:
    before = all_rows()
    for route in TABLE:
        place = address(route, scene, MANAGER)
        asked = f"{place}{'&' if '?' in place else '?'}_method=POST" if route.get else place
        answer = scene.clients[MANAGER].get(asked, headers=dict.fromkeys(OVERRIDES, "POST"))
        assert route.get or answer.status_code == 405
        answer.getvalue()
    # Values that a page computes are stored, so that the next page need not compute them.
    assert set(changed(before)) <= {"scoring_measured", "scoring_studyresult"}


def test_a_body_in_another_type_is_no_json(scene: Scene) -> None:
    before, browser = all_rows(), Client()
    browser.cookies = scene.clients[OWNER].cookies
    place, body = address(RELABEL, scene, OWNER), json.dumps(RELABEL.body)
    types = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "text/json", "")
    statuses = {kind: browser.post(place, body, content_type=kind).status_code for kind in types}
    assert set(statuses.values()) == {415}
    assert changed(before) == []
    assert browser.post(place, body, content_type="application/json").status_code == 200
    assert changed(before) != []


def test_tokens_are_read_from_their_header_alone(scene: Scene) -> None:
    user = scene.members[OWNER].user
    assert user is not None
    value = make_token(by=user, name="script", scope="write", days=1, now=timezone.now()).value
    place, body = address(RELABEL, scene, OWNER), json.dumps(RELABEL.body)
    client = Client(enforce_csrf_checks=True)
    for name in ("token", "access_token", "Authorization", "api_key"):
        client.cookies[name] = value
        assert client.get(f"{place.removesuffix('edits/')}?{name}={value}").status_code == 401
    client.cookies.clear()
    assert client.post(place, body, content_type="application/json", headers={"X-API-Key": value}).status_code == 401
    bearer = {"Authorization": f"Bearer {value}"}
    assert client.post(place, body, content_type="application/json", headers=bearer).status_code == 200
    # With a token a session is not looked at: neither its rights nor its cookie token count.
    other = strict(scene, OUTSIDER)
    assert other.get("/api/", headers=bearer).json()["user"] == OWNER
    assert other.get("/api/", headers={"Authorization": "Bearer wrong"}).status_code == 401


def test_no_other_site_may_read_answers_or_frame_them(scene: Scene) -> None:
    headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    for route in TABLE:
        answer = scene.clients[MANAGER].options(address(route, scene, MANAGER), headers=headers)
        assert not [name for name in answer.headers if name.lower().startswith("access-control-allow")]
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    page = scene.clients[MANAGER].get("/p/p/", headers=headers)
    assert not [name for name in page.headers if name.lower().startswith("access-control-allow")]
    assert page.headers["X-Frame-Options"] == "DENY"


def test_signing_in_needs_the_token_too(scene: Scene) -> None:
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", {"username": "a", "password": "b"})
    assert answer.status_code == 403
    assert "_auth_user_id" not in Client().session
    assert ask(RELABEL, "post", scene, NOBODY).status_code == 401
