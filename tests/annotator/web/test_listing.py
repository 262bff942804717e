"""Lists: pages, filters, and what is told of a query that makes no sense."""

from typing import Any

import pytest

from tests.annotator.api.reading import Shelf, make_shelf

pytestmark = pytest.mark.django_db

LISTS = {
    "projects/": {"name": "P"},
    "projects/p/members/": {"role": "annotator"},
    "projects/p/topics/": {"title": "Topic D1"},
    "projects/p/topics/D1/summaries/": {"kind": "model"},
    "projects/p/pyramids/": {"topic": "D1", "owner": "annotator-p", "state": "in_progress"},
    "projects/p/releases/": {"topic": "D1", "owner": "annotator-p", "number": "1"},
    "projects/p/peer-annotations/": {"topic": "D1", "peer": "7", "owner": "annotator-p", "state": "in_progress"},
}


@pytest.fixture
def shelf() -> Shelf:
    return make_shelf()


@pytest.mark.parametrize(("address", "filters"), LISTS.items())
def test_each_filter_narrows_a_list(shelf: Shelf, address: str, filters: dict[str, str]) -> None:
    shelf.grow()
    every = shelf.get(address).json()["count"]
    for name, value in filters.items():
        found = shelf.get(address, **{name: value}).json()["count"]
        assert 0 < found <= every
        nothing = {"kind": "peer", "state": "adjudicated", "role": "viewer", "number": "9"}.get(name, "no such")
        assert shelf.get(address, **{name: nothing}).json()["count"] < every
    assert shelf.get(address, **filters).json()["count"] >= 1


def test_scus_are_found_by_weight_label_and_flag(shelf: Shelf) -> None:
    address = f"pyramids/{shelf.release.pyramid_id}/scus/"
    assert shelf.get(address, label="scu 2").json()["count"] == 1
    assert [shelf.get(address, weight=weight).json()["count"] for weight in (2, 1)] == [3, 0]
    assert shelf.get(address, flag="unsure").json()["count"] == 0


def test_releases_are_found_by_their_pyramid(shelf: Shelf) -> None:
    shelf.grow()
    assert shelf.get("projects/p/releases/", pyramid=shelf.release.pyramid_id).json()["count"] == 1


def test_annotations_are_found_by_their_release(shelf: Shelf) -> None:
    shelf.grow()
    assert shelf.get("projects/p/peer-annotations/", release=shelf.release.pk).json()["count"] == 2


def test_pages_lead_to_one_another_and_hold_everything_once(shelf: Shelf) -> None:
    shelf.grow()
    address, found = "/api/projects/p/peer-annotations/?page_size=4", []
    while address:
        page: Any = shelf.client.get(address).json()
        assert page["count"] == 10
        found += [row["id"] for row in page["results"]]
        address = page["next"]
    assert len(found) == len(set(found)) == 10
    assert page["previous"].endswith("?page=2&page_size=4")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("page=x", "page"),
        ("page=0", "page"),
        ("page=" + "9" * 5000, "page"),
        ("page_size=201", "page_size"),
        ("page_size=-1", "page_size"),
        ("state=asleep", "state"),
        ("release=1.5", "release"),
        ("release=" + "9" * 30, "release"),
        ("owner__user__password__startswith=md5", "owner__user__password__startswith"),
        ("colour=red", "colour"),
        ("format=xml", "format"),
    ],
)
def test_a_query_that_makes_no_sense_is_refused_by_name(shelf: Shelf, query: str, field: str) -> None:
    answer = shelf.client.get(f"/api/projects/p/peer-annotations/?{query}")
    assert (answer.status_code, [error["field"] for error in answer.json()["errors"]]) == (400, [field])


def test_a_page_beyond_the_last_is_not_there(shelf: Shelf) -> None:
    assert shelf.get("projects/p/topics/", page=2).status_code == 404
