"""Shares the threads of a process among requests that compute, so that quick ones never wait for long ones."""

from collections.abc import Callable
from functools import partial
from threading import BoundedSemaphore
from time import monotonic

from annotator.runs.steps import TakesLong
from annotator.web.shares import Budget, Shares

TURN_TIMEOUT = 10.0
"""Seconds that a request waits for its turn before it becomes a run."""

QUICK_SECONDS = 0.2
"""A request with a longer estimate is long and waits for other long requests; quick requests wait for quick ones."""

# Of the four threads of a process, three may compute or wait to compute; edits need the fourth. Long requests take at
# most two of the three, and one account has only one of these two: its other long requests become runs. So a small
# project's page never waits for the pages of a large project.
_places, _long_places = Shares(total=3, per_account=2), Shares(total=2, per_account=1)
_computing_quick, _computing_long = BoundedSemaphore(1), BoundedSemaphore(1)

# An account that has spent this time on long responses, for example by a script, gets runs instead: the runner has a
# lower priority than other people's pages.
_long_seconds = Budget(seconds=10, recovery=0.1)


class Turn:
    """The permission of a request to compute: in each process, one quick and one long request have it at a time."""

    def __init__(self, user: int) -> None:
        self._user = user
        self._is_long = False
        self._on_release: list[Callable[[], None]] = []  # functions that end the turn, last first; none: no turn

    def acquire(self, seconds: float) -> None:
        """Wait for the turn, unless the request has it. Raises TakesLong after `TURN_TIMEOUT`, if too many wait, or
        if the account has spent its time for long requests.

        ``seconds``: the estimated duration. A quick request that turns out to be long begins to wait again.
        """
        is_long = seconds > QUICK_SECONDS
        if self._on_release and (self._is_long or not is_long):
            return
        self.release()
        if is_long and _long_seconds.is_spent(self._user):
            raise TakesLong
        for places in (_places, _long_places) if is_long else (_places,):
            if not places.acquire(self._user):
                raise TakesLong
            self._on_release.append(partial(places.release, self._user))
        computing = _computing_long if is_long else _computing_quick
        if not computing.acquire(timeout=TURN_TIMEOUT):
            raise TakesLong
        self._on_release.append(computing.release)
        if is_long:
            self._on_release.append(partial(self._spend_since, monotonic()))
        self._is_long = is_long

    def _spend_since(self, start: float) -> None:
        _long_seconds.spend(self._user, monotonic() - start)

    def release(self) -> None:
        """End the turn, so that the next request gets it."""
        while self._on_release:
            self._on_release.pop()()
