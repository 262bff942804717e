"""Files that are no whole backups: refused with a sentence, and nothing of them is read further than it says."""

import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest

from config.backup.archive import TableReader, open_backup
from config.backup.manifest import LARGEST_MANIFEST, Manifest, Table
from config.backup.refused import BackupRefused
from config.backup.schema import check_migrations_known
from tests.config.backup.changed import MANIFEST, changed_manifest, changed_rows, members, written

PARTS = "tables/annotator_part.copy"


def checked(file: Path) -> Manifest:
    """What is in the file, read through."""
    with open_backup(file) as archive:
        archive.check()
        return archive.manifest


def refusal(file: Path) -> str:
    """Why it is refused."""
    with pytest.raises(BackupRefused) as refused:
        checked(file)
    return str(refused.value)


def test_a_whole_one_is_read_through(backup: Path) -> None:
    manifest = checked(backup)
    assert {"annotator_edit", "auth_user"} <= {table.name for table in manifest.tables}
    assert manifest.rows > 100
    assert ("annotator", "0001_schema") in manifest.applied


@pytest.mark.parametrize("kept", [0, 1, 1_000, 0.5, 0.99, -1])
def test_a_part_of_one_is_refused(backup: Path, tmp_path: Path, kept: float) -> None:
    data, file = backup.read_bytes(), tmp_path / "part"
    file.write_bytes(data[: int(kept * len(data)) if 0 < kept < 1 else int(kept)])
    assert refusal(file) == "It is not a backup of Pyramidion, or its end is missing."


def test_a_changed_byte_is_found_wherever_it_is(backup: Path, tmp_path: Path) -> None:
    data, file = backup.read_bytes(), tmp_path / "changed"
    for at in range(0, len(data), len(data) // 60):
        file.write_bytes(data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :])
        try:
            found = checked(file)
        except BackupRefused:
            continue
        assert found == checked(backup)  # a date or an attribute in the zip's own list


def test_other_files_are_refused(tmp_path: Path) -> None:
    foreign = tmp_path / "other.zip"
    for contents in ({}, {"a.txt": b"a"}, {MANIFEST: b"[]"}, {MANIFEST: b'{"format": "other"}'}, {MANIFEST: b"\xff"}):
        assert refusal(written(foreign, contents)).startswith("It is not a backup of Pyramidion")
    foreign.write_text("SELECT 1")
    assert refusal(foreign).startswith("It is not a backup of Pyramidion")
    assert refusal(written(foreign, {MANIFEST: b"[" * 100_000})).startswith("It is not a backup of Pyramidion")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tables", 5),
        ("tables", [{"name": "auth_user"}]),
        ("migrations", ["annotator"]),
        ("migrations", {"annotator; DROP TABLE auth_user": ["0001_schema"]}),
        ("application", "1\n2"),
        ("application", None),
        ("made_at", "x" * 1_000),
        ("left_out", 5),
    ],
)
def test_a_manifest_is_looked_at_in_every_place(backup: Path, name: str, value: Any) -> None:
    file = changed_manifest(backup, lambda manifest: manifest.update({name: value}))
    assert refusal(file) == "It is not a backup of Pyramidion: its manifest cannot be read."


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", '../../etc/passwd"; --'),
        ("name", "annotator_part\n"),
        ("columns", ["id); DROP TABLE auth_user; --"]),
        ("columns", 7),
        ("rows", -1),
        ("rows", True),
        ("bytes", 2**63),
        ("bytes", "10"),
        ("sha256", "00"),
        ("sequences", [{"column": "id", "value": "1; --", "called": True}]),
    ],
)
def test_so_is_what_it_says_of_a_table(backup: Path, name: str, value: Any) -> None:
    file = changed_manifest(backup, lambda manifest: manifest["tables"][0].update({name: value}))
    assert refusal(file) == "It is not a backup of Pyramidion: its manifest cannot be read."


def test_another_format_is_said(backup: Path) -> None:
    file = changed_manifest(backup, lambda manifest: manifest.update(version=2))
    assert refusal(file) == "It is a backup of format 2, and this version reads 1."


