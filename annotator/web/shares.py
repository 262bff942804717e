"""Fair shares of what a web process has: no account uses all of it."""

from threading import Lock


class Shares:
    """Which accounts use a resource of this process, at most ``total`` times at once and each ``per_account`` times."""

    def __init__(self, *, total: int, per_account: int) -> None:
        self._total, self._per_account = total, per_account
        self._users: list[int | None] = []
        self._lock = Lock()

    def acquire(self, user: int | None) -> bool:
        """Use it for this account, if there is room; whether there is. None: an account that is not known yet."""
        with self._lock:
            has_room = len(self._users) < self._total and self._users.count(user) < self._per_account
            if has_room:
                self._users.append(user)
            return has_room

    def release(self, user: int | None) -> None:
        with self._lock:
            self._users.remove(user)


WAITING_FOR_CLIENTS = Shares(total=2, per_account=1)
"""Threads that receive a large body or send a large file: at most half of a process's, however slow clients are."""
