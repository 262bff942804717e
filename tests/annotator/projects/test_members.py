"""What managers change about members."""

import pytest

from annotator.projects.members import change_role, link_account, remove_member
from annotator.projects.models import Membership, Project
from annotator.projects.services import get_or_create_owner
from annotator.web.refusals import NotAllowed, ServiceRefused
from tests.factories import make_member, make_project, make_pyramid, make_topic, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def boss(project: Project) -> Membership:
    return make_member(project, "manager")


def _owner(project: Project, name: str = "ann", *, member: Membership | None = None) -> Membership:
    """A member (without an account unless given) who owns a pyramid."""
    owner = member or get_or_create_owner(project=project, name=name)
    make_pyramid(make_topic(project), owner)
    return owner


@pytest.mark.parametrize("role", Membership.Role.values)
def test_a_manager_gives_another_role(project: Project, boss: Membership, role: str) -> None:
    member = make_member(project)
    assert change_role(member=member, role=role, by=boss).role == role
    member.refresh_from_db()
    assert member.role == role


@pytest.mark.parametrize("role", ["annotator", "viewer"])
def test_others_change_nothing(project: Project, boss: Membership, role: str) -> None:
    by, member, name = make_member(project, role), make_member(project), _owner(project)
    for act in (
        lambda: change_role(member=member, role="viewer", by=by),
        lambda: remove_member(member=member, by=by),
        lambda: remove_member(member=name, by=by),
    ):
        with pytest.raises(NotAllowed):
            act()
    assert Membership.objects.get(pk=member.pk).role == "annotator"


def test_who_was_a_manager_when_the_page_was_opened_is_asked_again(project: Project, boss: Membership) -> None:
    late = make_member(project, "manager")
    change_role(member=late, role="viewer", by=boss)
    with pytest.raises(NotAllowed):
        change_role(member=boss, role="viewer", by=late)


def test_the_last_manager_stays(project: Project, boss: Membership) -> None:
    gone = make_member(project, "manager", make_user(is_active=False))
    with pytest.raises(ServiceRefused, match="the last manager"):
        change_role(member=boss, role="annotator", by=boss)
    with pytest.raises(ServiceRefused, match="the last manager"):
        remove_member(member=boss, by=boss)
    change_role(member=boss, role="manager", by=boss)
    remove_member(member=gone, by=boss)
    second = make_member(project, "manager")
    remove_member(member=boss, by=boss)
    assert [one.pk for one in project.memberships.all()] == [second.pk]


def test_members_of_another_project_are_out_of_reach(boss: Membership) -> None:
    stranger = make_member(make_project())
    with pytest.raises(Membership.DoesNotExist):
        remove_member(member=stranger, by=boss)


def test_who_owns_work_leaves_the_name_behind(project: Project, boss: Membership) -> None:
    member = _owner(project, member=make_member(project))
    other = make_pyramid(make_topic(project), boss)
    other.editors.add(member)
    user = member.user
    remove_member(member=member, by=boss)
    kept = Membership.objects.get(pk=member.pk)
    assert (kept.name, kept.user) == (member.name, None)
    assert not other.editors.exists()
    assert user is not None
    assert not Project.objects.visible_to(user).exists()


def test_who_owns_nothing_goes(project: Project, boss: Membership) -> None:
    member, name = make_member(project), get_or_create_owner(project=project, name="nobody")
    for one in (member, name):
        remove_member(member=one, by=boss)
    assert [one.pk for one in project.memberships.all()] == [boss.pk]
    with pytest.raises(ServiceRefused, match="the name stays"):
        remove_member(member=_owner(project), by=boss)


def test_a_name_is_tied_to_an_account(project: Project, boss: Membership) -> None:
    owner, user = _owner(project), make_user("grace")
    tied = link_account(member=owner, user=user, role="annotator")
    assert (tied.pk, tied.name, tied.user, tied.role) == (owner.pk, "ann", user, "annotator")
    with pytest.raises(ServiceRefused, match="already has an account"):
        link_account(member=owner, user=make_user(), role="annotator")


def test_a_member_without_work_takes_the_name_over(project: Project, boss: Membership) -> None:
    owner, member = _owner(project), make_member(project)
    edited = make_pyramid(make_topic(project), boss)
    edited.editors.add(member)
    user = member.user
    assert user is not None
    link_account(member=owner, user=user, role="viewer")
    assert project.memberships.get(user=user).name == "ann"
    assert list(edited.editors.all()) == [owner]


def test_two_names_with_work_do_not_become_one(project: Project, boss: Membership) -> None:
    owner, member = _owner(project), _owner(project, member=make_member(project))
    assert member.user is not None
    with pytest.raises(ServiceRefused, match="already owns work here as"):
        link_account(member=owner, user=member.user, role="annotator")
    assert Membership.objects.get(pk=owner.pk).user is None


def test_the_last_manager_does_not_go_by_taking_a_name(project: Project, boss: Membership) -> None:
    owner, user = _owner(project), boss.user
    assert user is not None
    with pytest.raises(ServiceRefused, match="the last manager"):
        link_account(member=owner, user=user, role="annotator")
    assert link_account(member=owner, user=user, role="manager").user == user


def test_a_name_without_an_account_has_no_role_to_change(project: Project, boss: Membership) -> None:
    with pytest.raises(ServiceRefused, match="has no account"):
        change_role(member=_owner(project), role="manager", by=boss)
