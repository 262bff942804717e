"""Asking again: 304 as long as nothing has changed for the one who asks."""

import pytest

from annotator.projects.models import Project
from tests.annotator.api.reading import Shelf, make_shelf

pytestmark = pytest.mark.django_db

READ = ["", "projects/", "projects/p/", "projects/p/peer-annotations/", "pyramids/{pyramid}/", "projects/p/scores/"]


@pytest.fixture
def shelf() -> Shelf:
    return make_shelf()


@pytest.mark.parametrize("address", READ)
def test_the_same_again_is_not_sent_again(shelf: Shelf, address: str) -> None:
    address = f"/api/{address.format(pyramid=shelf.release.pyramid_id)}"
    first = shelf.client.get(address)
    tag = first.headers["ETag"]
    again = shelf.client.get(address, headers={"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    assert shelf.client.get(address, headers={"if-none-match": '"other"'}).status_code == 200


def test_only_the_one_who_asked_may_keep_it(shelf: Shelf) -> None:
    answer = shelf.get("projects/")
    assert set(answer.headers["Cache-Control"].split(", ")) == {"private", "no-cache"}
    assert {"Accept", "Authorization", "Cookie"} <= set(answer.headers["Vary"].split(", "))


def test_what_has_changed_is_sent(shelf: Shelf) -> None:
    tag = shelf.get("projects/p/").headers["ETag"]
    Project.objects.update(name="Another name")
    answer = shelf.client.get("/api/projects/p/", headers={"if-none-match": tag})
    assert (answer.status_code, answer.json()["name"]) == (200, "Another name")


def test_a_tag_turns_no_problem_into_not_modified(shelf: Shelf) -> None:
    tag = shelf.get("projects/nowhere/").headers.get("ETag", "*")
    assert shelf.client.get("/api/projects/nowhere/", headers={"if-none-match": tag}).status_code == 404


def test_pages_are_left_alone(shelf: Shelf) -> None:
    assert "ETag" not in shelf.client.get("/").headers
