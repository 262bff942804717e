"""Guessing, fixing and stealing a way in."""

from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.test import Client

from tests.access.actors import MANAGER, OUTSIDER
from tests.access.scene import Scene
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db
LOGIN = "/accounts/login/"


def tried(name: str, password: str, *, place: str = LOGIN, **more: Any) -> Any:
    """The answer to an attempt from a browser of its own."""
    return Client().post(place, {"username": name, "password": password}, **more)


def guesses(name: str, *, most: int = 60, **more: Any) -> int:
    """How many guesses are answered before somebody has to wait."""
    return next((n for n in range(most) if tried(name, f"guess {n}", **more).status_code == 429), most)


@pytest.mark.parametrize("place", [LOGIN, "/admin/login/"])
def test_who_guesses_has_to_wait_and_the_right_password_does_not_help(place: str) -> None:
    make_user("ann")
    assert 1 < guesses("ann", place=place) <= 10
    answer = tried("ann", PASSWORD, place=place)
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert "_auth_user_id" not in answer.wsgi_request.session


def test_another_name_for_oneself_does_not_help() -> None:
    """X-Forwarded-For and the like are believed from proxies of the installation alone, and there are none."""
    make_user("ann")
    names = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "True-Client-IP", "CF-Connecting-IP", "Client-IP")
    number = next(
        (
            n
            for n in range(60)
            if tried("ann", f"guess {n}", headers=dict.fromkeys(names, f"198.51.100.{n}")).status_code == 429
        ),
        60,
    )
    assert number <= 10
    agents = {"User-Agent": "another", "X-Forwarded-For": "203.0.113.9", "Cookie": "a=b"}
    assert tried("ann", PASSWORD, headers=agents).status_code == 429


def test_case_and_spaces_are_no_other_names() -> None:
    make_user("ann")
    guesses("ann")
    for name in ("ann", " ann", "ann ", "ａｎｎ"):
        assert "_auth_user_id" not in tried(name, PASSWORD).wsgi_request.session


def test_the_answer_does_not_tell_whether_there_is_such_an_account(monkeypatch: pytest.MonkeyPatch) -> None:
    make_user("ann"), make_user("gone", is_active=False)
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return str(encode(self, password, salt))

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    answers, work = set(), set()
    for name, password in (("ann", "guess"), ("nobody", "guess"), ("gone", "guess"), ("gone", PASSWORD)):
        hashed.clear()
        answer = tried(name, password)
        text = answer.content.decode().partition("<main")[2].replace(name, "")
        answers.add((answer.status_code, text.partition("csrfmiddlewaretoken")[0], text.count("<")))
        work.add(len(hashed))
    assert len(answers) == 1
    assert work == {1}


def test_a_project_that_is_not_mine_is_like_one_that_is_not(scene: Scene) -> None:
    browser = scene.clients[OUTSIDER]
    for place in ("/p/{}/", "/p/{}/t/D1/", "/p/{}/scores.csv", "/api/projects/{}/", "/p/{}/members/1/"):
        here, nowhere = (browser.get(place.format(slug)) for slug in ("p", "none-of-these"))
        assert here.status_code == nowhere.status_code == 404
        ends = [one.content.decode().partition("<main")[2].replace("none-of-these", "p") for one in (here, nowhere)]
        assert ends[0] == ends[1]


def test_a_session_that_somebody_else_has_prepared_is_not_taken_over() -> None:
    make_user("ann")
    client = Client()
    client.cookies["sessionid"] = fixed = "a" * 32
    client.get(LOGIN)
    client.post(LOGIN, {"username": "ann", "password": PASSWORD})
    assert client.cookies["sessionid"].value != fixed
    attacker = Client()
    attacker.cookies["sessionid"] = fixed
    assert attacker.get("/").status_code == 302


def test_signing_in_changes_key_and_token_and_signing_out_ends_them() -> None:
    make_user("ann"), make_user("bob")
    client, copy = Client(), Client()
    seen = []
    for name in ("ann", "bob"):
        client.get(LOGIN)
        client.post(LOGIN, {"username": name, "password": PASSWORD})
        seen.append((client.cookies["sessionid"].value, client.cookies["csrftoken"].value))
        copy.cookies["sessionid"] = seen[-1][0]
        assert copy.get("/account/").status_code == 200
        client.post("/accounts/logout/")
        assert client.cookies["sessionid"].value == ""
        copy.cookies["sessionid"] = seen[-1][0]
        assert copy.get("/account/").status_code == 302
    assert len({key for key, _ in seen}) == len({token for _, token in seen}) == 2


def test_a_new_password_and_a_closed_account_end_sessions(scene: Scene) -> None:
    user = scene.members[MANAGER].user
    assert user is not None
    here, there = scene.clients[MANAGER], Client()
    there.force_login(user)
    user.refresh_from_db()
    user.set_password("nine pale horses")
    user.save()
    assert [there.get("/account/").status_code, here.get("/account/").status_code] == [302, 302]
    there.force_login(user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert there.get("/account/").status_code == 302
    assert there.get("/api/").status_code == 401


def test_cookies_are_for_the_server_alone_and_their_own_site() -> None:
    make_user("ann")
    client = Client()
    client.get(LOGIN)
    client.post(LOGIN, {"username": "ann", "password": PASSWORD})
    session, token = client.cookies["sessionid"], client.cookies["csrftoken"]
    assert (session["httponly"], session["samesite"], session["path"], session["domain"]) == (True, "Lax", "/", "")
    assert (token["samesite"], token["domain"]) == ("Lax", "")
    assert settings.SESSION_COOKIE_SECURE == settings.CSRF_COOKIE_SECURE == settings.PRODUCTION
