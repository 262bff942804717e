"""Reviewers and adjudicators of topics."""

import pytest

from annotator.projects.members import change_role, link_account, remove_member
from annotator.projects.models import Membership, Project, Topic
from annotator.web.refusals import NotAllowed, ServiceRefused
from annotator.work.states.models import TopicRole
from annotator.work.states.topic_roles import give_role, remove_role, role_matrix
from tests.factories import (
    make_assignment,
    make_member,
    make_peer_annotation,
    make_project,
    make_pyramid,
    make_release,
    make_summary,
    make_topic,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def boss(project: Project) -> Membership:
    return make_member(project, "manager", make_user("boss"))


@pytest.fixture
def ann(project: Project) -> Membership:
    return make_member(project, user=make_user("ann"))


@pytest.fixture
def topic(project: Project) -> Topic:
    return make_topic(project, "D1")


def _holders(topic: Topic) -> list[tuple[str, str]]:
    return list(topic.roles.order_by("role").values_list("member__name", "role"))


def test_a_manager_gives_both_and_takes_one(boss: Membership, ann: Membership, topic: Topic) -> None:
    for role in ("reviewer", "adjudicator", "reviewer"):
        assert give_role(topics=[topic], member=ann, role=role, by=boss) == []
    assert _holders(topic) == [("ann", "adjudicator"), ("ann", "reviewer")]
    remove_role(topic=topic, member=ann, role="reviewer", by=boss)
    assert _holders(topic) == [("ann", "adjudicator")]


def _begun_pyramid(topic: Topic, ann: Membership) -> None:
    make_pyramid(topic, ann)


def _begun_peer(topic: Topic, ann: Membership) -> None:
    make_peer_annotation(make_release(make_pyramid(topic)), ann)


def _assigned_pyramid(topic: Topic, ann: Membership) -> None:
    make_assignment(topic, ann)


def _assigned_peer(topic: Topic, ann: Membership) -> None:
    make_assignment(topic, ann, summary=make_summary(topic, "peer"))


@pytest.mark.parametrize("own", [_begun_pyramid, _begun_peer, _assigned_pyramid, _assigned_peer])
@pytest.mark.parametrize("role", TopicRole.Role.values)
def test_never_over_ones_own_unfinished_work(
    boss: Membership, ann: Membership, topic: Topic, own: object, role: str
) -> None:
    own(topic, ann)  # type: ignore[operator]
    with pytest.raises(ServiceRefused) as refused:
        give_role(topics=[topic], member=ann, role=role, by=boss)
    assert refused.value.reasons == [
        "D1, ann: Members cannot review or adjudicate a topic while their own work on it is unfinished."
    ]
    other = make_topic(topic.project, "D2")
    assert len(give_role(topics=[topic, other], member=ann, role=role, by=boss)) == 1
    assert _holders(topic) == []
    assert _holders(other) == [("ann", role)]


def test_finished_work_bars_nobody(boss: Membership, ann: Membership, topic: Topic) -> None:
    pyramid = make_pyramid(topic, ann, state="submitted")
    annotation = make_peer_annotation(make_release(pyramid), ann, state="submitted")
    make_assignment(topic, ann)
    make_assignment(topic, ann, summary=annotation.summary)
    assert give_role(topics=[topic], member=ann, role="reviewer", by=boss) == []


def test_nor_does_an_annotation_that_goes_on_elsewhere(boss: Membership, ann: Membership, topic: Topic) -> None:
    pyramid = make_pyramid(topic)
    old = make_peer_annotation(make_release(pyramid), ann)
    make_peer_annotation(make_release(pyramid), ann, summary=old.summary, derived_from=old, state="submitted")
    assert give_role(topics=[topic], member=ann, role="reviewer", by=boss) == []


def test_who_cannot_judge_is_refused(boss: Membership, topic: Topic) -> None:
    named = Membership.objects.create(project=topic.project, name="imported")
    viewer = make_member(topic.project, "viewer")
    other = make_member(make_project())
    for member, sentence in ((named, "without an account"), (viewer, "Viewers"), (other, "of this project")):
        with pytest.raises(ServiceRefused, match=sentence):
            give_role(topics=[topic], member=member, role="reviewer", by=boss)
    with pytest.raises(ServiceRefused, match="no such role"):
        give_role(topics=[topic], member=boss, role="king", by=boss)


@pytest.mark.parametrize("role", ["annotator", "viewer"])
def test_only_managers_give_and_take(ann: Membership, topic: Topic, role: str) -> None:
    member = make_member(topic.project, role)
    TopicRole.objects.create(topic=topic, member=ann, role="reviewer")
    with pytest.raises(NotAllowed):
        give_role(topics=[topic], member=member, role="reviewer", by=member)
    with pytest.raises(NotAllowed):
        remove_role(topic=topic, member=ann, role="reviewer", by=member)
    assert _holders(topic) == [("ann", "reviewer")]


def test_the_matrix_tells_who_has_it_and_who_could(boss: Membership, ann: Membership, topic: Topic) -> None:
    TopicRole.objects.create(topic=topic, member=boss, role="reviewer")
    make_pyramid(topic, ann)
    ((_, cells),) = role_matrix([topic], role="reviewer", members=[ann, boss])
    assert [(cell.member.name, cell.has_role, cell.can_have_role) for cell in cells] == [
        ("ann", False, False),
        ("boss", True, True),
    ]


def test_tasks_and_roles_go_with_who_leaves_or_becomes_a_viewer(
    boss: Membership, ann: Membership, topic: Topic
) -> None:
    make_pyramid(topic, ann)
    for member in (ann, boss):
        TopicRole.objects.create(topic=topic, member=member, role="reviewer")
        make_assignment(topic, member)
    remove_member(member=ann, by=boss)
    assert (ann.topic_roles.count(), ann.assignments.count()) == (0, 0)
    second = make_member(topic.project, "manager")
    change_role(member=boss, role="viewer", by=second)
    assert not boss.topic_roles.exists()


def test_they_stay_with_who_takes_another_name(boss: Membership, ann: Membership, topic: Topic) -> None:
    named = Membership.objects.create(project=topic.project, name="imported")
    TopicRole.objects.create(topic=topic, member=ann, role="reviewer")
    make_assignment(topic, ann)
    assert ann.user is not None
    tied = link_account(member=named, user=ann.user, role="annotator")
    assert (tied.topic_roles.count(), tied.assignments.count()) == (1, 1)
