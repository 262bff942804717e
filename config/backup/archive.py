"""The backup file: a zip archive with a manifest and one member per table.

Members are read as streams, and never unpacked to a path. Their names and sizes must be those in the manifest.
"""

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from types import TracebackType
from typing import IO, BinaryIO, Self, cast

from config.backup.manifest import LARGEST_MANIFEST, Manifest, Table, read_manifest
from config.backup.refused import BackupRefused

MANIFEST = "manifest.json"
READ_SIZE = 256 * 1024
LARGEST_OFFSET = 2**62  # a damaged offset beyond any file's size would otherwise fail as an OSError
DAMAGED = "It is damaged or was changed: {} is not as it was written."
_DAMAGE_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
_COMPRESSIONS = {zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED}
_ENCRYPTED = 0x1  # a bit of a member's flags


class HashingWriter:
    """A write-only stream that counts and hashes the bytes that it writes to `out`."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._digest = sha256()
        self.bytes = 0

    def write(self, data: bytes) -> int:
        self._digest.update(data)
        self.bytes += len(data)
        return self._out.write(data)

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()


class _Sink:
    """A write-only stream that writes to `out`, or discards everything once `out` is None."""

    def __init__(self, out: BinaryIO) -> None:
        self.out: BinaryIO | None = out

    def write(self, data: bytes) -> int:
        return len(data) if self.out is None else self.out.write(data)

    def flush(self) -> None:
        if self.out is not None:
            self.out.flush()


class ArchiveWriter:
    """Writes members one after the other into any stream, including a pipe; after an error it writes nothing more."""

    def __init__(self, out: BinaryIO) -> None:
        self._sink = _Sink(out)
        self._zip = zipfile.ZipFile(cast("IO[bytes]", self._sink), "w", zipfile.ZIP_DEFLATED)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, error_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._sink.out = None  # otherwise the zip would write its directory, now or when it is garbage-collected
        self._zip.close()

    @contextmanager
    def member(self, name: str) -> Iterator[HashingWriter]:
        """Opens a new member for writing. All members have the same date, so that equal rows give equal members."""
        info = zipfile.ZipInfo(name)
        info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
        with self._zip.open(info, "w", force_zip64=True) as member:
            yield HashingWriter(member)

    def finish(self, manifest: Manifest) -> None:
        """Writes the manifest as the last member, without which the file is not accepted as a backup."""
        with self.member(MANIFEST) as out:
            out.write(manifest.as_bytes())


class TableReader:
    """A member as a stream that psycopg2 can read; checks its size and hash against the manifest."""

    def __init__(self, member: IO[bytes], table: Table) -> None:
        self._member = member
        self._table = table
        self._digest = sha256()
        self._bytes_left = table.bytes

    def read(self, size: int = READ_SIZE) -> bytes:
        """Returns the next bytes, at most `size`; b"" at the end.

        Raises:
            BackupRefused: the content differs from the manifest's size or hash.
        """
        try:
            data = self._member.read(min(size, self._bytes_left + 1))  # one more byte shows that the member is too long
        except _DAMAGE_ERRORS as error:
            raise BackupRefused(DAMAGED.format(self._table.member)) from error
        self._digest.update(data)
        self._bytes_left -= len(data)
        if self._bytes_left < 0 or (not data and (self._bytes_left or self._digest.hexdigest() != self._table.sha256)):
            raise BackupRefused(DAMAGED.format(self._table.member))
        return data


class Archive:
    """A backup opened for reading; see `open_backup`."""

    def __init__(self, zip_file: zipfile.ZipFile) -> None:
        self._zip = zip_file
        self._members = self._read_directory()
        self.manifest = self._read_manifest()
        if set(self._members) != {MANIFEST, *(table.member for table in self.manifest.tables)}:
            raise BackupRefused("It is not a backup of Pyramidion: its files differ from the list in its manifest.")

    @contextmanager
    def table(self, table: Table) -> Iterator[TableReader]:
        """Opens the rows of a table."""
        try:
            member = self._zip.open(self._members[table.member])
        except _DAMAGE_ERRORS as error:
            raise BackupRefused(DAMAGED.format(table.member)) from error
        with member:
            yield TableReader(member, table)

    def check(self) -> None:
        """Reads all members once. Raises BackupRefused if one is damaged."""
        for table in self.manifest.tables:
            with self.table(table) as reader:
                while reader.read():
                    pass

    def _read_directory(self) -> dict[str, zipfile.ZipInfo]:
        infos = self._zip.infolist()
        if any(info.compress_type not in _COMPRESSIONS or info.flag_bits & _ENCRYPTED for info in infos):
            raise BackupRefused("It is not a backup of Pyramidion: it is encrypted, or not compressed as backups are.")
        if any(not 0 <= info.header_offset < LARGEST_OFFSET for info in infos):
            raise BackupRefused(DAMAGED.format("its directory"))
        members = {info.filename: info for info in infos}
        if len(members) != len(infos) or MANIFEST not in members:
            raise BackupRefused("It is not a backup of Pyramidion: it has no manifest, or contains a file twice.")
        return members

    def _read_manifest(self) -> Manifest:
        try:
            with self._zip.open(self._members[MANIFEST]) as member:
                data = member.read(LARGEST_MANIFEST + 1)
        except _DAMAGE_ERRORS as error:
            raise BackupRefused(DAMAGED.format(MANIFEST)) from error
        if len(data) > LARGEST_MANIFEST:
            raise BackupRefused("It is not a backup of Pyramidion: its manifest is too large.")
        return read_manifest(data)


@contextmanager
def open_backup(path: Path) -> Iterator[Archive]:
    """Opens the backup in a file.

    Raises:
        OSError: the file cannot be read.
        BackupRefused: it is not a complete backup.
    """
    with path.open("rb") as stream, _archive(stream) as archive:
        yield archive


@contextmanager
def open_piped_backup(pipe: BinaryIO) -> Iterator[Archive]:
    """Opens the backup from a pipe by copying it to a temporary file. Raises the same errors as `open_backup`."""
    with TemporaryFile() as stream:
        copyfileobj(pipe, stream)
        with _archive(stream) as archive:
            yield archive


@contextmanager
def _archive(stream: IO[bytes]) -> Iterator[Archive]:
    try:
        zip_file = zipfile.ZipFile(stream)
    except _DAMAGE_ERRORS as error:
        raise BackupRefused("It is not a backup of Pyramidion, or its end is missing.") from error
    with zip_file:
        yield Archive(zip_file)
