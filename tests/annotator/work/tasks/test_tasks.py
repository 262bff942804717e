"""Tasks beside the work for them, and what one does next."""

from datetime import date, timedelta

import pytest

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership, Topic
from annotator.projects.peer_names import shuffle_key
from annotator.pyramids.models import pyramids
from annotator.work.release_models import Release
from annotator.work.tasks.models import Assignment
from annotator.work.tasks.own_tasks import OwnTasks, own_tasks
from annotator.work.tasks.queries import tasks_of
from tests.factories import make_peer_annotation, make_pyramid, make_summary, make_topic
from tests.scenes import Scene, annotated_topic, make_scene, released, signed_in

pytestmark = pytest.mark.django_db
TODAY = date(2026, 5, 10)


@pytest.fixture
def scene(db: None) -> Scene:
    return make_scene()


def _next(member: Membership, **given: int) -> OwnTasks:
    assert member.user is not None
    return own_tasks(user=member.user, today=TODAY, **given)


def _said(up: OwnTasks) -> list[str]:
    return [f"{step.task.topic.key} {step.task.peer or 'pyramid'}" for step in up.open]


def _task(topic: Topic, member: Membership, **fields: object) -> Assignment:
    kind = "match" if "summary" in fields else "pyramid"
    return Assignment.objects.create(kind=kind, topic=topic, member=member, **fields)


def test_it_is_in_the_order_of_due_dates_and_marks_what_is_overdue(scene: Scene) -> None:
    topics = {key: make_topic(scene.project, key) for key in "ABCD"}
    for key, days in (("A", None), ("B", 5), ("C", -1), ("D", 0)):
        _task(topics[key], scene.annotator, due=None if days is None else TODAY + timedelta(days=days))
    up = _next(scene.annotator)
    assert _said(up) == ["C pyramid", "D pyramid", "B pyramid", "A pyramid"]
    assert [step.task.is_overdue for step in up.open] == [True, False, False, False]
    assert up.overdue_count == 1


def test_what_is_begun_comes_first_and_what_is_finished_is_apart(scene: Scene) -> None:
    for key, state in (("A", None), ("B", "in_progress"), ("C", "submitted"), ("D", "in_review"), ("E", "returned")):
        topic = make_topic(scene.project, key)
        _task(topic, scene.annotator, due=TODAY - timedelta(days=1))
        if state:
            make_pyramid(topic, scene.annotator, state=state)
    up = _next(scene.annotator)
    assert _said(up) == ["B pyramid", "E pyramid", "A pyramid"]
    assert [task.topic.key for task in up.in_review] == ["D"]
    assert [(task.topic.key, task.is_overdue) for task in up.finished] == [("C", False)]


def test_it_is_ones_own_even_for_a_manager(scene: Scene) -> None:
    _task(make_topic(scene.project), scene.annotator)
    assert not _next(scene.manager)
    assert not _next(make_scene("other").annotator)


def test_it_is_of_one_project_or_of_all(scene: Scene) -> None:
    other = make_scene("other")
    Membership.objects.filter(pk=other.viewer.pk).update(user=scene.annotator.user, role="annotator")
    _task(make_topic(scene.project, "A"), scene.annotator)
    _task(make_topic(other.project, "B"), Membership.objects.get(pk=other.viewer.pk))
    assert _said(_next(scene.annotator)) == ["A pyramid", "B pyramid"]
    assert _said(_next(scene.annotator, project=other.project.pk)) == ["B pyramid"]


def test_a_peer_takes_the_assigned_release_else_the_one_by_default(scene: Scene) -> None:
    annotation = annotated_topic(scene.project, scene.manager, peers=2)
    topic, seven, eight = annotation.summary.topic, *annotation.summary.topic.summaries.peer_summaries()
    pyramids().filter(pk=annotation.release.pyramid_id).update(revision=9)
    latest = released(pyramids().get(pk=annotation.release.pyramid_id))
    _task(topic, scene.annotator, summary=seven, release=annotation.release)
    _task(topic, scene.annotator, summary=eight)
    up = _next(scene.annotator)
    assert [step.release for step in up.open] == [annotation.release, latest]
    assert up.waiting == []


