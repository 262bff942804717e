"""Adjudication without names: nothing that an adjudicator receives tells whose work is whose."""

import pytest
from django.contrib.auth.models import User
from django.test import override_settings
from django.urls import reverse

from annotator.projects.models import CONSENSUS, Membership, Topic
from annotator.pyramids.models import pyramids
from annotator.work.adjudication.work_comparison import shown_owner_names
from annotator.work.models import Work
from tests.access.actors import ADJUDICATOR, MANAGER
from tests.access.marks import everything
from tests.access.scene import Scene
from tests.security.nameless_site import (
    CHANGING,
    FIRST,
    LISTS_MEMBERS,
    SECOND,
    answers,
    begin_consensuses,
    hidden_ids,
    leaks,
    linked_answers,
    make_nameless_scene,
)

pytestmark = pytest.mark.django_db

TOPIC = "/p/p/t/D1/"


@pytest.fixture
def scene(db: None, request: pytest.FixtureRequest) -> Scene:
    """A project with two owners' finished work, blind and masked if the parameter says so."""
    return make_nameless_scene(hidden=getattr(request, "param", False))


def pages(scene: Scene) -> list[str]:
    """The pages on which the adjudicator compares the owners' work."""
    peer = f"{TOPIC}peers/{scene.mask}/"
    return [f"{begin}{page}/" for begin in (TOPIC, peer) for page in ("differences", "adjudicate")]


def read(scene: Scene, address: str, *, who: str = ADJUDICATOR) -> str:
    return everything(scene.clients[who].get(address))


@pytest.mark.parametrize("scene", [False, True], indirect=True, ids=["open", "hidden"])
@pytest.mark.parametrize("begun", [False, True], ids=["before", "during"])
def test_no_answer_tells_whose_work_is_whose(scene: Scene, begun: bool) -> None:
    if begun:
        begin_consensuses(scene)
    ids = hidden_ids(scene)
    linked = linked_answers(scene)
    member_lists = {reverse("project", args=["p"]), reverse("member-add", args=["p"])}
    received = {address: (text, address in member_lists) for address, text in linked.items()}
    received |= {what: (text, what.split()[0] in LISTS_MEMBERS) for what, text in answers(scene, read=linked).items()}
    assert set(pages(scene)) < received.keys()
    found = {what: leaks(text, ids, lists_members=lists) for what, (text, lists) in received.items()}
    assert {what: marks for what, marks in found.items() if marks} == {}


def test_every_answer_is_the_same_if_the_owners_exchange_their_names(scene: Scene) -> None:
    begin_consensuses(scene)
    before = {**answers(scene, methods=["get"]), **linked_answers(scene)}
    for rows, field in ((Membership.objects, "name"), (User.objects, "username")):
        first, second = (rows.get(**{f"{field}__endswith": name}) for name in (FIRST, SECOND))
        names = getattr(first, field), getattr(second, field)
        rows.filter(pk=first.pk).update(**{field: "nobody"})
        rows.filter(pk=second.pk).update(**{field: names[0]})
        rows.filter(pk=first.pk).update(**{field: names[1]})
    after = {**answers(scene, methods=["get"]), **linked_answers(scene)}
    assert after.keys() == before.keys()
    assert [what for what in before if CHANGING.sub("", before[what]) != CHANGING.sub("", after[what])] == []


@pytest.mark.parametrize("scene", [False, True], indirect=True, ids=["open", "hidden"])
def test_the_work_itself_is_compared(scene: Scene) -> None:
    for address in pages(scene):
        text = read(scene, address)
        assert "Annotator 1" in text
        assert "Annotator 2" in text
    assert "The keeper left unseen" in read(scene, pages(scene)[0])
    begin_consensuses(scene)
    assert "The keeper left unseen" in read(scene, pages(scene)[1])


def test_unfinished_work_is_not_compared(scene: Scene) -> None:
    pyramids().filter(owner__name=SECOND).update(state="returned")
    assert "Nothing to compare yet" in read(scene, pages(scene)[0])
    assert "Not enough finished work yet" in read(scene, pages(scene)[1])


def test_a_name_in_an_address_or_a_filter_is_nobodys(scene: Scene) -> None:
    differences, _, peer_differences, peer_adjudicate = pages(scene)
    browser = scene.clients[ADJUDICATOR]
    for address in (
        *(f"{differences}?a={FIRST}", f"{peer_differences}?a={FIRST}", f"{peer_differences}?release=1&pyramid={FIRST}"),
        *(f"{peer_adjudicate}?release=1&pyramid={FIRST}", f"{TOPIC}pyramid/{FIRST}/"),
    ):
        assert browser.get(address).status_code == 404
    for name in ("api-pyramids", "api-peer-annotations", "api-releases"):
        assert browser.get(reverse(name, args=["p"]), {"owner": FIRST}).json()["results"] == []


@pytest.mark.parametrize("ends_by", ["finishing", "revealing"])
def test_names_are_shown_once_the_consensus_is_finished_or_the_topic_revealed(scene: Scene, ends_by: str) -> None:
    begin_consensuses(scene)
    if ends_by == "finishing":
        Work.objects.filter(owner__name=CONSENSUS).update(state="adjudicated")
    else:
        scene.clients[MANAGER].post(f"{TOPIC}reveal/")
    for address in (*pages(scene), TOPIC, f"{TOPIC}pyramid/{FIRST}/", reverse("api-pyramids", args=["p"])):
        assert FIRST in read(scene, address)


def test_a_finished_consensus_shows_only_the_works_on_its_own_text(scene: Scene) -> None:
    begin_consensuses(scene)
    pyramids().filter(owner__name=CONSENSUS).update(state="adjudicated")
    owners = {
        name: {row["owner"] for row in scene.clients[ADJUDICATOR].get(reverse(name, args=["p"])).json()["results"]}
        for name in ("api-pyramids", "api-peer-annotations")
    }
    assert owners == {"api-pyramids": {FIRST, SECOND, CONSENSUS}, "api-peer-annotations": {CONSENSUS}}


def test_others_see_names_in_lists_and_a_manager_numbers_where_work_is_compared(scene: Scene) -> None:
    for who in (FIRST, MANAGER):
        assert SECOND in read(scene, TOPIC, who=who)
    for address in pages(scene):
        assert "Annotator 1" in read(scene, address, who=MANAGER)


def test_numbers_follow_neither_the_ids_nor_the_names(scene: Scene) -> None:
    topic = Topic.objects.get()
    works = list(pyramids().select_related("owner").order_by("pk"))
    numbers = set()
    for key in range(20):
        with override_settings(SECRET_KEY=f"a key of an installation, number {key}"):
            numbers.add(tuple(shown_owner_names(topic, works)))
    assert numbers == {("Annotator 1", "Annotator 2"), ("Annotator 2", "Annotator 1")}


def test_the_adjudicators_own_work_and_the_work_they_edit_keep_their_names(scene: Scene) -> None:
    work = pyramids().get(owner__name=FIRST)
    work.editors.add(scene.members[ADJUDICATOR])
    assert read(scene, f"{TOPIC}pyramid/{FIRST}/").count(FIRST) > 1
    assert scene.clients[ADJUDICATOR].get(f"{TOPIC}pyramid/{SECOND}/").status_code == 404
