"""Which processes use the server: file locks, which the kernel releases however a process ends.

A list of process ids would be wrong after a SIGKILL (the id stays in the list) and after the reuse of an id.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def exclusive_lock(file: Path) -> Iterator[None]:
    """Holds the exclusive lock of `file`: one process at a time starts or stops the server."""
    descriptor = _open(file)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


class Handle:
    """This process's shared lock on the server's file, held until the process ends or releases it.

    A forked child inherits the descriptor, so the lock lasts until the child has ended too.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._descriptor: int | None = None

    @property
    def is_locked(self) -> bool:
        """Whether this process has its lock."""
        return self._descriptor is not None

    def take(self) -> None:
        """Takes the lock; call it within `exclusive_lock`."""
        if self._descriptor is None:
            self._descriptor = _open(self.file)
            fcntl.flock(self._descriptor, fcntl.LOCK_SH)

    def release(self) -> bool:
        """Releases the lock; True if no other process holds one."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        probe = _open(self.file)
        try:
            fcntl.flock(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        else:
            return True
        finally:
            os.close(probe)


def _open(file: Path) -> int:
    return os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
