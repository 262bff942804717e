"""What the log says of requests and faults, and what it must never say."""

import json
import logging
from collections.abc import Iterator
from copy import deepcopy
from io import StringIO
from logging.config import DictConfigurator
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from annotator.projects.models import Topic
from config.log_lines import RemovePrivateData
from tests import factories

pytestmark = pytest.mark.django_db
MARKER = "zebra-marker"
PERSON = "Zoe-Marker"


def unique(request: HttpRequest) -> HttpResponse:
    """Breaks a constraint of the database, whose error quotes the key."""
    topic = Topic.objects.get()
    Topic.objects.create(project=topic.project, key=topic.key, title=MARKER)
    return HttpResponse()


def unsound(request: HttpRequest) -> HttpResponse:
    """Breaks a constraint of the database, whose error quotes the row, and which no other request can have caused."""
    topic = Topic.objects.get()
    Topic.objects.create(project=topic.project, key=f"{topic.key}/", title=MARKER)
    return HttpResponse()


def unreadable(request: HttpRequest) -> HttpResponse:
    """Gives the database a value that it quotes in its first line."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::integer", [MARKER])
    return HttpResponse()


def quoting(request: HttpRequest) -> HttpResponse:
    """Fails with a message that quotes, in a chain of exceptions, from a body."""
    text = request.POST["text"]
    try:
        int(text)
    except ValueError as error:
        raise KeyError(text) from error
    return HttpResponse()


def code(request: HttpRequest) -> HttpResponse:
    """Fails by a mistake in the code."""
    return HttpResponse(None.missing)  # type: ignore[attr-defined]


class Addresses:
    """The project's addresses and some that fail."""

    from config.urls import handler400, handler404, handler500
    from config.urls import urlpatterns as _usual

    urlpatterns = [
        path("api/broken/", quoting, name="api-broken"),
        *[path(f"{view.__name__}/<str:key>/", lambda request, key, view=view: view(request), name=view.__name__)
          for view in (unique, unsound, unreadable, quoting, code)],
        *_usual,
    ]  # fmt: skip


