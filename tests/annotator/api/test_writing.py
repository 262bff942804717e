"""A whole evaluation without a page: from a new project to its scores."""

from typing import Any

import pytest
from django.test import Client

from annotator.projects.models import Project, Summary
from tests.annotator.api.reading import Shelf, make_shelf
from tests.annotator.work.log.requests import edit, group
from tests.factories import PART_IDS, SCU_IDS, UNIT_IDS, client_id, make_user
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db

SCU = client_id(SCU_IDS, 1)


@pytest.fixture
def shelf() -> Shelf:
    return make_shelf()


def post(client: Client, address: str, body: Any = None, status: int = 200) -> Any:
    """What the API answers to a body, once the status is as it should be."""
    answer = client.post(f"/api/{address}", body, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_an_evaluation_from_the_first_text_to_the_scores() -> None:
    client = signed_in(make_user("ann"))
    assert post(client, "projects/", {"name": "Lamp"}, 201)["slug"] == "lamp"
    assert post(client, "projects/lamp/topics/", {"key": "D1"}, 201)["url"] == "/api/projects/lamp/topics/D1/"
    texts = [{"kind": "model", "summarizer": name, "text": "The lamp is lit.\r\n"} for name in "AB"]
    texts.append({"kind": "peer", "summarizer": "7", "text": "The lamp is lit."})
    added = post(client, "projects/lamp/topics/D1/summaries/", {"summaries": texts}, 201)
    assert [row["name"] for row in added["summaries"]] == ["A", "B", "7"]
    assert len(added["notes"]) == 2
    pyramid = post(client, "projects/lamp/pyramids/", {"topic": "D1"})
    assert post(client, "projects/lamp/pyramids/", {"topic": "D1"})["id"] == pyramid["id"]
    edits = [edit("create_scu", scu=SCU, label="The lamp is lit")]
    edits += [
        edit("add_part", part=client_id(PART_IDS, at), scu=SCU, summary=row["id"], start=0, end=15)
        for at, row in enumerate(added["summaries"][:2])
    ]
    sent = post(client, f"pyramids/{pyramid['id']}/edits/", {"base": 0, "groups": [group(*edits)]})
    assert sent["refused"] is None
    release = post(client, f"pyramids/{pyramid['id']}/releases/", status=201)
    assert (release["number"], release["scu_count"]) == (1, 1)
    begun = post(client, "projects/lamp/peer-annotations/", {"topic": "D1", "peer": "7"})
    assert begun["release"]["id"] == release["id"]
    match = edit("match_part", unit=client_id(UNIT_IDS, 1), part=client_id(PART_IDS, 1), scu=SCU, start=0, end=15)
    post(client, f"peer-annotations/{begun['id']}/edits/", {"base": 0, "groups": [group(match)]})
    assert post(client, f"peer-annotations/{begun['id']}/state/", {"verb": "submit"})["state"] == "submitted"
    (row,) = client.get("/api/projects/lamp/scores/").json()["rows"]
    assert (row["modified"], row["modified_x"], row["modified_max"]) == (1, 1, 2)


@pytest.mark.parametrize(
    ("address", "body", "field"),
    [
        ("projects/", {"name": ""}, "name"),
        ("projects/", {"name": "Lamp", "color": "red"}, "color"),
        ("projects/", ["Lamp"], ""),
        ("projects/p/topics/", {}, "key"),
        ("projects/p/topics/", {"key": "a\0b"}, "key"),
        ("projects/p/topics/D1/summaries/", {"summaries": []}, "summaries"),
        ("projects/p/topics/D1/summaries/", {"summaries": [{"kind": "model", "text": "x"}]}, "summaries[0].summarizer"),
        ("projects/p/pyramids/", {"topic": ["D1"]}, "topic"),
        ("projects/p/peer-annotations/", {"topic": "D1", "peer": "7", "release": "x"}, "release"),
    ],
)
def test_a_body_that_makes_no_sense_is_refused_by_field(shelf: Shelf, address: str, body: Any, field: str) -> None:
    manager = signed_in(shelf.scene.manager)
    answer = manager.post(f"/api/{address}", body, content_type="application/json")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, field)


def test_what_cannot_be_is_a_conflict(shelf: Shelf) -> None:
    manager = signed_in(shelf.scene.manager)
    told = post(manager, "projects/p/topics/", {"key": "D1"}, 409)
    assert told["errors"] == [{"field": "", "message": "This project already has a topic “D1”."}]
    twice = {"summaries": [{"kind": "peer", "summarizer": name, "text": "Again."} for name in ("x", "7")]}
    assert len(post(manager, "projects/p/topics/D1/summaries/", twice, 409)["errors"]) == 1
    assert not Summary.objects.filter(summarizer="x").exists()


def test_only_managers_add_topics_and_texts(shelf: Shelf) -> None:
    post(shelf.client, "projects/p/topics/", {"key": "D9"}, 403)
    post(shelf.client, "projects/p/topics/D1/summaries/", {"summaries": []}, 403)


def test_work_is_begun_inside_the_project_of_the_address_alone(shelf: Shelf) -> None:
    other = make_shelf(slug="q")
    for client in (shelf.client, other.client):
        body = {"topic": "D1", "peer": "7", "release": other.release.pk}
        post(client, "projects/p/peer-annotations/", body, 404)
    assert Project.objects.get(slug="p").topics.get().summaries.get(summarizer="7").works.count() == 1


def test_a_change_of_state_that_comes_too_late_says_how_it_stands(shelf: Shelf) -> None:
    address = f"peer-annotations/{shelf.annotation.pk}/state/"
    assert post(shelf.client, address, {"verb": "submit", "note": "Done."})["note"] == "Done."
    assert post(shelf.client, address, {"verb": "submit"}, 409)["detail"].endswith("has finished this already.")
    post(shelf.client, address, {"verb": "dance"}, 400)
