"""The diagnosis of a project and of a topic: page, API and file say the same, counted by hand."""

import csv
import io
import re

import pytest
from django.test import Client

from annotator.projects.models import Membership, Project
from tests.factories import (
    make_member,
    make_project,
    make_pyramid,
    make_release,
    make_summary,
    make_topic,
    scu_snapshot,
)
from tests.scenes import annotated_topic, signed_in
from tests.scoring.scored_project import OTHER_WEIGHTS, WEIGHTS, manager_of, matched_peer, next_release, released_topic

pytestmark = pytest.mark.django_db

API, PAGE, CSV = "/api/projects/p/diagnosis/", "/p/p/diagnosis/", "/p/p/diagnosis.csv"


@pytest.fixture
def project():
    """A project."""
    return make_project("p")


@pytest.fixture
def manager(project):
    """Its manager."""
    return manager_of(project)


@pytest.fixture
def release(project, manager):
    """The manager's release of the topic D1: SCUs 1 to 3 of weights 3, 2, 1."""
    return released_topic(project, "D1", manager)


@pytest.fixture
def client(manager) -> Client:
    """The manager's browser."""
    return signed_in(manager)


def missed(found) -> dict[tuple[str, int], tuple[int, int]]:
    """How many of how many peers miss each SCU, by topic and uid."""
    return {(scu["topic"], scu["uid"]): (scu["missed"], scu["peers"]) for scu in found["scus"]}


def test_each_scu_says_how_many_of_how_many_peers_miss_it(project, manager, release, client) -> None:
    for name, units in (("7", [1, 2, None]), ("8", [1, 1]), ("9", [None])):
        matched_peer(release, name, units)
    matched_peer(released_topic(project, "D2", manager), "7", [3])
    found = client.get(API).json()
    assert missed(found) == {
        ("D1", 1): (1, 3),
        ("D1", 2): (2, 3),
        ("D1", 3): (3, 3),
        ("D2", 1): (1, 1),
        ("D2", 2): (1, 1),
        ("D2", 3): (0, 1),
    }
    order = [(scu["weight"], scu["topic"]) for scu in found["scus"]]
    assert order == [(3, "D2"), (3, "D1"), (2, "D2"), (2, "D1"), (1, "D1"), (1, "D2")]
    assert [(one["weight"], one["missed"], one["cases"]) for one in found["tiers"]] == [(3, 2, 4), (2, 3, 4), (1, 3, 4)]
    assert missed(client.get(API, {"topic": "D2"}).json()) == {("D2", 1): (1, 1), ("D2", 2): (1, 1), ("D2", 3): (0, 1)}


def test_ten_scus_are_listed_and_the_others_folded(project, manager, client) -> None:
    annotated_topic(project, manager, scus=12).topic.works.update(state="submitted")
    page = client.get(PAGE).content.decode()
    listed, folded = page[page.index("SCUs missed by most") :].split('<details class="more-rows">')
    assert [text.count("1 of 1") for text in (listed, folded.split("</details>")[0])] == [10, 1]
    assert "1 more" in folded


def test_the_best_has_what_the_worst_lacks(release, client) -> None:
    for name, units in (("7", [1, 2]), ("8", [1, 1]), ("9", [2])):
        matched_peer(release, name, units)
    found = client.get(API, {"score": "recall"}).json()
    assert (found["best"]["summarizer"], found["best"]["score"], found["best"]["topics"]) == ("7", 5 / 6, 1)
    assert (found["worst"]["summarizer"], found["worst"]["score"]) == ("9", 2 / 6)
    assert [(scu["uid"], scu["best_has"], scu["worst_has"]) for scu in found["scus"]] == [
        (1, True, False),
        (2, True, True),
        (3, False, False),
    ]
    page = client.get(PAGE, {"score": "recall"}).content.decode()
    assert "The best has 1 SCU that the worst lacks; the worst has 0 that the best lacks." in page


def test_page_api_and_file_have_the_same_numbers(release, client) -> None:
    for name, units in (("7", [1]), ("8", [None]), ("9", [2, None])):
        matched_peer(release, name, units)
    scus = client.get(API).json()["scus"]
    page = client.get(PAGE).content.decode()
    rows = list(csv.DictReader(io.StringIO(client.get(CSV).content.decode(), newline="")))
    told = [(str(scu["uid"]), str(scu["missed"]), str(scu["peers"]), str(scu["best_has"])) for scu in scus]
    assert [(row["uid"], row["missed"], row["peers"], row["best_has"]) for row in rows] == told
    assert rows[0]["wording"] == "A: alpha | B: alpha | C: alpha"
    by_most = [f"{scu['missed']} of {scu['peers']}" for scu in scus if 2 * scu["missed"] > scu["peers"]]
    table = page[page.index("SCUs missed by most") : page.index('id="contrast"')]
    assert re.findall(r"\d+ of \d+", table) == by_most == ["2 of 3", "2 of 3", "3 of 3"]
    figure = client.get(PAGE, {"figure": "missed", "as": "csv"}).content.decode()
    assert [row["Peers that miss it"] for row in csv.DictReader(io.StringIO(figure))] == ["2", "2", "3"]


def test_drafts_count_only_when_asked(release, client) -> None:
    matched_peer(release, "7", [1])
    matched_peer(release, "8", [2], state="in_progress")
    assert missed(client.get(API).json())["D1", 1] == (0, 1)
    assert missed(client.get(API, {"drafts": "on"}).json())["D1", 1] == (1, 2)


