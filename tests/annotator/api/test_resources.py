"""``GET`` of projects, topics, texts, pyramids, SCUs, releases and peer annotations: what they tell."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.projects.models import Summary, Topic
from annotator.projects.peer_names import mask_project
from tests.annotator.api.reading import SCU, Shelf, make_shelf

pytestmark = pytest.mark.django_db


@pytest.fixture
def shelf() -> Shelf:
    return make_shelf()


def test_the_index_says_who_asks_and_where_to_go_on(shelf: Shelf) -> None:
    answer = shelf.get("").json()
    assert (answer["user"], answer["projects"]) == ("annotator-p", "/api/projects/")


def test_a_project_is_listed_with_ones_role(shelf: Shelf) -> None:
    (row,) = shelf.get("projects/").json()["results"]
    assert (row["slug"], row["name"], row["role"], row["url"]) == ("p", "P", "annotator", "/api/projects/p/")


def test_a_project_tells_its_settings_and_where_its_parts_are(shelf: Shelf) -> None:
    told = shelf.get("projects/p/").json()
    assert told["settings"]["rounding"] == "half-up"
    assert told["guidelines"] == ""
    assert {shelf.client.get(address).status_code for address in told["urls"].values()} == {200}


def test_members_come_by_name_with_account_and_role(shelf: Shelf) -> None:
    rows = shelf.get("projects/p/members/").json()["results"]
    assert rows == [
        {"name": "ann", "username": "manager-p", "role": "manager"},
        {"name": "annotator-p", "username": "annotator-p", "role": "annotator"},
        {"name": "viewer-p", "username": "viewer-p", "role": "viewer"},
    ]


def test_a_topic_is_listed_and_told_alike(shelf: Shelf) -> None:
    (row,) = shelf.get("projects/p/topics/").json()["results"]
    counts = {name: row[name] for name in ("models", "peers", "peers_begun", "peers_finished", "pyramids")}
    assert counts == {"models": 2, "peers": 2, "peers_begun": 2, "peers_finished": 0, "pyramids": 1}
    assert [row[f"annotations{part}"] for part in ("", "_begun", "_finished")] == [2, 2, 0]
    assert shelf.client.get(row["url"]).json() == row


def test_summaries_lead_to_their_texts(shelf: Shelf) -> None:
    rows = shelf.get("projects/p/topics/D1/summaries/").json()["results"]
    assert [(row["kind"], row["letter"], row["word_count"]) for row in rows] == [
        *(("model", letter, 4) for letter in "AB"),
        *(("peer", "", 4) for _ in "78"),
    ]
    assert [row["name"] for row in rows[2:]] == ["7", "8"]
    text = shelf.client.get(rows[2]["url"]).json()
    assert (text["text"], text["words"][:4], text["sentences"]) == ("One two three four.", [0, 3, 4, 7], [0, 19])
    assert shelf.client.get(rows[0]["url"]).json()["id"] == rows[0]["id"] == Summary.objects.earliest("pk").pk


def test_a_pyramid_is_listed_with_its_shape_and_latest_release(shelf: Shelf) -> None:
    (row,) = shelf.get("projects/p/pyramids/").json()["results"]
    assert (row["owner"], row["mine"], row["scus"], row["tiers"]) == (
        "annotator-p",
        True,
        3,
        [{"weight": 2, "count": 3}],
    )
    assert (row["topic"], row["latest_release"], row["edited_since"]) == ("D1", 1, False)
    assert shelf.client.get(row["url"]).json()["id"] == row["id"]


def test_scus_come_with_their_contributors_words(shelf: Shelf) -> None:
    rows = shelf.get(f"pyramids/{shelf.release.pyramid_id}/scus/").json()["results"]
    assert [(row["uid"], row["weight"], row["label"]) for row in rows] == [(n, 2, f"SCU {n}") for n in (1, 2, 3)]
    contributors = [(one["letter"], [part["text"] for part in one["parts"]]) for one in rows[0]["contributors"]]
    assert contributors == [("A", ["One"]), ("B", ["One"])]


def test_a_release_tells_its_scus_with_their_weights(shelf: Shelf) -> None:
    (row,) = shelf.get("projects/p/releases/").json()["results"]
    assert (row["number"], row["owner"], row["pyramid"]) == (1, "annotator-p", shelf.release.pyramid_id)
    assert (row["models"], row["scu_count"], row["weight_source"]) == (2, 3, "summaries")
    told = shelf.client.get(row["url"]).json()
    assert [(scu["uid"], scu["weight"]) for scu in told.pop("scus")] == [(1, 2), (2, 2), (3, 2)]
    assert told == row


def test_a_peer_annotation_is_listed_with_its_release_and_leads_to_its_scores(shelf: Shelf) -> None:
    rows = shelf.get("projects/p/peer-annotations/").json()["results"]
    assert {(row["peer"], row["owner"], row["mine"], row["pyramid_owner"]) for row in rows} == {
        ("7", "annotator-p", True, "annotator-p"),
        ("8", "annotator-p", True, "annotator-p"),
    }
    (row,) = (row for row in rows if row["peer"] == "7")
    assert row["release"] == {"id": shelf.release.pk, "number": 1}
    assert shelf.client.get(row["url"]).json()["units"][0]["scu"] == SCU
    assert shelf.client.get(row["scores"]).json()["modified"] == {"score": 1 / 3, "x": 3, "max": 6}


def test_a_masked_peer_is_told_of_by_its_mask_alone() -> None:
    shelf = make_shelf(mask_summarizers=True)
    mask_project(project=shelf.scene.project)
    peers = shelf.get("projects/p/topics/D1/summaries/", kind="peer").json()["results"]
    masks = sorted(Summary.objects.peer_summaries().values_list("mask", flat=True))
    assert sorted(row["name"] for row in peers) == masks
    assert {row["id"] for row in peers} == {None}
    annotations = "projects/p/peer-annotations/"
    assert shelf.get(annotations, peer="7").json()["count"] == 0
    assert shelf.get(annotations, peer=masks[0]).json()["results"][0]["peer"] == masks[0]
    Topic.objects.update(revealed_at=timezone.now())
    assert shelf.get(annotations, peer="7").json()["results"][0]["peer"] == "7"


@pytest.mark.parametrize(
    "address",
    [
        *("projects/", "projects/p/members/", "projects/p/topics/", "projects/p/topics/D1/summaries/"),
        *("projects/p/pyramids/", "pyramids/{pyramid}/scus/", "projects/p/releases/", "projects/p/peer-annotations/"),
    ],
)
def test_statements_do_not_grow_with_rows(shelf: Shelf, address: str) -> None:
    address = address.format(pyramid=shelf.release.pyramid_id)
    before, rows = _statements(shelf, address), shelf.get(address).json()["count"]
    shelf.grow()
    assert _statements(shelf, address) == before <= 12
    assert shelf.get(address).json()["count"] >= rows


def _statements(shelf: Shelf, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert shelf.get(address).status_code == 200
    return len(captured)
