"""What comes out of three projects and of a series of edits is what was recorded, byte for byte."""

import itertools
import os
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from annotator.projects.models import Project
from tests.annotator.interchange.whole_project import make_whole_project
from tests.factories import make_member, make_user
from tests.frozen.outputs import (
    COMMANDS,
    OF_GIVEN_FILES,
    Outputs,
    answers,
    answers_outside_projects,
    command_outputs,
)
from tests.frozen.records import check_outputs
from tests.frozen.series import series_outputs
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db

MATTER = next((path for above in Path(__file__).parents if (path := above / "shared/data/matter").exists()), None)
"""Beside the repository, or further up where this is a worktree."""


@pytest.fixture(autouse=True)
def _repeatable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that the factories make up do not depend on the tests before, and UUIDs ascend.

    Logs and files keep objects by UUID, and Postgres sorts them by it.
    """
    monkeypatch.setattr("tests.factories._number", itertools.count(1))
    random_bytes, number = os.urandom, itertools.count(1)

    def ascending(size: int) -> bytes:
        return random_bytes(size) if size != 16 else b"\xf0" + next(number).to_bytes(5) + bytes(10)

    monkeypatch.setattr("os.urandom", ascending)


def client_of(username: str) -> Client:
    """A browser of this user."""
    return signed_in(User.objects.get(username=username))


def project_outputs(slug: str, folder: Path, members: dict[str, str], *, given: bool = False) -> Outputs:
    """All outputs of a project. ``members``: the users that ask, by what they are in it."""
    found = dict(command_outputs(slug, folder, COMMANDS))
    for role, username in members.items():
        found |= answers(slug, role, client_of(username))
    if given:
        found |= command_outputs(slug, folder, OF_GIVEN_FILES)
    return found


def test_the_sample_project_gives_what_was_recorded(tmp_path: Path) -> None:
    make_user("boss")
    call_command("load_sample", "--user", "boss", verbosity=0)
    places = client_of("boss")
    slug = places.get("/api/projects/").json()["results"][0]["slug"]
    _add_annotator(slug)
    outputs = project_outputs(slug, tmp_path, {"manager": "boss", "annotator": "helper"})
    check_outputs("outputs_sample", outputs | dict(answers_outside_projects(places)))


def test_the_project_that_uses_everything_gives_what_was_recorded(tmp_path: Path) -> None:
    slug = make_whole_project().slug
    members = {"manager": f"mia-{slug}", "annotator": f"ann-{slug}"}
    check_outputs("outputs_whole", project_outputs(slug, tmp_path, members))


@pytest.mark.skipif(MATTER is None, reason="the data to try things on (../shared/data) is not here")
def test_the_set_of_matter_gives_what_was_recorded(tmp_path: Path) -> None:
    assert MATTER
    make_user("boss", is_superuser=True)
    (tmp_path / "given").symlink_to(MATTER.resolve())
    call_command("import_duc", "--project", "matter", str(tmp_path / "given"), verbosity=0)
    outputs = project_outputs("matter", tmp_path, {"manager": "boss"}, given=True)
    check_outputs("outputs_matter", outputs, digests_only=True)


def test_a_series_of_edits_is_answered_as_recorded() -> None:
    make_user("ann")
    check_outputs("outputs_series", series_outputs(client_of("ann")))


def _add_annotator(slug: str) -> None:
    """One who has done nothing in the project."""
    make_member(Project.objects.get(slug=slug), user=make_user("helper"))