def test_peers_are_in_ones_own_order_where_the_project_shuffles(scene: Scene) -> None:
    scene.project.shuffle_peers = True
    scene.project.save()
    topic = annotated_topic(scene.project, scene.manager, peers=6).summary.topic
    peers = list(topic.summaries.peer_summaries())
    for member in (scene.manager, scene.annotator):
        for peer in peers:
            _task(topic, member, summary=peer)
    peer_annotations().delete()
    expected = sorted(peers, key=lambda peer: shuffle_key(scene.annotator.pk, peer.pk))
    assert [step.task.peer for step in _next(scene.annotator).open] == expected
    assert [step.task.peer for step in _next(scene.manager).open] == peers


def test_without_a_release_a_peer_waits_for_one(scene: Scene) -> None:
    topic = make_topic(scene.project)
    _task(topic, scene.annotator, summary=make_summary(topic, "peer"))
    up = _next(scene.annotator)
    assert (up.open, [group.subjects for group in up.waiting]) == ([], ["1 peer"])
    assert up


def test_what_can_be_done_comes_first_and_what_waits_is_one_line_a_topic(scene: Scene) -> None:
    days = iter(range(-1, 9))
    for key in ("A", "B"):
        topic = make_topic(scene.project, key)
        for number in range(3):
            due = TODAY + timedelta(days=next(days))
            _task(topic, scene.annotator, summary=make_summary(topic, "peer", summarizer=f"s{number}"), due=due)
    _task(make_topic(scene.project, "C"), scene.annotator)
    up = _next(scene.annotator)
    assert _said(up) == ["C pyramid"]
    assert [(group.topic.key, group.subjects, group.due, group.is_overdue) for group in up.waiting] == [
        ("A", "3 peers", TODAY - timedelta(days=1), True),
        ("B", "3 peers", TODAY + timedelta(days=2), False),
    ]
    assert up.overdue_count == 1
    page = signed_in(scene.annotator).get("/").content.decode()
    assert page.count("no release yet") == 2
    assert page.index("your pyramid") < page.index("3 peers")


def _again(release: Release) -> Release:
    pyramids().filter(pk=release.pyramid_id).update(revision=release.revision + 1)
    return released(pyramids().get(pk=release.pyramid_id))


def test_the_work_is_what_answers_the_assigned_release_or_was_carried_on(scene: Scene) -> None:
    annotation = annotated_topic(scene.project, scene.manager)
    first = annotation.release
    second = _again(first)
    row = _task(first.pyramid.topic, scene.annotator, summary=annotation.summary, release=second)
    make_peer_annotation(first, scene.annotator, summary=annotation.summary, state="submitted")
    assert _said(_next(scene.annotator)) == ["D1 7"]
    third = _again(second)
    carried = make_peer_annotation(third, scene.annotator, summary=annotation.summary, state="submitted")
    (done,) = _next(scene.annotator).finished
    assert done.work is not None
    assert done.work.pk == carried.pk
    row.release = None
    row.save()
    assert _next(scene.annotator).finished[0].work == done.work


def test_a_manager_sees_all_tasks_and_others_their_own(scene: Scene) -> None:
    topic = make_topic(scene.project)
    for member in (scene.manager, scene.annotator):
        _task(topic, member)
    for member, number in ((scene.manager, 2), (scene.annotator, 1), (scene.viewer, 0)):
        assert member.user is not None
        found = Assignment.objects.visible_to(member.user)
        assert len(tasks_of(found, user=member.user, today=TODAY)) == number


def test_a_viewer_is_told_of_nothing_to_do(scene: Scene) -> None:
    _task(make_topic(scene.project), scene.viewer)
    assert not _next(scene.viewer)


def test_statements_are_few_however_many_tasks(scene: Scene, django_assert_num_queries: object) -> None:
    assert scene.annotator.user is not None
    with django_assert_num_queries(1):  # type: ignore[operator]
        _next(scene.annotator)
    for number in range(5):
        annotation = annotated_topic(scene.project, scene.manager, f"D{number}", peers=3)
        _task(annotation.summary.topic, scene.annotator)
        for peer in annotation.summary.topic.summaries.peer_summaries():
            _task(annotation.summary.topic, scene.annotator, summary=peer)
    with django_assert_num_queries(3):  # type: ignore[operator]
        assert len(_next(scene.annotator).open) == 20
    assert peer_annotations().filter(owner=scene.annotator).count() == 0
