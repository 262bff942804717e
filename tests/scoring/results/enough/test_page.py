"""The page and the API on how many topics and matchers are enough: the numbers of the command, to whom, how bounded."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from annotator.projects.models import Membership
from annotator.projects.peer_names import mask_project
from annotator.work.models import Work
from scoring.results.enough import analysis
from tests.factories import make_member, make_project, make_pyramid
from tests.scenes import signed_in
from tests.scoring.results.agreement.test_page import numbers, shown, text_of
from tests.scoring.scored_project import manager_of, matched_peer, next_release, released_topic

pytestmark = pytest.mark.django_db

PAGE, API = "/p/p/stability/", "/api/projects/p/enough/"
UNITS = ([1], [2, 3], [1, 2, 3], [1, 3])


@pytest.fixture
def project():
    return make_project("p")


@pytest.fixture
def manager(project):
    return manager_of(project)


@pytest.fixture
def releases(project, manager):
    return [released_topic(project, key, manager) for key in ("D1", "D2", "D3")]


@pytest.fixture
def people(project):
    return [make_member(project), make_member(project)]


@pytest.fixture
def worked(releases, people):
    """Three topics, four summarizers, two matchers; one matching is missing."""
    for topic, release in enumerate(releases):
        for number, units in enumerate(UNITS):
            for person, owner in enumerate(people):
                if (topic, number, person) != (2, 3, 1):
                    own = units[: 1 + (number + topic * number + person) % 3]
                    matched_peer(release, f"system-{number}", own, owner=owner)


def commanded(*arguments: str) -> dict:
    out = StringIO()
    call_command("enough", "--project", "p", "--json", *arguments, stdout=out)
    answer: dict = json.loads(out.getvalue())
    del answer["made_by"]  # the flags of the command
    return answer


def test_the_page_keeps_the_address_of_stability() -> None:
    assert reverse("project-stability", args=["p"]) == PAGE
    assert reverse("api-project-enough", args=["p"]) == API


@pytest.mark.parametrize(
    ("query", "flags"),
    [
        ("", []),
        ("score=recall&difference=0.2", ["--score", "recall", "--difference", "0.2"]),
        ("topic=D1&topic=D2&release=1", ["--topic", "D1", "D2", "--release", "1"]),
    ],
)
def test_api_command_and_page_have_the_same_numbers(manager, worked, query, flags) -> None:
    client = signed_in(manager)
    answer, page = client.get(f"{API}?{query}"), client.get(f"{PAGE}?{query}")
    assert (answer.status_code, page.status_code) == (200, 200)
    expected = commanded(*flags)
    assert {key: answer.json()[key] for key in expected} == expected
    assert answer.json()["refused"] is None
    html = page.content.decode()
    section = html[html.index('id="variances"') : html.index('id="models"')]
    shares = [value / sum(expected["components"].values()) for value in expected["components"].values()]
    assert shown(section)
    assert shown(section) <= numbers(expected) | set(map(repr, shares))


def test_the_answer_is_in_words(manager, worked) -> None:
    said = text_of(signed_in(manager).get(f"{PAGE}?difference=0.3").content.decode())
    needed = commanded("--difference", "0.3")["needed"]
    topics = f"{needed[0]['for_difference']} topics"
    assert f"To detect a difference of 0.3 between two summarizers in 80 % of studies, {topics} with 1 matcher" in said
    assert "23 scores (modified score) of 4 summarizers on 3 topics by 2 matchers." in said
    assert "How many models?" in said


@pytest.mark.parametrize("name", ["components", "dependability", "detectable"])
def test_figures_can_be_downloaded(manager, worked, name) -> None:
    client = signed_in(manager)
    assert client.get(f"{PAGE}?figure={name}&as=svg").status_code == 200
    answer = client.get(f"{PAGE}?figure={name}&as=csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert 'filename="p.enough.' in answer["Content-Disposition"]


def test_the_consensus_is_no_matcher_of_its_own(project, releases, people, worked) -> None:
    consensus = project.memberships.create(name="consensus")
    matched_peer(releases[0], "system-0", [2], owner=consensus)
    matched_peer(releases[2], "system-9", [2], owner=consensus)
    result = commanded()
    assert result["settings"]["scores"] == 24
    assert any(warning.startswith("1 score of the consensus is left out") for warning in result["warnings"])


def test_only_owners_of_pyramids_with_scores_are_to_be_chosen_from(project, releases, people, worked) -> None:
    scores, owner = commanded()["settings"]["scores"], make_member(project)
    releases[0].pyramid = make_pyramid(releases[0].pyramid.topic, owner)
    theirs = next_release(releases[0])
    draft = matched_peer(theirs, "system-9", [1], state="in_progress")
    assert commanded()["settings"]["scores"] == scores
    Work.objects.filter(pk=draft.pk).update(state="submitted")
    with pytest.raises(CommandError, match="choose whose"):
        commanded()


def test_nothing_to_analyse_is_told(manager) -> None:
    client = signed_in(manager)
    sentence = "at least two summarizers on at least two topics, not 0 and 0"
    assert sentence in client.get(API).json()["refused"]
    text = text_of(client.get(PAGE).content.decode())
    assert sentence in text
    assert "There are no sentences for a paper yet" in text


@pytest.mark.parametrize(("query", "field"), [("difference=0", "difference"), ("score=x", "score"), ("what=1", "what")])
def test_what_cannot_be_understood_is_400(manager, worked, query, field) -> None:
    answer = signed_in(manager).get(f"{API}?{query}")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, field)
    assert signed_in(manager).get(f"{PAGE}?{query}").status_code == 200


def test_members_read_it_and_others_get_404(project, worked) -> None:
    for role in Membership.Role.values:
        client = signed_in(make_member(project, role))
        assert [client.get(API).status_code, client.get(f"{API}?topic=X").status_code] == [200, 404]
    assert signed_in(manager_of(make_project())).get(API).status_code == 404


def test_scores_that_are_not_shown_and_masked_peers_are_left_out(project, worked) -> None:
    annotator = signed_in(make_member(project))
    project.mask_summarizers = True
    project.save()
    mask_project(project=project)
    assert "not 0 and 0" in annotator.get(API).json()["refused"]
    assert "system" not in annotator.get(PAGE).content.decode()
    project.mask_summarizers, project.live_scores = False, "hide"
    project.save()
    assert "not 0 and 0" in annotator.get(API).json()["refused"]
    assert signed_in(manager_of(project)).get(API).json()["settings"]["scores"] == 23


def test_a_long_estimation_becomes_a_run(manager, worked, monkeypatch) -> None:
    monkeypatch.setattr(analysis, "SECONDS_OF_REML", 1e9)
    answer = signed_in(manager).get(API)
    assert answer.status_code == 202


def test_statements_do_not_grow_with_topics_and_peers(
    project, manager, releases, people, django_assert_max_num_queries
) -> None:
    client = signed_in(manager)
    for number in range(6):
        for release in releases:
            matched_peer(release, str(number), UNITS[number % 4], owner=people[number % 2])
    with django_assert_max_num_queries(12):
        assert client.get(API).status_code == 200
