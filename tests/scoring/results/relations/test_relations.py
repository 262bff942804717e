"""The page, the API and the command of relations: their numbers, who may see them, and their SQL queries."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotator.projects.models import Project, Topic
from tests.factories import (
    make_member,
    make_peer_annotation,
    make_project,
    make_pyramid,
    make_release,
    make_summary,
    make_topic,
    make_user,
    scu_snapshot,
    unit_snapshot,
)
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db
PAGE, API = "/p/p/t/D1/relations/", "/api/projects/p/topics/D1/relations/"
PEER_PAGE = "/p/p/t/D1/peers/system/Matcher/score/"
WEIGHTS = {1: 4, 2: 3, 3: 2, 4: 1, 5: 1}
RELATIONS = [(1, "implies", 2), (4, "depends", 1), (5, "depends", 4), (2, "depends", 3)]
"""By the numbers of the SCUs. Of the dependent SCUs, 4 weighs less than 1, 2 more than 3, and 5 as much as 4."""


def related_scus(models: list[Any], relations: Any, first: int = 0) -> list[dict[str, Any]]:
    """The SCUs of `WEIGHTS`; an SCU has a word of its own in each of its models. ``first``: number of their ids."""
    scus = {
        number: scu_snapshot(
            first + number,
            *((model.pk, [(first + 10 * number + i, 5 * number, 5 * number + 4)]) for i, model in held),
        )
        for number, weight in WEIGHTS.items()
        for held in [list(enumerate(models[:weight]))]
    }
    for number, scu in scus.items():
        pairs = sorted((kind, scus[other]["id"]) for start, kind, other in relations if start == number)
        if pairs:
            scu["relations"] = [{"to": to, "kind": kind} for kind, to in pairs]
    return list(scus.values())


@pytest.fixture
def topic() -> Topic:
    """A topic with a release whose SCUs are related, and one finished peer, which has only the first SCU."""
    project = make_project("p")
    topic = make_topic(project, "D1")
    models = [make_summary(topic, text="word " * 10, summarizer=f"M{n}") for n in range(4)]
    for model in models:  # make_summary leaves words out
        model.words = [bound for start in range(0, 50, 5) for bound in (start, start + 4)]
        model.save(update_fields=["words"])
    scus = related_scus(models, RELATIONS)
    release = make_release(
        make_pyramid(topic, make_member(project, user=make_user("Ann")), scus, state="submitted"), scus
    )
    peer = make_summary(topic, "peer", text="one two", summarizer="system")
    matcher = make_member(project, user=make_user("Matcher"))
    make_peer_annotation(release, matcher, [unit_snapshot(1, 1, (1, 0, 3))], summary=peer, state="submitted")
    return topic


def _client(project: Project) -> Client:
    return signed_in(make_member(project))


def test_counts_weights_and_scores_with_implied_scus(topic: Topic) -> None:
    """The worked example: weights 4 3 2 1 1, four models, Max of the modified score 9."""
    numbers = _client(topic.project).get(API).json()
    names = ("topic", "owner", "release", "scus", "relations", "depends", "implies")
    assert [numbers[name] for name in names] == ["D1", "Ann", 1, 5, 4, 3, 1]
    assert (numbers["lower_weight_depends"], numbers["pairs"], numbers["p"]) == (0.5, 2, 1.0)
    (peer,) = numbers["with_implied"]
    assert (peer["peer"], peer["matcher"], peer["release"], peer["implied"]) == ("system", "Matcher", 1, 1)
    assert peer["scores"]["modified"] == {"score": 4 / 9, "x": 3, "max": 9}
    assert peer["with_implied"]["modified"] == {"score": 7 / 9, "x": 3, "max": 9}
    assert numbers["agreement"] == []


def test_owners_agree_on_the_relations_that_both_have(topic: Topic) -> None:
    """Ben has the same SCUs. He has one of Ann's three needs and another one, and none of her implications."""
    models = list(topic.summaries.filter(kind="model").order_by("position"))
    scus = related_scus(models, [(4, "depends", 1), (3, "depends", 1)], first=100)
    make_pyramid(topic, make_member(topic.project, user=make_user("Ben")), scus, state="submitted")
    (pair,) = _client(topic.project).get(API).json()["agreement"]
    assert (pair["a"], pair["b"], pair["matched_scus"]) == ("Ann", "Ben", 5)
    assert pair["depends"] == {"a": 3, "b": 2, "common": 1, "f1": 2 / 5}
    assert pair["implies"] == {"a": 1, "b": 0, "common": 0, "f1": 0.0}
    page = _client(topic.project).get(PAGE).content.decode()
    assert "Ann, Ben" in page


def test_the_page_shows_the_numbers(topic: Topic) -> None:
    page = _client(topic.project).get(PAGE).content.decode()
    for text in ("SCU 1", "implies", "1 of 2 pairs of different weight, 1 of equal weight left out", ".444", ".7778"):
        assert text in page, text


def test_the_command_prints_the_numbers_of_the_api(topic: Topic) -> None:
    numbers = _client(topic.project).get(API).json()
    del numbers["made_by"]
    out = StringIO()
    call_command("relations", "--project", "p", "--topic", "D1", "--json", stdout=out)
    assert json.loads(out.getvalue())["topics"] == [numbers]
    out = StringIO()
    call_command("relations", "--project", "p", stdout=out)
    assert "modified+" in out.getvalue()
    with pytest.raises(CommandError, match="There is no topic “D9”"):
        call_command("relations", "--project", "p", "--topic", "D9")


def test_a_peers_score_page_shows_both_scores(topic: Topic) -> None:
    page = _client(topic.project).get(PEER_PAGE).content.decode()
    assert "4 / Max 9" in page
    assert "7 / Max 9" in page


def test_without_relations_the_page_says_how_to_add_them() -> None:
    topic = make_topic(make_project("p"), "D1")
    page = _client(topic.project).get(PAGE).content.decode()
    assert "No relations yet" in page
    assert "With implied SCUs" not in page


@pytest.mark.parametrize("address", [PAGE, API])
def test_others_get_404_and_people_signed_out_are_sent_to_sign_in(topic: Topic, address: str) -> None:
    assert _client(make_project()).get(address).status_code == 404
    assert Client().get(address).status_code in (302, 401)
    assert _client(topic.project).post(address).status_code in (403, 405)
    assert _client(topic.project).get(address.replace("D1", "D9")).status_code == 404


def test_hidden_pyramids_of_a_blind_project_give_no_numbers(topic: Topic) -> None:
    Project.objects.update(blind=True)
    numbers = _client(topic.project).get(API).json()
    assert (numbers["owner"], numbers["scus"], numbers["with_implied"], numbers["agreement"]) == (None, 0, [], [])


def test_the_number_of_queries_does_not_grow(topic: Topic) -> None:
    def count() -> int:
        client = _client(topic.project)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(PAGE).status_code == 200
        return len(captured)

    models = list(topic.summaries.filter(kind="model").order_by("position"))
    make_pyramid(topic, make_member(topic.project), related_scus(models, RELATIONS, first=100), state="submitted")
    first = count()
    pyramid = make_pyramid(topic, make_member(topic.project), related_scus(models, RELATIONS, 200), state="submitted")
    release = make_release(pyramid, related_scus(models, RELATIONS, 200))
    peer = make_summary(topic, "peer", text="one two", summarizer="other")
    make_peer_annotation(release, units=[unit_snapshot(9, 201, (9, 0, 3))], summary=peer, state="submitted")
    assert count() == first
