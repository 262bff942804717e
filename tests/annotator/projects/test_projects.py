"""Projects, their addresses, and their members."""

import re
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from annotator.projects.models import Membership, Project
from annotator.projects.services import (
    MAX_REVEALED_SLUGS_PER_DAY,
    TAKEN_SLUG_ENTRY,
    add_member,
    create_project,
    get_or_create_owner,
)
from annotator.web.refusals import ServiceRefused
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db


def test_who_makes_a_project_manages_it() -> None:
    user = make_user("ann")
    project = create_project(name="Dams of 1953", by=user, guidelines="Read twice.")
    assert (project.name, project.slug, project.guidelines) == ("Dams of 1953", "dams-of-1953", "Read twice.")
    member = project.memberships.get()
    assert (member.user, member.name, member.role) == (user, "ann", "manager")


def test_a_project_made_by_nobody_has_no_member() -> None:
    assert not create_project(name="Dams", by=None).memberships.exists()


def test_an_address_that_is_not_given_is_a_free_one() -> None:
    names = ("Dams", "dams!", "水", "", "L" * 200, "L" * 200)
    slugs = [create_project(name=name, by=None).slug for name in names]
    assert slugs[0::2] == ["dams", "project", "l" * 60]
    for slug, stem in zip(slugs[1::2], ("dams", "project", "l" * 53), strict=True):
        assert re.fullmatch(f"{stem}-[a-z2-9]{{6}}", slug)


def test_nobody_learns_which_addresses_are_taken() -> None:
    make_project("dams")
    assert re.fullmatch("dams-[a-z2-9]{6}", create_project(name="Dams", slug="dams", by=make_user()).slug)
    with pytest.raises(ServiceRefused, match="a project with the URL name “dams”"):
        create_project(name="Dams", slug="dams", by=None)  # a command: administrators see all projects


def test_who_tries_many_taken_addresses_gets_random_ones_only() -> None:
    assert MAX_REVEALED_SLUGS_PER_DAY == 5  # ADR 186
    make_project("dams")
    ann = make_user("ann")
    slugs = {
        create_project(name="Mine", slug=slug, by=ann).slug for slug in ["mine", *["mine"] * MAX_REVEALED_SLUGS_PER_DAY]
    }
    assert "mine" in slugs
    assert create_project(name="Free", by=ann).slug == "free"  # one's own projects are no secret
    for _ in range(MAX_REVEALED_SLUGS_PER_DAY):
        create_project(name="Dams", by=ann)
    assert LogEntry.objects.filter(user=ann, change_message=TAKEN_SLUG_ENTRY).count() == MAX_REVEALED_SLUGS_PER_DAY
    for slug in ("", "free-too"):
        assert re.fullmatch("free-too-[a-z2-9]{6}", create_project(name="Free too", slug=slug, by=ann).slug)
    assert create_project(name="Free too", by=make_user()).slug == "free-too"
    LogEntry.objects.update(action_time=timezone.now() - timedelta(hours=23))
    assert create_project(name="Free again", by=ann).slug != "free-again"
    LogEntry.objects.update(action_time=timezone.now() - timedelta(hours=25))
    assert create_project(name="Free again", by=ann).slug == "free-again"


@pytest.mark.parametrize("slug", ["a b", "a/b", "..", "ä", "a" * 61, "a\n"])
def test_what_cannot_be_an_address_is_refused(slug) -> None:
    with pytest.raises(ServiceRefused, match="A project's URL name has 1 to 60"):
        create_project(name="Dams", slug=slug, by=None)
    assert not Project.objects.exists()


def test_a_member_has_the_name_of_the_account() -> None:
    member = add_member(project=make_project(), user=make_user("ann"), role="annotator", by=None)
    assert (member.name, member.role) == ("ann", "annotator")


def test_the_audit_log_keeps_who_added_a_member() -> None:
    project, boss, ann = make_project(), make_user("boss"), make_user("ann")
    add_member(project=project, user=boss, role="manager", by=boss)
    add_member(project=project, user=ann, role="annotator", by=boss)
    add_member(project=project, user=make_user("bob"), role="viewer", by=None)
    entries = LogEntry.objects.order_by("pk").values_list("user__username", "object_id", "change_message")
    assert list(entries) == [
        ("boss", str(project.pk), "Joined as a manager."),
        ("boss", str(project.pk), "Added ann as an annotator."),
    ]


def test_nobody_is_a_member_twice() -> None:
    project, user = make_project(), make_user("ann")
    add_member(project=project, user=user, role="viewer", by=None)
    with pytest.raises(ServiceRefused, match=r"^ann is already a member\.$"):
        add_member(project=project, user=user, role="manager", by=None)
    assert project.memberships.get().role == "viewer"


def test_a_name_that_an_owner_of_imported_work_has_gets_a_number() -> None:
    """Otherwise who signs up as "annotator1" would own what somebody else annotated."""
    project = make_project()
    get_or_create_owner(project=project, name="ann")
    get_or_create_owner(project=project, name="ann-2")
    assert add_member(project=project, user=make_user("ann"), role="annotator", by=None).name == "ann-3"


def test_nobody_is_called_as_the_consensus_is() -> None:
    assert (
        add_member(project=make_project(), user=make_user("consensus"), role="annotator", by=None).name == "consensus-2"
    )


def test_a_long_user_name_is_cut() -> None:
    """User names have up to 150 characters, names of members 100."""
    project = make_project()
    names = [add_member(project=project, user=make_user("u" * 140 + end), role="viewer", by=None).name for end in "ab"]
    assert names == ["u" * 90, "u" * 90 + "-2"]


def test_a_named_owner_is_made_once() -> None:
    project = make_project()
    owner = get_or_create_owner(project=project, name=" Ann/Lee ")
    assert (owner.name, owner.user, owner.role) == ("Ann-Lee", None, "annotator")
    assert get_or_create_owner(project=project, name="Ann/Lee") == owner
    assert get_or_create_owner(project=make_project(), name="Ann/Lee") != owner


def test_a_named_owner_can_be_a_member_with_an_account() -> None:
    project = make_project()
    member = add_member(project=project, user=make_user("ann"), role="annotator", by=None)
    assert get_or_create_owner(project=project, name="ann") == member


@pytest.mark.parametrize("name", ["", " ", ".", "..", "a\nb", "a\x00"])
def test_an_owner_needs_a_name_that_fits_an_address(name) -> None:
    with pytest.raises(ServiceRefused, match="it is used in URLs"):
        get_or_create_owner(project=make_project(), name=name)
    assert not Membership.objects.exists()
