"""Headers of every kind of answer: pages, files, errors, redirects, the API, the admin, machines' probes."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.middleware.response_headers import HEADERS
from tests.factories import make_user
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db
PLACES = {
    "/accounts/login/": 200,
    "/": 302,
    "/nowhere/": 404,
    "/accounts/logout/": 405,
    "/api/projects/": 401,
    "/admin/": 302,
    "/admin/login/": 200,
    "/healthz": 200,
    "/favicon.ico": 200,
    "/static/css/base.css": 200,
    "/static/nothing.css": 404,
}


@pytest.fixture
def administrator() -> Client:
    return signed_in(make_user(is_staff=True, is_superuser=True))


@pytest.mark.parametrize(("place", "status"), PLACES.items())
def test_every_answer_has_them(client: Client, place: str, status: int) -> None:
    answer = client.get(place)
    answer.close()  # a file
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_a_host_that_is_not_ours_is_refused_with_them(client: Client) -> None:
    answer = client.get("/accounts/login/", HTTP_HOST="evil.example")
    assert answer.status_code == 400
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "evil.example" not in answer.content.decode()


def test_pages_ask_for_trusted_types_but_for_those_of_libraries_that_know_none(administrator: Client) -> None:
    asks = {
        place: "require-trusted-types-for 'script'" in administrator.get(place).headers["Content-Security-Policy"]
        for place in ("/", "/account/", "/nowhere/", "/api/docs/", "/admin/", "/admin/auth/user/")
    }
    assert asks == {
        "/": True,
        "/account/": True,
        "/nowhere/": True,
        "/api/docs/": False,
        "/admin/": False,
        "/admin/auth/user/": False,
    }


@pytest.mark.parametrize("place", ["/", "/account/", "/guide/", "/admin/", "/nowhere/", "/new/file/"])
def test_no_page_of_somebody_is_kept_anywhere(administrator: Client, place: str) -> None:
    answer = administrator.get(place)
    assert {"private", "no-store"} <= set(answer.headers["Cache-Control"].split(", "))
    assert "Cookie" in answer.headers["Vary"]


@pytest.mark.parametrize("place", [place for place in PLACES if not place.startswith(("/static/css", "/fav"))])
def test_whatever_is_no_file_is_private_and_differs_by_cookie(client: Client, place: str) -> None:
    answer = client.get(place)
    assert {"private", "no-store"} & set(answer.headers["Cache-Control"].split(", "))
    assert place == "/healthz" or "Cookie" in answer.headers["Vary"]


def test_what_everybody_gets_alike_may_be_kept(administrator: Client) -> None:
    for place in ("/favicon.ico", "/static/css/base.css"):
        answer = administrator.get(place)
        answer.close()
        assert "private" not in answer.headers["Cache-Control"]
        assert "Access-Control-Allow-Origin" not in answer.headers


def test_headers_cost_no_statement(client: Client) -> None:
    with CaptureQueriesContext(connection) as captured:
        client.get("/accounts/login/")
        client.get("/nowhere/")
    assert captured.captured_queries == []
