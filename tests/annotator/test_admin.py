"""The admin looks and does not touch; only superusers get to our tables, as nothing is blind there."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from annotator.models import Project
from tests.annotator.views.scene import annotated_topic, make_scene
from tests.factories import make_user

pytestmark = pytest.mark.django_db
OURS = [model for model in admin.site._registry if model._meta.app_label == "annotator"]


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(make_user(is_staff=True, is_superuser=True))
    return client


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.model_name)
def test_rows_can_be_listed_and_looked_at_but_not_changed(staff: Client, model: type[Project]) -> None:
    scene = make_scene()
    annotated_topic(scene.project, scene.manager)
    name = f"admin:annotator_{model._meta.model_name}"
    row = model._default_manager.first()
    assert staff.get(reverse(f"{name}_changelist")).status_code == 200
    assert staff.get(reverse(f"{name}_add")).status_code == 403
    if row is None:
        return
    assert staff.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200
    assert staff.post(reverse(f"{name}_change", args=[row.pk]), {}).status_code == 403
    assert staff.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403


def test_members_who_are_no_staff_are_sent_to_sign_in() -> None:
    client = Client()
    client.force_login(make_user())
    assert client.get(reverse("admin:index")).status_code == 302


def test_staff_without_all_rights_sees_none_of_our_tables() -> None:
    client, user = Client(), make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="annotator"))
    client.force_login(user)
    assert "annotator" not in client.get(reverse("admin:index")).content.decode()
    for model in OURS:
        assert client.get(reverse(f"admin:annotator_{model._meta.model_name}_changelist")).status_code == 403
