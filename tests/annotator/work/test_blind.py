"""In a blind project one sees one's own work; the rest waits for the topic to be revealed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.utils import timezone

from annotator.matching.models import peer_annotations
from annotator.projects.models import CONSENSUS, Membership, Project, Topic
from annotator.pyramids.models import pyramids
from annotator.work.models import Work
from annotator.work.notes.models import NoteThread
from annotator.work.release_models import Release
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment
from annotator.work.visibility import EDITABLE_STATES, FINISHED_STATES, has_unfinished_work, topics_with_roles
from tests import factories
from tests.factories import scu_snapshot, unit_snapshot

pytestmark = pytest.mark.django_db


@dataclass
class Blind:
    """A blind project with one topic on which ann has a released pyramid, and a peer that she has matched to it."""

    project: Project
    topic: Topic
    ann: Membership
    bob: Membership
    pyramid: Work
    release: Release
    annotation: Work


@pytest.fixture
def blind() -> Blind:
    project = factories.make_project(blind=True)
    topic = factories.make_topic(project)
    ann, bob = (factories.make_member(project) for _ in range(2))
    scus = [scu_snapshot(1, (factories.make_summary(topic).pk, [(1, 0, 3)]))]
    pyramid = factories.make_pyramid(topic, ann, scus)
    release = factories.make_release(pyramid, scus)
    annotation = factories.make_peer_annotation(release, ann, [unit_snapshot(1, 1, (1, 0, 3))])
    NoteThread.objects.create(work=pyramid)
    NoteThread.objects.create(work=annotation)
    return Blind(project, topic, ann, bob, pyramid, release, annotation)


WORK: dict[str, Callable[[], Any]] = {
    "Pyramid": pyramids,
    "Matching": peer_annotations,
    "Release": Release.objects.all,
}


def sees(member: Membership) -> set[str]:
    """The names of what the member sees some of; "both threads" for the notes on both kinds."""
    user: User | None = member.user
    assert user
    threads = NoteThread.objects.visible_to(user).count()
    found = {name for name, rows in WORK.items() if rows().visible_to(user).exists()}
    return found | {f"{threads} threads"} if threads else found


ALL = {*WORK, "2 threads"}
OF_PYRAMIDS = {"Pyramid", "Release", "1 threads"}


def test_the_owner_and_managers_see_all_and_nobody_else_anything(blind: Blind) -> None:
    manager = factories.make_member(blind.project, "manager")
    viewer = factories.make_member(blind.project, "viewer")
    assert sees(blind.ann) == ALL
    assert sees(manager) == ALL
    assert sees(blind.bob) == sees(viewer) == set()


def test_a_revealed_topic_is_seen_by_all_members(blind: Blind) -> None:
    Topic.objects.update(revealed_at=timezone.now())
    assert sees(blind.bob) == ALL
    assert sees(factories.make_member(blind.project, "viewer")) == ALL
    assert sees(factories.make_member(factories.make_project())) == set()


def test_a_listed_editor_sees_what_they_edit(blind: Blind) -> None:
    blind.pyramid.editors.add(blind.bob)
    assert sees(blind.bob) == OF_PYRAMIDS
    blind.annotation.editors.add(blind.bob)
    assert sees(blind.bob) == ALL


@pytest.mark.parametrize("role", TopicRole.Role.values)
def test_a_role_for_the_topic_shows_its_work_and_no_other_topics(blind: Blind, role: str) -> None:
    given = TopicRole.objects.create(topic=blind.topic, member=blind.bob, role=role)
    assert sees(blind.bob) == ALL
    given.topic = factories.make_topic(blind.project)
    given.save()
    assert sees(blind.bob) == set()


@pytest.mark.parametrize("state", sorted(EDITABLE_STATES | FINISHED_STATES))
def test_the_role_waits_for_ones_own_pyramid(blind: Blind, state: str) -> None:
    TopicRole.objects.create(topic=blind.topic, member=blind.bob, role="reviewer")
    factories.make_pyramid(blind.topic, blind.bob, state=state)
    assert blind.bob.user
    found = pyramids().for_workspace(blind.bob.user).filter(pk=blind.pyramid.pk)
    assert [one.member_reviews for one in found] == ([True] if state in FINISHED_STATES else [])


def test_the_role_waits_for_an_assigned_pyramid(blind: Blind) -> None:
    TopicRole.objects.create(topic=blind.topic, member=blind.bob, role="adjudicator")
    factories.make_assignment(blind.topic, blind.bob)
    assert sees(blind.bob) == set()
    factories.make_pyramid(blind.topic, blind.bob, state="submitted")
    assert sees(blind.bob) >= ALL


def test_over_peers_it_waits_for_ones_own_peers_too(blind: Blind) -> None:
    TopicRole.objects.create(topic=blind.topic, member=blind.bob, role="reviewer")
    task = factories.make_assignment(blind.topic, blind.bob, summary=blind.annotation.summary)
    assert sees(blind.bob) == OF_PYRAMIDS
    own = factories.make_peer_annotation(blind.release, blind.bob, summary=task.summary)
    assert blind.bob.user
    assert list(peer_annotations().visible_to(blind.bob.user)) == [own]
    peer_annotations().filter(pk=own.pk).update(state="submitted")
    assert peer_annotations().visible_to(blind.bob.user).count() == 2


def test_an_annotation_that_was_carried_over_is_not_waited_for(blind: Blind) -> None:
    TopicRole.objects.create(topic=blind.topic, member=blind.bob, role="reviewer")
    old = factories.make_peer_annotation(blind.release, blind.bob, summary=blind.annotation.summary)
    later = factories.make_release(blind.pyramid)
    factories.make_peer_annotation(later, blind.bob, summary=old.summary, derived_from=old, state="submitted")
    assert sees(blind.bob) == ALL


def test_a_release_to_match_against_is_seen_and_not_its_pyramid(blind: Blind) -> None:
    factories.make_release(blind.pyramid)
    factories.make_assignment(
        topic=blind.topic, member=blind.bob, summary=blind.annotation.summary, release=blind.release
    )
    assert blind.bob.user
    assert sees(blind.bob) == {"Release"}
    assert list(Release.objects.visible_to(blind.bob.user)) == [blind.release]
    Assignment.objects.all().delete()
    factories.make_peer_annotation(blind.release, blind.bob, summary=blind.annotation.summary)
    assert list(Release.objects.visible_to(blind.bob.user)) == [blind.release]
    assert "Pyramid" not in sees(blind.bob)


def test_names_without_an_account_and_others_roles_are_for_managers(blind: Blind) -> None:
    consensus = Membership.objects.create(project=blind.project, name=CONSENSUS)
    role = TopicRole.objects.create(topic=blind.topic, member=blind.ann, role="reviewer")
    manager = factories.make_member(blind.project, "manager")
    seen = {}
    for member in (manager, blind.bob, blind.ann):
        assert member.user
        members, roles = Membership.objects.visible_to(member.user), TopicRole.objects.visible_to(member.user)
        seen[member.pk] = (consensus in members, role in roles, members.count())
    assert seen == {manager.pk: (True, True, 4), blind.bob.pk: (False, False, 3), blind.ann.pk: (False, True, 3)}


@pytest.mark.parametrize(
    ("settings", "role", "hides_work", "hides_names"),
    [
        ({}, "annotator", False, False),
        ({"blind": True}, "annotator", True, False),
        ({"mask_summarizers": True}, "annotator", False, True),
        ({"mask_summarizers": True, "blind": True}, "viewer", True, True),
        ({"mask_summarizers": True, "blind": True}, "manager", False, False),
    ],
)
def test_a_topic_says_what_it_hides(settings: Any, role: str, hides_work: bool, hides_names: bool) -> None:
    topic = factories.make_topic(factories.make_project(**settings))
    member = factories.make_member(topic.project, role)
    assert member.user
    seen = topics_with_roles(member.user).get()
    assert (seen.member_role, seen.hides_work, seen.hides_names) == (role, hides_work, hides_names)
    Topic.objects.update(revealed_at=timezone.now())
    seen = topics_with_roles(member.user).get()
    assert (seen.hides_work, seen.hides_names) == (False, False)


def test_a_topic_says_which_roles_may_be_used_now(blind: Blind) -> None:
    for role in TopicRole.Role.values:
        TopicRole.objects.create(topic=blind.topic, member=blind.bob, role=role)
    assert blind.bob.user
    names = ("reviews_pyramid", "adjudicates_pyramid", "reviews_match", "adjudicates_match")
    seen = topics_with_roles(blind.bob.user).values_list(*names)
    assert list(seen) == [(True, True, True, True)]
    factories.make_assignment(blind.topic, blind.bob, summary=blind.annotation.summary)
    assert list(seen.all()) == [(True, True, False, False)]
    owed = Topic.objects.filter(has_unfinished_work(blind.bob.user, ["pyramid"], topic="pk"))
    assert not owed.exists()
    factories.make_pyramid(blind.topic, blind.bob)
    assert list(seen.all()) == [(False, False, False, False)]
    assert owed.all().exists()


def test_nobody_sees_nothing() -> None:
    assert not topics_with_roles(AnonymousUser()).exists()
