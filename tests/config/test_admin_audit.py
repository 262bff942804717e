"""What administrators can read of each other's deeds and of who came in, and what they can do about it."""

from datetime import timedelta
from io import StringIO

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotator.accounts.models import ApiToken
from annotator.accounts.throttle import ACCOUNT_AND_ADDRESS_LIMIT
from annotator.accounts.tokens import make_token
from annotator.projects.models import Project
from config.first_start import SIGN_IN_RECORD_DAYS, delete_expired_rows
from tests.factories import PASSWORD, make_member, make_project, make_user
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db
LISTS = ["admin_logentry", "axes_accesslog", "axes_accessfailurelog", "axes_accessattempt"]


@pytest.fixture
def root() -> User:
    return make_user("root", is_staff=True, is_superuser=True)


@pytest.fixture
def staff(root: User) -> Client:
    client = Client()
    client.post("/admin/login/", {"username": "root", "password": PASSWORD})
    return client


def act(client: Client, place: str, action: str, *rows: object) -> str:
    """The page, or the file, after an action on rows of a list."""
    sent = {"action": action, "_selected_action": rows}
    return client.post(reverse(f"admin:{place}_changelist"), sent, follow=True).getvalue().decode()


def fail(name: str, times: int = 1) -> None:
    for _ in range(times):
        Client().post("/accounts/login/", {"username": name, "password": "a wr0ng guess"})


def deeds() -> list[tuple[str, str, str]]:
    entries = LogEntry.objects.order_by("pk").select_related("user")
    return [(entry.user.username, entry.object_repr, entry.get_change_message()) for entry in entries]


def test_the_records_are_read_only_and_hold_no_secret(staff: Client) -> None:
    user = make_user("ann")
    made = make_token(name="script", scope="read", days=9, by=user, now=timezone.now())
    fail("ann", 2)
    for name in LISTS:
        listed = staff.get(reverse(f"admin:{name}_changelist"))
        assert listed.status_code == 200
        (row, *_) = listed.context["cl"].queryset
        page = staff.get(reverse(f"admin:{name}_change", args=[row.pk]))
        assert page.status_code == 200
        told = listed.content.decode() + page.content.decode()
        assert [secret for secret in (PASSWORD, "wr0ng", made.value) if secret in told] == []
        assert staff.post(reverse(f"admin:{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
        assert staff.get(reverse(f"admin:{name}_add")).status_code == 403


def test_who_is_kept_out_is_shown_and_let_in(staff: Client) -> None:
    make_user("ann")
    fail("ann", ACCOUNT_AND_ADDRESS_LIMIT)
    (row,) = staff.get(reverse("admin:axes_accessattempt_changelist")).context["cl"].queryset
    assert row.total == ACCOUNT_AND_ADDRESS_LIMIT
    assert "these users may try again." in act(staff, "axes_accessattempt", "forget", row.pk)
    assert not AccessAttempt.objects.exists()
    assert Client().post("/accounts/login/", {"username": "ann", "password": PASSWORD}).status_code == 302
    assert deeds()[-1][2] == "Forgot failures to sign in: ann from 127.0.0.1."


@pytest.mark.parametrize("action", ["sign_out", "sign_out_and_revoke"])
def test_an_administrator_signs_somebody_out_everywhere(staff: Client, action: str) -> None:
    user = make_user("ann")
    make_token(name="script", scope="read", days=9, by=user, now=timezone.now())
    theirs = signed_in(user)
    assert "Signed out everywhere: ann." in act(staff, "auth_user", action, user.pk)
    assert theirs.get("/").status_code == 302
    assert staff.get("/").status_code == 200
    assert ApiToken.objects.exists() is (action == "sign_out")
    assert deeds()[-1][:2] == ("root", "ann")


def test_actions_on_projects_are_on_record(staff: Client) -> None:
    make_member(make_project("p"), "manager")
    act(staff, "annotator_project", "join", Project.objects.get().pk)
    act(staff, "annotator_project", "export_scores_csv", Project.objects.get().pk)
    assert deeds() == [("root", "P", "Joined as a manager."), ("root", "P", "Downloaded scores as CSV.")]


def test_the_admin_sends_to_the_pages_own_change_of_password(staff: Client) -> None:
    assert staff.get(reverse("admin:password_change")).headers["Location"] == reverse("password-change")


def test_records_of_signing_in_go_after_half_a_year(staff: Client) -> None:
    make_user("ann")
    fail("ann")
    for model in (AccessLog, AccessFailureLog):
        delete_expired_rows()
        assert model.objects.count() == 1
        model.objects.update(attempt_time=timezone.now() - timedelta(days=SIGN_IN_RECORD_DAYS + 1))
        call_command("tidy", stdout=StringIO())
        assert not model.objects.exists()


def test_staff_without_all_rights_reads_no_records() -> None:
    client = signed_in(make_user(is_staff=True))
    assert {client.get(reverse(f"admin:{name}_changelist")).status_code for name in LISTS} == {403}
