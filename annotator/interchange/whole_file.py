"""Writes a file completely or not at all."""

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path, *, mode: int | None = None) -> Iterator[BinaryIO]:
    """Open a file for writing, and put it at ``path`` only if the block ends without an error.

    The bytes go to a temporary file beside ``path``; after an error, an existing file at ``path`` is unchanged. A
    device or pipe is written directly. ``mode``: the file's permissions, also while it is written; by default those of
    the file that it replaces, or else the process's default. Raises OSError.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as out:
            yield out
        return
    target = path.resolve()
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    temporary = target.with_name(f".{secrets.token_hex(6)}.part")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode)
        with os.fdopen(descriptor, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())  # otherwise a power failure could leave an empty file at the path
        if target.exists() and mode is None:
            shutil.copymode(target, temporary)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
