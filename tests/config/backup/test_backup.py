"""A backup restored: every row, every score, the log; taken while people work; refused where something is there."""

import io
import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import environ
import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from annotator.interchange.project_file.exporting import export_project
from annotator.projects.invitation_models import AccountInvitation
from annotator.projects.models import Membership, Project
from annotator.projects.services import create_project
from annotator.pyramids.models import pyramids
from annotator.pyramids.services import start_pyramid
from annotator.work.log.rebuild import check_logs
from annotator.work.models import Work
from config.backup.archive import open_backup
from config.backup.manifest import Manifest
from config.backup.refused import BackupRefused
from config.backup.restoring import restore
from config.backup.schema import applied_migrations
from config.backup.taking import take_backup
from tests import factories
from tests.annotator.interchange.whole_project import send
from tests.annotator.work.adjudication.adjudicated import make_texts
from tests.config.backup.changed import changed_rows
from tests.config.backup.conftest import NOW, taken
from tests.other_databases import Settings, in_database, made_database, made_server
from tests.scenes import signed_in

MEMBER = b"PK\x03\x04"  # what begins one in a zip


def manifest_of(data: bytes, tmp_path: Path) -> Manifest:
    """What a backup says of itself, without the server it comes from."""
    file = tmp_path / "read.bak"
    file.write_bytes(data)
    with open_backup(file) as archive:
        return replace(archive.manifest, postgres="")


def restored(file: Path) -> None:
    """A backup restored into the current database."""
    with open_backup(file) as archive:
        restore(archive)


def scores() -> Any:
    """All numbers of the score page, as scripts get them."""
    manager = Membership.objects.get(role="manager", project__slug="whole").user
    assert manager
    return signed_in(manager).get("/api/projects/whole/scores/").json()


def exported() -> str:
    """The project's own file."""
    return "".join(export_project(Project.objects.get(slug="whole")))


@pytest.fixture(params=["embedded", "server"])
def elsewhere(request: pytest.FixtureRequest, migrated: Settings, databases: None) -> Iterator[Settings]:
    """A database without a table on another server; PYRAMIDION_OTHER_POSTGRES=postgres://... names a real one."""
    if request.param == "embedded":
        with made_server() as server, made_database("elsewhere", server=server) as settings:
            yield settings
        return
    address = os.environ.get("PYRAMIDION_OTHER_POSTGRES", "")
    if not address:
        pytest.skip("PYRAMIDION_OTHER_POSTGRES names no other server")
    with made_database("elsewhere", server=environ.Env.db_url_config(address)) as settings:
        yield settings


def test_everything_comes_again_on_another_server(
    worked_on: Settings, backup: Path, elsewhere: Settings, tmp_path: Path
) -> None:
    with in_database(worked_on):
        before = (exported(), scores())
    with in_database(elsewhere):
        restored(backup)
        again = taken()
        assert manifest_of(again, tmp_path) == manifest_of(backup.read_bytes(), tmp_path)
        assert (exported(), scores()) == before
        checked = list(check_logs())
        assert len(checked) > 5
        assert [one for one in checked if one.faults] == []
        # Numbers go on where they stood, and people with their old passwords.
        user = User.objects.get(username="mia-whole")
        assert user.check_password(factories.PASSWORD)
        assert create_project(name="New", by=user).pk > Project.objects.get(slug="whole").pk


def test_no_table_is_forgotten(worked_on: Settings, backup: Path, tmp_path: Path) -> None:
    manifest = manifest_of(backup.read_bytes(), tmp_path)
    with in_database(worked_on), connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
    kept = {table.name for table in manifest.tables}
    assert there - kept == {*manifest.left_out, "django_migrations"}
    passing = ("axes_", "annotator_run", "scoring_measured", "scoring_studyresult")
    assert all("session" in name or name.startswith(passing) for name in manifest.left_out)
    columns = {column for table in manifest.tables for column in table.columns}
    assert not {column for column in columns if "session" in column}  # whoever has one is signed in
    without = {table.name for table in manifest.tables if table.name.startswith("annotator_") and not table.rows}
    assert without <= {"annotator_apitoken"}  # so that coming again proves something


class Interrupted(io.BytesIO):
    """A file; before each member of an archive is written to it, somebody edits the pyramid."""

    def __init__(self, settings: Settings, pyramid: Work) -> None:
        super().__init__()
        self.edits = 0
        self._settings = settings
        self._pyramid = pyramid

    def write(self, data: Any) -> int:
        if bytes(data[:4]) == MEMBER:
            worker = threading.Thread(target=self._edit)
            worker.start()
            worker.join()
        return super().write(data)

    def _edit(self) -> None:
        with in_database(self._settings):
            number, pyramid = self.edits + 1, self._pyramid
            part = {"part": factories.client_id(9, number), "scu": factories.client_id(8, number)}
            span = {"summary": pyramid.topic.summaries.model_summaries()[0].pk, "start": number, "end": number + 1}
            made = {"verb": "create_scu", "scu": part["scu"], "label": f"Meanwhile {number}"}
            send(pyramid, pyramid.owner, made, {"verb": "add_part", **part, **span})
            self.edits = number


