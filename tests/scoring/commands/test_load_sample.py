"""`manage.py load_sample`: the sample project for one user."""

import pytest
from django.contrib.auth.models import User
from django.db import connections

from annotator.projects.models import Membership, Project
from tests.annotator.commands.command_line import CommandLine
from tests.factories import make_user


@pytest.fixture
def manage(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, db: None) -> CommandLine:
    """Runs a command. Commands close the database's connections when they end; the test still needs its own."""
    monkeypatch.setattr(connections, "close_all", lambda: None)
    return CommandLine(capsys)


def test_the_first_user_manages_the_sample(manage) -> None:
    make_user("ann")
    make_user("bob")
    ran = manage("load_sample")
    project = Project.objects.get()
    assert (ran.status, ran.out) == (0, f"The sample project is at /p/{project.slug}/.\n")
    member = project.memberships.get(user__isnull=False)
    assert (member.name, member.role) == ("ann", Membership.Role.MANAGER)


def test_the_user_can_be_named(manage) -> None:
    make_user("ann")
    make_user("bob")
    manage("load_sample", "--user", "bob")
    assert Membership.objects.get(user__isnull=False).name == "bob"


def test_a_second_sample_is_refused_in_one_line(manage) -> None:
    make_user("ann")
    manage("load_sample")
    ran = manage("load_sample")
    assert ran.status == 1
    assert ran.error.startswith("CommandError: There is already a project with the URL name")
    assert Project.objects.count() == 1


def test_without_a_user_it_says_how_to_make_one(manage) -> None:
    assert not User.objects.exists()
    ran = manage("load_sample")
    assert (ran.status, ran.error) == (
        *(1, "CommandError: There is no active user with this name: create one with manage.py createsuperuser."),
    )
    make_user("ann", is_active=False)
    assert manage("load_sample", "--user", "ann").status == 1
