"""The page on which a manager changes a member."""

import pytest

from annotator.projects.models import Membership
from annotator.work.models import Work
from tests.factories import make_user
from tests.scenes import Scene, make_scene, signed_in


def _address(member: Membership) -> str:
    return f"/p/p/members/{member.pk}/"


def test_a_role_is_changed(scene: Scene) -> None:
    answer = signed_in(scene.manager).post(_address(scene.viewer), {"how": "role", "role": "annotator"}, follow=True)
    assert "viewer-p (account viewer-p) now has the role annotator." in answer.content.decode()
    assert Membership.objects.get(pk=scene.viewer.pk).role == "annotator"


@pytest.mark.parametrize("how", ["role", "remove"])
def test_the_last_manager_cannot_go(scene: Scene, how: str) -> None:
    answer = signed_in(scene.manager).post(_address(scene.manager), {"how": how, "role": "viewer"})
    assert answer.status_code == 400
    assert "ann is the last manager: make someone else a manager first." in answer.content.decode()


def test_a_member_is_removed(scene: Scene) -> None:
    answer = signed_in(scene.manager).post(_address(scene.viewer), {"how": "remove"}, follow=True)
    assert "viewer-p is no longer a member." in answer.content.decode()
    assert signed_in(scene.viewer).get("/p/p/").status_code == 404


def test_who_removes_oneself_is_back_at_the_projects(scene: Scene) -> None:
    Membership.objects.filter(pk=scene.viewer.pk).update(role="manager")
    answer = signed_in(scene.manager).post(_address(scene.manager), {"how": "remove"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


def test_the_page_says_what_becomes_of_the_work(scene: Scene, annotation: Work) -> None:
    client = signed_in(scene.manager)
    assert "stays here under this name" in client.get(_address(scene.manager)).content.decode()
    assert "owns no work" in client.get(_address(scene.viewer)).content.decode()


def test_whoever_accepts_owns_the_work_of_a_name_without_an_account(scene: Scene, annotation: Work) -> None:
    Membership.objects.filter(pk=scene.annotator.pk).update(user=None, name="imported")
    owner, user, client = Membership.objects.get(pk=scene.annotator.pk), make_user("grace"), signed_in(scene.manager)
    assert "Invite an owner" in client.get("/p/p/members/").content.decode()
    page = client.post(_address(owner), {"how": "link", "username": "grace", "role": "annotator"}, follow=True)
    assert "would own the work of imported" in page.content.decode()
    owner.refresh_from_db()
    assert owner.user is None
    invited = signed_in(user)
    assert "to continue the work of imported" in invited.get("/").content.decode()
    assert invited.post(f"/invitations/{user.received_invitations.get().pk}/").headers["Location"] == "/p/p/"
    owner.refresh_from_db()
    assert (owner.user, owner.role) == (user, "annotator")
    refused = client.post(_address(scene.viewer), {"how": "role", "role": "king"})
    assert refused.status_code == 400


def test_a_member_of_another_project_is_not_found(scene: Scene) -> None:
    other = make_scene("other").viewer
    assert signed_in(scene.manager).get(_address(other)).status_code == 404
    assert signed_in(scene.manager).post(_address(other), {"how": "remove"}).status_code == 404


def test_superusers_are_told_where_accounts_are_made(scene: Scene) -> None:
    client = signed_in(scene.manager)
    assert "/admin/auth/user/add/" not in client.get("/p/p/members/").content.decode()
    assert scene.manager.user is not None
    scene.manager.user.is_superuser = True
    scene.manager.user.save()
    assert "/admin/auth/user/add/" in client.get("/p/p/members/").content.decode()
