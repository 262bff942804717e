"""What waits for a review, on the pages of a project and a topic, and the pages and buttons of the states."""

import pytest
from django.utils import timezone

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership, Project
from annotator.pyramids.models import pyramids
from annotator.work.models import Work
from annotator.work.states.models import TopicRole
from annotator.work.states.services import change_state
from tests.factories import make_member, make_user
from tests.scenes import Scene, annotated_topic, signed_in, statements

PROJECT, TOPIC = "/p/p/", "/p/p/t/D1/"
PYRAMID, PEER = f"{TOPIC}pyramid/ann/", f"{TOPIC}peers/7/ann/"


def change_state_by(work: Work, verb: str, by: Membership, note: str = "") -> None:
    assert by.user is not None
    change_state(work=work, verb=verb, by=by.user, now=timezone.now(), note=note)


@pytest.fixture
def reviewer(scene: Scene, annotation: Work) -> Membership:
    """A reviewer of the topic."""
    TopicRole.objects.create(topic=annotation.topic, member=scene.annotator, role="reviewer")
    return scene.annotator


def waiting(member: Membership, address: str = PROJECT) -> list[str]:
    reviews = signed_in(member).get(address).context["reviews"]
    return [review.work.work_kind.route for review in reviews]


def test_what_is_finished_waits_for_reviewers_and_managers(
    scene: Scene, annotation: Work, reviewer: Membership
) -> None:
    boss = make_member(scene.project, "manager", make_user("boss"))
    pyramid = annotation.release.pyramid
    people = (reviewer, boss, scene.manager, scene.viewer)
    assert [waiting(one) for one in people] == [[], [], [], []]
    change_state_by(annotation, "submit", scene.manager)
    change_state_by(pyramid, "submit", scene.manager)
    # The scene's manager owns both.
    assert [waiting(one) for one in people] == [["peer", "pyramid"], ["peer", "pyramid"], [], []]
    change_state_by(pyramid, "review", reviewer)
    assert waiting(boss, TOPIC) == ["pyramid", "peer"]
    assert "annotator-p took it" in signed_in(boss).get(PROJECT).content.decode()
    change_state_by(pyramid, "agree", reviewer)
    change_state_by(annotation, "review", reviewer)
    change_state_by(annotation, "return", reviewer)
    assert [waiting(one) for one in people] == [[], [], [], []]


def test_what_was_imported_as_finished_waits_for_nobody(annotation: Work, reviewer: Membership) -> None:
    peer_annotations().update(state="submitted")
    assert waiting(reviewer) == []
    assert "Start review" in signed_in(reviewer).get(PEER).content.decode()


def test_the_list_is_of_this_topic_and_its_statements_do_not_grow(
    scene: Scene, annotation: Work, reviewer: Membership
) -> None:
    annotated_topic(scene.project, scene.manager, "D2", peers=4)
    client = signed_in(reviewer)
    few, few_here = statements(client, PROJECT), statements(client, TOPIC)
    for role in Project.objects.get().topics.exclude(pk=annotation.topic_id):
        TopicRole.objects.create(topic=role, member=reviewer, role="reviewer")
    works: list[Work] = [*pyramids().all(), *peer_annotations().all()]
    for work in works:
        change_state_by(work, "submit", scene.manager)
    assert (len(waiting(reviewer)), len(waiting(reviewer, TOPIC))) == (7, 2)
    assert (statements(client, PROJECT), statements(client, TOPIC)) == (few, few_here)


def test_of_much_that_waits_the_first_are_listed(scene: Scene, annotation: Work) -> None:
    boss = make_member(scene.project, "manager", make_user("boss"))
    more = annotated_topic(scene.project, scene.manager, "D2", peers=12)
    for work in peer_annotations().filter(topic=more.topic).order_by("summary__position"):
        change_state_by(work, "submit", scene.manager)
    page = signed_in(boss).get(PROJECT).content.decode()
    assert [f"D2, peer {name} by ann" in page for name in (7, 14, 15)] == [True, True, False]
    assert "There are more." in page
    assert len(waiting(boss)) == 9


@pytest.mark.parametrize("address", [PYRAMID, PEER])
def test_a_workspace_says_where_it_stands_and_what_is_next(
    scene: Scene, annotation: Work, reviewer: Membership, address: str
) -> None:
    work: Work = annotation.release.pyramid if address == PYRAMID else annotation

    def page(member: Membership) -> str:
        return " ".join(signed_in(member).get(address).content.decode().split())

    change_state_by(work, "submit", scene.manager)
    assert "Finished by <b>manager-p</b>" in page(reviewer)
    assert "Start review" in page(reviewer)
    assert "Start review" not in page(scene.manager)
    change_state_by(work, "review", reviewer)
    assert "Approve</button>" in page(reviewer)
    assert "<b>annotator-p</b> has this in review" in page(scene.manager)
    assert "edits that are not saved yet wait until it is returned" in page(scene.manager)
    change_state_by(work, "return", reviewer, "Split <the> first.")
    assert "Split &lt;the&gt; first." in page(scene.manager)
    assert signed_in(scene.manager).get(address).context["workspace_data"]["editable"]
    assert not signed_in(reviewer).get(address).context["workspace_data"]["editable"]


def test_a_pyramid_is_finished_on_a_page_that_tells_what_is_worth_a_look(scene: Scene, annotation: Work) -> None:
    client = signed_in(scene.manager)
    page = client.get(f"{PYRAMID}finish/").content.decode()
    assert "All 3 SCUs have a label" in page
    assert "None of this prevents finishing." in page
    answer = client.post(f"{PYRAMID}state/submit/")
    assert (answer.status_code, answer.headers["Location"]) == (302, PYRAMID)
    assert pyramids().get().state == "submitted"
    assert "has finished this already" in client.get(f"{PYRAMID}finish/").content.decode()


def test_what_bars_finishing_is_named_and_linked(scene: Scene, annotation: Work) -> None:
    scu = annotation.release.pyramid.scus.order_by("uid")[0]
    annotation.release.pyramid.scus.filter(pk=scu.pk).update(label="")
    client = signed_in(scene.manager)
    page = client.get(f"{PYRAMID}finish/").content.decode()
    assert f'href="{PYRAMID}#scu-{scu.uuid}"' in page
    assert "Fix this before finishing" in page
    told = client.post(f"{PYRAMID}state/submit/", follow=True).content.decode()
    assert f"SCU {scu.uid} has no label." in told
    assert pyramids().get().state == "in_progress"


def test_the_page_before_finishing_is_for_editors(scene: Scene, annotation: Work) -> None:
    assert signed_in(scene.annotator).get(f"{PYRAMID}finish/").status_code == 403


def test_there_are_no_other_changes_of_a_state(scene: Scene, annotation: Work) -> None:
    for address in (PYRAMID, PEER):
        assert signed_in(scene.manager).post(f"{address}state/destroy/").status_code == 404


def test_a_note_that_is_too_long_is_told(scene: Scene, annotation: Work, reviewer: Membership) -> None:
    change_state_by(annotation, "submit", scene.manager)
    change_state_by(annotation, "review", reviewer)
    client = signed_in(reviewer)
    told = client.post(f"{PEER}state/return/", {"note": "x" * 2001}, follow=True).content.decode()
    assert "longer than 2000 characters" in told
    annotation.refresh_from_db()
    assert annotation.state == "in_review"
