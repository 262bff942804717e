"""Signing in and out."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db
PASSWORD = "seven pale horses"


@pytest.fixture
def person() -> User:
    """Somebody with an account."""
    return User.objects.create_user("ann", password=PASSWORD)


def has_session(client: Client) -> bool:
    """Whether the browser's session belongs to anybody."""
    return "_auth_user_id" in client.session


def test_the_right_password_signs_in(client: Client, person: User) -> None:
    answer = client.post("/accounts/login/", {"username": "ann", "password": PASSWORD})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert has_session(client)


def test_a_wrong_password_is_said_without_naming_which_part_was_wrong(client: Client, person: User) -> None:
    answer = client.post("/accounts/login/", {"username": "ann", "password": "guess"})
    assert answer.status_code == 200
    assert "Please enter a correct username and password" in answer.content.decode()
    assert not has_session(client)


def test_after_signing_in_one_gets_where_one_wanted(client: Client, person: User) -> None:
    answer = client.post("/accounts/login/", {"username": "ann", "password": PASSWORD, "next": "/p/x/"})
    assert answer.headers["Location"] == "/p/x/"


def test_signing_in_never_leads_to_another_site(client: Client, person: User) -> None:
    answer = client.post("/accounts/login/", {"username": "ann", "password": PASSWORD, "next": "//evil.example/"})
    assert answer.headers["Location"] == "/"


def test_signing_out_ends_the_session(client: Client, person: User) -> None:
    client.force_login(person)
    answer = client.post("/accounts/logout/")
    assert answer.headers["Location"] == "/accounts/login/"
    assert not has_session(client)


def test_a_link_cannot_sign_anybody_out(client: Client, person: User) -> None:
    client.force_login(person)
    assert client.get("/accounts/logout/").status_code == 405
    assert has_session(client)


def test_the_sign_in_form_is_refused_without_its_token(person: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/accounts/login/", {"username": "ann", "password": PASSWORD}).status_code == 403


def test_there_is_no_open_sign_up(client: Client) -> None:
    assert [client.get(f"/accounts/{name}/").status_code for name in ("signup", "register")] == [404, 404]
