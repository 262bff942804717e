"""What one may not see does not exist: each model's rows for members, for others and for nobody."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client
from django.utils import timezone

from annotator.accounts.models import AccountSession, ApiToken
from annotator.accounts.tokens import make_token
from annotator.judgments.models import Extract, Instrument, ItemList
from annotator.matching.models import peer_annotations
from annotator.projects.documents.models import Document
from annotator.projects.invitation_models import AccountInvitation, Invitation
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.pyramids.models import pyramids
from annotator.work.log.models import Edit
from annotator.work.models import Work, WorkQuerySet
from annotator.work.notes.models import NoteThread
from annotator.work.release_models import Release
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment
from tests import factories
from tests.factories import scu_snapshot, unit_snapshot

pytestmark = pytest.mark.django_db

SCOPED: list[type[Any]] = [
    Document,
    Edit,
    Extract,
    Instrument,
    ItemList,
    Membership,
    NoteThread,
    Project,
    Release,
    Summary,
    Topic,
    TopicRole,
    Work,
]
MANAGED: list[type[Any]] = [AccountInvitation, Assignment, Invitation]
"""What only managers see, but for one's own."""


def _full_project(slug: str) -> Project:
    """A project with a row of each model, and two more members than its owner."""
    project = factories.make_project(slug)
    topic = factories.make_topic(project)
    summary = factories.make_summary(topic)
    scus = [scu_snapshot(1, (summary.pk, [(1, 0, 3)]))]
    pyramid = factories.make_pyramid(topic, scus=scus)
    annotation = factories.make_peer_annotation(
        factories.make_release(pyramid, scus), units=[unit_snapshot(1, 1, (1, 0, 3))]
    )
    for work in (pyramid, annotation):
        NoteThread.objects.create(work=work)
        Edit.objects.create(
            work=work,
            uuid=uuid4(),
            group=uuid4(),
            revision=1,
            at=timezone.now(),
            verb="x",
            payload={},
            before={},
            after={},
        )
    factories.make_instrument(project)
    Document.objects.create(topic=topic, key="d", position=0, text="", length=0)
    items = ItemList.objects.create(topic=topic, source="document_sentences", number=1)
    Extract.objects.create(items=items, summarizer="lead")
    TopicRole.objects.create(topic=topic, member=pyramid.owner, role="reviewer")
    factories.make_assignment(topic, pyramid.owner)
    for role in (Membership.Role.MANAGER, Membership.Role.VIEWER):
        member = factories.make_member(project, role)
        factories.make_assignment(topic, member)
    factories.make_account_invitation(project)
    Invitation.objects.create(
        project=project, code=slug, role="viewer", expires_at=timezone.now(), created_by=factories.make_user()
    )
    return project


@pytest.fixture
def project() -> Project:
    """A project beside another one that has rows of each model too."""
    _full_project("theirs")
    return _full_project("ours")


def _keys(model: type[Any], user: User | AnonymousUser) -> list[int]:
    return sorted(model.objects.visible_to(user).values_list("pk", flat=True))


PATHS = {
    Assignment: "topic__project",
    AccountInvitation: "project",
    Invitation: "project",
    Membership: "project",
    Document: "topic__project",
    Edit: "work__topic__project",
    Extract: "items__topic__project",
    Instrument: "project",
    ItemList: "topic__project",
    NoteThread: "work__topic__project",
    Project: "pk",
    Release: "pyramid__topic__project",
    Summary: "topic__project",
    Topic: "project",
    TopicRole: "topic__project",
    Work: "topic__project",
}


def _of(project: Project, model: type[Any]) -> list[int]:
    """The keys of all rows of the project."""
    return sorted(model.objects.filter(**{PATHS[model]: project.pk}).values_list("pk", flat=True))


@pytest.mark.parametrize("model", SCOPED)
@pytest.mark.parametrize("role", Membership.Role.values)
def test_a_member_of_any_role_sees_their_project_and_each_row_once(
    project: Project, model: type[Any], role: str
) -> None:
    member = project.memberships.filter(role=role).first()
    assert member
    assert member.user
    expected = _of(project, model)
    assert 0 < len(expected) < model.objects.count()
    assert _keys(model, member.user) == expected


@pytest.mark.parametrize("model", MANAGED)
def test_managers_see_all_and_others_their_own(project: Project, model: type[Any]) -> None:
    everything = _of(project, model)
    for member in project.memberships.filter(user__isnull=False):
        assert member.user
        own = list(member.assignments.values_list("pk", flat=True)) if model is Assignment else []
        assert _keys(model, member.user) == (everything if member.role == "manager" else own)


@pytest.mark.parametrize("model", [*SCOPED, *MANAGED])
def test_outsiders_see_nothing(project: Project, model: type[Any]) -> None:
    assert _keys(model, factories.make_user()) == []
    assert _keys(model, factories.make_user(is_staff=True, is_superuser=True)) == []


@pytest.mark.parametrize("model", [*SCOPED, *MANAGED])
def test_nobody_sees_nothing(project: Project, model: type[Any]) -> None:
    assert _keys(model, AnonymousUser()) == []


KINDS = pytest.mark.parametrize("works", [pyramids, peer_annotations])


@KINDS
def test_for_workspace_says_what_the_user_is_to_it(project: Project, works: Callable[[], WorkQuerySet]) -> None:
    (row,) = works().filter(owner__project=project)
    manager, viewer = (project.memberships.get(role=role) for role in ("manager", "viewer"))
    row.editors.add(manager)
    found = {}
    for member in (row.owner, manager, viewer):
        assert member.user
        (seen,) = works().for_workspace(member.user)
        found[member] = (seen.member_role, seen.member_is_editor)
    assert found == {row.owner: ("annotator", True), manager: ("manager", True), viewer: ("viewer", False)}


@KINDS
def test_for_workspace_is_blind_too(project: Project, works: Callable[[], WorkQuerySet]) -> None:
    assert not works().for_workspace(factories.make_user()).exists()
    assert not works().for_workspace(AnonymousUser()).exists()


def test_a_workspace_is_of_one_kind(project: Project) -> None:
    with pytest.raises(ValueError, match="one kind"):
        Work.objects.for_workspace(factories.make_user())


def test_a_token_is_its_owners_alone(project: Project) -> None:
    people = [member.user for member in project.memberships.all() if member.user]
    assert len(people) > 1
    for user in people:
        make_token(name="script", scope="read", days=1, by=user, now=timezone.now())
    for user in people:
        assert [token.user for token in ApiToken.objects.visible_to(user)] == [user]
    assert not ApiToken.objects.visible_to(factories.make_user(is_staff=True, is_superuser=True)).exists()
    assert not ApiToken.objects.visible_to(AnonymousUser()).exists()


def test_a_session_is_its_owners_alone(project: Project) -> None:
    people = [member.user for member in project.memberships.all() if member.user]
    for user in people:
        Client().force_login(user)
    for user in people:
        assert [session.user for session in AccountSession.objects.visible_to(user)] == [user]
    assert not AccountSession.objects.visible_to(factories.make_user(is_staff=True, is_superuser=True)).exists()
    assert not AccountSession.objects.visible_to(AnonymousUser()).exists()


def test_all_models_with_visible_to_are_tested_here() -> None:
    models = apps.get_app_config("annotator").get_models()
    scoped = {model for model in models if hasattr(model._default_manager, "visible_to")}
    assert scoped == {*SCOPED, *MANAGED, ApiToken, AccountSession}