@pytest.fixture(params=["json", "text"])
def log(request: pytest.FixtureRequest) -> Iterator[StringIO]:
    """Everything that is logged, as an installation writes it, at the most talkative level that one runs with."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    configured: Any = settings.LOGGING
    formatter = deepcopy(configured["formatters"][request.param])
    handler.setFormatter(DictConfigurator({}).configure_formatter(formatter))
    handler.addFilter(RemovePrivateData())
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield stream
    root.setLevel(before)
    root.removeHandler(handler)


def lines(log: StringIO) -> list[dict[str, Any]]:
    """The lines of a JSON log."""
    return [json.loads(line) for line in log.getvalue().splitlines()]


in_json = pytest.mark.parametrize("log", ["json"], indirect=True)


@in_json
def test_a_request_is_one_line_without_names(client: Client, log: StringIO) -> None:
    user = User.objects.create_user(PERSON)
    project = factories.make_project(slug=MARKER, name=MARKER)
    factories.make_member(project, user=user)
    client.force_login(user)
    answer = client.get(f"/p/{MARKER}/?search={MARKER}")
    assert answer.status_code == 200
    (line,) = lines(log)
    told = {name: line[name] for name in ("level", "logger", "method", "route", "status", "user")}
    assert told == {
        "level": "INFO",
        "logger": "pyramidion.requests",
        "method": "GET",
        "route": "project",
        "status": 200,
        "user": user.pk,
    }
    assert line["request_id"] == answer.headers["X-Request-ID"]
    assert line["ms"] > 0
    assert MARKER not in log.getvalue()
    assert PERSON not in log.getvalue()


@pytest.mark.parametrize("name", ["unsound", "unreadable", "quoting", "code"])
@override_settings(ROOT_URLCONF=Addresses)
def test_a_fault_is_told_without_what_people_wrote(name: str, log: StringIO) -> None:
    factories.make_topic(factories.make_project(), key=MARKER)
    client = Client(raise_request_exception=False)
    answer = client.post(f"/{name}/{MARKER}/?q={MARKER}", {"text": MARKER})
    said = log.getvalue()
    assert answer.status_code == 500
    assert MARKER not in said
    assert f"in {name}" in said
    assert answer.headers["X-Request-ID"] in said
    assert f"<code>{answer.headers['X-Request-ID']}</code>" in answer.content.decode()


@pytest.mark.parametrize(("name", "told"), [
    ("unsound", "psycopg2.errors.CheckViolation: 23514 annotator_topic topic_key_fits_an_address"),
    ("unreadable", "psycopg2.errors.InvalidTextRepresentation: 22P02"),
    ("code", "builtins.AttributeError: 'NoneType' object has no attribute 'missing'"),
])  # fmt: skip
@override_settings(ROOT_URLCONF=Addresses)
def test_a_fault_is_told_with_what_helps(name: str, told: str, log: StringIO) -> None:
    factories.make_topic(factories.make_project())
    Client(raise_request_exception=False).post(f"/{name}/x/")
    assert told in log.getvalue().replace("\\n", "\n")


@override_settings(ROOT_URLCONF=Addresses)
def test_a_conflict_is_told_by_its_constraint_without_what_people_wrote(log: StringIO) -> None:
    factories.make_topic(factories.make_project(), key=MARKER)
    answer = Client(raise_request_exception=False).post(f"/unique/{MARKER}/?q={MARKER}", {"text": MARKER})
    said = log.getvalue()
    assert answer.status_code == 409
    assert "Conflict of simultaneous requests: IntegrityError topic_key_once_in_project" in said
    assert answer.headers["X-Request-ID"] in said
    assert MARKER not in said
    assert "in unique" not in said


@override_settings(ROOT_URLCONF=Addresses)
def test_a_fault_of_the_api_gives_its_number() -> None:
    answer = Client(raise_request_exception=False).post("/api/broken/", {"text": "x"})
    assert answer.status_code == 500
    assert answer.json()["request_id"] == answer.headers["X-Request-ID"]


@in_json
def test_what_is_refused_is_told_without_a_traceback(log: StringIO) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(f"/accounts/login/?next=/{MARKER}/", {"username": MARKER, "password": MARKER}).status_code == 403
    assert strict.get("/", headers={"Host": "elsewhere.example"}).status_code == 400
    assert strict.get(f"/p/{MARKER}").status_code in (301, 404)
    assert strict.post("/accounts/login/", {"username": f"{MARKER}" * 2000}).status_code == 403
    assert Client().post("/accounts/login/", {"username": MARKER, "password": MARKER}).status_code == 200
    assert MARKER not in log.getvalue()
    assert all("traceback" not in line for line in lines(log))
    assert [line["route"] for line in lines(log) if line["logger"] == "django.security.csrf"] == ["login", "login"]


@pytest.mark.parametrize(("behind_proxy", "given", "kept"), [
    (True, "0f8fad5b-d9cb-469f-a165-70867728950e", True),
    (True, "short", False),
    (True, "x" * 65, False),
    (True, 'quote"and space', False),
    (False, "0f8fad5b-d9cb-469f-a165-70867728950e", False),
])  # fmt: skip
def test_the_proxy_may_number_requests(client: Client, behind_proxy: bool, given: str, kept: bool) -> None:
    with override_settings(PROXIES=int(behind_proxy)):
        answer = client.get("/healthz", headers={"X-Request-ID": given})
    assert (answer.headers["X-Request-ID"] == given) is kept
    assert 8 <= len(answer.headers["X-Request-ID"]) <= 64


def test_each_request_has_its_own_number(client: Client) -> None:
    assert len({client.get("/healthz").headers["X-Request-ID"] for _ in range(3)}) == 3


@in_json
def test_probes_that_succeed_are_not_told(client: Client, log: StringIO) -> None:
    client.get("/healthz")
    client.get("/readyz")
    assert log.getvalue() == ""
    client.post("/readyz")
    with patch("config.health._applied_migrations", side_effect=OperationalError("down")):
        client.get("/readyz")
    assert [line["status"] for line in lines(log)] == [405, 503]
