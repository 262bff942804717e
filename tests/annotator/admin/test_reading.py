"""The admin looks and does not touch; only superusers get to our tables, as nothing is blind there."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.db.models import Model
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from annotator.accounts.models import ApiToken
from annotator.interchange.models import ImportedFile
from annotator.projects.invitation_models import Invitation
from annotator.projects.invitations import make_invitation
from annotator.projects.models import Membership, Project, Topic
from annotator.work.adjudication.models import Decision
from annotator.work.log.models import Edit
from annotator.work.notes.models import Note, NoteThread
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment
from tests.factories import make_account_invitation, make_user
from tests.scenes import annotated_topic, make_scene, signed_in

pytestmark = pytest.mark.django_db
OURS = [model for model in admin.site._registry if model._meta.app_label == "annotator"]
SECRET = "5ec2e7" * 8


@pytest.fixture
def staff() -> Client:
    return signed_in(make_user("root", is_staff=True, is_superuser=True))


def filled(slug: str = "p") -> Project:
    """A project with a row of every model that the admin shows."""
    scene = make_scene(slug)
    project, manager, annotator = scene.project, scene.manager, scene.annotator
    annotation = annotated_topic(project, manager)
    topic, now = Topic.objects.get(project=project), timezone.now()
    pyramid = annotation.release.pyramid
    Assignment.objects.create(
        kind="match", topic=topic, member=annotator, summary=annotation.summary, release=annotation.release
    )
    TopicRole.objects.create(topic=topic, member=annotator, role="reviewer")
    Invitation.objects.filter(
        pk=make_invitation(project=project, role="viewer", max_uses=1, days=1, by=manager, now=now).pk
    ).update(code=f"{SECRET[:30]}{slug}")
    make_account_invitation(project)
    ImportedFile.objects.create(project=project, sha256="0" * 64, name=f"{slug}.pyr")
    thread = NoteThread.objects.create(work=annotation)
    Note.objects.create(thread=thread, author=manager, at=now, text="Why?")
    Decision.objects.create(work=pyramid, key="k", choice="both")
    own: dict[str, Any] = {
        "uuid": UUID(int=7),
        "group": UUID(int=8),
        "actor": manager.user,
        "at": now,
        "before": {},
        "after": {},
    }
    Edit.objects.create(work=pyramid, revision=90, verb="relabel_scu", payload={"label": f"Wörter {slug}"}, **own)
    Edit.objects.create(work=annotation, revision=90, verb="comment_unit", payload={}, **own)
    ApiToken.objects.create(
        user=user_of(manager),
        name="script",
        prefix="pyr_ab",
        hash=f"{SECRET}{slug}",
        scope="read",
        created_at=now,
        expires_at=now + timedelta(days=1),
    )
    return project


def user_of(member: Membership) -> User:
    assert member.user is not None
    return member.user


def address(model: type[Model], page: str, *args: Any) -> str:
    return reverse(f"admin:annotator_{model._meta.model_name}_{page}", args=args)


def test_every_kind_of_row_that_people_ask_about_is_there() -> None:
    assert {model._meta.object_name for model in OURS} == {
        *("Project", "Membership", "Topic", "TopicRole", "Assignment", "Invitation", "ImportedFile", "ApiToken"),
        "AccountInvitation",
        *("Summary", "Work", "Release", "Edit", "Decision", "NoteThread"),
    }


def test_rows_can_be_listed_and_looked_at_but_not_changed(staff: Client) -> None:
    filled()
    for model in OURS:
        row = model._default_manager.first()
        assert row is not None, model
        before = list(model._default_manager.values())
        pages = [address(model, "changelist"), address(model, "changelist") + "?q=p", address(model, "change", row.pk)]
        assert [staff.get(place).status_code for place in pages] == [200] * 3, model
        assert staff.get(address(model, "add")).status_code == 403
        posts = {
            address(model, "add"): {"name": "x"},
            address(model, "change", row.pk): {"name": "x", "_save": "Save"},
            address(model, "delete", row.pk): {"post": "yes"},
        }
        assert {staff.post(place, sent).status_code for place, sent in posts.items()} == {403}, model
        many = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes", "index": "0"}
        staff.post(address(model, "changelist"), many)
        assert list(model._default_manager.values()) == before


def test_neither_rows_nor_those_on_their_pages_may_be_written(rf: RequestFactory) -> None:
    request = rf.get("/")
    request.user = make_user(is_staff=True, is_superuser=True)
    for model in OURS:
        shown = admin.site.get_model_admin(model)
        assert not shown.has_add_permission(request)
        assert shown.list_editable == ()
        for one in (shown, *shown.get_inline_instances(request)):
            assert one.has_view_permission(request)
            assert not one.has_change_permission(request)
            assert not one.has_delete_permission(request)
        for rows in shown.get_inline_instances(request):
            assert not rows.has_add_permission(request, None)


def test_what_lets_somebody_in_is_on_no_page(staff: Client) -> None:
    filled()
    for model in OURS:
        row = model._default_manager.first()
        assert row is not None
        for place in (address(model, "changelist"), address(model, "change", row.pk)):
            assert SECRET[:30] not in staff.get(place).content.decode(), place


def test_the_statements_of_a_list_do_not_grow_with_its_rows(staff: Client) -> None:
    def statements(model: type[Model]) -> int:
        place = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        with CaptureQueriesContext(connection) as captured:
            assert staff.get(place).status_code == 200
        return len(captured)

    filled("p")
    lists: list[type[Model]] = [*OURS, User]
    few = {model: statements(model) for model in lists}
    for slug in ("q", "r"):
        filled(slug)
    assert {model: statements(model) for model in lists} == few
    assert max(few.values()) <= 12


def test_a_list_can_be_narrowed_to_a_project(staff: Client) -> None:
    filled("p")
    filled("q")
    for model in (model for model in OURS if model not in {Project, ApiToken}):
        lists = [
            staff.get(address(model, "changelist"), {"project": slug}).context["cl"] for slug in ("p", "q", "none")
        ]
        counts = [one.result_count for one in lists]
        assert counts[0] == counts[1] > counts[2] == 0, model
        assert not set(lists[0].queryset) & set(lists[1].queryset)


def test_members_who_are_no_staff_are_sent_to_sign_in() -> None:
    client = signed_in(make_user())
    assert client.get(reverse("admin:index")).status_code == 302


def test_staff_without_all_rights_sees_none_of_our_tables() -> None:
    client, user = Client(), make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label__in=["annotator", "auth"]))
    client.force_login(user)
    filled()
    assert "annotator" not in client.get(reverse("admin:index")).content.decode()
    for model in OURS:
        assert client.get(address(model, "changelist")).status_code == 403
    account = User.objects.get(username="manager-p")
    page = client.get(reverse("admin:auth_user_change", args=[account.pk]))
    assert page.status_code == 200
    assert "pyr_ab" not in page.content.decode()
    assert "memberships" not in page.content.decode()
