"""What people see when a page is not there, not theirs, too old or broken."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path


def forbidden(request: HttpRequest) -> HttpResponse:
    """A page that refuses everybody."""
    raise PermissionDenied


def broken(request: HttpRequest) -> HttpResponse:
    """A page that fails."""
    raise RuntimeError("broken on purpose")


class Addresses:
    """The project's addresses and two that fail."""

    from config.urls import urlpatterns as _usual

    urlpatterns = [path("forbidden", forbidden), path("broken", broken), *_usual]


@pytest.mark.parametrize(("address", "status", "said"), [
    ("/nowhere", 404, "There is nothing here, or nothing that your account may see."),
    ("/forbidden", 403, "Your role in this project does not include this."),
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
    assert "This page was too old" in answer.content.decode()