def test_on_a_topic_only_one_release_counts_and_what_is_left_out_is_said(release, client) -> None:
    matched_peer(release, "7", [1])
    second = next_release(release, OTHER_WEIGHTS)
    for name in ("8", "9"):
        matched_peer(second, name, [2])
    found = client.get(API).json()
    assert missed(found)["D1", 1] == (2, 2)
    told = "Topic D1 mixes releases: only annotations of release 2 are used; 1 other is left out."
    assert found["warnings"] == [told]
    assert told in client.get(PAGE).content.decode()
    assert missed(client.get(API, {"release": 1}).json())["D1", 1] == (0, 1)


def test_releases_with_the_same_models_and_weights_count_as_the_newest(release, client) -> None:
    matched_peer(release, "7", [1])
    matched_peer(next_release(release, dict(reversed(WEIGHTS.items()))), "8", [2])
    found = client.get(API).json()
    assert (missed(found)["D1", 1], found["warnings"], found["scus"][0]["release"]) == ((1, 2), [], 2)


def test_a_peer_that_several_matched_counts_once(project, manager, release, client) -> None:
    bob = make_member(project)
    for owner, units in ((manager, [1, 2]), (bob, [1])):
        matched_peer(release, "7", units, owner=owner)
    found = client.get(API, {"score": "recall"}).json()
    assert missed(found) == {("D1", 1): (0, 1), ("D1", 2): (0, 1), ("D1", 3): (1, 1)}
    assert "1 peer was matched by several people" in client.get(PAGE).content.decode()
    consensus = Membership.objects.create(project=project, name="consensus")
    matched_peer(release, "7", [3], owner=consensus)
    assert missed(client.get(API).json()) == {("D1", 1): (1, 1), ("D1", 2): (1, 1), ("D1", 3): (0, 1)}


def test_masked_peers_are_not_put_together_over_topics(project, manager, release) -> None:
    second = released_topic(project, "D2", manager)
    for one in (release, second):
        for name, units in (("Zebra7", [1, 2]), ("Zebra8", [3])):
            summary = matched_peer(one, name, units).summary
            summary.mask = f"P{name[-1]}"
            summary.save()
    Project.objects.filter(pk=project.pk).update(mask_summarizers=True)
    browser = signed_in(make_member(project))
    found = browser.get(API).json()
    assert (found["best"], found["worst"]) == (None, None)
    assert missed(found)["D1", 1] == (1, 2)
    page = browser.get(PAGE)
    assert "choose one topic" in page.content.decode()
    of_one = browser.get(PAGE, {"topic": "D1"}).content.decode()
    assert "<b>P7</b> is best" in of_one
    answers = [page, browser.get(CSV), browser.get(API), browser.get(PAGE, {"topic": "D1"})]
    assert not any("Zebra" in answer.content.decode() for answer in answers)


def test_what_the_project_hides_is_left_out(project, release) -> None:
    matched_peer(release, "7", [1])
    Project.objects.filter(pk=project.pk).update(live_scores="hide")
    browser = signed_in(make_member(project))
    assert browser.get(API).json()["withheld"] == 1
    assert browser.get(API).json()["scus"] == []
    page = browser.get(PAGE).content.decode()
    assert "1 peer annotation is left out" in page
    assert "Nothing to diagnose yet" in page


def test_an_empty_project_has_an_empty_diagnosis(client) -> None:
    assert client.get(API).json()["scus"] == []
    assert "Nothing to diagnose yet" in client.get(PAGE).content.decode()
    assert client.get(CSV).content.decode().splitlines() == [
        "topic,release,uid,scu,weight,missed,peers,best_has,worst_has,wording,made_by"
    ]


def test_a_topic_that_is_not_there_is_404_and_a_query_that_makes_no_sense_400_in_the_api(release, client) -> None:
    assert [client.get(one, {"topic": "D9"}).status_code for one in (API, PAGE, CSV)] == [404] * 3
    assert client.get(API, {"score": "best"}).status_code == 400
    assert client.get(PAGE, {"score": "best", "release": "x"}).status_code == 200


def test_labels_are_text_and_not_markup(project, manager, client) -> None:
    topic = make_topic(project, "D1")
    scus = [scu_snapshot(1, (make_summary(topic).pk, [(1, 0, 3)]), label="<script>1 & 2")]
    matched_peer(make_release(make_pyramid(topic, manager, scus), scus), "7", [None])
    page = client.get(PAGE).content.decode()
    assert "<script>1" not in page
    assert page.count("&lt;script&gt;1 &amp; 2") >= 3  # in the picture, in its table, in the list


def test_the_number_of_statements_does_not_grow(project, manager, release, client, django_assert_num_queries) -> None:
    matched_peer(release, "7", [1])
    for more in range(2):
        for address, statements in ((API, 13), (PAGE, 13), (CSV, 13)):
            with django_assert_num_queries(statements):
                client.get(address)
        if more == 0:
            for key in ("D2", "D3"):
                another = released_topic(project, key, manager)
                for name in "abcde":
                    matched_peer(another, name, [1, None, 2], owner=make_member(project))


def test_the_detail_of_a_peer_is_in_the_api_as_on_its_page(release, manager, client) -> None:
    annotation = matched_peer(release, "7", [1, None])
    found = client.get(f"/api/peer-annotations/{annotation.pk}/diagnosis/").json()
    assert (found["release"], found["revision"]) == (1, annotation.revision)
    assert [(scu["uid"], scu["mentions"]) for scu in found["matched"]] == [(1, ["one"])]
    assert found["non_matching"] == ["two"]
    assert [(tier["weight"], tier["size"], [scu["uid"] for scu in tier["scus"]]) for tier in found["missing"]] == [
        (2, 1, [2]),
        (1, 1, [3]),
    ]
    assert found["missing"][0]["scus"][0]["wordings"][0] == {"letter": "A", "summarizer": "M1", "text": "beta"}
