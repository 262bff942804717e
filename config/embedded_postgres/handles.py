"""Who uses the server: locks on files, which the kernel lets go when a process ends in whatever way.

A list of process numbers would go wrong after a SIGKILL (the number stays) and after a reuse of the number.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Holds `file`'s exclusive lock: one process at a time starts or stops the server."""
    descriptor = _opened(file)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


class Handle:
    """This process's share in the server, taken once and held until it ends or lets go.

    A forked child has inherited the descriptor, so the share lasts until the child too has ended.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._descriptor: int | None = None

    @property
    def held(self) -> bool:
        """Whether this process has its share."""
        return self._descriptor is not None

    def take(self) -> None:
        """Takes the share; call with the exclusive lock of starting held."""
        if self._descriptor is None:
            self._descriptor = _opened(self.file)
            fcntl.flock(self._descriptor, fcntl.LOCK_SH)

    def let_go(self) -> bool:
        """Gives the share back; True if no other process has one."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        probe = _opened(self.file)
        try:
            fcntl.flock(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        else:
            return True
        finally:
            os.close(probe)


def _opened(file: Path) -> int:
    return os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
