"""Accounts are invited by their names: nobody joins before accepting, and nobody learns which names have an account."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.projects import account_invitations as services
from annotator.projects.invitation_models import AccountInvitation
from annotator.projects.models import Membership
from annotator.web.refusals import NotAllowed, ServiceRefused
from tests.factories import make_member, make_project, make_user
from tests.scenes import Scene, make_scene, signed_in

ADDRESS = "/p/p/members/"


def invited(scene: Scene, user: User, role: str = "annotator", **fields: Any) -> AccountInvitation:
    return services.invite_account(
        project=scene.project, username=user.username, role=role, by=scene.manager, now=timezone.now(), **fields
    )


def shown(page: Any) -> str:
    """The page without tokens and primary keys, which differ from answer to answer."""
    return re.sub(r"\b[A-Za-z0-9]{64}\b|nonce=\S+|invitations/\d+", "", page.content.decode())


def answer(invitation: AccountInvitation, user: User, how: str = "accept") -> Any:
    return signed_in(user).post(f"/invitations/{invitation.pk}/", {"how": how}, follow=True)


@pytest.mark.parametrize("role", Membership.Role.values)
def test_who_accepts_becomes_a_member(scene: Scene, role: str) -> None:
    user = make_user("grace")
    signed_in(scene.manager).post(ADDRESS, {"username": "grace", "role": role})
    assert not Membership.objects.filter(user=user).exists()
    page = signed_in(user).get("/").content.decode()
    assert f"{scene.manager.user} invites you to join this project as {role}" in page
    answered = answer(user.received_invitations.get(), user)
    assert answered.redirect_chain == [("/p/p/", 302)]
    assert Membership.objects.get(user=user).role == role
    assert not AccountInvitation.objects.exists()


def test_a_name_with_and_without_an_account_is_answered_alike(scene: Scene) -> None:
    make_user("grace"), make_user("gone", is_active=False)
    client, pages, numbers = signed_in(scene.manager), set(), set()
    client.get(ADDRESS)
    for name in ("grace", "gone", "nobody"):
        with CaptureQueriesContext(connection) as queries:
            response = client.post(ADDRESS, {"username": name, "role": "viewer"}, follow=True)
        pages.add(shown(response).replace(name, "NAME"))
        numbers.add(len(queries))
        AccountInvitation.objects.all().delete()
    assert (len(pages), len(numbers)) == (1, 1)


def test_a_declined_invitation_looks_to_managers_as_before(scene: Scene) -> None:
    user, manager = make_user("grace"), signed_in(scene.manager)
    invitation = invited(scene, user)
    before = shown(manager.get(ADDRESS))
    assert "Nobody is notified" in answer(invitation, user, "decline").content.decode()
    assert shown(manager.get(ADDRESS)) == before
    assert "Invitation to" not in signed_in(user).get("/").content.decode()
    assert answer(invitation, user).status_code == 404
    assert not Membership.objects.filter(user=user).exists()
    assert answer(invited(scene, user), user).status_code == 200  # asked once more


def test_a_second_invitation_replaces_all_of_the_first(scene: Scene) -> None:
    project = scene.project
    owner = Membership.objects.create(project=project, name="imported")
    past = timezone.now() - timedelta(days=31)  # the first one has expired, and there was no such account
    services.invite_account(project=project, username="grace", role="viewer", by=scene.manager, now=past)
    invitation = invited(scene, user := make_user("grace"), "manager", member=owner)
    assert answer(invitation, user).status_code == 200
    owner.refresh_from_db()
    assert (owner.user, owner.role) == (user, "manager")


def test_only_the_invited_account_can_answer_and_only_in_time(scene: Scene) -> None:
    invitation = invited(scene, user := make_user("grace"))
    assert answer(invitation, make_user("mallory")).status_code == 404
    with pytest.raises(AccountInvitation.DoesNotExist):
        services.accept_invitation(invitation=invitation, by=user, now=timezone.now() + timedelta(days=31))
    assert scene.project.memberships.count() == 3


def test_an_account_made_or_activated_later_is_not_invited(scene: Scene) -> None:
    gone = make_user("gone", is_active=False)
    for name in ("grace", "gone"):
        signed_in(scene.manager).post(ADDRESS, {"username": name, "role": "viewer"})
    assert not make_user("grace").received_invitations.exists()
    assert not gone.received_invitations.exists()


def test_managers_withdraw_invitations_of_their_project(scene: Scene) -> None:
    invitation = invited(scene, user := make_user("grace"))
    other = make_scene("other")
    url = f"/p/p/account-invitations/{invitation.pk}/withdraw/"
    assert signed_in(scene.viewer).post(url).status_code == 403
    assert signed_in(other.manager).post(url.replace("/p/p/", "/p/other/")).status_code == 404
    assert signed_in(scene.manager).post(url).status_code == 302
    assert answer(invitation, user).status_code == 404
    assert "grace" not in signed_in(scene.viewer).get(ADDRESS).content.decode()


def test_services_check_who_invites_and_how_many(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_INVITATIONS", 1)
    with pytest.raises(NotAllowed):
        services.invite_account(
            project=scene.project, username="grace", role="viewer", by=scene.annotator, now=timezone.now()
        )
    first = invited(scene, make_user("grace"))
    with pytest.raises(NotAllowed):
        services.withdraw_invitation(invitation=first, by=scene.annotator)
    with pytest.raises(ServiceRefused, match="the maximum"):
        invited(scene, make_user("henry"))
    with pytest.raises(ServiceRefused):
        invited(scene, make_user("ida"), member=Membership.objects.create(project=make_project(), name="elsewhere"))
    assert invited(scene, User.objects.get(username="grace"), "viewer").pk == first.pk


def test_what_cannot_be_any_more_is_told_to_the_invited_person(scene: Scene) -> None:
    owner = Membership.objects.create(project=scene.project, name="imported")
    invitation = invited(scene, user := make_user("grace"), member=owner)
    Membership.objects.filter(pk=owner.pk).update(user=make_user("henry"))
    assert answer(invitation, user).status_code == 200  # as a member of their own
    assert Membership.objects.get(user=user).name == "grace"
    again = invited(scene, henry := make_user("ida"))
    make_member(scene.project, user=henry)
    assert answer(again, henry).status_code == 200
    assert scene.project.memberships.filter(user=henry).count() == 1
    assert not AccountInvitation.objects.exists()
