"""Invitation links: who comes in, how often, until when."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.db import connection

from annotator.projects import invitations
from annotator.projects.forms import InvitationForm
from annotator.projects.invitation_models import Invitation
from annotator.projects.invitations import (
    MAX_LINKS,
    InvitationClosed,
    closing_reason,
    invitation_links,
    join,
    make_invitation,
    revoke_invitation,
    sign_up,
)
from annotator.projects.models import Membership, Project
from annotator.web.refusals import NotAllowed, ServiceRefused
from tests.factories import make_member, make_project, make_user

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def boss(project: Project) -> Membership:
    return make_member(project, "manager")


def _link(boss: Membership, **given: object) -> Invitation:
    own = {"role": "annotator", "max_uses": 1, "days": 2, "now": NOW, **given}
    return make_invitation(project=boss.project, by=boss, **own)  # type: ignore[arg-type]


@pytest.mark.parametrize("role", Membership.Role.values)
def test_whoever_has_the_link_joins_with_its_role(boss: Membership, role: str) -> None:
    link, user = _link(boss, role=role), make_user("grace")
    member = join(code=link.code, user=user, now=NOW)
    assert (member.project, member.user, member.name, member.role) == (boss.project, user, "grace", role)
    link.refresh_from_db()
    assert link.uses == 1


def test_codes_cannot_be_guessed(boss: Membership) -> None:
    codes = {_link(boss).code for _ in range(20)}
    assert len(codes) == 20
    assert all(len(code) == 32 for code in codes)


def test_it_can_be_used_as_often_as_it_says(boss: Membership) -> None:
    link = _link(boss, max_uses=2)
    for _ in range(2):
        join(code=link.code, user=make_user(), now=NOW)
    with pytest.raises(InvitationClosed, match="has been used up"):
        join(code=link.code, user=make_user(), now=NOW)
    assert boss.project.memberships.count() == 3


def test_it_expires_to_the_second(boss: Membership) -> None:
    link, end = _link(boss, max_uses=2), NOW + timedelta(days=2)
    join(code=link.code, user=make_user(), now=end - timedelta(seconds=1))
    with pytest.raises(InvitationClosed, match="expired"):
        join(code=link.code, user=make_user(), now=end)


def test_a_withdrawn_one_lets_nobody_in(boss: Membership) -> None:
    link = _link(boss)
    revoke_invitation(invitation=link, by=boss, now=NOW)
    with pytest.raises(InvitationClosed, match="withdrawn"):
        join(code=link.code, user=make_user(), now=NOW)
    revoke_invitation(invitation=link, by=boss, now=NOW + timedelta(hours=1))
    link.refresh_from_db()
    assert link.revoked_at == NOW


def test_a_project_has_a_most_of_links_that_work_and_they_are_listed_first(boss: Membership) -> None:
    assert boss.user is not None
    links = [_link(boss) for _ in range(MAX_LINKS)]
    with pytest.raises(ServiceRefused, match="200 links work"):
        _link(boss)
    revoke_invitation(invitation=links[-1], by=boss, now=NOW)
    new = _link(boss)
    listed = invitation_links(project=boss.project, user=boss.user, now=NOW)
    assert [line["invitation"] for line in listed] == [new, *reversed(links[:-1])]


def test_a_reason_names_no_project(boss: Membership) -> None:
    link = _link(boss)
    said = closing_reason(link, NOW + timedelta(days=3))
    assert boss.project.name not in said
    assert closing_reason(link, NOW) == ""


def test_a_member_already_stays_as_they_are_and_uses_nothing_up(boss: Membership) -> None:
    link = _link(boss, role="viewer")
    assert boss.user is not None
    assert join(code=link.code, user=boss.user, now=NOW) == boss
    link.refresh_from_db()
    assert (link.uses, Membership.objects.get(pk=boss.pk).role) == (0, "manager")


def test_an_account_is_made_with_the_membership(boss: Membership) -> None:
    member = sign_up(code=_link(boss).code, username="grace", password="quite a long one", now=NOW)
    assert member.user is not None
    assert member.user.check_password("quite a long one")
    assert (member.user.is_staff, member.user.is_superuser) == (False, False)


def test_no_account_without_a_link_that_is_open(boss: Membership) -> None:
    link = _link(boss)
    with pytest.raises(InvitationClosed):
        sign_up(code=link.code, username="grace", password="quite a long one", now=NOW + timedelta(days=3))
    with pytest.raises(InvitationClosed):  # and not that the name is taken
        sign_up(code=link.code, username=boss.name, password="quite a long one", now=NOW + timedelta(days=3))
    with pytest.raises(Invitation.DoesNotExist):
        sign_up(code="guessed", username="grace", password="quite a long one", now=NOW)
    assert not User.objects.filter(username="grace").exists()


def test_a_taken_user_name_uses_nothing_up(boss: Membership) -> None:
    make_user("grace")
    link = _link(boss)
    with pytest.raises(ServiceRefused, match="already taken"):
        sign_up(code=link.code, username="grace", password="quite a long one", now=NOW)
    link.refresh_from_db()
    assert link.uses == 0


def test_links_of_one_account_tell_of_few_taken_user_names(boss: Membership, monkeypatch: pytest.MonkeyPatch) -> None:
    assert invitations.MAX_TAKEN_NAMES == 20  # ADR 186
    monkeypatch.setattr(invitations, "MAX_TAKEN_NAMES", 2)
    make_user("grace")

    def refusal(link: Invitation, username: str) -> str:
        with pytest.raises(ServiceRefused) as refused:
            sign_up(code=link.code, username=username, password="quite a long one", now=NOW)
        return str(refused.value)

    assert {refusal(_link(boss), "grace") for _ in range(2)} == {"This user name is already taken."}
    assert refusal(_link(boss), "grace") == refusal(_link(boss), "free")  # another link does not help
    assert "Try again in an hour" in refusal(_link(boss), "free")
    entry = (boss.user_id, invitations.TAKEN_NAME_ENTRY)
    assert list(LogEntry.objects.values_list("user", "change_message")) == [entry] * 2
    LogEntry.objects.update(action_time=NOW - timedelta(minutes=59))
    assert "Try again in an hour" in refusal(_link(boss), "free")
    LogEntry.objects.update(action_time=NOW - timedelta(minutes=61))
    assert sign_up(code=_link(boss).code, username="free", password="quite a long one", now=NOW).name == "free"


@pytest.mark.parametrize("given", [{"max_uses": 0}, {"max_uses": 501}, {"days": 0}, {"days": 91}, {"role": "king"}])
def test_what_no_link_can_be_is_refused(given: dict[str, object]) -> None:
    fields = {"role": "annotator", "max_uses": 1, "days": 7, **given}
    form = InvitationForm({f"invite-{name}": value for name, value in fields.items()})
    assert list(form.errors) == list(given)


@pytest.mark.parametrize("role", ["annotator", "viewer"])
def test_only_managers_make_and_withdraw(boss: Membership, role: str) -> None:
    member, link = make_member(boss.project, role), _link(boss)
    with pytest.raises(NotAllowed):
        _link(member)
    with pytest.raises(NotAllowed):
        revoke_invitation(invitation=link, by=member, now=NOW)


def test_the_list_is_for_managers(boss: Membership) -> None:
    link, member = _link(boss), make_member(boss.project)
    assert boss.user is not None
    assert member.user is not None
    (line,) = invitation_links(project=boss.project, user=boss.user, now=NOW)
    assert line == {"invitation": link, "role": "Annotator", "closing_reason": ""}
    assert invitation_links(project=boss.project, user=member.user, now=NOW) == []


@pytest.mark.django_db(transaction=True)
def test_of_two_people_racing_for_the_last_use_one_comes_in(boss: Membership) -> None:
    link, people, gate = _link(boss, max_uses=3), [make_user() for _ in range(6)], Barrier(6)

    def race(user: User) -> bool:
        gate.wait()
        try:
            join(code=link.code, user=user, now=NOW)
        except InvitationClosed:
            return False
        else:
            return True
        finally:
            connection.close()

    with ThreadPoolExecutor(len(people)) as pool:
        assert sum(pool.map(race, people)) == 3
    link.refresh_from_db()
    assert (link.uses, boss.project.memberships.count()) == (3, 1 + 3)
