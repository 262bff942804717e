"""The file of a backup: a zip with a manifest and one member a table. Nothing in it is ever unpacked to a path.

Members are read by the names that the manifest gives, in a stream, and never further than it says they go.
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

from config.backup.manifest import LARGEST, Manifest, Table, read_manifest
from config.backup.refused import BackupRefused

MANIFEST = "manifest.json"
PIECE = 256 * 1024
BROKEN = "It is damaged or was changed: {} is not as it was written."
_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
_METHODS = {zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED}
_ENCRYPTED = 0x1


class Measured:
    """Passes on what is written, and counts and sums it."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._digest = sha256()
        self.bytes = 0

    def write(self, data: bytes) -> int:
        """As of a file."""
        self._digest.update(data)
        self.bytes += len(data)
        return self._out.write(data)

    @property
    def sha256(self) -> str:
        """Of all that was written."""
        return self._digest.hexdigest()


class _Sink:
    """A stream that can only be written, and that swallows everything once it is given up."""

    def __init__(self, out: BinaryIO) -> None:
        self.out: BinaryIO | None = out

    def write(self, data: bytes) -> int:
        """As of a file."""
        return len(data) if self.out is None else self.out.write(data)

    def flush(self) -> None:
        """As of a file."""
        if self.out is not None:
            self.out.flush()


class ArchiveWriter:
    """Writes members one after the other into any stream, a pipe too; after an error it writes no more."""

    def __init__(self, out: BinaryIO) -> None:
        self._sink = _Sink(out)
        self._zip = zipfile.ZipFile(cast("IO[bytes]", self._sink), "w", zipfile.ZIP_DEFLATED)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._sink.out = None  # the zip would write its end, now or when it is collected
        self._zip.close()

    @contextmanager
    def member(self, name: str) -> Iterator[Measured]:
        """A member to write. All have the same date: equal rows make equal members."""
        info = zipfile.ZipInfo(name)
        info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
        with self._zip.open(info, "w", force_zip64=True) as opened:
            yield Measured(opened)

    def finish(self, manifest: Manifest) -> None:
        """Writes the manifest, the last member: without it there is no backup."""
        with self.member(MANIFEST) as out:
            out.write(manifest.as_bytes())


class TableReader:
    """A member as a stream that ends where the manifest says, or is refused. As psycopg2 reads: ``read(size)``."""

    def __init__(self, opened: IO[bytes], table: Table) -> None:
        self._opened = opened
        self._table = table
        self._digest = sha256()
        self._left = table.bytes

    def read(self, size: int = PIECE) -> bytes:
        """The next piece, b"" at the end.

        Raises:
            BackupRefused: there is less or more than the manifest says, or something else.
        """
        try:
            data = self._opened.read(min(size, self._left + 1))
        except _UNREADABLE as error:
            raise BackupRefused(BROKEN.format(self._table.member)) from error
        self._digest.update(data)
        self._left -= len(data)
        if self._left < 0 or (not data and (self._left or self._digest.hexdigest() != self._table.sha256)):
            raise BackupRefused(BROKEN.format(self._table.member))
        return data


class Archive:
    """A backup that is open to be read; `opened` makes it."""

    def __init__(self, zip_file: zipfile.ZipFile) -> None:
        self._zip = zip_file
        self._members = self._listed()
        self.manifest = self._read_manifest()
        if set(self._members) != {MANIFEST, *(table.member for table in self.manifest.tables)}:
            raise BackupRefused("It is no backup of Pyramidion: other files are in it than its manifest names.")

    @contextmanager
    def table(self, table: Table) -> Iterator[TableReader]:
        """The rows of a table."""
        try:
            opened = self._zip.open(self._members[table.member])
        except _UNREADABLE as error:
            raise BackupRefused(BROKEN.format(table.member)) from error
        with opened:
            yield TableReader(opened, table)

    def check(self) -> None:
        """Reads everything once.

        Raises:
            BackupRefused: something is not as it was written.
        """
        for table in self.manifest.tables:
            with self.table(table) as reader:
                while reader.read():
                    pass

    def _listed(self) -> dict[str, zipfile.ZipInfo]:
        infos = self._zip.infolist()
        if any(info.compress_type not in _METHODS or info.flag_bits & _ENCRYPTED for info in infos):
            raise BackupRefused("It is no backup of Pyramidion: it is packed in another way.")
        members = {info.filename: info for info in infos}
        if len(members) != len(infos) or MANIFEST not in members:
            raise BackupRefused("It is no backup of Pyramidion: it has no manifest, or a file twice.")
        return members

    def _read_manifest(self) -> Manifest:
        try:
            with self._zip.open(self._members[MANIFEST]) as opened:
                data = opened.read(LARGEST + 1)
        except _UNREADABLE as error:
            raise BackupRefused(BROKEN.format(MANIFEST)) from error
        if len(data) > LARGEST:
            raise BackupRefused("It is no backup of Pyramidion: its manifest is too large.")
        return read_manifest(data)


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """The backup in a file.

    Raises:
        OSError: the file cannot be read.
        BackupRefused: it is no whole backup.
    """
    with path.open("rb") as stream, _archive(stream) as archive:
        yield archive


@contextmanager
def piped(pipe: BinaryIO) -> Iterator[Archive]:
    """The backup that comes out of a pipe, kept meanwhile in a file that nobody else can open. Raises as `opened`."""
    with TemporaryFile() as stream:
        copyfileobj(pipe, stream)
        with _archive(stream) as archive:
            yield archive


@contextmanager
def _archive(stream: IO[bytes]) -> Iterator[Archive]:
    try:
        zip_file = zipfile.ZipFile(stream)
    except _UNREADABLE as error:
        raise BackupRefused("It is no backup of Pyramidion, or its end is missing.") from error
    with zip_file:
        yield Archive(zip_file)
