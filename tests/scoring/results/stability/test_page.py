"""The page and the API on how many models are enough: the same numbers as the command, to whom, and with how many
statements.
"""

import json
import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership
from annotator.projects.peer_names import mask_project
from tests.factories import make_member, make_project
from tests.scenes import signed_in
from tests.scoring.pyramid_files import pan_text, pyr_text
from tests.scoring.results.agreement.test_page import numbers, shown, text_of
from tests.scoring.scored_project import manager_of, matched_peer, released_topic

pytestmark = pytest.mark.django_db

PAGE, API = "/p/p/stability/", "/api/projects/p/stability/"
MODELS = [{1, 2, 3, 4, 9}, {1, 2, 3, 5}, {1, 2, 4, 6, 7}, {1, 3, 4, 8}, {1, 2, 5, 6, 9}, {2, 3, 7, 8}]
PEERS = ([1, 2, 3], [1, 4, 9], [5, 6], [1, 7, 8, 8], [2, 3, 4, 5])


@pytest.fixture
def project():
    return make_project("p")


@pytest.fixture
def manager(project):
    return manager_of(project)


@pytest.fixture
def worked(project, tmp_path):
    """Two topics with six and five models, and five peers of the first."""
    for key, count in (("D01", 6), ("D02", 5)):
        (tmp_path / f"{key}.pyr").write_text(pyr_text(MODELS[:count], 9), encoding="utf-8")
    for number, said in enumerate(PEERS, start=1):
        (tmp_path / f"ann.D01.{number}.pan").write_text(pan_text(MODELS, 9, said, number % 3), encoding="utf-8")
    call_command("import_duc", "--project", "p", "--owner", "ann", str(tmp_path), stdout=StringIO())
    peer_annotations().update(state="submitted")


def commanded(*arguments):
    out = StringIO()
    call_command("stability", "--project", "p", "--json", *arguments, stdout=out)
    return json.loads(out.getvalue())


def test_the_addresses_are_those_of_the_design() -> None:
    assert reverse("project-stability", args=["p"]) == PAGE
    assert reverse("api-project-stability", args=["p"]) == API


@pytest.mark.parametrize(
    ("query", "flags"),
    [
        ("score_peers=on", ["--score-peers"]),
        ("score_peers=on&topic=D01&peers=4", ["--score-peers", "--topic", "D01", "--peers", "4"]),
        ("threshold=0.2&annotator=ann&release=1", ["--threshold", "0.2", "--owner", "ann", "--release", "1"]),
    ],
)
def test_api_command_and_page_have_the_same_numbers(manager, worked, query, flags) -> None:
    client = signed_in(manager)
    answer, page = client.get(f"{API}?{query}"), client.get(f"{PAGE}?{query}")
    assert (answer.status_code, page.status_code) == (200, 200)
    told, expected = answer.json(), commanded(*flags)
    del expected["made_by"]  # the flags of the command
    assert expected.pop("unread") == []  # files that the command cannot read
    assert {key: told[key] for key in expected} == expected
    assert told["refused"] is None
    everything = numbers(client.get(f"{API}?{query}&score_peers=on").json())
    values = shown(page.content.decode())
    assert values
    assert values <= everything


def test_the_reference_and_the_answer_are_told_in_words(manager, worked) -> None:
    said = text_of(signed_in(manager).get(PAGE).content.decode())
    assert "each summary scored against all others, order 5 (for peers: against all models, order 6)" in said
    assert "In short" in said
    near = re.search(r"by all 6 : (.*?) \(1 means the same", said.replace("all 6:", "all 6 :"))
    assert near
    assert re.findall(r"with (\d) model", near[1]) == ["5", "4", "2", "1"]
    assert "This page cannot show what even more models would change" in said
    assert "Topics have different numbers of model summaries" in said
    assert "p2 Of pairs that differ with all models, the share that are equal with n models" in said