def test_edits_made_meanwhile_are_all_in_it_or_all_not(worked_on: Settings, empty: Settings, tmp_path: Path) -> None:
    with made_database("busy", template=worked_on["NAME"]) as busy, in_database(busy):
        ann = Membership.objects.get(name="ann")
        pyramid = start_pyramid(topic=make_texts(ann.project, "busy"), owner=ann)
        file = Interrupted(busy, pyramid)
        made = take_backup(file, now=NOW)
        pyramid.refresh_from_db()
        assert (file.edits, pyramid.revision) == (len(made.tables) + 1, 2 * len(made.tables) + 2)
    (tmp_path / "busy.bak").write_bytes(file.getvalue())
    with in_database(empty):
        restored(tmp_path / "busy.bak")
        again = pyramids().get(pk=pyramid.pk)
        assert (again.revision, again.scus.count(), again.parts.count(), again.edits.count()) == (0, 0, 0, 0)
        assert [one for one in check_logs() if one.faults] == []


def test_where_something_is_nothing_is_restored(worked_on: Settings, backup: Path, empty: Settings) -> None:
    with in_database(worked_on):
        before = taken()
        with pytest.raises(BackupRefused, match=r"not empty \(there are rows in annotator_"):
            restored(backup)
        assert taken() == before
    with in_database(empty):
        factories.make_user("only one")
        with pytest.raises(BackupRefused, match="not empty"):
            restored(backup)


def test_what_does_not_fit_leaves_the_installation_empty(backup: Path, empty: Settings, tmp_path: Path) -> None:
    twice = changed_rows(backup, "annotator_project", lambda rows: rows * 2)
    without = changed_rows(backup, "auth_user", lambda rows: b"")
    short = changed_rows(backup, "annotator_part", lambda rows: rows, told=-1)
    with in_database(empty):
        for file, said in (
            (twice, "The rows of annotator_project cannot be loaded .duplicate key"),
            (without, "Its rows contradict each other .insert or update on table"),
            (short, r"annotator_part has \d+ rows, but the manifest says \d+"),
        ):
            with pytest.raises(BackupRefused, match=said):
                restored(file)
            assert not Project.objects.exists()
        restored(backup)
        assert Project.objects.exists()


def test_an_invitation_needs_no_account_or_member_but_not_missing_ones(
    backup: Path, empty: Settings, tmp_path: Path
) -> None:
    table = "annotator_accountinvitation"
    (columns,) = [one.columns for one in manifest_of(backup.read_bytes(), tmp_path).tables if one.name == table]

    def changed(column: str, value: bytes) -> Path:
        def change(rows: bytes) -> bytes:
            cells = [line.split(b"\t") for line in rows.splitlines()]
            for row in cells:
                row[columns.index(column)] = value
            return b"".join(b"\t".join(row) + b"\n" for row in cells)

        return changed_rows(backup, table, change)

    with in_database(empty):
        for column in ("member_id", "user_id"):
            with pytest.raises(BackupRefused, match="Its rows contradict each other"):
                restored(changed(column, b"123456789"))
            assert not Project.objects.exists()
        restored(changed("user_id", b"\\N"))
        invitation = AccountInvitation.objects.get()
        assert (invitation.username, invitation.user, invitation.member) == ("ida-whole", None, None)


def test_an_older_one_is_brought_up_to_date(migrated: Settings, empty: Settings, tmp_path: Path) -> None:
    """Into an installation that was prepared by this version: it goes back to the backup's one, and on again."""
    last = max(name for app, name in MigrationLoader(None).disk_migrations if app == "annotator")
    with made_database("older", template=migrated["NAME"]) as older, in_database(older):
        before = MigrationExecutor(connection).loader.graph.node_map["annotator", last].parents
        MigrationExecutor(connection).migrate([node.key for node in before if node.key[0] == "annotator"])
        factories.make_user("ann")
        (tmp_path / "older.bak").write_bytes(taken())
    with in_database(empty):
        Permission.objects.get(codename="add_project").delete()  # what Django makes by itself, it makes again
        restored(tmp_path / "older.bak")
        assert ("annotator", last) in applied_migrations()
        assert User.objects.get(username="ann").check_password(factories.PASSWORD)
        assert Permission.objects.filter(codename="add_project").count() == 1
