"""`manage.py backup` and `restore`: a file of the owner's alone, one line, and a status."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError

from config.backup.archive import open_backup
from config.management.commands.backup import restrict_to_owner
from tests.annotator.commands.command_line import CommandLine
from tests.config.backup.changed import changed_manifest
from tests.other_databases import Settings, in_database, made_database

ROOT = Path(__file__).parents[3]


def test_a_file_for_its_owner_alone_and_from_it_everything(
    worked_on: Settings, empty: Settings, manage: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "all.bak"
    file.write_text("an older one")
    file.chmod(0o644)
    with in_database(worked_on):
        ran = manage("backup", file)
    with open_backup(file) as archive:
        rows, tables = archive.manifest.rows, len(archive.manifest.tables)
    assert (ran.status, ran.error) == (0, f"{rows:,} rows of {tables} tables were written to {file}.")
    assert (file.stat().st_mode & 0o777, list(tmp_path.iterdir())) == (0o600, [file])
    with in_database(empty):
        checked = manage("restore", "--check", file)
        assert (checked.status, checked.out.split(") ")[-1]) == (0, f"is complete: {rows:,} rows of {tables} tables.\n")
        done = manage("restore", file)
        assert (done.status, done.out.split(") ")[-1]) == (0, f"was restored: {rows:,} rows of {tables} tables.\n")
        again = manage("restore", file)
    assert (again.status, again.error.partition(" (")[0]) == (
        1,
        "CommandError: all.bak: refused. This installation is not empty",
    )


def test_into_a_pipe(worked_on: Settings, tmp_path: Path) -> None:
    changes = {"PYRAMIDION_TEST_DATABASE": worked_on["NAME"], "DJANGO_SETTINGS_MODULE": "tests.settings"}
    command = [sys.executable, "manage.py", "backup", "-"]
    ran = subprocess.run(command, cwd=ROOT, env={**os.environ, **changes}, capture_output=True, check=True)
    assert ran.stderr.decode().endswith(" tables were written to the standard output.\n")
    (tmp_path / "piped").write_bytes(ran.stdout)
    with open_backup(tmp_path / "piped") as archive:
        archive.check()


def test_redirected_into_a_file_it_is_for_the_owner_alone_and_can_say_nothing(
    worked_on: Settings, tmp_path: Path
) -> None:
    changes = {"PYRAMIDION_TEST_DATABASE": worked_on["NAME"], "DJANGO_SETTINGS_MODULE": "tests.settings"}
    file = tmp_path / "redirected"
    file.touch(mode=0o644)
    command = [sys.executable, "manage.py", "backup", "--verbosity", "0", "-"]
    with file.open("wb") as out:
        ran = subprocess.run(
            command, cwd=ROOT, env={**os.environ, **changes}, stdout=out, stderr=subprocess.PIPE, check=True
        )
    assert (ran.stderr, file.stat().st_mode & 0o777) == (b"", 0o600)


def test_a_file_of_another_user_must_be_closed_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "fchmod", refuse)  # as for a file that root's shell opens for the command of another user
    with (tmp_path / "redirected").open("wb") as out:
        (tmp_path / "redirected").chmod(0o600)
        restrict_to_owner(out.fileno())
        (tmp_path / "redirected").chmod(0o640)
        with pytest.raises(CommandError, match="redirect under umask 077"):
            restrict_to_owner(out.fileno())


def test_out_of_a_pipe(backup: Path, empty: Settings, manage: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_backup(backup) as archive:
        rows, tables = archive.manifest.rows, len(archive.manifest.tables)
    for arguments, said in ((["--check", "-"], "is complete"), (["-"], "was restored")):
        with subprocess.Popen(["cat", backup], stdout=subprocess.PIPE) as cat:
            assert cat.stdout is not None
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(cat.stdout))
            with in_database(empty):
                done = manage("restore", *arguments)
        assert (done.status, done.out.split(") ")[-1]) == (0, f"{said}: {rows:,} rows of {tables} tables.\n")


def test_one_line_says_what_is_wrong_with_the_input(manage: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    said = {
        "empty": "the standard input: refused. It is not a backup of Pyramidion, or its end is missing.",
        "none": "A backup cannot be typed: name a file, or redirect one into the input.",
    }
    with Path(os.devnull).open(encoding="utf-8") as empty:
        for name, given in (("empty", empty), ("none", None)):
            monkeypatch.setattr(sys, "stdin", given)
            ran = manage("restore", "-")
            assert (ran.status, ran.error) == (1, f"CommandError: {said[name]}")


def test_one_line_says_what_is_wrong(backup: Path, worked_on: Settings, manage: CommandLine, tmp_path: Path) -> None:
    none = tmp_path / "none"
    newer = changed_manifest(backup, lambda manifest: manifest["migrations"]["annotator"].append("0999_later"))
    update = "It is of a newer version of Pyramidion (it has annotator.0999_later): update this installation first."
    for arguments, said in (
        (("backup", none / "x"), f"Cannot write to {none / 'x'}: No such file or directory."),
        (("backup", "/dev/full"), "Cannot write to /dev/full: No space left on device."),
        (("restore", none), f"Cannot read {none}: No such file or directory."),
        (("restore", tmp_path), f"Cannot read {tmp_path}: Is a directory."),
        (("restore", newer), f"{newer.name}: refused. {update}"),
        (
            ("restore", ROOT / "README.md"),
            "README.md: refused. It is not a backup of Pyramidion, or its end is missing.",
        ),
    ):
        with in_database(worked_on):
            ran = manage(*arguments)
        assert (ran.status, ran.error) == (1, f"CommandError: {said}")
    assert list(tmp_path.iterdir()) == []


def test_without_tables_there_is_nothing_to_back_up(migrated: Settings, manage: CommandLine, tmp_path: Path) -> None:
    with made_database("bare") as bare, in_database(bare):
        ran = manage("backup", tmp_path / "x")
    said = "CommandError: The database has not been prepared: there is nothing to back up."
    assert (ran.status, ran.error, list(tmp_path.iterdir())) == (1, said, [])
