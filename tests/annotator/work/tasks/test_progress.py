"""How far a team is."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership, Topic
from annotator.pyramids.models import SetAside, pyramids
from annotator.work.log.models import Edit
from annotator.work.models import Work
from annotator.work.notes.models import NoteThread
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment
from annotator.work.tasks.progress import Progress, ProgressRow, fill_coverage, progress_of
from annotator.work.tasks.progress_counts import work_days
from tests.factories import make_peer_annotation, make_pyramid, make_topic, unit_snapshot
from tests.scenes import Scene, add_models, add_pyramid, annotated_topic, make_scene, released

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 5, 10, 12, tzinfo=UTC)


@pytest.fixture
def scene(db: None) -> Scene:
    return make_scene()


def _progress(scene: Scene, member: Membership | None = None, now: datetime = NOW) -> Progress:
    member = member or scene.manager
    assert member.user is not None
    return progress_of(scene.project, member=member, user=member.user, now=now)


def _said(progress: Progress) -> list[tuple[str, str, str]]:
    return [(row.topic.key, row.owner.name, row.kind) for row in progress.rows]


def _edit(work: Work, seconds: float, by: Membership, **payload: str) -> None:
    revision = work.edits.count() + 1000
    own = {"uuid": uuid4(), "group": uuid4(), "verb": "x", "payload": payload, "before": {}, "after": {}}
    work.edits.create(**own, revision=revision, actor=by.user, at=NOW + timedelta(seconds=seconds))


def test_a_line_for_each_topic_owner_and_kind_begun_or_assigned(scene: Scene) -> None:
    topic = annotated_topic(scene.project, scene.manager).summary.topic
    Assignment.objects.create(kind="pyramid", topic=topic, member=scene.annotator)
    Assignment.objects.create(
        kind="match", topic=topic, member=scene.annotator, summary=topic.summaries.get(kind="peer")
    )
    progress = _progress(scene)
    assert _said(progress) == [
        ("D1", "ann", "pyramid"),
        ("D1", "annotator-p", "pyramid"),
        ("D1", "ann", "peers"),
        ("D1", "annotator-p", "peers"),
    ]
    assert [(row.total, len(row.works), row.state) for row in progress.rows] == [
        (1, 1, "in_progress"),
        (1, 0, "not_begun"),
        (1, 1, "in_progress"),
        (1, 0, "not_begun"),
    ]


def test_it_counts_scus_units_flags_and_open_notes(scene: Scene) -> None:
    annotation = annotated_topic(scene.project, scene.manager)
    pyramid = annotation.release.pyramid
    scu = pyramid.scus.first()
    assert scu is not None
    pyramid.scus.filter(pk=scu.pk).update(flags=["unsure"])
    scu.contributors.update(flags=["discuss"])
    annotation.units.update(flags=["partial"])
    NoteThread.objects.create(work=pyramid)
    NoteThread.objects.create(work=pyramid, resolved_at=NOW)
    NoteThread.objects.create(work=annotation)
    held = {row.kind: row.counts for row in _progress(scene).rows}
    assert (held["pyramid"].items, held["pyramid"].flags, held["pyramid"].threads) == (3, 1 + 2, 1)
    assert (held["peers"].items, held["peers"].flags, held["peers"].threads) == (1, 1, 1)


def test_coverage_is_in_words(scene: Scene) -> None:
    annotation = annotated_topic(scene.project, scene.manager)
    pyramid = annotation.release.pyramid
    model = pyramid.topic.summaries.model_summaries()[0]
    SetAside.objects.create(pyramid=pyramid, summary=model, start=0, end=7)  # two words, of which one is covered
    rows = _progress(scene).rows
    fill_coverage(rows)
    covered = {row.kind: row.coverage for row in rows}
    assert [(c.covered, c.aside, c.open, c.words) for c in covered.values() if c] == [(2, 1, 5, 8), (1, 0, 3, 4)]


def test_of_a_peer_the_newest_annotation_counts_and_time_adds_up(scene: Scene) -> None:
    old = annotated_topic(scene.project, scene.manager)
    pyramids().filter(pk=old.release.pyramid_id).update(revision=9)
    release = released(pyramids().get(pk=old.release.pyramid_id))
    new = make_peer_annotation(
        release, scene.manager, [unit_snapshot(2, 1, (2, 0, 3))], summary=old.summary, state="submitted"
    )
    _edit(old, 0, scene.manager)
    _edit(old, 60, scene.manager)
    _edit(new, 90, scene.manager)
    row = next(row for row in _progress(scene).rows if row.kind == "peers")
    assert (row.total, row.finished_count, row.active_seconds, row.counts.items) == (1, 1, 90.0, 1)


def test_active_time_adds_gaps_under_five_minutes_each_once(scene: Scene) -> None:
    one, two = (
        make_pyramid(make_topic(scene.project, "A"), scene.annotator),
        make_pyramid(make_topic(scene.project, "B")),
    )
    for work, at, by in (
        (one, 0, scene.annotator),  # a first change counts nothing
        (one, 100, scene.annotator),
        (one, 399.5, scene.annotator),
        (one, 699.5, scene.annotator),  # five minutes are a pause
        (two, 800, scene.annotator),  # counted with the later change
        (one, 110, scene.manager),  # of somebody else
        (one, 120, scene.manager),
    ):
        _edit(work, at, by)
    active = {day.work: (day.active_seconds, day.changes) for day in work_days([one.pk, two.pk])}
    assert active == {one.pk: (399.5 + 10, 6), two.pk: (100.5, 1)}


def test_who_did_nothing_has_no_active_time(scene: Scene) -> None:
    pyramid = make_pyramid(make_topic(scene.project, "A"), scene.annotator)
    for at in (0, 60):
        Edit.objects.create(
            work=pyramid,
            uuid=uuid4(),
            group=uuid4(),
            verb="import",
            payload={},
            before={},
            after={},
            revision=at,
            at=NOW + timedelta(seconds=at),
        )
    (day,) = work_days([pyramid.pk])
    assert (day.active_seconds, day.changes) == (0.0, 2)


def test_a_manager_sees_all_others_their_own_and_what_they_judge(scene: Scene) -> None:
    for key in "AB":
        topic = make_topic(scene.project, key)
        for member in (scene.manager, scene.annotator):
            make_pyramid(topic, member)
            Assignment.objects.create(kind="pyramid", topic=topic, member=member)
    TopicRole.objects.create(topic=Topic.objects.get(key="B"), member=scene.annotator, role="reviewer")
    pyramids().filter(owner=scene.annotator).update(state="submitted")
    everything = [(key, name, "pyramid") for key in "AB" for name in ("ann", "annotator-p")]
    assert _said(_progress(scene)) == everything
    assert _progress(scene).has_all_rows
    assert _said(_progress(scene, scene.annotator)) == everything[1:]
    assert _said(_progress(scene, scene.viewer)) == []


@pytest.mark.parametrize("blind", [True, False])
@pytest.mark.parametrize("role", ["reviewer", "adjudicator"])
def test_who_adjudicates_without_names_sees_only_their_own(scene: Scene, role: str, blind: bool) -> None:
    topic = make_topic(scene.project, "A")
    make_pyramid(topic, scene.manager)
    scene.project.anonymous_owners, scene.project.blind = True, blind
    scene.project.save()
    TopicRole.objects.create(topic=topic, member=scene.annotator, role=role)
    shown = [("A", "ann", "pyramid")] if role == "reviewer" else []
    assert _said(_progress(scene, scene.annotator)) == shown


def _stuck(scene: Scene, now: datetime = NOW) -> list[str]:
    return [row.stuck for row in _progress(scene, now=now).rows]


def test_who_is_stuck_is_overdue_or_has_changed_nothing_for_three_days(scene: Scene) -> None:
    topic = make_topic(scene.project, "A")
    pyramid = make_pyramid(topic, scene.annotator)
    _edit(pyramid, 0, scene.annotator)
    assert _stuck(scene, NOW + timedelta(days=3, seconds=-1)) == [""]
    assert _stuck(scene, NOW + timedelta(days=3)) == ["no change for 3 days"]
    task = Assignment.objects.create(kind="pyramid", topic=topic, member=scene.annotator, due=NOW.date())
    assert _stuck(scene, NOW) == [""]
    assert _stuck(scene, NOW + timedelta(days=1)) == ["overdue"]
    pyramids().update(state="submitted")
    assert _stuck(scene, NOW + timedelta(days=9)) == [""]
    assert task.member == scene.annotator


def test_what_is_not_begun_is_stuck_three_days_after_it_was_assigned(scene: Scene) -> None:
    task = Assignment.objects.create(kind="pyramid", topic=make_topic(scene.project, "A"), member=scene.annotator)
    assert _stuck(scene, task.created_at + timedelta(days=2)) == [""]
    assert _stuck(scene, task.created_at + timedelta(days=4)) == ["no change for 4 days"]


def test_a_name_without_an_account_is_not_stuck(scene: Scene) -> None:
    pyramid = make_pyramid(
        make_topic(scene.project, "A"), Membership.objects.create(project=scene.project, name="imported")
    )
    assert _stuck(scene, pyramid.created_at + timedelta(days=30)) == [""]


def test_finished_work_is_on_the_chart(scene: Scene) -> None:
    topic = make_topic(scene.project, "A")
    add_models(topic, 2)
    pyramid = add_pyramid(topic, scene.annotator, 1)
    _edit(pyramid, -86_400, scene.annotator)
    _edit(pyramid, 0, scene.annotator, state="submitted")
    points = _progress(scene).timeline.points
    assert [(point.finished["pyramid"], point.changes) for point in points] == [(0, 1), (1, 1)]


def test_in_a_blind_project_one_sees_ones_own_lines_alone(scene: Scene) -> None:
    scene.project.blind = True
    scene.project.save()
    annotation = annotated_topic(scene.project, scene.manager)
    _edit(annotation.release.pyramid, 0, scene.manager)
    make_pyramid(annotation.summary.topic, scene.annotator)
    progress = _progress(scene, scene.annotator)
    assert _said(progress) == [("D1", "annotator-p", "pyramid")]
    assert progress.timeline.points == []


def test_statements_are_seven_at_most(scene: Scene, django_assert_max_num_queries: Any) -> None:
    for number in range(3):
        annotated_topic(scene.project, scene.manager, f"D{number}", peers=3)
    for member in (scene.manager, scene.annotator):
        assert member.user is not None
        with django_assert_max_num_queries(7):
            progress_of(scene.project, member=member, user=member.user, now=NOW)


def test_a_line_of_several_peers_tells_how_many_are_finished(scene: Scene) -> None:
    annotation = annotated_topic(scene.project, scene.manager, peers=3)
    peer_annotations().filter(pk=annotation.pk).update(state="submitted")
    row: ProgressRow = _progress(scene).rows[1]
    assert (row.kind, row.finished_count, row.total, row.state, row.is_finished) == ("peers", 1, 3, "some", False)
