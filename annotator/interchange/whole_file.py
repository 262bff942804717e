"""Files that are written whole or not at all."""

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
    """A file to write, which is at ``path`` only when it is complete.

    ``mode``: its permissions from the first byte on; else those of the file that it replaces, or the usual ones.

    It is written beside ``path`` and moved there at the end; after an error the old file is still there. A device or
    pipe is written directly. Raises OSError.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as out:
            yield out
        return
    place = path.resolve()
    if place.exists() and not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    draft = place.with_name(f".{secrets.token_hex(6)}.part")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode)
        with os.fdopen(descriptor, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())  # else a power loss may leave the name without the bytes
        if place.exists() and mode is None:
            shutil.copymode(place, draft)
        draft.replace(place)
    finally:
        draft.unlink(missing_ok=True)
