"""The agreement page and its API: the same numbers, to whom, and with how many statements."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotator.projects.models import Membership, Summary
from annotator.pyramids.models import pyramids
from bench.big_team import BigTeam, TeamSize
from scoring.templatetags.agreement_tables import p_value
from tests.factories import make_member, make_project
from tests.scenes import signed_in
from tests.scoring.agreed_project import A, B, annotated_topic, member
from tests.scoring.scored_project import manager_of, matched_peer, released_topic

pytestmark = pytest.mark.django_db

PAGE, API = "/p/p/agreement/", "/api/projects/p/agreement/"
CONTRACT = {
    *("units", "annotators", "policy", "uncovered", "shared", "unaligned", "alpha", "intervals", "pairs"),
    "score_agreement",
}


@pytest.fixture
def project():
    return make_project("p")


@pytest.fixture
def manager(project):
    return manager_of(project)


@pytest.fixture
def worked(project, manager):
    """Two annotators of a topic; two matchers of the peers of another."""
    annotated_topic(project, "D1", {member(project, "ann"): A, member(project, "ben"): B})
    release = released_topic(project, "D2", manager)
    zoe = member(project, "zoe")
    for peer, (mine, theirs) in {"1": ([1, 2], [1]), "2": ([1], [1, 1]), "3": ([2], [3])}.items():
        matched_peer(release, peer, mine)
        matched_peer(release, peer, theirs, owner=zoe)


def shown(page: str) -> set[str]:
    """The exact values behind the numbers of a page."""
    return set(re.findall(r'<data value="([^"]+)"', page))


def numbers(value) -> set[str]:
    """All floats in a JSON answer."""
    if isinstance(value, dict):
        return set().union(*map(numbers, value.values()))
    if isinstance(value, list):
        return set().union(*map(numbers, value))
    return {repr(value)} if isinstance(value, float) else set()


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_addresses_are_those_of_the_design() -> None:
    assert reverse("project-agreement", args=["p"]) == PAGE
    assert reverse("api-project-agreement", args=["p"]) == API


def test_intervals_stand_beside_the_numbers(manager, worked) -> None:
    page = signed_in(manager).get(PAGE).content.decode()
    answer = signed_in(manager).get(API).json()
    low, high = answer["score_agreement"]["intervals"]["kappa_fleiss"]
    assert {repr(low), repr(high)} <= shown(page)
    low, high = answer["pairs"][0]["intervals"]["masi"]
    assert f'title="95 % interval: {low!r} to {high!r}">{low:.2f} to {high:.2f}</small>' in page
    assert "the numbers as a table" in text_of(page).lower()


def test_words_that_take_long_become_a_run(manager, worked, monkeypatch) -> None:
    monkeypatch.setattr("scoring.results.agreement.words.SECONDS_PER_CELL", 1.0)
    assert signed_in(manager).get(API).status_code == 202


@pytest.mark.parametrize("query", ["", "?uncovered=missing", "?topic=D2", "?score=recall&squares=2"])
def test_every_number_of_the_page_is_in_the_api_to_the_last_digit(manager, worked, query) -> None:
    client = signed_in(manager)
    page = client.get(PAGE + query)
    answer = client.get(API + query)
    assert (page.status_code, answer.status_code) == (200, 200)
    assert shown(page.content.decode())
    assert shown(page.content.decode()) <= numbers(answer.json())
    assert set(answer.json()) > CONTRACT


def test_the_policy_is_always_told_with_the_numbers(manager, worked) -> None:
    client = signed_in(manager)
    said = text_of(client.get(PAGE).content.decode())
    assert "is a set of its own ( singleton ); a word in several SCUs gets the words of all of them ( union )" in said
    assert "has no value ( missing )" in text_of(client.get(f"{PAGE}?uncovered=missing").content.decode())
    refused = text_of(client.get(f"{PAGE}?uncovered=refuse").content.decode())
    assert "ann has 8 of 16 words in no SCU." in refused
    assert "Krippendorff’s alpha of all" not in refused


def test_an_empty_project_says_what_is_needed(manager) -> None:
    said = text_of(signed_in(manager).get(PAGE).content.decode())
    for heading in ("No two pyramids to compare", "No peer matched by two", "No scores by two annotators"):
        assert heading in said


def test_a_tiny_probability_is_told_as_less() -> None:
    assert p_value(0.0501) == '<data value="0.0501" title="0.0501">0.0501</data>'
    assert p_value(1e-9) == '<data value="1e-09" title="1e-09">&lt; 0.0001</data>'
    assert p_value(None) == "–"


def test_drafts_count_if_asked(manager, worked) -> None:
    pyramids().filter(owner__name="ben").update(state="in_progress")
    client = signed_in(manager)
    assert client.get(API).json()["units"] == 0
    assert client.get(f"{API}?drafts=on").json()["units"] == 16


@pytest.mark.parametrize("role", Membership.Role.values)
def test_every_member_can_read_it(project, worked, role) -> None:
    client = signed_in(make_member(project, role))
    assert [client.get(address).status_code for address in (PAGE, API)] == [200, 200]


def test_outsiders_and_topics_that_are_not_there_get_404(manager, worked) -> None:
    outsider, client = signed_in(manager_of(make_project())), signed_in(manager)
    assert [outsider.get(address).status_code for address in (PAGE, API)] == [404, 404]
    assert [client.get(f"{address}?topic=none").status_code for address in (PAGE, API)] == [404, 404]


def test_who_is_signed_out_has_to_sign_in(worked) -> None:
    assert [Client().get(address).status_code for address in (PAGE, API)] == [302, 401]


@pytest.mark.parametrize("query", ["?uncovered=x", "?score=best", "?squares=3"])
def test_what_cannot_be_understood_is_400_in_the_api_and_left_out_on_the_page(manager, worked, query) -> None:
    client = signed_in(manager)
    answer = client.get(API + query)
    field = query[1:].split("=")[0]
    assert (answer.status_code, [error["field"] for error in answer.json()["errors"]]) == (400, [field])
    assert client.get(PAGE + query).status_code == 200


def test_in_a_blind_project_only_what_one_sees_counts(project, manager, worked) -> None:
    project.blind = True
    project.save()
    ann = project.memberships.get(name="ann")
    answer = signed_in(ann).get(API).json()
    assert (answer["units"], answer["annotators"], answer["score_agreement"]) == (0, [], None)
    page = text_of(signed_in(ann).get(PAGE).content.decode())
    assert "In this blind project, these numbers use only the work that you can see" in page
    assert not {"ben", "zoe"} & set(re.findall(r"\w+", page))
    assert signed_in(manager).get(API).json()["annotators"] == ["ann", "ben"]


def test_masked_peers_are_compared_on_one_topic_by_their_masks(project, manager, worked) -> None:
    for peer in Summary.objects.peer_summaries():
        peer.mask = f"P{40 - int(peer.summarizer)}"  # the order of the import turned round
        peer.save()
    project.mask_summarizers = True
    project.save()
    zoe = signed_in(project.memberships.get(name="zoe"))
    asked = f"{API}?topic=D2"
    assert [row["summarizer"] for row in zoe.get(asked).json()["robustness"]["scores"]] == ["P37", "P38", "P39"]
    assert [row["summarizer"] for row in signed_in(manager).get(asked).json()["robustness"]["scores"]] == [
        "1",
        "2",
        "3",
    ]
    release = released_topic(project, "D3", manager)
    peer = matched_peer(release, "1", [1]).summary
    peer.mask = "P39"
    peer.save()
    answer = zoe.get(API).json()
    assert (answer["robustness"], answer["masked"]) == (None, 7)
    assert "Choose one topic to see them" in text_of(zoe.get(PAGE).content.decode())


def test_a_pair_leads_to_where_it_differs(project, manager, worked) -> None:
    client = signed_in(manager)
    assert 'href="/p/p/t/D1/differences/?a=ann&amp;b=ben"' in client.get(PAGE).content.decode()
    project.anonymous_owners = True  # then that page calls nobody by name
    project.save()
    assert 'href="/p/p/t/D1/differences/"' in client.get(PAGE).content.decode()


def test_it_is_linked_from_the_project_and_the_scores(manager, worked) -> None:
    client = signed_in(manager)
    for address in ("/p/p/", "/p/p/scores/"):
        assert f'href="{PAGE}"' in client.get(address).content.decode()


@pytest.mark.parametrize("size", [TeamSize(4, 2, 2), TeamSize(6, 5, 4)])
def test_the_number_of_statements_does_not_grow(size, django_assert_num_queries) -> None:
    team = BigTeam(size=size, now=timezone.now(), slug="p")
    client = signed_in(team.manager)
    # Session, user, membership and topics; pyramids, parts and texts; annotations, weights and units.
    for address in (PAGE, API):
        with django_assert_num_queries(14):
            assert client.get(f"{address}?drafts=on").status_code == 200
