"""A project's members."""

import pytest

from annotator.projects.models import Membership
from tests.factories import make_member, make_user
from tests.scenes import Scene, signed_in, statements

ADDRESS = "/p/p/members/"


@pytest.mark.parametrize("role", Membership.Role.values)
def test_a_manager_adds_an_account_with_a_role(scene: Scene, role: str) -> None:
    user = make_user("grace")
    answer = signed_in(scene.manager).post(ADDRESS, {"username": "grace", "role": role}, follow=True)
    assert "grace is now a member." in answer.content.decode()
    assert Membership.objects.get(project=scene.project, user=user).role == role


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"username": "nobody", "role": "viewer"}, "There is no account with this user name."),
        ({"username": "viewer-p", "role": "viewer"}, "viewer-p is already a member."),
        ({"username": "grace", "role": "king"}, "Select a valid choice."),
        ({"username": "gr\x00ace", "role": "viewer"}, "Null characters are not allowed."),
        ({"username": "gone", "role": "viewer"}, "There is no account with this user name."),
    ],
    ids=["unknown", "member", "role", "NUL", "inactive"],
)
def test_what_cannot_be_is_refused_with_a_sentence(scene: Scene, given: dict[str, str], sentence: str) -> None:
    make_user("grace")
    make_user("gone", is_active=False)
    answer = signed_in(scene.manager).post(ADDRESS, given)
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert scene.project.memberships.count() == 3


def test_others_see_the_list_without_the_form(scene: Scene) -> None:
    Membership.objects.create(project=scene.project, name="imported")
    page = signed_in(scene.viewer).get(ADDRESS).content.decode()
    assert "none; owns imported work" in page
    assert "Add members" not in page


def test_its_statements_do_not_grow_with_members(scene: Scene) -> None:
    client = signed_in(scene.manager)
    few = statements(client, ADDRESS)
    for _ in range(5):
        make_member(scene.project)
    assert statements(client, ADDRESS) == few