@pytest.mark.parametrize("name", ["../../outside", "/etc/cron.d/x", "tables/../x.copy", "tables/none.copy", "x\\y"])
def test_a_member_that_no_table_is_named_for_is_refused(backup: Path, tmp_path: Path, name: str) -> None:
    assert refusal(written(backup, {**members(backup), name: b"x"})).endswith(
        "its files differ from the list in its manifest."
    )
    without = {key: data for key, data in members(backup).items() if key != PARTS}
    assert refusal(written(backup, without)).endswith("its files differ from the list in its manifest.")


def test_a_link_is_read_as_what_it_holds(backup: Path) -> None:
    other = backup.with_name("link.bak")
    with zipfile.ZipFile(other, "w") as archive:
        for name, data in members(backup).items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (0o120777 << 16) if name == PARTS else 0o600 << 16
            archive.writestr(info, b"/etc/passwd" if name == PARTS else data)
    assert refusal(other) == f"It is damaged or was changed: {PARTS} is not as it was written."


def test_a_member_twice_is_refused(backup: Path) -> None:
    other = backup.with_name("twice.bak")
    with zipfile.ZipFile(other, "w") as archive:
        for name, data in members(backup).items():
            archive.writestr(name, data)
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr(PARTS, b"")
    assert refusal(other) == "It is not a backup of Pyramidion: it has no manifest, or contains a file twice."


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_another_packing_is_refused(backup: Path, method: int) -> None:
    other = backup.with_name("packed.bak")
    with zipfile.ZipFile(other, "w", method) as archive:
        for name, data in members(backup).items():
            archive.writestr(name, data)
    assert refusal(other) == "It is not a backup of Pyramidion: it is encrypted, or not compressed as backups are."


class Endless:
    """A stream that never ends."""

    given = 0

    def read(self, size: int) -> bytes:
        self.given += size
        return bytes(size)


def test_a_bomb_is_read_no_further_than_its_table_goes(backup: Path) -> None:
    stream: Any = Endless()
    reader = TableReader(stream, Table("bomb", ("id",), 1, bytes=1_000_000, sha256="0" * 64))
    assert reader.read(1_000_000) == bytes(1_000_000)
    with pytest.raises(BackupRefused, match="damaged"):
        reader.read(1_000_000)
    assert stream.given == 1_000_001
    large = {**members(backup), MANIFEST: b" " * (LARGEST_MANIFEST + 1)}
    assert refusal(written(backup, large)) == "It is not a backup of Pyramidion: its manifest is too large."


def test_a_size_that_lies_is_found(backup: Path) -> None:
    """The zip's own list says that a member is longer than it is."""
    data = bytearray(backup.read_bytes())
    with zipfile.ZipFile(backup) as archive:
        at, info = archive.start_dir, archive.getinfo(PARTS)
    while bytes(data[at + 46 : at + 46 + len(PARTS)]) != PARTS.encode():
        at = data.index(b"PK\x01\x02", at + 1)
    data[at + 16 : at + 20] = struct.pack("<L", zlib.crc32(b""))
    data[at + 24 : at + 28] = struct.pack("<L", info.file_size + 1)
    other = backup.with_name("lies.bak")
    other.write_bytes(data)
    assert refusal(other) == f"It is damaged or was changed: {PARTS} is not as it was written."


def test_fewer_or_other_rows_than_it_says_are_found(backup: Path) -> None:
    for change in (b"", b"1\t2\n", members(backup)[PARTS][:-1] + b"x", members(backup)[PARTS] + b"x"):
        assert PARTS in refusal(written(backup, {**members(backup), PARTS: change}))


def test_one_of_a_newer_version_is_refused(backup: Path) -> None:
    def later(manifest: dict[str, Any]) -> None:
        manifest["migrations"]["annotator"].append("0999_from_the_future")

    with pytest.raises(BackupRefused, match=r"newer version .*annotator\.0999_from_the_future"):
        check_migrations_known(checked(changed_manifest(backup, later)).applied)
    with pytest.raises(BackupRefused, match="migrations are missing"):
        check_migrations_known(checked(backup).applied - {("annotator", "0001_schema")})


def test_changed_by_hand_with_the_right_sums_is_whole(backup: Path) -> None:
    """The sums find damage; who can write the file can write others, so it is to be kept like the database."""
    assert checked(changed_rows(backup, "annotator_part", lambda rows: b"")).rows < checked(backup).rows
