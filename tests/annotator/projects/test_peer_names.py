"""Masks of peers, and the order in which people see them."""

from random import Random

import pytest

from annotator.interchange.import_table import import_table
from annotator.projects.models import Membership, Summary, Topic
from annotator.projects.peer_names import mask_peers, mask_project, peers_in_order
from annotator.projects.services import change_settings
from annotator.projects.texts import NewSummary, add_summaries
from tests.factories import make_member, make_project, make_summary, make_topic

pytestmark = pytest.mark.django_db

NAMES = [f"system{number}" for number in range(12)]


def make_peers(topic: Topic, names: list[str] = NAMES) -> None:
    for name in names:
        make_summary(topic, "peer", summarizer=name)


def masks(topic: Topic) -> dict[str, str]:
    return dict(topic.summaries.peer_summaries().values_list("summarizer", "mask"))


def seen(topic: Topic, member: Membership) -> list[str]:
    """The peers' real names in the order in which the member has them."""
    assert member.user
    peers = Summary.objects.visible_to(member.user).filter(topic=topic).peer_summaries()
    return [peer.summarizer for peer in peers_in_order(member, peers, project=topic.project)]


def test_each_peer_has_a_mask_of_its_own_and_models_none() -> None:
    topic = make_topic()
    model = make_summary(topic)
    make_peers(topic)
    mask_peers(topic=topic)
    given = masks(topic)
    assert len(set(given.values())) == len(NAMES)
    assert all(mask[0] == "P" and mask[1:].isdecimal() for mask in given.values())
    model.refresh_from_db()
    assert model.mask == ""


def test_masks_are_drawn_anew_for_each_topic() -> None:
    first, second = (make_topic(make_project()) for _ in range(2))
    rng = Random(1)
    for topic in (first, second):
        make_peers(topic)
        mask_peers(topic=topic, rng=rng)
    assert masks(first) != masks(second)
    assert sorted(masks(first), key=masks(first).__getitem__) != sorted(masks(second), key=masks(second).__getitem__)


def test_a_mask_is_nobodys_name() -> None:
    topic = make_topic()
    make_peers(topic, [f"P{number}" for number in range(10, 60)])
    mask_peers(topic=topic)
    given = masks(topic)
    assert not set(given) & set(given.values())


def test_a_mask_stays_and_later_peers_get_theirs() -> None:
    project = make_project(mask_summarizers=True)
    topic = make_topic(project)
    make_peers(topic)
    mask_project(project=project)
    before = masks(topic)
    add_summaries(
        topic=topic, summaries=[NewSummary("peer", "late", "One."), NewSummary("model", "anna", "Two.")], by=None
    )
    after = masks(topic)
    assert {name: after[name] for name in before} == before
    assert after["late"] not in ("", *before.values())


def test_the_number_of_a_later_peer_does_not_tell_that_it_is_later() -> None:
    topic = make_topic()
    make_peers(topic)
    rng = Random(7)
    mask_peers(topic=topic, rng=rng)
    places = []
    for number in range(20):
        make_summary(topic, "peer", summarizer=f"late{number}")
        mask_peers(topic=topic, rng=rng)
        order = sorted(masks(topic).items(), key=lambda item: int(item[1][1:]))
        places.append([name for name, _ in order].index(f"late{number}") / (len(order) - 1))
    assert sum(place < 1 / 2 for place in places) >= 5


def test_turning_masks_on_gives_them_and_an_import_does_later() -> None:
    project = make_project()
    manager, topic = make_member(project, "manager"), make_topic(project, "t1")
    make_peers(topic)
    assert set(masks(topic).values()) == {""}
    change_settings(project=project, values={"mask_summarizers": True}, by=manager)
    assert "" not in masks(topic).values()
    import_table(project=project, data=b"topic,kind,summarizer,text\nt1,peer,new,One two.\nt2,peer,new,One two.\n")
    for later in project.topics.all():
        assert "" not in masks(later).values()


def test_peers_are_shuffled_for_each_annotator_always_alike_and_not_for_managers() -> None:
    project = make_project(shuffle_peers=True)
    topic = make_topic(project)
    make_peers(topic)
    manager, ann, bob = (make_member(project, role) for role in ("manager", "annotator", "annotator"))
    assert seen(topic, manager) == NAMES
    assert sorted(seen(topic, ann)) == sorted(NAMES)
    assert seen(topic, ann) == seen(topic, ann)
    assert len({tuple(seen(topic, member)) for member in (manager, ann, bob)}) == 3


def test_masked_peers_come_by_their_masks_and_others_as_imported() -> None:
    project = make_project()
    topic = make_topic(project)
    make_peers(topic)
    member = make_member(project)
    assert seen(topic, member) == NAMES
    project.mask_summarizers = True
    project.save()
    mask_project(project=project)
    topic.refresh_from_db()
    by_mask = sorted(masks(topic).items(), key=lambda item: int(item[1][1:]))
    assert seen(topic, member) == [name for name, _ in by_mask]
