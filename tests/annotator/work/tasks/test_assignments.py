"""Assigning: by hand, evenly, by a table; reassigning and taking away."""

from collections import Counter
from datetime import date

import pytest

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.pyramids.models import pyramids
from annotator.web.refusals import NotAllowed, ServiceRefused
from annotator.work.kinds import kind_named
from annotator.work.models import Work
from annotator.work.states.models import TopicRole
from annotator.work.tasks.assign_table import assign_from_table
from annotator.work.tasks.assignments import (
    AssignmentOutcome,
    PlannedTask,
    assign,
    change_tasks,
    possible_members,
    reassign,
    set_due,
    unassign,
)
from annotator.work.tasks.even_assignments import assign_evenly
from annotator.work.tasks.models import Assignment
from tests.factories import (
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
DAY = date(2026, 5, 31)


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


def _peer(topic: Topic, name: str = "7") -> Summary:
    return make_summary(topic, "peer", summarizer=name)


def _consensus(topic: Topic) -> Work:
    owner, _ = Membership.objects.get_or_create(project=topic.project, name="consensus")
    return make_pyramid(topic, owner)


def _planned(project: Project) -> list[tuple[str, str | None, str]]:
    rows = Assignment.objects.filter(topic__project=project).order_by("topic__key", "summary__position", "member")
    return list(rows.values_list("topic__key", "summary__summarizer", "member__name"))


def test_a_pyramid_and_a_peer_are_assigned(boss: Membership, ann: Membership, topic: Topic) -> None:
    peer, release = _peer(topic), make_release(_consensus(topic))
    tasks = [PlannedTask(topic, ann), PlannedTask(topic, ann, peer, release, DAY)]
    assert assign(project=topic.project, tasks=tasks, by=boss) == AssignmentOutcome(2, 0)
    pyramid, matching = Assignment.objects.order_by("pk")
    assert (pyramid.summary, pyramid.due, pyramid.created_by) == (None, None, boss.user)
    assert (matching.summary, matching.release, matching.due) == (peer, release, DAY)


def test_who_has_it_gets_the_date_and_keeps_what_is_not_given(boss: Membership, ann: Membership, topic: Topic) -> None:
    peer, release = _peer(topic), make_release(_consensus(topic))
    assign(project=topic.project, tasks=[PlannedTask(topic, ann, peer, release)], by=boss)
    again = [PlannedTask(topic, ann, peer, None, DAY)]
    assert assign(project=topic.project, tasks=again, by=boss) == AssignmentOutcome(0, 1)
    assert assign(project=topic.project, tasks=again, by=boss) == AssignmentOutcome(0, 0)
    (row,) = Assignment.objects.all()
    assert (row.release, row.due) == (release, DAY)


def test_all_or_nothing_with_a_sentence_for_each(boss: Membership, ann: Membership, topic: Topic) -> None:
    project = topic.project
    named = Membership.objects.create(project=project, name="imported")
    viewer = make_member(project, "viewer", make_user("looker"))
    elsewhere = make_topic(key="D9")
    tasks = [
        PlannedTask(topic, ann),
        PlannedTask(topic, named),
        PlannedTask(topic, viewer),
        PlannedTask(elsewhere, ann),
        PlannedTask(topic, ann, _peer(elsewhere)),
        PlannedTask(topic, ann, make_summary(topic, summarizer="a model")),
        PlannedTask(topic, ann, _peer(topic), make_release(make_pyramid(elsewhere))),
    ]
    with pytest.raises(ServiceRefused) as refused:
        assign(project=project, tasks=tasks, by=boss)
    assert refused.value.reasons == [
        "imported is a name without an account, and cannot be assigned anything.",
        "looker is a viewer, who reads but does not annotate.",
        "Topics and members must be of this project.",
        "7 is not a peer of topic D1.",
        "a model is not a peer of topic D1.",
        "A peer of topic D1 is matched against a release of its own topic.",
    ]
    assert not Assignment.objects.exists()


def test_a_reviewer_who_gets_own_work_is_told_of(boss: Membership, ann: Membership, topic: Topic) -> None:
    TopicRole.objects.create(topic=topic, member=ann, role="reviewer")
    outcome = assign(project=topic.project, tasks=[PlannedTask(topic, ann)], by=boss)
    assert outcome.notes == [
        "ann is reviewer of D1; this role is inactive until their own task on the topic is finished."
    ]


def _evenly(project: Project, boss: Membership, kind: str = "pyramid", **given: object) -> AssignmentOutcome:
    own = {
        "topics": list(project.topics.all()),
        "members": possible_members(project),
        "people_per_item": 2,
        "due": None,
        "release_of": "",
        "seed": 1,
        **given,
    }
    (option,) = kind_named(kind).task_options(project)
    return assign_evenly(project=project, option=option, by=boss, **own)  # type: ignore[arg-type]


def test_topics_are_shared_out_evenly(project: Project, boss: Membership) -> None:
    for n in range(6):
        make_topic(project, f"D{n}")
    for _ in range(3):
        make_member(project)
    assert _evenly(project, boss, due=DAY).new_count == 12
    assert set(Counter(Assignment.objects.values_list("member", flat=True)).values()) == {3}
    assert set(Counter(Assignment.objects.values_list("topic", flat=True)).values()) == {2}
    assert set(Assignment.objects.values_list("due", flat=True)) == {DAY}


def test_so_are_peers_against_the_latest_consensus(project: Project, boss: Membership, topic: Topic) -> None:
    pyramid = _consensus(topic)
    make_release(pyramid)
    latest = make_release(pyramid)
    other = make_topic(project, "D2")
    for one in (topic, other):
        for name in "789":
            _peer(one, name)
    make_member(project)
    outcome = _evenly(project, boss, "match", release_of="consensus", people_per_item=1)
    assert outcome.new_count == 6
    assert outcome.notes == ["D2: consensus has no release yet, so its peers are assigned without one."]
    assert set(Assignment.objects.filter(topic=topic).values_list("release", flat=True)) == {latest.pk}
    assert set(Assignment.objects.filter(topic=other).values_list("release", flat=True)) == {None}
    assert set(Counter(Assignment.objects.values_list("member", flat=True)).values()) == {3}


def test_what_is_assigned_or_begun_stays_and_counts(
    project: Project, boss: Membership, ann: Membership, topic: Topic
) -> None:
    other = make_topic(project, "D2")
    assign(project=project, tasks=[PlannedTask(topic, boss, due=DAY)], by=boss)
    make_pyramid(other, ann)
    assert _evenly(project, boss, people_per_item=1).new_count == 1
    assert _planned(project) == [("D1", None, "boss"), ("D2", None, "ann")]
    assert Assignment.objects.get(topic=topic).due == DAY
    assert _evenly(project, boss, people_per_item=1).new_count == 0


def test_nobody_is_given_a_topic_that_they_review(project: Project, boss: Membership, ann: Membership) -> None:
    topic = make_topic(project, "D1")
    TopicRole.objects.create(topic=topic, member=ann, role="adjudicator")
    outcome = _evenly(project, boss)
    assert _planned(project) == [("D1", None, "boss")]
    assert outcome.notes == ["D1: only 1 of 2 people could be found, as the others review or adjudicate the topic."]


def test_for_fewer_people_than_each_needs_it_is_refused(project: Project, boss: Membership, topic: Topic) -> None:
    with pytest.raises(ServiceRefused, match="at least 3 people"):
        _evenly(project, boss, people_per_item=3)


def test_a_table_is_taken_whole(project: Project, boss: Membership, ann: Membership, topic: Topic) -> None:
    pyramid = _consensus(topic)
    first, second = make_release(pyramid), make_release(pyramid)
    peers = [_peer(topic, name) for name in "78"]
    table = "topic,peer,member,due,release\nD1,,ann,2026-05-31,\nD1,7,ann,,consensus\nD1,8,boss,,consensus 1\n"
    assert assign_from_table(project=project, data=table.encode(), by=boss).new_count == 3
    rows = Assignment.objects.order_by("pk").values_list("summary", "member", "due", "release")
    assert list(rows) == [
        (None, ann.pk, DAY, None),
        (peers[0].pk, ann.pk, None, second.pk),
        (peers[1].pk, boss.pk, None, first.pk),
    ]


def test_a_table_with_faults_is_refused_line_by_line(project: Project, boss: Membership, topic: Topic) -> None:
    _peer(topic)
    table = "topic;peer;member;due;release\nD1;;boss;;\nD2;;boss;;\nD1;9;boss;;\n"
    table += "D1;7;nobody;31.5.;\nD1;7;boss;;consensus\n;7;;;\n"
    with pytest.raises(ServiceRefused) as refused:
        assign_from_table(project=project, data=table.encode(), by=boss)
    assert refused.value.reasons == [
        "Line 3: there is no topic “D2”.",
        "Line 4: topic “D1” has no peer “9”.",
        "Line 5: due is “31.5.”, not a date such as 2026-05-31.",
        "Line 5: there is no member “nobody”.",
        "Line 6: topic “D1” has no release of “consensus”.",
        "Line 7: topic is empty.",
        "Line 7: member is empty.",
    ]
    assert not Assignment.objects.exists()


def test_reassigning_leaves_what_was_begun(project: Project, boss: Membership, ann: Membership, topic: Topic) -> None:
    release = make_release(_consensus(topic))
    annotation = make_peer_annotation(release, ann, summary=_peer(topic))
    assign(project=project, tasks=[PlannedTask(topic, ann, annotation.summary, release, DAY)], by=boss)
    row = reassign(assignment=Assignment.objects.get(), to=boss, may_edit_begun_work=False, by=boss)
    assert (row.member, row.due, row.release) == (boss, DAY, release)
    assert peer_annotations().get() == annotation
    assert not annotation.editors.exists()


def test_the_new_member_may_become_an_editor(boss: Membership, ann: Membership, topic: Topic) -> None:
    pyramid = make_pyramid(topic, ann)
    assign(project=topic.project, tasks=[PlannedTask(topic, ann)], by=boss)
    reassign(assignment=Assignment.objects.get(), to=boss, may_edit_begun_work=True, by=boss)
    assert list(pyramid.editors.all()) == [boss]


def test_nobody_has_a_task_twice(boss: Membership, ann: Membership, topic: Topic) -> None:
    assign(project=topic.project, tasks=[PlannedTask(topic, ann), PlannedTask(topic, boss)], by=boss)
    with pytest.raises(ServiceRefused, match="boss has this task already"):
        reassign(assignment=Assignment.objects.get(member=ann), to=boss, may_edit_begun_work=False, by=boss)


def test_taking_a_task_away_leaves_the_work(boss: Membership, ann: Membership, topic: Topic) -> None:
    make_pyramid(topic, ann)
    assign(project=topic.project, tasks=[PlannedTask(topic, ann)], by=boss)
    unassign(assignment=Assignment.objects.get(), by=boss)
    assert (Assignment.objects.count(), pyramids().count()) == (0, 1)


def test_all_tasks_get_a_date_and_peers_not_begun_a_release(boss: Membership, ann: Membership, topic: Topic) -> None:
    pyramid = _consensus(topic)
    first, second = make_release(pyramid), make_release(pyramid)
    begun, other = _peer(topic, "7"), _peer(topic, "8")
    make_peer_annotation(first, ann, summary=begun)
    tasks = [
        PlannedTask(topic, ann),
        PlannedTask(topic, ann, begun, first),
        PlannedTask(topic, ann, other),
        PlannedTask(topic, boss, begun),
    ]
    assign(project=topic.project, tasks=tasks, by=boss)
    assert change_tasks(topic=topic, due=DAY, release=second, by=boss) == (4, 2)
    rows = Assignment.objects.order_by("pk").values_list("release", "due")
    assert list(rows) == [(None, DAY), (first.pk, DAY), (second.pk, DAY), (second.pk, DAY)]
    assert change_tasks(topic=topic, due=None, release=first, by=boss) == (0, 2)


def test_all_tasks_can_be_given_nothing_else(boss: Membership, topic: Topic) -> None:
    elsewhere = make_release(make_pyramid(make_topic(topic.project)))
    for release, sentence in ((None, "a date or a release"), (elsewhere, "its own topic")):
        with pytest.raises(ServiceRefused, match=sentence):
            change_tasks(topic=topic, due=None, release=release, by=boss)


@pytest.mark.parametrize("role", ["annotator", "viewer"])
def test_only_managers_assign(boss: Membership, topic: Topic, role: str) -> None:
    member = make_member(topic.project, role)
    assign(project=topic.project, tasks=[PlannedTask(topic, boss)], by=boss)
    row = Assignment.objects.get()
    for verb in (
        lambda: assign(project=topic.project, tasks=[], by=member),
        lambda: _evenly(topic.project, member),
        lambda: assign_from_table(project=topic.project, data=b"topic,member\nD1,boss\n", by=member),
        lambda: reassign(assignment=row, to=member, may_edit_begun_work=True, by=member),
        lambda: change_tasks(topic=topic, due=DAY, release=None, by=member),
        lambda: set_due(assignment=row, due=DAY, by=member),
        lambda: unassign(assignment=row, by=member),
    ):
        with pytest.raises(NotAllowed):
            verb()
    assert list(Assignment.objects.values_list("member", "due")) == [(boss.pk, None)]
