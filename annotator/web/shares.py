"""Limits how much of a web process one account uses, so that there is always room for others."""

from collections.abc import Callable
from threading import Lock
from time import monotonic


class Shares:
    """A resource of this process, such as its threads, of which requests acquire shares.

    At most ``total`` shares can be in use at once, at most ``per_account`` of them by the same account.
    """

    def __init__(self, *, total: int, per_account: int) -> None:
        self._total, self._per_account = total, per_account
        self._holders: list[int] = []  # for each share in use, the id of its account
        self._lock = Lock()

    def acquire(self, account: int) -> bool:
        """Acquire a share for this account. Returns False if none is free for it."""
        with self._lock:
            is_free = len(self._holders) < self._total and self._holders.count(account) < self._per_account
            if is_free:
                self._holders.append(account)
            return is_free

    def release(self, account: int) -> None:
        with self._lock:
            self._holders.remove(account)


class Budget:
    """How many seconds of computing time each account has. Spent seconds come back: ``recovery`` of them per second."""

    def __init__(self, *, seconds: float, recovery: float, clock: Callable[[], float] = monotonic) -> None:
        self._seconds, self._recovery, self._clock = seconds, recovery, clock
        self._spent: dict[int, tuple[float, float]] = {}  # by account: the seconds spent, and when that was computed

    def is_spent(self, account: int) -> bool:
        return self._spent_now(account) >= self._seconds

    def spend(self, account: int, seconds: float) -> None:
        self._spent[account] = (self._spent_now(account) + seconds, self._clock())

    def _spent_now(self, account: int) -> float:
        seconds, time = self._spent.get(account, (0.0, 0.0))
        return max(0.0, seconds - self._recovery * (self._clock() - time))


WAITING_FOR_CLIENTS = Shares(total=2, per_account=1)
"""Threads that may wait for slow clients while they receive a large body or send a large file: two of four threads."""