def test_any_two_summaries_can_be_pictured_and_taken_away(manager, worked) -> None:
    client = signed_in(manager)
    said = text_of(client.get(f"{PAGE}?of=D01&a=peer:2&b=model:Writer3").content.decode())
    assert "Scores of peer 2 and model Writer3 on D01" in said
    assert "on D02" in text_of(client.get(f"{PAGE}?of=D02&a=nobody").content.decode())
    answer = client.get(f"{PAGE}?of=D01&a=peer:2&b=model:Writer3&figure=orders&as=csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    heads, *rows = answer.content.decode().splitlines()
    assert heads.startswith("Model summaries in the pyramid,peer 2,")
    assert len(rows) == 6
    mean = client.get(f"{API}?score_peers=on").json()["peers"]["orders"][0]["scores"][1]["mean"]
    assert rows[0].split(",")[1] == repr(mean)
    for name in ("errors", "ranks"):
        assert client.get(f"{PAGE}?figure={name}&as=svg").status_code == 200
    assert client.get(f"{PAGE}?figure=none&as=svg").status_code == 404


@pytest.mark.parametrize("address", [PAGE, API])
def test_nothing_to_analyse_is_told(manager, address) -> None:
    answer = signed_in(manager).get(address)
    assert answer.status_code == 200
    assert "There is no release of any topic yet." in answer.content.decode()


def test_two_owners_need_a_choice(project, manager) -> None:
    release = released_topic(project, owner=manager)
    other = make_member(project)
    released_again(release, other)
    client = signed_in(manager)
    assert "choose whose" in text_of(client.get(PAGE).content.decode())
    assert client.get(API).json()["owners"] == sorted([manager.name, other.name])
    assert client.get(f"{API}?annotator={other.name}").json()["inputs"][0]["source"] == f"release 1 of {other.name}"


@pytest.mark.parametrize(
    ("query", "field"),
    [("threshold=0", "threshold"), ("threshold=2", "threshold"), ("threshold=x", "threshold"), ("peers=0", "peers")],
)
def test_what_cannot_be_understood_is_400_and_the_default_on_the_page(manager, worked, query, field) -> None:
    client = signed_in(manager)
    answer = client.get(f"{API}?{query}")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == field
    page = client.get(f"{PAGE}?{query}")
    assert page.status_code == 200
    assert "The default is used." in page.content.decode()


def test_more_peers_than_models_is_refused_with_a_sentence(manager, worked) -> None:
    client = signed_in(manager)
    sentence = "Of the 5 model summaries of topic D02 at most 4 can be peers, not 5."
    assert client.get(f"{API}?peers=5").json()["refused"] == sentence
    assert sentence in client.get(f"{PAGE}?peers=5").content.decode()


def test_too_much_for_a_page_is_refused(manager, worked, monkeypatch) -> None:
    for module in ("scoring.results.enough.views", "scoring.results.stability.api"):
        monkeypatch.setattr(f"{module}.MAX_SCORES", 100)
    client = signed_in(manager)
    assert "choose fewer topics" in client.get(PAGE).content.decode()
    assert "choose fewer topics" in client.get(API).json()["refused"]


def test_members_read_it_and_others_get_404(project, worked) -> None:
    for role in Membership.Role.values:
        client = signed_in(make_member(project, role))
        assert [client.get(address).status_code for address in (PAGE, API)] == [200, 200]
        assert [client.get(f"{address}?topic=X").status_code for address in (PAGE, API)] == [404, 404]
    outsider = signed_in(manager_of(make_project()))
    assert [outsider.get(address).status_code for address in (PAGE, API)] == [404, 404]


def test_peers_whose_scores_are_not_shown_are_left_out(project, worked) -> None:
    project.live_scores = "hide"
    project.save()
    annotator = signed_in(make_member(project))
    assert annotator.get(f"{API}?score_peers=on").json()["peers"] is None
    manager = signed_in(manager_of(project))
    assert manager.get(f"{API}?score_peers=on").json()["peers"]["peers"] == 5


@pytest.mark.parametrize(("address", "most"), [(PAGE, 22), (f"{API}?score_peers=on", 14)])
def test_statements_do_not_grow_with_topics_and_peers(
    project, manager, address, most, django_assert_max_num_queries
) -> None:
    for key in ("D1", "D2", "D3", "D4"):
        release = released_topic(project, key, manager)
        for number in range(4):
            matched_peer(release, str(number), [1, number % 3 + 1])
    client = signed_in(manager)
    with django_assert_max_num_queries(most):
        answer = client.get(address)
    assert answer.status_code == 200


def test_means_over_topics_are_ranked_but_not_of_masked_peers(project, manager) -> None:
    for key in ("D1", "D2", "D3"):
        release = released_topic(project, key, manager)
        for number in range(4):
            matched_peer(release, f"system-{number}", [1, 2, 3][: number % 3 + 1] + [None] * number)
    client = signed_in(manager)
    found = client.get(f"{API}?score_peers=on").json()["peers"]["means"]
    assert (found["topics"], found["summarizers"]) == (3, [f"system-{number}" for number in range(4)])
    assert [one["n"] for one in found["rank_stability"]] == [1, 2, 3]
    # Three topics with three pyramids each: every way to choose them.
    assert [one["pyramids"] for one in found["rank_stability"]] == [27, 27, 1]
    assert "Ranks of 4 summarizers by their means over 3 topics" in text_of(client.get(PAGE).content.decode())
    project.mask_summarizers = True
    project.save()
    mask_project(project=project)
    annotator = signed_in(make_member(project))
    peers = annotator.get(f"{API}?score_peers=on").json()["peers"]
    assert (peers["peers"], peers["means"]) == (12, None)
    assert "system" not in annotator.get(PAGE).content.decode()


def released_again(release, owner):
    """The same SCUs in another owner's pyramid of the topic."""
    from tests.factories import make_pyramid
    from tests.scoring.scored_project import next_release

    release.pyramid = make_pyramid(release.pyramid.topic, owner)
    return next_release(release)
