"""What people see when a page is not there, not theirs, too old or broken."""

import psycopg2
import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path


def forbidden(request: HttpRequest) -> HttpResponse:
    """A page that refuses everybody."""
    raise PermissionDenied


def broken(request: HttpRequest) -> HttpResponse:
    """A page that fails."""
    raise RuntimeError("broken on purpose")


def database_fails(request: HttpRequest, code: str) -> HttpResponse:
    """A page to which Postgres says this code."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}', MESSAGE = 'secret words'; END $$")
    raise AssertionError


def connection_lost(request: HttpRequest) -> HttpResponse:
    """A page whose connection is closed."""
    raise InterfaceError("connection already closed")


def answer_broken_off(request: HttpRequest) -> HttpResponse:
    """A page whose connection breaks in the middle of an answer: psycopg2 has no code and no class for it."""
    raise DatabaseError("secret words") from psycopg2.DatabaseError("secret words")


def nothing_updated(request: HttpRequest) -> HttpResponse:
    """A page that makes a mistake which Django itself notices."""
    raise DatabaseError("secret words")


def too_large(request: HttpRequest) -> HttpResponse:
    """A page for which there is no memory."""
    raise MemoryError


def no_connection(request: HttpRequest) -> HttpResponse:
    """A page that gets no connection."""
    raise OperationalError("secret words")


class Addresses:
    """The project's addresses and some that fail."""

    from config.urls import handler400, handler404, handler500
    from config.urls import urlpatterns as _usual

    urlpatterns = [
        path("forbidden", forbidden),
        path("broken", broken),
        *(
            address
            for prefix in ("", "api/")
            for address in (
                path(f"{prefix}fails/<str:code>", database_fails),
                path(f"{prefix}lost", connection_lost),
                path(f"{prefix}refused", no_connection),
                path(f"{prefix}half", answer_broken_off),
                path(f"{prefix}mistaken", nothing_updated),
                path(f"{prefix}large", too_large),
            )
        ),
        *_usual,
    ]


@pytest.mark.parametrize(("address", "status", "said"), [
    ("/nowhere", 404, "This page does not exist, or your account has no access to it."),
    ("/forbidden", 403, "Your role in this project does not allow this."),
    ("/broken", 500, "Something went wrong"),
])  # fmt: skip
@override_settings(ROOT_URLCONF=Addresses)
def test_a_failure_is_told_in_the_sites_own_page(address: str, status: int, said: str) -> None:
    client = Client(raise_request_exception=False)
    answer = client.get(address)
    page = answer.content.decode()
    assert answer.status_code == status
    assert said in page
    assert "broken on purpose" not in page
    assert "'unsafe" not in answer.headers["Content-Security-Policy"]


@pytest.mark.django_db
def test_a_form_from_before_signing_in_is_told_to_be_too_old() -> None:
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", {"username": "ann", "password": "x"})
    assert answer.status_code == 403
    assert "This page is out of date" in answer.content.decode()


# Codes of Postgres: appendix A of its manual.
@pytest.mark.parametrize(("address", "status", "said"), [
    ("fails/57P01", 503, "The database does not answer"),  # admin_shutdown
    ("fails/53300", 503, "The database does not answer"),  # too_many_connections
    ("fails/53100", 507, "disk is full: what was sent was not saved"),  # disk_full
    ("fails/55P03", 503, "Somebody else is changing the same thing"),  # lock_not_available
    ("fails/40P01", 409, "at the same moment"),  # deadlock_detected
    ("fails/23505", 409, "so what you sent was not saved"),  # unique_violation
    ("lost", 503, "The database does not answer"),
    ("refused", 503, "The database does not answer"),
    ("half", 503, "The database does not answer"),
    ("mistaken", 500, "Something went wrong"),
    ("large", 503, "The server is short of memory"),
    ("fails/54000", 500, "Something went wrong"),  # program_limit_exceeded: it would be again
    ("fails/22012", 500, "Something went wrong"),  # division_by_zero
])  # fmt: skip
@pytest.mark.django_db
@override_settings(ROOT_URLCONF=Addresses)
def test_a_failure_of_the_database_is_told_apart_from_a_fault_of_the_site(address: str, status: int, said: str) -> None:
    client = Client(raise_request_exception=False)
    page, problem = client.get(f"/{address}"), client.get(f"/api/{address}")
    assert page.status_code == problem.status_code == problem.json()["status"] == status
    assert said in page.content.decode().replace("&#x27;", "'")
    assert said in problem.json()["detail"]
    assert b"secret words" not in page.content + problem.content
    assert page.headers.get("Retry-After") == problem.headers.get("Retry-After") == ("5" if status > 500 else None)
    assert problem.headers["Content-Type"] == "application/problem+json"
