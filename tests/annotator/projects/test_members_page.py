"""A project's members."""

import pytest

from annotator.projects.models import Membership
from tests.factories import make_member
from tests.scenes import Scene, signed_in, statements

ADDRESS = "/p/p/members/"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"username": "viewer-p", "role": "viewer"}, "viewer-p is already a member."),
        ({"username": "grace", "role": "king"}, "Select a valid choice."),
        ({"username": "gr\x00ace", "role": "viewer"}, "Null characters are not allowed."),
    ],
    ids=["member", "role", "NUL"],
)
def test_what_cannot_be_is_refused_with_a_sentence(scene: Scene, given: dict[str, str], sentence: str) -> None:
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
