"""The account page: projects, password, and tokens that are shown once."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from annotator.accounts.models import ApiToken
from annotator.accounts.tokens import make_token
from annotator.projects.services import create_project
from tests.factories import PASSWORD
from tests.scenes import Scene, make_scene, signed_in, statements

NEW = {"name": "nightly scores", "scope": "read", "days": 30}


def _token(user: User | None, name: str = "script") -> ApiToken:
    assert user
    return make_token(name=name, scope="read", days=90, by=user, now=timezone.now()).token


def test_the_name_in_the_header_leads_to_it(scene: Scene) -> None:
    page = signed_in(scene.viewer).get("/").content.decode()
    assert re.search('<a class="button plain" href="/account/"[^>]*><span class="who">viewer-p</span></a>', page)


def test_a_token_is_shown_once_and_then_only_its_beginning(scene: Scene) -> None:
    client = signed_in(scene.viewer)
    answer = client.post("/account/", NEW)
    token = ApiToken.objects.get()
    found = re.search(r'id="token-value">(pyr_[0-9a-f]{64})</code>', answer.content.decode())
    assert found
    assert found[1].startswith(token.prefix)
    assert (token.user, token.name, token.scope) == (scene.viewer.user, "nightly scores", "read")
    assert "no-store" in answer.headers["Cache-Control"]
    assert found[1] not in str(answer.cookies)
    assert found[1] not in str(dict(client.session))
    later = client.get("/account/").content.decode()
    assert f"{token.prefix}…" in later
    assert found[1] not in later


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "", "This field is required"),
        ("name", "   ", "This field is required"),
        ("scope", "admin", "Select a valid choice"),
        ("days", "0", "greater than or equal to 1"),
        ("days", "366", "less than or equal to 365"),
    ],
)
def test_what_no_token_can_be_is_said_beside_the_field(scene: Scene, field: str, value: str, sentence: str) -> None:
    answer = signed_in(scene.viewer).post("/account/", {**NEW, field: value})
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not ApiToken.objects.exists()


def test_one_too_many_is_said(scene: Scene) -> None:
    for number in range(50):
        _token(scene.viewer.user, f"script {number}")
    answer = signed_in(scene.viewer).post("/account/", NEW)
    assert answer.status_code == 400
    assert "You have 50 tokens, which is the maximum" in answer.content.decode()


def test_a_revoked_token_leaves_the_list(scene: Scene) -> None:
    token = _token(scene.viewer.user)
    answer = signed_in(scene.viewer).post(f"/account/tokens/{token.pk}/revoke/", follow=True)
    page = answer.content.decode()
    assert "The token “script” is revoked." in page
    assert token.prefix not in page
    assert signed_in(scene.viewer).post(f"/account/tokens/{token.pk}/revoke/").status_code == 404


def test_two_people_neither_see_nor_revoke_each_others(scene: Scene) -> None:
    token = _token(scene.viewer.user)
    other = signed_in(scene.manager)
    assert token.prefix not in other.get("/account/").content.decode()
    assert other.post(f"/account/tokens/{token.pk}/revoke/").status_code == 404
    assert ApiToken.objects.get() == token


def test_it_lists_ones_own_projects_alone(scene: Scene) -> None:
    make_scene("other")
    page = signed_in(scene.annotator).get("/account/").content.decode()
    assert '<a href="/p/p/">P</a></th><td>annotator</td>' in page
    assert "/p/other/" not in page


def test_it_takes_as_many_statements_for_much_as_for_little(scene: Scene) -> None:
    user = scene.viewer.user
    assert user
    client = signed_in(scene.viewer)
    before = statements(client, "/account/")
    for number in range(5):
        _token(user)
        create_project(name=f"project {number}", by=user)
    assert statements(client, "/account/") == before


def test_a_new_password_revokes_tokens_if_asked_and_leaves_no_other_session(scene: Scene) -> None:
    user = scene.viewer.user
    assert user
    _token(user)
    here = signed_in(scene.viewer)
    signed_in(scene.viewer)
    _change(here)
    assert ApiToken.objects.filter(user=user).count() == user.sessions.count() == 1
    _change(here, old_password="quite a long one", tokens="on")
    assert not ApiToken.objects.filter(user=user).exists()
    assert here.get("/").status_code == 200


def _change(client: Client, **given: str) -> object:
    new = {"old_password": PASSWORD, "new_password1": "quite a long one", "new_password2": "quite a long one"}
    return client.post("/account/password/", {**new, **given}, follow=True)


def test_a_password_is_changed_by_who_knows_it_and_ends_other_sessions(scene: Scene) -> None:
    here, elsewhere = signed_in(scene.viewer), signed_in(scene.viewer)
    answer = _change(here)
    assert "Your password has been changed." in answer.content.decode()  # type: ignore[attr-defined]
    assert here.get("/").status_code == 200
    assert elsewhere.get("/").status_code == 302
    assert scene.viewer.user
    assert User.objects.get(pk=scene.viewer.user.pk).check_password("quite a long one")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"old_password": "wrong"}, "Your old password was entered incorrectly"),
        ({"new_password2": "another long one"}, "didn’t match"),
        ({"new_password1": "12345", "new_password2": "12345"}, "too short"),
        ({"new_password1": "9876504321", "new_password2": "9876504321"}, "entirely numeric"),
        ({"new_password1": "viewer-p-1", "new_password2": "viewer-p-1"}, "too similar to the username"),
        ({"new_password1": "1234567890a", "new_password2": "1234567890a"}, "too common"),
    ],
)
def test_what_no_password_can_be_is_said(scene: Scene, given: dict[str, str], sentence: str) -> None:
    answer = _change(signed_in(scene.viewer), **given)
    assert answer.status_code == 400  # type: ignore[attr-defined]
    assert sentence in answer.content.decode()  # type: ignore[attr-defined]
    assert scene.viewer.user
    assert User.objects.get(pk=scene.viewer.user.pk).check_password(PASSWORD)
