"""Invitation links in pages."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotator.projects.invitation_models import Invitation
from tests.factories import PASSWORD, make_user
from tests.scenes import Scene, make_scene, signed_in

NEW = {"username": "grace", "password1": "quite a long one", "password2": "quite a long one"}


def _link(scene: Scene, **fields: object) -> Invitation:
    own = {"project": scene.project, "code": "code", "role": "viewer", "created_by": scene.manager.user}
    return Invitation.objects.create(**{**own, "expires_at": timezone.now() + timedelta(days=1), **fields})


def _closed(scene: Scene) -> list[Invitation]:
    now = timezone.now()
    return [
        _link(scene, code="old", expires_at=now),
        _link(scene, code="gone", revoked_at=now),
        _link(scene, code="full", uses=1),
    ]


def test_a_manager_makes_a_link_and_sees_it_whole(scene: Scene) -> None:
    given = {"invite-role": "annotator", "invite-max_uses": 3, "invite-days": 7}
    answer = signed_in(scene.manager).post("/p/p/invitations/", given, follow=True)
    link = Invitation.objects.get()
    assert (link.role, link.max_uses, link.uses, link.created_by) == ("annotator", 3, 0, scene.manager.user)
    page = answer.content.decode()
    assert f"http://testserver/join/{link.code}/" in page
    assert "<b>0</b> of 3 used" in page


def test_what_no_link_can_be_is_said_beside_the_field(scene: Scene) -> None:
    given = {"invite-role": "annotator", "invite-max_uses": 0, "invite-days": 7}
    answer = signed_in(scene.manager).post("/p/p/invitations/", given)
    assert answer.status_code == 400
    assert "greater than or equal to 1" in answer.content.decode()
    assert not Invitation.objects.exists()


def test_a_withdrawn_link_is_listed_without_its_code(scene: Scene) -> None:
    link = _link(scene)
    answer = signed_in(scene.manager).post(reverse("invitation-revoke", args=["p", link.pk]), follow=True)
    page = answer.content.decode()
    assert "This invitation was withdrawn." in page
    assert "/join/" not in page


def test_links_of_another_project_are_out_of_reach(scene: Scene) -> None:
    theirs = _link(make_scene("other"))
    assert signed_in(scene.manager).post(reverse("invitation-revoke", args=["p", theirs.pk])).status_code == 404
    theirs.refresh_from_db()
    assert theirs.revoked_at is None


@pytest.mark.parametrize("role", ["annotator", "viewer"])
def test_others_see_no_links(scene: Scene, role: str) -> None:
    _link(scene)
    assert "/join/" not in signed_in(getattr(scene, role)).get("/p/p/members/").content.decode()


def test_somebody_with_an_account_joins_with_one_button(scene: Scene) -> None:
    _link(scene)
    client, user = Client(), make_user("grace")
    client.force_login(user)
    page = client.get("/join/code/").content.decode()
    assert "You are signed in as grace" in page
    assert "password" not in page
    answer = client.post("/join/code/", follow=True)
    assert "Welcome! You are now a member." in answer.content.decode()
    assert scene.project.memberships.get(user=user).role == "viewer"


def test_looking_at_a_link_uses_nothing_up(scene: Scene) -> None:
    link = _link(scene)
    assert Client().get("/join/code/").status_code == 200
    link.refresh_from_db()
    assert link.uses == 0


def test_somebody_without_an_account_makes_one_and_is_signed_in(scene: Scene) -> None:
    _link(scene)
    client = Client()
    answer = client.post("/join/code/", NEW, follow=True)
    assert answer.redirect_chain == [("/p/p/", 302)]
    assert client.session["_auth_user_id"] == str(User.objects.get(username="grace").pk)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({**NEW, "username": "ann"}, "already taken"),
        ({**NEW, "password2": "another long one"}, "didn’t match"),
        ({**NEW, "password1": "12345", "password2": "12345"}, "too short"),
        ({}, "This field is required"),
    ],
    ids=["taken", "differ", "short", "empty"],
)
def test_an_account_that_cannot_be_is_refused_with_a_sentence(
    scene: Scene, given: dict[str, str], sentence: str
) -> None:
    make_user("ann")
    link = _link(scene)
    answer = Client().post("/join/code/", given)
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    link.refresh_from_db()
    assert (link.uses, scene.project.memberships.count()) == (0, 3)


def test_after_signing_in_one_is_back_at_the_link(scene: Scene) -> None:
    _link(scene)
    make_user("grace")
    client = Client()
    assert f"{reverse('login')}?next=/join/code/" in client.get("/join/code/").content.decode()
    given = {"username": "grace", "password": PASSWORD, "next": "/join/code/"}
    assert client.post(reverse("login"), given).headers["Location"] == "/join/code/"


def test_a_member_is_told_and_goes_on_even_from_a_dead_link(scene: Scene) -> None:
    for link in [_link(scene), *_closed(scene)]:
        answer = signed_in(scene.annotator).get(f"/join/{link.code}/", follow=True)
        assert answer.redirect_chain == [("/p/p/", 302)]
        assert "already a member of this project" in answer.content.decode()


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("known", [True, False], ids=["signed in", "signed out"])
def test_a_dead_link_says_why_and_nothing_of_the_project(scene: Scene, method: str, known: bool) -> None:
    scene.project.name = "Secret venture"
    scene.project.save()
    client = signed_in(make_scene("other").manager) if known else Client()
    said = ["has expired", "was withdrawn", "has been used up"]
    for link, reason in zip(_closed(scene), said, strict=True):
        answer = getattr(client, method)(f"/join/{link.code}/", {} if known else NEW)
        assert answer.status_code == 410
        page = answer.content.decode()
        assert reason in page
        assert "Secret venture" not in page
    assert not User.objects.filter(username="grace").exists()


def test_an_unknown_link_does_not_exist(scene: Scene) -> None:
    for client in (Client(), signed_in(scene.annotator)):
        assert client.get("/join/guessed/").status_code == 404
        assert client.post("/join/guessed/", NEW).status_code == 404


def test_a_form_with_another_fault_does_not_say_that_the_name_is_taken(scene: Scene) -> None:
    make_user("taken")
    link = _link(scene)
    for name in ("taken", "free"):
        response = Client().post(f"/join/{link.code}/", {**NEW, "username": name, "password2": "another"})
        assert response.status_code == 400
        assert "already" not in response.content.decode()
