"""What the admin is good for: to find, to understand, to help."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from annotator.projects.models import Membership, Project, Topic
from annotator.work.log.models import Edit
from tests.annotator.admin.test_reading import address, filled
from tests.factories import make_user
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def root() -> User:
    return make_user("root", is_staff=True, is_superuser=True)


@pytest.fixture
def staff(root: User) -> Client:
    return signed_in(root)


def page(client: Client, place: str, **query: str) -> str:
    answer = client.get(place, query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_project_shows_its_members_topics_and_way_to_its_pages(staff: Client) -> None:
    project = filled()
    text = page(staff, address(Project, "change", project.pk))
    assert all(name in text for name in ("annotator-p", "viewer-p", "Manager", Topic.objects.get().key))
    assert 'href="/p/p/"' in text


def test_a_project_is_found_by_who_takes_part(staff: Client) -> None:
    filled("p")
    filled("q")
    listed = staff.get(address(Project, "changelist"), {"q": "annotator-q"}).context["cl"]
    assert [(one.slug, one.member_count, one.topic_count) for one in listed.queryset] == [("q", 3, 1)]


def test_the_log_can_be_narrowed_by_project_verb_and_date_and_its_payload_be_read(staff: Client) -> None:
    filled("p")
    filled("q")
    listed = staff.get(address(Edit, "changelist"), {"project": "p", "verb": "relabel_scu", "at__year": "2000"})
    assert listed.context["cl"].result_count == 0
    listed = staff.get(address(Edit, "changelist"), {"project": "p", "verb": "relabel_scu"})
    (edit,) = listed.context["cl"].queryset
    assert "{\n  &quot;label&quot;: &quot;Wörter p&quot;\n}" in page(staff, address(Edit, "change", edit.pk))


def test_who_runs_the_installation_can_join_a_project_as_a_manager(staff: Client, root: User) -> None:
    filled("p")
    filled("q")
    asked = {"action": "join", "_selected_action": list(Project.objects.values_list("pk", flat=True))}
    for told in ("you are now a manager", "is already a member"):
        answer = staff.post(address(Project, "changelist"), asked, follow=True)
        assert answer.content.decode().count(told) == 2
    assert set(Membership.objects.filter(user=root).values_list("project__slug", "role")) == {
        ("p", "manager"),
        ("q", "manager"),
    }
    assert staff.get("/p/p/").status_code == 200


def test_an_account_shows_its_projects_and_tokens(staff: Client) -> None:
    filled("q")
    filled("p")
    user = User.objects.get(username="manager-q")
    Membership.objects.create(project=Project.objects.get(slug="p"), user=user, name="Q", role="viewer")
    listed = staff.get(reverse("admin:auth_user_changelist"), {"q": "manager-q"}).context["cl"]
    assert [(one.username, one.project_slugs) for one in listed.queryset] == [("manager-q", "p, q")]
    text = page(staff, reverse("admin:auth_user_change", args=[user.pk]))
    assert all(word in text for word in ("Viewer", "Manager", "script", "pyr_ab"))


def test_accounts_are_made_and_changed_here(staff: Client) -> None:
    sent = {
        "username": "new",
        "usable_password": "true",
        "password1": "long words here",
        "password2": "long words here",
    }
    made = staff.post(reverse("admin:auth_user_add"), sent)
    assert made.status_code == 302
    user = User.objects.get(username="new")
    empty = {
        f"{name}-{what}": "0" for name in ("memberships", "api_tokens") for what in ("TOTAL_FORMS", "INITIAL_FORMS")
    }
    changed = {"username": "new", "date_joined_0": "2026-01-01", "date_joined_1": "00:00", "email": "n@example.org"}
    answer = staff.post(reverse("admin:auth_user_change", args=[user.pk]), {**changed, **empty})
    assert answer.status_code == 302
    user.refresh_from_db()
    assert (user.email, user.is_active) == ("n@example.org", False)
